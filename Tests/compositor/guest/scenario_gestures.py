# SPDX-License-Identifier: MIT
"""A gesture takes touches from the page."""

import time
from math import hypot

from desktop import drops_palms
from glass import SLOTS
from scenario_dark import keys_seen, swayidle
from scenario_fingers import between
from stage import scenario

CORNER = (60, 60)  # In the corner of the layouts, in points.
REST = 0.1  # Seconds that a slide rests before it lifts.
SLIDE = 40  # Points that it goes.
CLEANING = 30.0  # Seconds that the window of layout_cleaning.yaml is shown.


@scenario
def pan(stage):
    """A pan is recognized: the page's finger slides sideways, rests, and lifts, and the drag goes on without it."""
    panel = stage.begin("pan")
    width = panel.size[0]
    panel.play({0: at} for at in between((0.2, 0.5), (0.2, 0.6), panel.size, 20))
    time.sleep(0.4)
    stage.desktop.quiet()
    events = stage.desktop.page.touches()
    ended = [event.word for event in events][-1:] == ["up"]
    stage.check("ended under the finger", ended, f"client: {stage.desktop.page.balance}, the finger is still down")
    places = [event.at for event in events if event.at]
    last = [event for event in events if event.at][-1]
    if ended and len(places) > 2:
        (x, y), (end_x, end_y) = places[-2:]
        stage.check(
            "slides towards the middle", abs(end_x - x - SLIDE) < 0.5 and abs(end_y - y) < 0.5 and x < width / 2,
            f"by {end_x - x:.2f}, {end_y - y:.2f} points")
        rest = events[-1].time - last.time
        stage.check("rests", REST * 0.95 <= rest <= REST * 3, f"{rest * 1e3:.0f} ms before it lifts")
        off = hypot(end_x - places[0][0], end_y - places[0][1])
        stage.check("no end where it began", off >= SLIDE, f"{off:.1f} points from the landing")
    panel.play({0: at} for at in between((0.2, 0.6), (0.2, 0.8), panel.size, 20))
    panel.play([{0: None}])
    stage.desktop.quiet()
    more = len(stage.desktop.page.touches()) - len(events)
    stage.check("the rest is not the page's", more == 0, f"{more} events more")
    stage.check_nothing_down()


@scenario
def palm(stage):
    """A pan takes a finger in the kernel's own way: a compositor that hands that on cancels the page's touch."""
    panel = stage.begin("palm")
    panel.play({0: at} for at in between((0.2, 0.5), (0.2, 0.7), panel.size, 40))
    stage.desktop.quiet()
    page, libinput = stage.desktop.page, stage.desktop.libinput
    stage.check(
        "cancelled for libinput", libinput.count("TOUCH_CANCEL") == 1 and not libinput.held,
        f"{libinput.count('TOUCH_CANCEL')} TOUCH_CANCEL, {libinput.count('TOUCH_UP')} TOUCH_UP")
    if drops_palms(stage.desktop.compositor):
        # As the documents say. If this fails, it has learnt it.
        is_dropped = len(page.held) == 1 and not page.count("cancel")
        stage.check("the compositor drops that", is_dropped, f"client: {page.balance}")
        panel.play([{0: None}])
        return
    stage.check(
        "cancelled for the client, under the finger", page.touches()[-1].word == "cancel" and not page.count("up"),
        f"client: {page.balance}")
    seen = len(page.touches())
    panel.play({0: at} for at in between((0.2, 0.7), (0.4, 0.7), panel.size, 20))
    panel.play([{0: None}])
    stage.desktop.quiet()
    more = len(page.touches()) - seen
    stage.check("the rest is not the page's", more == 0, f"{more} events more")
    stage.check_nothing_down()
    # In the same slot, which must be a finger's again.
    stage.check_tap()


@scenario
def cleaning(stage):
    """The plugin `show` shows a window that keeps every touch, for its time."""
    panel = stage.begin("cleaning")
    idle = swayidle(stage, 25)
    panel.tap_at(CORNER)
    shown = time.monotonic()
    time.sleep(0.1)
    stage.check_nothing_seen("the tap that shows it")
    panel.play({0: at} for at in between((0.2, 0.3), (0.8, 0.6), panel.size))
    panel.play([{0: None}])
    slot = 2
    while time.monotonic() - shown < CLEANING - 1:
        panel.tap_at((300, 300), slot)
        slot = (slot + 1) % SLOTS
        time.sleep(0.5)
    stage.check_nothing_seen(f"nothing for {time.monotonic() - shown:.1f} of {CLEANING:.0f} s")
    keys = keys_seen(stage)
    stage.check(
        "but a key without a meaning, every 20 s", keys == [f"key code=240 state={state}" for state in (1, 0)] * 2,
        ", ".join(keys) or "no key")
    if idle:
        stage.check("that keeps the screen awake", not idle.all(), ", ".join(idle.all()) or "swayidle says nothing")
    time.sleep(max(0, CLEANING + 0.3 - (time.monotonic() - shown)))
    stage.check_tap()
    stage.check_nothing_down()
