# SPDX-License-Identifier: MIT
"""Panels: what is read from them, how they come and go, and what is reported about them."""

import json
import os
import re
import shutil
import signal

import pytest
from rig import IN_BUTTON, LAYOUT
from evdev_mock import FakeTouchscreen
from fingers import ABS_X, ABS_Y, land, lift, move, touching
from panel import Axis, Panel

OTHER_USER = 65534
COMPARED = ("touch", "deliver", "forward", "gesture", "event")

# -- Comparing two traces


def comparable(trace):
    """The lines that a live panel and its recording must share: no times, touches numbered as they appear."""
    names = {}

    def renamed(touch):
        return names.setdefault(touch, len(names) + 1)

    lines = []
    for line in trace:
        if line.get("kind") not in COMPARED:
            continue
        line = {key: value for key, value in line.items() if key != "t"}
        if "touch" in line:
            line["touch"] = renamed(line["touch"])
        if "touches" in line:
            line["touches"] = [renamed(touch) for touch in line["touches"]]
        lines.append(line)
    return lines


# -- The scenarios


def dumped(rig, *arguments, layout=LAYOUT):
    """A dump that uses the panel."""
    rig.panel.plug(0)
    dump = rig.start("--dump", "--json", "-c", layout, *arguments)
    dump.expect(kind="device", change="added", path=rig.panel.node)
    return dump


def require_same_replay(rig, dump, file):
    """What a replay of the recording shows is what the dump showed meanwhile."""
    replay = rig.run("replay", file, "-c", LAYOUT, "--json", status=0)
    assert comparable(dump.trace) == comparable(replay.trace) != []


def test_hotplug(rig):
    """the panel is unplugged under a finger, and comes back under another number"""
    panel, file = rig.panel, rig.folder / "panel.evemu"
    dump = dumped(rig, "--record", file)
    panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    before = dump.expect(kind="touch", phase="began")

    node = panel.node
    panel.unplug()
    dump.expect(kind="touch", phase="cancelled", touch=before["touch"])
    dump.expect(kind="device", change="removed", path=node)

    panel.plug(1)
    dump.expect(kind="device", change="added", path=panel.node)
    panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    after = dump.expect(kind="touch", phase="began")
    assert after["touch"] != before["touch"]
    assert after["at"] == before["at"]
    panel.frame(*lift(0), *touching(False))
    dump.expect(kind="touch", phase="ended", touch=after["touch"])
    dump.end(signal.SIGINT)
    require_same_replay(rig, dump, file)


def test_held_at_start(rig):
    """a finger that lies on the panel at the start is no touch until it lifts"""
    panel = rig.panel
    panel.plug(0)
    panel.hide(*land(3, 1, *IN_BUTTON), *touching(True))
    file = rig.folder / "panel.evemu"
    dump = rig.start("--dump", "--json", "-c", LAYOUT, "--record", file)
    dump.expect(kind="device", change="added", path=panel.node)
    panel.frame(*move(3, 1200, 1200))
    panel.drop()
    dump.expect(kind="device", change="resynced")
    panel.frame(*lift(3), *touching(False))
    panel.frame(*land(3, 2, *IN_BUTTON), *touching(True))
    dump.expect(kind="touch", phase="began", slot=3)
    panel.frame(*lift(3), *touching(False))
    dump.expect(kind="touch", phase="ended", slot=3)
    dump.end(signal.SIGINT)
    began = [line for line in dump.trace if line["kind"] == "touch" and line["phase"] == "began"]
    assert len(began) == 1
    require_same_replay(rig, dump, file)


def test_suspended(rig):
    """a finger that lies on the panel through a suspend is cancelled, and dead until it lifts"""
    panel, file = rig.panel, rig.folder / "panel.evemu"
    dump = dumped(rig, "--record", file)
    panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    touch = dump.expect(kind="touch", phase="began")["touch"]
    panel.suspend()
    dump.expect(kind="touch", phase="cancelled", touch=touch)
    for change in ("suspended", "resumed"):
        dump.expect(kind="device", change=change, path=panel.node)
    # It still lies there, moves, and lifts; whatever comes of that comes before the next tap.
    panel.frame(*move(0, 1100, 2100))
    panel.frame(*lift(0))
    panel.frame(*land(0, 2, *IN_BUTTON), *touching(True))
    dump.expect(kind="touch", phase="began")
    panel.frame(*lift(0), *touching(False))
    dump.expect(kind="event", name="press", state="ended")
    dump.end(signal.SIGINT)
    phases = [line["phase"] for line in dump.trace if line["kind"] == "touch"]
    assert phases == ["began", "cancelled", "began", "ended"]
    require_same_replay(rig, dump, file)


@pytest.mark.panel(Panel(axes={ABS_X: Axis(0, 255)}))
def test_refused_hotplug(rig):
    """a device that is plugged in and not used is reported at once"""
    other = FakeTouchscreen(rig.testbed, Panel.multitouch())
    other.plug(0)
    dump = rig.start("--dump", "--json", "-c", LAYOUT)
    dump.expect(kind="device", change="added", path=other.node)
    rig.panel.plug(1)
    dump.expect(kind="device", change="refused", path=rig.panel.node)
    dump.end(signal.SIGINT)


def test_no_permission(rig):
    """without permission the dump names the group and the udev rule, and exits with 3"""
    panel = rig.panel
    panel.plug(0)
    options = {}
    if os.geteuid() == 0:
        # Nothing is forbidden to root: run as another user, and let that user reach the program.
        os.chmod(rig.folder, 0o755)
        rig.binary = shutil.copy(rig.binary, rig.folder / "touchd")
        options = {"user": OTHER_USER, "group": OTHER_USER, "extra_groups": []}
    panel.forbid()
    try:
        dump = rig.run("--dump", **options)
    except PermissionError as error:
        pytest.skip(f"another user cannot start the program here: {error}")
    dump.require_status(3)
    dump.require_errors(re.escape(panel.node))
    dump.require_errors(r"\bgroup\b.*\binput\b|\binput\b.*\bgroup\b")
    dump.require_errors(r"\budev rule\b|70-touchd\.rules")


def test_devices(rig):
    """`touchd devices` lists the panel, and what to write to match it"""
    panel = rig.panel
    panel.plug(0)
    listing = rig.run("devices", "--json", status=0)
    document = json.loads("\n".join(listing.output))
    (found,) = [device for device in document["devices"] if device["path"] == panel.node]
    assert (found["name"], found["touchscreen"]) == (panel.panel.name, True)
    assert isinstance(found["match"], dict) and found["match"]


TWO_FINGERS = """version: 1
screen: { size: [1024, 640], touchscreen: { match: { name: "Touchd*" } } }
responders: { audit: { plugin: log } }
views:
  - id: page
    gestures:
      - tap: { touches: 2 }
        to: audit
      - tap:
        to: audit
"""


@pytest.mark.panel(Panel(axes={ABS_X: Axis(0, 255), ABS_Y: Axis(0, 255)}))
def test_check_fingers(rig):
    """two fingers wanted of a panel with one are a warning of the check, while it is plugged in"""
    layout = rig.folder / "lobby.yaml"
    layout.write_text(TWO_FINGERS)
    told = f'lobby.yaml:7:9: warning: "page.tap" needs 2 fingers, and the panel "{rig.panel.panel.name}" '

    def check(*options):
        process = rig.run("check", *options, layout)
        return process, "\n".join(process.errors)

    _, said = check()
    assert "fingers" not in said
    rig.panel.plug(0)
    process, said = check()
    process.require_status(0)
    assert told + f"({rig.panel.node}) reports one" in said and said.count("warning:") == 1
    check("--strict")[0].require_status(1)
    FakeTouchscreen(rig.testbed, Panel.multitouch()).plug(1)
    _, said = check()
    assert "fingers" not in said
