# SPDX-License-Identifier: MIT
"""The touchscreen of a page, as a program on the screen reads it."""

import re
from contextlib import suppress
from pathlib import Path

from fingers import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS
from node import Node
from process import wait_until
from service import layout

DEVICES = Path("/proc/bus/input/devices")
SIZE, UNITS = (1024, 640), 65536
# Fingers beside the button go on to the page.
HOLDING = layout().replace("\nscreen:\n", "\nscreen:\n  delivery: filter\n")


def page_nodes():
    """The nodes of the touchscreens that touchd has made for pages."""
    nodes = []
    for device in DEVICES.read_text().split("\n\n"):
        if 'N: Name="touchd Touchd Test Panel"' in device:
            nodes += re.findall(r"event\d+", device)
    return [f"/dev/input/{node}" for node in nodes]


class Page(Node):
    """Reads the page's touchscreen from now on."""

    def __init__(self):
        (self.node,) = wait_until(page_nodes, "there is no touchscreen of a page")
        super().__init__(self.node)
        self._slot, self._places, self.down, self.seen = 0, {}, {}, []

    def read(self):
        """What has come, `down 0 x,y`, `move 0 x,y` and `up 0`, each with its place in points."""
        with suppress(OSError):
            for event in self.events():
                self._take(*event)
        return self.seen

    def _take(self, kind, code, value):
        if kind != EV_ABS:
            return
        if code == ABS_MT_SLOT:
            self._slot = value
        elif code == ABS_MT_TRACKING_ID:
            if value < 0:
                self.seen.append(f"up {self._slot}")
                self.down.pop(self._slot, None)
            else:
                self.down[self._slot] = value
                self.seen.append(f"down {self._slot}")
        elif code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
            axis = int(code == ABS_MT_POSITION_Y)
            self._places.setdefault(self._slot, [0, 0])[axis] = value * SIZE[axis] / UNITS

    def place(self, slot=0):
        """Where the finger in a slot was last, in points."""
        self.read()
        return [round(value, 2) for value in self._places.get(slot, [])]

    def expect(self, count):
        """Waits until so many came down or went up."""
        wait_until(lambda: len(self.read()) >= count, lambda: f"the page saw {self.seen}, not {count} steps")
        return self.seen
