# SPDX-License-Identifier: MIT
"""`touchd calibrate`: fingers in the corners, what is asked, what is found, and what is written."""

import os
import pty
import signal
import subprocess
from pathlib import Path

import pytest
import power_loss as power
from fingers import land, lift, touching
from panel import Panel
from process import Process, wait_until
from rig import LAYOUT

# Where a finger in a corner of the screen is, as fractions of it.
CORNERS = [("upper left", 0.02, 0.03), ("upper right", 0.98, 0.03), ("lower right", 0.98, 0.97),
           ("lower left", 0.02, 0.97)]

# How the panel lies: from the screen to the panel, both from 0 to 1.
MIRRORED, FLIPPED = lambda x, y: (1 - x, y), lambda x, y: (x, 1 - y)


def touch_corners(process, panel, to_panel=lambda *place: place, corners=CORNERS):
    """Waits for each question, and answers it."""
    for name, x, y in corners:
        process.expect_text(f"touch the {name} corner of the screen")
        panel.press(to_panel(x, y))


def calibrated(rig, to_panel, *arguments):
    """A calibration of the rig's panel that ends well."""
    process = rig.start("calibrate", *arguments)
    touch_corners(process, rig.panel, to_panel)
    process.wait(status=0)
    return process


def layout(rig, name="lobby.yaml"):
    """A layout of its own, with comments."""
    path = rig.folder / name
    path.write_text("# The lobby.\n" + LAYOUT.read_text().replace('Test Panel" }', 'Test Panel" }  # the new one'))
    return path


def test_calibrate_changes_nothing(rig):
    """a calibration that is interrupted, too late, or wrong changes nothing"""
    panel, file = rig.panel, layout(rig)
    before = file.read_bytes()
    panel.plug(0)
    process = rig.start("calibrate", "-c", file, "--write")
    process.expect_text("upper left")
    panel.press(MIRRORED(0.02, 0.03))
    process.expect_text("upper right")
    process.signal(signal.SIGINT)
    process.wait(status=1)
    process.require_errors("interrupted; nothing is changed")

    process = rig.start("calibrate", "-c", file, "--write", "--timeout", "1")
    process.wait(status=1)
    process.require_errors("no touch within 1 s, and nothing is changed")

    process = rig.start("calibrate", "-c", file, "--write")
    touch_corners(process, panel, corners=CORNERS[:3])
    process.expect_text("touch the lower left")
    # Two fingers at once do not count.
    panel.frame(*land(0, 1, 5, 5), *land(1, 2, 900, 900), *touching(True))
    panel.frame(*lift(0), *lift(1), *touching(False))
    process.expect_text("several fingers")
    panel.press((0.5, 0.5))
    process.wait(status=1)
    process.require_errors("lower left corner is .* mm from where the others say")
    assert process.output == []
    assert file.read_bytes() == before and os.listdir(rig.folder) == [file.name], "something is written"


def test_calibrate_on_terminal(rig):
    """on a terminal, each question is a line; what is found goes to standard output"""
    rig.panel.plug(0)
    master, terminal = pty.openpty()
    command = [rig.binary, "calibrate", "--device", rig.panel.node]
    process = subprocess.Popen(command, env=rig.environment, stdin=terminal, stdout=subprocess.PIPE, stderr=terminal)
    os.close(terminal)
    seen = b""
    for name, x, y in CORNERS:
        while f"touch the {name} corner".encode() not in seen:
            seen += os.read(master, 4096)
        rig.panel.press((1 - x, y))
    output = process.communicate(timeout=Process.patience)[0].decode()
    os.close(master)
    assert process.returncode == 0 and "mirrored left to right" in output and "flip: [x]" in output
    assert [line[:6] for line in seen.decode().split("\r\n")] == ["1 of 4", "2 of 4", "3 of 4", "4 of 4", ""]


TURNED = Panel.multitouch(udev={"LIBINPUT_CALIBRATION_MATRIX": "-1 0 1 0 1 0"})


@pytest.mark.panel(TURNED)
def test_calibrate_beside_udev(rig):
    """where udev has a matrix as well, it says whether the two add up, and writes lines that leave udev's out"""
    rig.panel.plug(0)
    file = layout(rig)
    file.write_text(file.read_text().replace("  touchscreen:\n", "  touchscreen:\n    flip: [x]\n"))
    process = calibrated(rig, FLIPPED, "-c", file, "--write")
    process.require_errors("the layout's `flip` and udev's matrix -1 0 1 0 1 0 both apply, .* cancel each other out")
    text = file.read_text()
    assert "flip: [y]\n    calibration: [1, 0, 0, 0, 1, 0]\n" in text
    rig.run("check", file, status=0)
    # udev's matrix alone is right for a panel that is mirrored.
    file.write_text(text.replace("flip: [y]", "flip: [x]").replace("    calibration: [1, 0, 0, 0, 1, 0]\n", ""))
    process = calibrated(rig, MIRRORED, "-c", file)
    assert f"{file}, without `flip`:" in process.output


def test_calibrate_dark(rig):
    """nothing has to be shown: a screen that is dark keeps no touch back"""
    rig.testbed.add_device("drm", "card0-DSI-1", None, ["dpms", "Off"], [])
    rig.panel.plug(0)
    file = layout(rig)
    file.write_text(file.read_text().replace("\nscreen:\n", "\nscreen:\n  output: DSI-1\n"))
    calibrated(rig, MIRRORED, "-c", file)


def test_calibrate_two_panels(rig):
    """of two panels, the first that is touched is calibrated; touches on the other do not count"""
    other = rig.another(2, name="Other Panel")
    rig.panel.plug(0)
    other.plug(1)
    process = rig.start("calibrate")
    process.expect_text("upper left")
    other.press((0.98, 0.03))
    process.expect_text("upper right")
    rig.panel.press((0.5, 0.5))
    process.expect_text("that was another panel, /dev/input/event0")
    for name, x, y in CORNERS[1:]:
        other.press((1 - x, y))
    process.wait(status=0)
    assert 'panel "Other Panel" (/dev/input/event1): mirrored left to right' in process.output


def test_calibrate_held(rig):
    """a panel is calibrate's own while it asks, once no finger is down; one that another program holds is refused"""
    rig.panel.plug(0)
    rig.panel.hide(*land(0, 1, 5, 5), *touching(True))
    process = rig.start("calibrate")
    process.expect_text("upper left")
    assert not rig.panel.is_grabbed, "other programs miss the lift"
    rig.panel.frame(*lift(0), *touching(False))
    wait_until(lambda: rig.panel.is_grabbed, "the panel is not grabbed")
    rig.run("calibrate", status=3).require_errors("EVIOCGRAB.* another program has grabbed the panel")
    rig.panel.press(CORNERS[0][1:])
    touch_corners(process, rig.panel, corners=CORNERS[1:])
    process.wait(status=0)
    wait_until(lambda: not rig.panel.is_grabbed, "the panel is still grabbed")


def test_calibrate_unplugged(rig):
    """a panel that is unplugged before a touch may come back; one that is unplugged between touches ends it"""
    rig.panel.plug(0)
    process = rig.start("calibrate")
    process.expect_text("upper left")
    rig.panel.unplug()
    rig.panel.plug(1)
    wait_until(lambda: rig.panel.is_grabbed, "the panel that came back is not used")
    rig.panel.press(CORNERS[0][1:])
    process.expect_text("upper right")
    rig.panel.unplug()
    process.wait(status=1)
    process.require_errors('"Touchd Test Panel" .* is gone; nothing is changed; start again')


CORNERS_RECORDED = Path(__file__).parent.with_name("commands") / "fixtures" / "mirrored.evemu"


@pytest.mark.parametrize("undoes", [False, True], ids=["write", "undo"])
@pytest.mark.parametrize("how", ["before", "torn", "full"])
def test_calibrate_power_loss(rig, how, undoes):
    """wherever the program ends while it writes a layout or takes it back, the layout is the old or the new one"""
    file = layout(rig)
    kept = file.with_name(file.name + ".before-calibrate")
    old = file.read_text()
    new = old.replace("# the new one\n", "# the new one\n    flip: [x]\n")
    before, after = (new, old) if undoes else (old, new)
    options = ("--undo",) if undoes else ("--recording", CORNERS_RECORDED, "--write")

    def ends_well(_, environment):
        file.write_text(before)
        if undoes:
            kept.write_text(old)
        else:
            kept.unlink(missing_ok=True)
        killed = environment | {"KILL_FILE": str(file)}
        status = rig.run("calibrate", "-c", file, *options, environment=killed).status
        assert status in (0, -signal.SIGKILL) or how == "full" and status == 3
        text = file.read_text()
        assert text == after or status != 0 and text == before
        assert text != new or kept.exists(), "the former file is not there"
        if kept.exists():
            assert kept.read_text() == old
            rig.run("calibrate", "-c", file, "--undo", status=0)
        assert file.read_text() == old or status != 0 and not kept.exists(), "not undone"
        return status == 0

    power.end_at_each_call(rig, how, 1 if how == "full" else 5, ends_well)
