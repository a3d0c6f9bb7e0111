# SPDX-License-Identifier: MIT
"""Panels: what is read from them, how they come and go, and what is reported about them."""

import json
import math
import os
import re
import shutil
import signal

import pytest
from rig import IN_BUTTON, LAYOUT
from fingers import ABS_X, ABS_Y, land, lift, move, touching
from panel import Axis, Panel
from replay_scenarios import KINDS, lines_between

OTHER_USER = 65534


def comparable(trace):
    """The lines that a live panel and its recording must share, but for their times."""
    return [line | {"t": None} for line in lines_between(trace, 0, math.inf)]


def dumped(rig, *arguments):
    """A dump that uses the panel."""
    rig.panel.plug(0)
    dump = rig.start("--dump", "--json", "--trace", f"device,{KINDS}", "-c", LAYOUT, *arguments)
    dump.expect(kind="device", change="added", path=rig.panel.node)
    return dump


def require_same_replay(rig, dump, file):
    """What a replay of the recording shows is what the dump showed meanwhile."""
    replay = rig.run("replay", file, "-c", LAYOUT, "--json", "--trace", KINDS, status=0)
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


@pytest.mark.panel(Panel(axes={ABS_X: Axis(0, 255), ABS_Y: Axis(0, 255)}))
def test_check_fingers(rig):
    """two fingers wanted of a panel with one are a warning of the check, while it is plugged in"""
    layout = rig.folder / "lobby.yaml"
    layout.write_text(LAYOUT.read_text().replace("tap: { count: 1 }", "tap: { touches: 2 }"))
    assert "fingers" not in rig.run("check", layout, status=0).everything
    rig.panel.plug(0)
    rig.run("check", layout, status=0).require_errors(
        rf'lobby\.yaml:\d+:\d+: warning: .* needs 2 fingers, and the panel "Touchd Test Panel" \({rig.panel.node}\)')
