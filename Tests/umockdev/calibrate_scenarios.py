# SPDX-License-Identifier: MIT
"""`touchd calibrate`: fingers in the corners, what is asked, what is found, and what is written."""

import os
import pty
import signal
import subprocess
from pathlib import Path

import power_loss as power
from evdev_mock import FakeTouchscreen
from fingers import land, lift, touching
from panel import Panel
from process import Failure, Process, wait_until
from rig import LAYOUT, NotRun, scenario

# The last unit of the panel's axes.
END = 4095
# Where a finger in a corner of the screen is, as fractions of it.
CORNERS = [("upper left", 0.02, 0.03), ("upper right", 0.98, 0.03), ("lower right", 0.98, 0.97),
           ("lower left", 0.02, 0.97)]

# How the panel lies: from the screen to the panel, both from 0 to 1; the words; the lines.
ORIENTATIONS = [
    (lambda x, y: (x, y), "upright", []),
    (lambda x, y: (y, 1 - x), "turned a quarter clockwise", ["rotate: 90"]),
    (lambda x, y: (1 - x, 1 - y), "upside down", ["rotate: 180"]),
    (lambda x, y: (1 - y, x), "turned a quarter counterclockwise", ["rotate: 270"]),
    (lambda x, y: (1 - x, y), "mirrored left to right", ["flip: [x]"]),
    (lambda x, y: (x, 1 - y), "mirrored top to bottom", ["flip: [y]"]),
    (lambda x, y: (y, x), "x and y swapped", ["rotate: 90", "flip: [x]"]),
    (lambda x, y: (1 - y, 1 - x), "x and y swapped and both reversed", ["rotate: 90", "flip: [y]"]),
]


def press(panel, place):
    """A finger that lands and lifts, in fractions of the panel."""
    x, y = (round(part * END) for part in place)
    panel.frame(*land(0, 1, x, y), *touching(True))
    panel.frame(*lift(0), *touching(False))


def touch_corners(process, panel, to_panel):
    """Waits for each question, and answers it."""
    for name, x, y in CORNERS:
        process.expect_text(f"touch the {name} corner of the screen")
        press(panel, to_panel(x, y))


def layout(rig, name="lobby.yaml"):
    """A layout of its own, with comments."""
    path = rig.folder / name
    path.write_text("# The lobby.\n" + LAYOUT.read_text().replace('Test Panel" }', 'Test Panel" }  # the new one'))
    return path


def require(condition, complaint):
    if not condition:
        raise Failure(complaint)


@scenario("each of the eight orientations is found from four touches, written, checked and undone")
def calibrate_orientations(rig):
    panel = rig.panel
    panel.plug(0)
    for number, (to_panel, words, lines) in enumerate(ORIENTATIONS):
        file = layout(rig, f"lobby{number}.yaml")
        before = file.read_bytes()
        process = rig.start("calibrate", "-c", file, "--write")
        touch_corners(process, panel, to_panel)
        process.wait()
        process.require_status(0)
        require(f'panel "Touchd Test Panel" ({panel.node}): {words}' in process.output, f"{words}: {process.output}")
        require([line.strip() for line in process.output if line.strip() in lines] == lines, f"{process.output}")
        after = file.read_text()
        added = [line.strip() for line in after.splitlines() if line not in before.decode().splitlines()]
        require(added == lines, f"{words}: added {added}")
        rig.run("check", file).require_status(0)
        # With the lines, the touches are right: the same ones find nothing to change.
        again = rig.start("calibrate", "-c", file, "--write")
        touch_corners(again, panel, to_panel)
        again.wait()
        again.require_status(0)
        require(file.read_text() == after, f"{words}: changed once more")
        if lines:
            rig.run("calibrate", "--undo", "-c", file).require_status(0)
        require(file.read_bytes() == before, f"{words}: not undone")
        require(sorted(os.listdir(rig.folder)) == [f"lobby{n}.yaml" for n in range(number + 1)], "files are left")


@scenario("a calibration that is interrupted, too late, or wrong changes nothing")
def calibrate_changes_nothing(rig):
    panel, file = rig.panel, layout(rig)
    before = file.read_bytes()
    panel.plug(0)
    mirrored = ORIENTATIONS[4][0]
    process = rig.start("calibrate", "-c", file, "--write")
    process.expect_text("upper left")
    press(panel, mirrored(0.02, 0.03))
    process.expect_text("upper right")
    process.signal(signal.SIGINT)
    process.wait()
    process.require_status(1)
    process.require_errors("interrupted; nothing is changed")

    process = rig.start("calibrate", "-c", file, "--write", "--timeout", "1")
    process.wait()
    process.require_status(1)
    process.require_errors("no touch within 1 s, and nothing is changed")

    process = rig.start("calibrate", "-c", file, "--write")
    for name, place in [("upper left", (0.02, 0.03)), ("upper right", (0.98, 0.03)), ("lower right", (0.98, 0.97)),
                        ("lower left", (0.98, 0.97))]:
        process.expect_text(f"touch the {name}")
        press(panel, place)
        if name == "lower right":
            # Two fingers at once do not count.
            process.expect_text("touch the lower left")
            panel.frame(*land(0, 1, 5, 5), *land(1, 2, 900, 900), *touching(True))
            panel.frame(*lift(0), *lift(1), *touching(False))
            process.expect_text("several fingers")
            press(panel, (0.5, 0.5))
            break
    process.wait()
    process.require_status(1)
    process.require_errors("lower left corner is .* mm from where the others say")
    require(process.output == [], f"{process.output}")
    require(file.read_bytes() == before and os.listdir(rig.folder) == [file.name], "something is written")


@scenario("on a terminal, each question is a line; what is found goes to standard output")
def calibrate_on_terminal(rig):
    rig.panel.plug(0)
    master, terminal = pty.openpty()
    command = [rig.binary, "calibrate", "--device", rig.panel.node]
    process = subprocess.Popen(command, env=rig.environment, stdin=terminal, stdout=subprocess.PIPE, stderr=terminal)
    os.close(terminal)
    seen = b""
    for name, x, y in CORNERS:
        while f"touch the {name} corner".encode() not in seen:
            seen += os.read(master, 4096)
        press(rig.panel, (1 - x, y))
    output = process.communicate(timeout=Process.patience)[0].decode()
    os.close(master)
    require(process.returncode == 0 and "mirrored left to right" in output and "flip: [x]" in output, output)
    lines = [line[:6] for line in seen.decode().split("\r\n")]
    require(lines == ["1 of 4", "2 of 4", "3 of 4", "4 of 4", ""], f"{seen}")


@scenario("without a layout, lines and udev's rule are shown; the rule is written, and undone")
def calibrate_rule(rig):
    rig.panel.plug(0)
    rules = rig.folder / "99-touch.rules"
    rules.write_text("# ours\n")
    command = ["calibrate", "--udev", "--rules", rules, "--write"]
    shown = rig.start(*command[:2])
    touch_corners(shown, rig.panel, ORIENTATIONS[1][0])
    shown.wait()
    shown.require_status(0)
    rule = ('ACTION!="remove", SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Touchd Test Panel", '
            'ENV{ID_PATH}=="pci-0000:00:14.0-usb-0:1:1.0", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0"')
    require(shown.output[-1] == rule, f"{shown.output}")
    require("    rotate: 90" in shown.output, f"{shown.output}")
    written = rig.start(*command)
    touch_corners(written, rig.panel, ORIENTATIONS[1][0])
    written.wait()
    written.require_status(0)
    require(rules.read_text() == f"# ours\n# Written by `touchd calibrate`.\n{rule}\n", rules.read_text())
    rig.run("calibrate", "--undo", "--udev", "--rules", rules).require_status(0)
    require(rules.read_text() == "# ours\n", rules.read_text())


TURNED = Panel.multitouch(udev={"LIBINPUT_CALIBRATION_MATRIX": "-1 0 1 0 1 0"})


@scenario("where udev has a matrix as well, it says whether the two add up, and writes lines that leave udev's out",
          panel=TURNED)
def calibrate_beside_udev(rig):
    rig.panel.plug(0)
    file = layout(rig)
    file.write_text(file.read_text().replace("  touchscreen:\n", "  touchscreen:\n    flip: [x]\n"))
    process = rig.start("calibrate", "-c", file, "--write")
    touch_corners(process, rig.panel, ORIENTATIONS[5][0])
    process.wait()
    process.require_status(0)
    process.require_errors("the layout's `flip` and udev's matrix -1 0 1 0 1 0 both apply, .* cancel each other out")
    text = file.read_text()
    require("flip: [y]\n    calibration: [1, 0, 0, 0, 1, 0]\n" in text, text)
    rig.run("check", file).require_status(0)
    # udev's matrix alone is right for a panel that is mirrored.
    file.write_text(text.replace("flip: [y]", "flip: [x]").replace("    calibration: [1, 0, 0, 0, 1, 0]\n", ""))
    process = rig.start("calibrate", "-c", file)
    touch_corners(process, rig.panel, ORIENTATIONS[4][0])
    process.wait()
    process.require_status(0)
    require(f"{file}, without `flip`:" in process.output, f"{process.output}")


@scenario("of two panels, the first that is touched is calibrated; touches on the other do not count")
def calibrate_two_panels(rig):
    other = FakeTouchscreen(rig.testbed, Panel.multitouch(
        name="Other Panel", phys="usb-0000:00:14.0-2/input0", id_path="pci-0000:00:14.0-usb-0:2:1.0"))
    rig.panel.plug(0)
    other.plug(1)
    process = rig.start("calibrate")
    process.expect_text("upper left")
    press(other, (0.98, 0.03))
    process.expect_text("upper right")
    press(rig.panel, (0.5, 0.5))
    process.expect_text("that was another panel, /dev/input/event0")
    for name, x, y in CORNERS[1:]:
        press(other, (1 - x, y))
    process.wait()
    process.require_status(0)
    require('panel "Other Panel" (/dev/input/event1): mirrored left to right' in process.output, f"{process.output}")


@scenario("a panel is calibrate's own while it asks; one that another program holds is refused")
def calibrate_held(rig):
    rig.panel.plug(0)
    process = rig.start("calibrate")
    process.expect_text("upper left")
    require(rig.panel.is_grabbed, "the panel is not grabbed")
    second = rig.run("calibrate")
    second.require_status(3)
    second.require_errors("EVIOCGRAB.* another program has grabbed the panel")
    touch_corners_after_first(process, rig.panel)
    process.wait()
    process.require_status(0)
    require(not rig.panel.is_grabbed, "the panel is still grabbed")


def touch_corners_after_first(process, panel):
    """Answers the first question, which was seen, and then each other one."""
    press(panel, CORNERS[0][1:])
    for name, x, y in CORNERS[1:]:
        process.expect_text(f"touch the {name}")
        press(panel, (x, y))


@scenario("a panel that is unplugged before a touch may come back; one that is unplugged between touches ends it")
def calibrate_unplugged(rig):
    rig.panel.plug(0)
    process = rig.start("calibrate")
    process.expect_text("upper left")
    rig.panel.unplug()
    rig.panel.plug(1)
    wait_until(lambda: rig.panel.is_grabbed, "the panel that came back is not used")
    press(rig.panel, CORNERS[0][1:])
    process.expect_text("upper right")
    rig.panel.unplug()
    process.wait()
    process.require_status(1)
    process.require_errors('"Touchd Test Panel" .* is gone; nothing is changed; start again')


CORNERS_RECORDED = Path(__file__).parent.with_name("commands") / "fixtures" / "mirrored.evemu"
# More calls than the two files take.
MOST_CALLS = 40


@scenario("wherever the program ends while it writes a layout or takes it back, the layout is the old or the new one")
def calibrate_power_loss(rig):
    preload = power.library(rig.folder)
    if preload is None:
        raise NotRun("there is no C compiler")
    file = layout(rig)
    kept = file.with_name(file.name + ".before-calibrate")
    old = file.read_text()
    new = old.replace("# the new one\n", "# the new one\n    flip: [x]\n")

    def run(how, at, *options):
        environment = {"LD_PRELOAD": f"{preload} {os.environ['LD_PRELOAD']}", "KILL_FILE": str(file),
                       "KILL_AT": str(at), "KILL_HOW": how}
        process = rig.run("calibrate", "-c", file, *options, environment=environment if at else {})
        if process.status not in (0, -signal.SIGKILL) and not (how == "full" and process.status == 3):
            raise Failure(f"{how} {at} {options}: status {process.status}: {process.everything}")
        return process

    for how in ("before", "torn", "full"):
        writing = ("--recording", CORNERS_RECORDED, "--write")
        for options, before, after in [(writing, old, new), (("--undo",), new, old)]:
            for at in range(1, MOST_CALLS):
                file.write_text(before)
                if before == new:
                    kept.write_text(old)
                elif kept.exists():
                    kept.unlink()
                process = run(how, at, *options)
                what = f"{how} call {at} of {options[-1]}: status {process.status}"
                text = file.read_text()
                require(text == after or process.status != 0 and text == before, f"{what}: {text}")
                if text == new:
                    require(kept.read_text() == old, f"{what}: the former file is not there")
                elif kept.exists():
                    require(kept.read_text() == old, f"{what}: {kept.read_text()}")
                if kept.exists():
                    run("", 0, "--undo").require_status(0)
                require(file.read_text() == old or process.status != 0 and not kept.exists(), f"{what}: not undone")
                if process.status == 0:
                    break
            else:
                raise Failure(f"{how}: after {MOST_CALLS} calls there are still more")
            require(at > (1 if how == "full" else 5), f"{how}: only {at - 1} calls are seen")
