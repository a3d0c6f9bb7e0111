# SPDX-License-Identifier: MIT
"""Something happens in the middle of a drag: no contact stays down in libinput or the client, and a tap works then."""

from pathlib import Path

from node import Node, is_held
from rig import now
from scenario_fingers import between
from stage import scenario

HALF = 20  # Frames of each half of a drag.
POWER = Path("/sys/power")


def first_half(stage):
    """Two fingers, so that one cannot hide that the other is forgotten."""
    stage.panel.play(_fingers(stage, (0.2, 0.3), (0.4, 0.4)))
    stage.desktop.quiet()
    stage.check("down before it", len(stage.desktop.page.held) == 2, f"client: {stage.desktop.page.balance}")


def second_half(stage):
    stage.panel.play(_fingers(stage, (0.4, 0.4), (0.6, 0.5)))


def _fingers(stage, start, end):
    low = [(x, y + 0.3) for x, y in (start, end)]
    size = stage.panel.size
    for first, second in zip(between(start, end, size, HALF), between(*low, size, HALF), strict=True):
        yield {0: first, 1: second}


def from_panel(stage):
    """Whether libinput had touches of the panel itself."""
    return Path(stage.panel.node).name in stage.desktop.libinput.nodes()


@scenario
def killed(stage):
    """By SIGKILL. The descriptor store keeps the touchscreen and the grab, so nothing reaches the page raw."""
    stage.begin()
    node = stage.filter.node
    first_half(stage)
    stage.filter.kill()
    second_half(stage)
    stage.filter.come_back()
    stays, held = node.exists() and stage.desktop.has_open(node), is_held(stage.panel.node)
    stage.check("its touchscreen outlives it", stays, f"{node.name} {'stays' if stays else 'is gone'}")
    stage.check(
        "the panel stays held", held and not from_panel(stage),
        f"{'held' if held else 'free'}, touches of {', '.join(sorted(stage.desktop.libinput.nodes()))}")
    stage.panel.lift_all()
    stage.check_nothing_down()
    stage.check_tap()


@scenario
def stop(stage):
    """All contacts are ended before the touchscreen goes: a compositor may drop what libinput makes of its end."""
    panel = stage.begin()
    panel.tap_at(tuple(part * whole for part, whole in zip((0.7, 0.3), panel.size)), slot=2)
    stage.mark()
    first_half(stage)
    stage.filter.stop()
    stage.desktop.quiet()
    libinput = stage.desktop.libinput
    stage.check(
        "lifted before the end", libinput.count("TOUCH_UP") == 2 and not libinput.count("TOUCH_CANCEL"),
        f"libinput: {libinput.count('TOUCH_UP')} TOUCH_UP, {libinput.count('TOUCH_CANCEL')} TOUCH_CANCEL")
    stage.filter.lets_go(stage.panel)
    second_half(stage)
    stage.panel.lift_all()
    stage.check_nothing_down()
    stage.check_tap()
    # Straight below what was held: the kernel sends no value that a slot has already. As the documents say.
    x, y = (part * whole for part, whole in zip((0.7, 0.8), stage.panel.size))
    for what, is_right in (("the first tap may be wrong along an axis", False), ("not once a finger has moved", True)):
        stage.mark()
        stage.panel.tap_at((x, y), slot=2)
        stage.desktop.quiet()
        seen = [event.at for event in stage.desktop.page.touches() if event.word == "down"]
        stage.check(
            what, len(seen) == 1 and (abs(seen[0][0] - x) < 1) == is_right and abs(seen[0][1] - y) < 1,
            f"{seen} for {x:.0f}, {y:.0f}")
        stage.panel.play([{2: (0.5 * x, y)}, {2: (x, y)}, {2: None}])


@scenario
def reload(stage):
    """From `filter` to `observe`, and back."""
    stage.begin()
    first_half(stage)
    stage.filter.reload("observe")
    stage.filter.lets_go(stage.panel)
    stage.check_nothing_down("all is ended for observe")
    second_half(stage)
    stage.panel.lift_all()
    stage.check_tap("a tap while it observes")

    stage.mark()
    first_half(stage)
    stage.filter.reload("filter")
    second_half(stage)
    stage.panel.lift_all()
    stage.filter.holds(stage.panel)
    stage.check_nothing_down("no grab under a finger")
    stage.check_tap("a tap while it filters")
    stage.check("of its own touchscreen", not from_panel(stage), f"{sorted(stage.desktop.libinput.nodes())}")


@scenario
def unplug(stage):
    """The panel goes under two fingers, and another of the same kind comes."""
    stage.begin()
    node = stage.filter.node
    first_half(stage)
    stage.panel.unplug()
    stage.check_nothing_down("the touches end")
    stage.check("its touchscreen stays", node.exists(), f"{node.name} {'stays' if node.exists() else 'is gone'}")
    stage.plug_panel()
    stage.filter.holds(stage.panel)
    stage.check_tap("a tap on the new panel")
    stage.check_nothing_down()


def sleeps():
    """How often the machine has been suspended."""
    return int((POWER / "suspend_stats/success").read_text())


@scenario
def suspend(stage):
    """In a rehearsal that the kernel offers for tests, pm_test. It lets go of every key, by BTN_TOUCH 0 and a SYN_REPORT of
    value 1, and leaves the slots as they are: after the resume the driver goes on with the same contacts."""
    stage.begin()
    first_half(stage)
    # In seconds. The kernel only counts meanwhile, which is slow where time is instructions.
    Path("/sys/module/suspend/parameters/pm_test_delay").write_text("1")
    (POWER / "pm_test").write_text("devices")
    before, start = sleeps(), now()
    (POWER / "state").write_text("freeze")
    stage.check("the machine slept", sleeps() == before + 1, f"{now() - start:.1f} s")
    second_half(stage)
    stage.panel.lift_all()
    stage.check_nothing_down()
    stage.check_tap()


@scenario
def second_grabber(stage):
    """Another program holds the panel at the start, and lets go of it under a finger.

    The tap after it is in a place that its slot has in part: the filter must have asked the kernel for that, which
    sends no value again.
    """
    stage.plug_panel()
    with Node(stage.panel.node) as other:
        other.grab()
        stage.start_filter(is_free=False)
        stage.panel.play(_fingers(stage, (0.2, 0.3), (0.4, 0.4)))
        stage.check_nothing_seen("nothing while the other has it")
        other.release()
        second_half(stage)
        stage.panel.lift_all()
    stage.filter.holds(stage.panel)
    stage.check_nothing_down()
    stage.check_tap()
