# SPDX-License-Identifier: MIT
"""A panel that is touched in points of the page, and that knows what it was touched with."""

import time
from dataclasses import replace

from fingers import (
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_X, ABS_Y, EV_ABS, EV_SYN, SYN_REPORT, land, lift, move, touching,
)
from panel import Axis, Panel
from uinput import Touchscreen

MAXIMUM = 32767  # Of both axes, in units.
SLOTS = 10
# Seconds between two frames, as of a panel that reports 120 times a second.
PACE = 0.008

HEADER = """# EVEMU 1.3
N: {name}
I: {bus:04x} {vendor:04x} {product:04x} {version:04x}
P: 02 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 {maximum} 0 0 128
A: 01 0 {maximum} 0 0 205
A: 2f 0 {slots} 0 0 0
A: 35 0 {maximum} 0 0 128
A: 36 0 {maximum} 0 0 205
A: 39 0 65535 0 0 0
"""


def identity(**changes):
    """A panel of 256 by 160 mm and ten slots, whose units are much finer than a point."""
    x, y = Axis(0, MAXIMUM, resolution=128), Axis(0, MAXIMUM, resolution=205)
    panel = Panel.multitouch(SLOTS, MAXIMUM, MAXIMUM, **changes)
    places = {ABS_X: x, ABS_Y: y, ABS_MT_POSITION_X: x, ABS_MT_POSITION_Y: y}
    return replace(panel, axes=panel.axes | places)


class Glass(Touchscreen):
    """The panel. `script` has what it was touched with: frames of `{slot: (x, y)}`, None for a finger that lifts."""

    def __init__(self, size, **changes):
        self.panel = identity(**changes)
        super().__init__(self.panel)
        self.size = size
        self.down = {}
        self.script = []
        self._recorded = []

    def units(self, at):
        return tuple(min(max(round(part / whole * (MAXIMUM + 1)), 0), MAXIMUM) for part, whole in zip(at, self.size))

    def points(self, units):
        return tuple(unit * whole / (MAXIMUM + 1) for unit, whole in zip(units, self.size))

    def touch(self, frame):
        """One frame: each finger of it comes down, moves, or goes if its place is None."""
        had, events, said = bool(self.down), [], {}
        for slot, at in frame.items():
            if at is None:
                events += lift(slot)
                del self.down[slot]
                said[slot] = None
                continue
            units = self.units(at)
            if slot in self.down:
                events += move(slot, *units)
            else:
                self._tracking_id += 1
                events += land(slot, self._tracking_id & 0xFFFF, *units)
            self.down[slot] = units
            said[slot] = self.points(units)
        if bool(self.down) != had:
            events += touching(bool(self.down))
        if self.down:
            # As drivers do it: the oldest finger is the single touch.
            x, y = next(iter(self.down.values()))
            events += [(EV_ABS, ABS_X, x), (EV_ABS, ABS_Y, y)]
        self.script.append(said)
        self._recorded.append((time.monotonic(), [*events, (EV_SYN, SYN_REPORT, 0)]))
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
        panel = self.panel
        text = [
            HEADER.format(
                name=panel.name, bus=panel.bus, vendor=panel.vendor, product=panel.product, version=panel.version,
                maximum=MAXIMUM, slots=SLOTS - 1)
        ]
        start = self._recorded[0][0] if self._recorded else 0
        for when, events in self._recorded:
            text += [f"E: {when - start:.6f} {kind:04x} {code:04x} {value:04d}\n" for kind, code, value in events]
        return "".join(text)
