# SPDX-License-Identifier: MIT
"""A panel that is touched in points of the page, and that knows what it was touched with."""

import time

from fingers import ABS_X, ABS_Y, EV_ABS
from panel import Panel
from uinput import Touchscreen

MAXIMUM = 32767  # Of both axes, in units.
SLOTS = 10
# Seconds between two frames, as of a panel that reports 120 times a second.
PACE = 0.008


class Glass(Touchscreen):
    """The panel. `script` has what it was touched with: frames of `{slot: (x, y)}`, None for a finger that lifts."""

    def __init__(self, size, **changes):
        # Of 256 by 160 mm, in units much finer than a point.
        self.panel = Panel.multitouch(SLOTS, MAXIMUM, MAXIMUM, (128, 205), **changes)
        super().__init__(self.panel)
        self.size = size
        self.down = self.hand.down
        self.script = []
        self._recorded = []

    def units(self, at):
        return tuple(min(max(round(part / whole * (MAXIMUM + 1)), 0), MAXIMUM) for part, whole in zip(at, self.size))

    def points(self, units):
        return tuple(unit * whole / (MAXIMUM + 1) for unit, whole in zip(units, self.size))

    def touch(self, frame):
        """One frame: each finger of it comes down, moves, or goes if its place is None."""
        places = {slot: at and self.units(at) for slot, at in frame.items()}
        events = self.hand.frame(places)
        if self.down:
            # As drivers do it: the oldest finger is the single touch.
            x, y = next(iter(self.down.values()))
            events += [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
        self.script.append({slot: units and self.points(units) for slot, units in places.items()})
        self._recorded.append((time.monotonic(), events))
        self.frame(*events)

    def play(self, frames, pace=PACE):
        for frame in frames:
            self.touch(frame)
            time.sleep(pace)

    def tap_at(self, at, slot=0):
        self.play([{slot: at}, {slot: None}], 0.05)

    def lift_all(self):
        if self.down:
            self.touch(dict.fromkeys(self.down))

    def forget(self):
        """Begins a new script, and a new recording."""
        self.script, self._recorded = [], []

    def recording(self):
        """What was played, as evemu text for `touchd replay`."""
        return self.panel.recording((when - self._recorded[0][0], events) for when, events in self._recorded)
