# SPDX-License-Identifier: MIT
"""What fingers do to the pages of all toolkits, which gesture takes them away, and what has come of it.

A page has 1280 x 720 points and the same things in the same places: page.html, client_gtk.py, client_qt.py, client.qml.
"""

import time
from dataclasses import dataclass

from process import Failure

SIZE = (1280, 720)
# `slide` as it is by default, and one that goes 24 points.
CANCELS = ("slide", "slide 24", "edge", "lift", "palm")

# Where fingers land. The slider goes from x 80 to 480, 0 to 400, and is at 200.
PLACES = {
    "button": (200, 100),  # 240 by 80, as the next.
    "release": (200, 240),  # Acts when the finger lifts.
    "slider": (340, 370),
    "row": (280, 540),  # A list that scrolls sideways; 400 by 160.
    "list": (720, 400),  # One that scrolls up and down; 320 by 640.
    "blank": (1080, 360),  # What can only be zoomed; 320 by 640.
}
# The slider's knob, from which a drag of it begins.
KNOB = (280, 370)

# Seconds: between two frames of a panel that reports 125 times a second, of a tap, of a hold and of half a movement.
PACE, TAP, HOLD, HALF = 0.008, 0.08, 0.3, 0.2
STEPS = round(HALF / PACE)
# Seconds in which a state must not change to be the last one.
STEADY = 0.4
# When the state is looked at beside which the end of two fingers is measured, which rest by then.
LOOK = 1.7 * HALF

TAPPED = "tap: {}"
HELD = "long_press: { minimum: 300ms }"
BOTH_HELD = "long_press: { minimum: 300ms, touches: 2 }"
# By these a movement is withdrawn at a certain time, wherever it is by then: between two frames of one finger that
# moves, and when two fingers have come to rest.
MOVED = "long_press: { minimum: 196ms, allowable_movement: 2000 }"
BOTH_MOVED = "long_press: { minimum: 396ms, allowable_movement: 2000, touches: 2 }"

GESTURES = {"tap": TAPPED, "hold": HELD, "drag": MOVED, "far drag": MOVED, "two held": BOTH_HELD, "spread": BOTH_MOVED}

LAYOUT = """version: 1
screen:
  size: [{width}, {height}]
  delivery: filter
{cancel}  touchscreen:
    match: {{ name: "Touchd Test Panel" }}
responders:
  taken: {{ plugin: log, level: debug }}
views:
  - id: page
{gesture}"""
GESTURE = """    gestures:
      - {gesture}
        name: take
        to: taken
        # As it is by default; written out, so that `check` warns of nothing.
        cancels_touches: true
        delays_ended: true
"""


def layout(fingers=None, cancel=None, size=SIZE):
    """A layout that takes these fingers from the page; without fingers, one that takes none."""
    word, _, distance = (cancel or "").partition(" ")
    lines = [f"  cancel: {word}\n"] * bool(word) + [f"  cancel_by: {distance}\n"] * bool(distance)
    return LAYOUT.format(
        width=size[0], height=size[1], cancel="".join(lines),
        gesture=GESTURE.format(gesture=GESTURES[fingers]) if fingers else "")


@dataclass(frozen=True)
class Trial:
    """Fingers on a thing of the page: `(seconds, {slot: place})`, the place None for one that lifts."""

    fingers: str
    target: str
    frames: tuple
    # What is there without the end: the same way, then a rest, then a lift. None where that is the page untouched.
    rest: tuple | None = None
    # Or when to look at it, in seconds.
    look: float | None = None

    @property
    def name(self):
        return f"{self.fingers}, {self.target}"


def _tap(target):
    return Trial("tap", target, ((0, {0: PLACES[target]}), (TAP, {0: None})))


def _hold(target):
    return Trial("hold", target, ((0, {0: PLACES[target]}), (2 * HOLD, {0: None})))


def _place(start, by, step):
    return tuple(a + b * step / STEPS for a, b in zip(start, by))


def _drag(fingers, target, start, by):
    """A finger that goes so far in HALF, and goes on as long; without the end it rests there and lifts."""
    way = [(PACE * step, {0: _place(start, by, step)}) for step in range(2 * STEPS)]
    return Trial(
        fingers, target, (*way, (2 * HALF, {0: None})), (*way[:STEPS], (2 * HALF, {0: None})))


def _spread():
    """Two fingers that go apart to twice their distance, and rest."""
    x, y = PLACES["blank"]
    starts, ways = ((x - 40, y), (x + 40, y)), ((-40, 0), (40, 0))
    way = [(PACE * step, {slot: _place(starts[slot], ways[slot], step) for slot in (0, 1)}) for step in range(STEPS)]
    # A finger that rests trembles; without an event, Chromium does not show what came with the last one.
    rest = [
        (HALF + PACE * step, {slot: (places[0] + (step % 2) / 2, y) for slot, places in way[-1][1].items()})
        for step in range(10)
    ]
    return Trial("spread", "blank", (*way, *rest, (3 * HALF, {0: None, 1: None})), look=LOOK)


def _two_held():
    x, y = PLACES["blank"]
    return Trial("two held", "blank", ((0, {0: (x - 80, y), 1: (x + 80, y)}), (2 * HOLD, {0: None, 1: None})))


TRIALS = (
    *map(_tap, ("button", "release", "slider", "row", "list", "blank")),
    *map(_hold, ("button", "release", "slider", "row", "list", "blank")),
    _drag("drag", "slider", KNOB, (60, 0)),
    _drag("drag", "row", PLACES["row"], (-120, 0)),
    _drag("drag", "list", PLACES["list"], (0, -120)),
    # Of a way over a sixth of the width or so Chromium goes back in its history: half of the first is less, of the other
    # more.
    _drag("drag", "history", (700, 710), (180, 0)),
    _drag("far drag", "history", (300, 710), (400, 0)),
    _two_held(),
    _spread(),
)

# What is nothing: the way of a drag between two frames, which is 4.8 points, and parts of a scale.
POINTS, PART = 5.5, 0.03


def effects(outcome, rest):
    """What the end of a touch did, in words: `outcome` beside what the same way without it gave (`rest`)."""
    rest = rest or {}
    words = []
    if outcome.get("held"):
        words.append("stays down")
    if outcome["clicks"]:
        words.append("clicks")
    if outcome["releases"]:
        words.append("acts")
    moved = outcome["value"] - rest.get("value", 0)
    if abs(moved) > POINTS:
        words.append(f"moves {moved:+.0f}")
    scrolled = sum(outcome[key] - rest.get(key, 0) for key in ("list", "row", "page"))
    if abs(scrolled) > POINTS:
        words.append(f"scrolls {scrolled:+.0f}")
    zoomed = outcome["scale"] / rest.get("scale", 1)
    if abs(zoomed - 1) > PART:
        words.append(f"zooms x{zoomed:.2f}")
    if outcome["navigated"]:
        words.append("goes back")
    return words


def steady(look, most):
    """The state, once it does not change any more, within so many seconds."""
    state, start = None, time.monotonic()
    since = start
    while time.monotonic() - since < STEADY:
        if time.monotonic() - start > most:
            raise Failure(f"it does not come to rest: {state}")
        time.sleep(0.1)
        now = look()
        if now != state:
            state, since = now, time.monotonic()
    return state
