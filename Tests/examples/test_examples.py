# SPDX-License-Identifier: MIT
"""Holds the examples to their promises, and looks at what else is in them.

`touchd test` says whether a layout keeps its promises. Here are what it does not know: tables of READMEs, pictures, units of
systemd, rules for polkit, and the programs beside the layouts. `WRITE_PICTURES=1` writes the pictures anew.
"""

import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from process import Process, written

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "Examples"
PROMISES = sorted(EXAMPLES.glob("*/*.test.yaml"))
CHECKED = ["lobby/touchd.yaml", "machine-panel/touchd.yaml", "museum-table/table.yaml", "ticket-machine/touchd.yaml",
           "wall-panel/touchd.yaml", "wall-panel/mqtt.yaml"]
# What each program prints while fingers are on its layout.
PRINTED = [
    ("machine-panel/machine.py", "machine", "jitter 1; hold start 1.8s",
     [f"start [{'#' * done}{'.' * (20 - done)}]" for done in range(0, 20, 4)] + ["the machine starts"]),
    ("machine-panel/machine.py", "machine", "jitter 1; hold start 200ms; wait 1s; 2 fingers: hold halt",
     ["start [....................]", "start let go too soon", "the machine halts"]),
    ("museum-table/table.py", "table", "pan whale to 172,74; wait 2s; double tap whale",
     ["whale: +50 -17, ×1.00, +0°", "whale: +0 +0, ×1.00, +0°"]),
    ("wall-panel/screens.py", "hall", "screen dark; tap 500,300",
     ["swaymsg output DSI-1 power off", "swaymsg output DSI-1 power on"]),
]
# Of systemd-analyze, what is due to this machine alone.
OF_THIS_MACHINE = r"is not executable: No such file|Unit \S+ not found"
# What a rule answers to each question, `[user, action, unit, verb]`.
ASK = """
const rules = [], polkit = { addRule: (rule) => rules.push(rule), Result: { YES: "yes", NOT_HANDLED: "no" } };
new Function("polkit", require("fs").readFileSync(process.argv[1], "utf8"))(polkit);
const answers = JSON.parse(process.argv[2]).map(([user, id, unit, verb]) =>
  rules[0]({ id, lookup: (key) => ({ unit, verb })[key] }, { user }));
console.log(JSON.stringify(answers));
"""
MANAGE = "org.freedesktop.systemd1.manage-units"


def run(*words, **options):
    try:
        return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, **options)
    except FileNotFoundError as missing:
        pytest.skip(f"{missing}")


def test_promises(program, capsys):
    """`touchd test` finds no promise that is broken."""
    done = run(program, "test", *PROMISES, Path(__file__).with_name("promises.yaml"))
    with capsys.disabled():
        print(done.stdout, end="")
    assert done.returncode == 0, done.stderr


def test_reports(program, folder):
    """A broken promise is in each report, and status 1; a layout that is read meanwhile takes the place of another."""
    (folder := folder / "kiosk's.test.d").mkdir()
    layout = "version: 1\nscreen: {{ size: [100, 100] }}\nresponders: {{ a: {{ plugin: log }} }}\n" \
        "views: [{{ id: v, gestures: [{{ tap: {{}}, name: {0}, to: a }}] }}, {{ id: in {0}, frame: [0, 0, 1, 1] }}]\nstatistics:\n"
    promises = "version: 1\npromises:\n- { name: kept & told, WITHOUTwhen: tap v, then: { events: day ended } }\n" \
        "- { name: broken <, when: \"tap v # one\\ntap v\", then: { events: [day ended, day ended --mode=slow] } }\n" \
        "- { name: reloaded, when: [tap v, reload night.yaml, tap v], " \
        "then: { events: [day ended, night ended], shown: in night } }\n"
    for name, text in ("day.yaml", layout.format("day")), ("night.yaml", layout.format("night")), \
            ("day.test.yaml", promises.replace("WITHOUT", "given: { without: \"statistics:\" }, ")):
        Path(folder, name).write_text(text, newline="\r\n")
    done = run(program, "test", folder / "day.test.yaml", "--json", "--junit", "report.xml", cwd=folder)
    answer = json.loads(done.stdout)
    assert done.returncode == 1 and not answer["ok"] and [each["ok"] for each in answer["promises"]] == [1, 0, 1], answer
    drawn = run("sh", "-c", answer["promises"][1]["picture"].replace("touchd", str(program), 1), cwd=folder)
    assert drawn.returncode == 0 and Path(folder, "promise.svg").exists(), drawn.stderr
    assert " --fingers 'tap v ; tap v' -o " in answer["promises"][1]["picture"], "a comment hides no acts"
    assert [len(case) for case in ElementTree.parse(Path(folder, "report.xml")).getroot()] == [0, 1, 0]
    with socket.socket(socket.AF_UNIX) as closed:
        closed.bind(str(Path(folder, "closed")))
    done = run(program, "test", "closed", "day.test.yaml", "--json", cwd=folder)
    assert done.returncode == 3 and len(json.loads(done.stdout)["promises"]) == 4, "the others are tested"
    promises = promises.replace("WITHOUT", "")
    Path(folder, "day\x1b.test.yaml").write_text(promises.replace("1\n", "1\nlayout: day.yaml\n", 1))
    done = run(program, "test", "day\x1b.test.yaml", cwd=folder)
    assert "FAIL" in done.stdout and "\x1b" not in done.stdout, "a name acts on a terminal"
    Path(folder, "piped.test.yaml").write_text(promises.replace("1\n", "1\nlayout: /dev/stdin\n", 1))
    done = run("sh", "-c", f"cat day.yaml | '{program}' test piped.test.yaml", cwd=folder)
    assert done.stdout.count("ok ") == 2 and done.stdout.count("FAIL ") == 1, f"a layout is read once: {done.stderr}"
    done = run(program, "replay", "--fingers", "tap v; reload night.yaml", "-c", "day.yaml", "--events", "s", cwd=folder)
    assert done.returncode == 1 and "`reload` does not go with --events" in done.stderr, done.stderr


def test_tables():
    """Each row of a README's table is a promise, and in their order."""
    for folder in sorted({path.parent for path in PROMISES}):
        lines = (folder / "README.md").read_text().splitlines()
        start = lines.index("| given | when | then |") + 2
        stated = [line.strip("| ").replace(" | ", " / ") for line in lines[start:lines.index("", start)]]
        kept = [name for path in sorted(folder.glob("*.test.yaml"))
                for name in re.findall(r"^- name: (.*)$", path.read_text(), re.MULTILINE)]
        assert not (missing := [row for row in stated if row not in kept]), f"{folder.name}: no promise is {missing}"


def test_layouts(program):
    """`touchd check` finds no error in the layouts, and in the daemon's files that allow what they need."""
    for name in CHECKED:
        done = run(program, "check", EXAMPLES / name)
        assert done.returncode == 0, done.stderr


def test_pictures(program):
    """Each picture is that of its layout and fingers, and the table's layout is what its program writes."""
    for fingers in sorted(EXAMPLES.glob("*/*.fingers")):
        file = fingers.with_suffix(".svg")
        drawn = run(program, "picture", fingers.with_suffix(".yaml"), "--recording", fingers)
        assert drawn.returncode == 0, drawn.stderr
        if "WRITE_PICTURES" in os.environ:
            file.write_text(drawn.stdout)
        assert file.read_text() == drawn.stdout, f"{file} is not what `touchd picture` draws: WRITE_PICTURES=1 …"
    written = run("python3", "-B", EXAMPLES / "museum-table/layout.py").stdout
    assert written == (EXAMPLES / "museum-table/table.yaml").read_text(), "table.yaml is not what layout.py writes"


def test_units(folder):
    """systemd understands the units, beside touchd's own."""
    found = list(EXAMPLES.glob("*/*.service"))
    for unit in [*found, *(ROOT / "systemd").glob("*.service")]:
        shutil.copy(unit, folder)
    for unit in found:
        said = run("systemd-analyze", "verify", "--man=no", folder / unit.name).stderr
        mistakes = [line for line in said.splitlines() if not re.search(OF_THIS_MACHINE, line)]
        assert not mistakes, mistakes


def test_rules():
    """polkit's rule lets touchd's user do what the lobby starts, and no other user, and nothing else."""
    texts = [(EXAMPLES / "lobby" / name).read_text() for name in ("lobby.test.yaml", "idle")]
    asked = sorted(set(re.findall(r"systemctl (?:--no-block --no-ask-password )?(\w[\w-]+)(?: --)? (\S+\.service)", "".join(texts))))
    questions = [("touchd", MANAGE, unit, verb) for verb, unit in asked]
    refused = [(user, MANAGE, unit, verb) for user in ("lobby", "root") for verb, unit in asked]
    refused += [("touchd", MANAGE, unit, "kill") for _, unit in asked]
    refused += [("touchd", MANAGE, "ssh.service", "start"), ("touchd", MANAGE, "constructor", "start")]
    refused += [("touchd", "org.freedesktop.systemd1.reload-daemon", unit, verb) for verb, unit in asked]
    done = run("node", "-e", ASK, EXAMPLES / "lobby/50-lobby.rules", json.dumps(questions + refused))
    wanted = ["yes"] * len(questions) + ["no"] * len(refused)
    assert len(asked) == 4 and json.loads(done.stdout or "0") == wanted, f"{done.stdout}{done.stderr}: {questions + refused}"


def test_automations():
    """The topics of Home Assistant's file are gestures of the layouts, and its commands are those that they allow."""
    folder = EXAMPLES / "wall-panel"
    text = (folder / "home-assistant.yaml").read_text()
    names = set(re.findall(r"name: (\w+)", (folder / "hall.yaml").read_text() + (folder / "kitchen.yaml").read_text()))
    topics = re.findall(r"topic: home/walls/event/(\S+)", text)
    assert topics and set(topics) <= names, topics
    assert set(re.findall(r"topic: home/walls/command/(\S+)", text)) <= {"screen", "show"}


@pytest.mark.parametrize("name, layout, fingers, wanted", PRINTED, ids=[row[2] for row in PRINTED])
def test_programs(program, folder, name, layout, fingers, wanted):
    """The programs beside the layouts print, or start, what they promise."""
    calls, swaymsg, path = folder / "calls", folder / "swaymsg", EXAMPLES / name
    swaymsg.write_text(f'#!/bin/sh\necho "swaymsg $*" >>{calls}\n')
    swaymsg.chmod(0o755)
    environment = os.environ | {
        "TOUCHD_EVENTS_SOCKET": f"{folder}/events.sock", "PATH": f"{folder}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "clients/python")}
    replay = Process([program, "replay", "--fingers", fingers, "-c", path.parent / f"{layout}.yaml", "--events",
                      f"{folder}/events.sock"], None)
    replay.expect_text("begins when a program")
    done = run("python3", path, env=environment)
    replay.wait(status=0)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() + written(calls).splitlines() == wanted
