# SPDX-License-Identifier: MIT
"""The files of an example besides its promises: layouts, pictures, units of systemd, rules for polkit."""

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from recordings import RECORDINGS
from stage import EXAMPLES, ROOT
from verdict import Failure, NotRun

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
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, **options)


def layouts(program, example):
    """`touchd check` finds no error in the layouts, and in the daemon's file that allows what they need."""
    for name in example["check"]:
        done = run(program, "check", EXAMPLES / name)
        if done.returncode:
            raise Failure(f"touchd check {name}: status {done.returncode}: {done.stderr}")


def recordings(example):
    """Each recording is what recordings.py writes."""
    for path, make in RECORDINGS.items():
        if Path(path).parts[0] == example["name"] and (EXAMPLES / path).read_text() != make().text():
            raise Failure(f"{path} is not: run Tests/examples/recordings.py")


def written(example):
    """What a program of the example writes is what stands there."""
    for name, writer in example["writes"].items():
        if run("python3", "-B", EXAMPLES / writer).stdout != (EXAMPLES / name).read_text():
            raise Failure(f"{name} is not what {writer} writes")


def pictures(program, example):
    """Each picture is that of its layout and recording. `WRITE_PICTURES=1` writes them anew."""
    for name, recording in example["pictures"].items():
        file = EXAMPLES / name
        drawn = run(program, "picture", file.with_suffix(".yaml"), "--recording", EXAMPLES / recording)
        if drawn.returncode:
            raise Failure(f"{name}: {drawn.stderr}")
        if "WRITE_PICTURES" in os.environ:
            file.write_text(drawn.stdout)
        elif not file.exists() or file.read_text() != drawn.stdout:
            raise Failure(f"{name} is not what `touchd picture` draws: WRITE_PICTURES=1 Tests/examples/promises.py …")


def units_of(example):
    return list((EXAMPLES / example["name"]).glob("*.service"))


def units(example):
    """systemd understands the units, beside touchd's own."""
    if not shutil.which("systemd-analyze"):
        raise NotRun("there is no systemd-analyze")
    found = units_of(example)
    with tempfile.TemporaryDirectory() as folder:
        for unit in [*found, *(ROOT / "systemd").glob("*.service")]:
            shutil.copy(unit, folder)
        for unit in found:
            said = run("systemd-analyze", "verify", "--man=no", Path(folder, unit.name)).stderr
            mistakes = [line for line in said.splitlines() if not re.search(OF_THIS_MACHINE, line)]
            if mistakes:
                raise Failure("\n      ".join(mistakes))


def rules(example):
    """polkit's rule lets touchd's user do what the promises start, and no other user, and nothing else."""
    asked = {tuple(re.search(r"(\S+)(?: --)? (\S+\.service)$", line).groups())
             for promise in example["promise"] for line in promise.get("starts", [])}
    if not shutil.which("node"):
        raise NotRun("there is no node")
    questions = [("touchd", MANAGE, unit, verb) for verb, unit in sorted(asked)]
    refused = [(user, MANAGE, unit, verb) for user in ("lobby", "root") for verb, unit in sorted(asked)]
    refused += [("touchd", MANAGE, unit, "kill") for _, unit in sorted(asked)]
    refused += [("touchd", MANAGE, "ssh.service", "start"), ("touchd", MANAGE, "constructor", "start")]
    refused += [("touchd", "org.freedesktop.systemd1.reload-daemon", unit, verb) for verb, unit in sorted(asked)]
    rule = EXAMPLES / example["polkit"]
    done = run("node", "-e", ASK, rule, json.dumps(questions + refused))
    answers = json.loads(done.stdout) if done.stdout else done.stderr
    wanted = ["yes"] * len(questions) + ["no"] * len(refused)
    if answers != wanted:
        raise Failure(f"{rule.name} answers {answers} to {questions + refused}")


def automations(example):
    """The topics and commands of Home Assistant's file are those of the promises."""
    folder = EXAMPLES / example["name"]
    base = re.search(r"^base: (\S+)$", (folder / "mqtt.yaml").read_text(), re.MULTILINE)[1]
    promises = example["promise"]
    heard = {f"{base}/{message.split(':')[0]}" for promise in promises for message in promise.get("messages", [])}
    said = {(f"{base}/command/{name}", payload) for promise in promises for name, payload in promise.get("commands", [])}
    text = (folder / "home-assistant.yaml").read_text()
    published = set(re.findall(r"topic: (\S+)\n +payload: '(.+)'", text))
    topics = set(re.findall(r"topic: (\S+)\n(?! +payload)", text))
    if not topics or not topics <= heard or not published or not published <= said:
        raise Failure(f"no promise has {sorted(topics - heard)} and {sorted(published - said)}")
