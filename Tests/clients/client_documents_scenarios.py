# SPDX-License-Identifier: MIT
"""The programs of docs/responders.md and of Examples/events do what is said of them, each as it stands there."""

import itertools
import re
import shlex
import shutil
import sys
from collections import Counter
from types import SimpleNamespace

import pytest
from hearers import CLIENTS, command, started, touchable
from process import wait_until
from rig import BESIDE, IN_BUTTON

ROOT = CLIENTS.parent
EVENTS = ROOT / "Examples" / "events"
PAGE = ROOT / "docs" / "responders.md"
# A busy machine keeps fingers waiting: a tap is one all the same.
PATIENT = "thresholds: { tap: { maximum_press: 3600s } }\n"

BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
LAYOUT = next(text for language, text in BLOCKS if language == "yaml")
# A program, and what it prints when fingers tap.
SHOWN = [
    (language, text, shown)
    for (language, text), (next_language, shown) in zip(BLOCKS, BLOCKS[1:])
    if next_language == "text" and language in ("python", "javascript", "sh")
]


def tap_until_shown(rig, service, program, shown):
    """Taps on both halves until the program has printed what is shown, but for the numbers, which count fingers."""
    patterns = [re.sub(r"\d+", r"[\\d.]+", re.escape(line)) for line in shown.splitlines()]
    numbers = itertools.count(1)

    def is_shown():
        service.tap(rig.panel, IN_BUTTON, tracking_id=next(numbers))
        service.tap(rig.panel, BESIDE, tracking_id=next(numbers))
        return all(any(re.fullmatch(pattern, line) for line in program.output) for pattern in patterns)

    wait_until(is_shown, lambda: f"it printed {program.output[-5:]} and {program.errors[-5:]}", pause=0.05)


def shell(rig, service):
    """A folder with a `touchd` that finds the daemon of the test."""
    if not shutil.which("jq"):
        pytest.skip("there is no jq")
    folder = rig.folder / "bin"
    folder.mkdir()
    wrapper = folder / "touchd"
    wrapper.write_text(f'#!/bin/sh\nexec {shlex.quote(str(rig.binary))} "$@" --socket {shlex.quote(str(service.events))}\n')
    wrapper.chmod(0o755)
    return f"PATH={shlex.quote(str(folder))}:$PATH; . {{}}"


def start(rig, service, path):
    """Starts a program as its text says."""
    if path.suffix == ".sh":
        words = shell(rig, service).format(shlex.quote(str(path)))
        return started("sh", "-c", words, socket=service.events)
    interpreter = command("javascript")[0] if path.suffix == ".mjs" else sys.executable
    return started(interpreter, path, socket=service.events)


@pytest.mark.parametrize("language, text, shown", [
    pytest.param(*program, id=f"page_{number}_{program[0]}") for number, program in enumerate(SHOWN, 1)])
def test_prints(rig, language, text, shown):
    """a program of docs/responders.md prints what is shown"""
    service = touchable(rig, LAYOUT + PATIENT)
    # Where a user puts it: beside the client.
    shutil.copy(CLIENTS / "python" / "touchd.py", rig.folder)
    shutil.copy(CLIENTS / "javascript" / "touchd.mjs", rig.folder)
    path = rig.folder / {"python": "example.py", "javascript": "example.mjs", "sh": "example.sh"}[language]
    path.write_text(text)
    tap_until_shown(rig, service, start(rig, service, path), shown)


def test_page_programs():
    """docs/responders.md: it has a program in each language, and what it prints"""
    assert Counter(language for language, _, _ in SHOWN) == {"python": 4, "javascript": 2, "sh": 1}


def test_answer(rig):
    """Examples/events/answer.py says how many fingers are on its view"""
    service = touchable(rig, (EVENTS / "layout.yaml").read_text() + PATIENT)
    tap_until_shown(rig, service, start(rig, service, EVENTS / "answer.py"), "1 on board\n0 on board\n")


# What gestures.* print of the demo's recording, on the demo's layout.
REPLAYED = [
    "service ended on corner at 975, 37.5",
    "hold began on button at 500, 693.75",
    "hold changed on button at 505, 693.75",
    "hold ended on button at 505, 693.75",
]


@pytest.mark.parametrize("name", ["gestures.py", "gestures.mjs", "gestures.sh"])
def test_replay(rig, name):
    """a program of Examples/events hears a replay, and ends with it"""
    demo = ROOT / "Sources" / "TouchdKit" / "Demo"
    path = rig.folder / "events.sock"
    replay = rig.start("replay", demo / "demo.evemu", "-c", demo / "demo.yaml", "--events", path)
    # A shell's program does not wait for a daemon.
    wait_until(path.exists, "the replay makes no socket")
    program = start(rig, SimpleNamespace(events=path), EVENTS / name)
    program.wait(status=0)
    assert program.output == REPLAYED
    replay.wait(status=0)
