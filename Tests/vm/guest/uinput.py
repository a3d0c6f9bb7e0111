# SPDX-License-Identifier: MIT
"""Input devices that the kernel takes for real: made by /dev/uinput, unplugged when they are closed."""

import os
import struct
import time
from fcntl import ioctl
from pathlib import Path

from fingers import ABS_MT_SLOT, EV_ABS, EV_KEY, EV_REL, EV_SYN, SYN_REPORT, Hand
from node import EVENT, READ, WRITE, number

# linux/uinput.h
UI_DEV_CREATE, UI_DEV_DESTROY = number(0, "U", 1, 0), number(0, "U", 2, 0)
UI_DEV_SETUP, UI_ABS_SETUP = number(WRITE, "U", 3, 92), number(WRITE, "U", 4, 28)
UI_GET_SYSNAME = number(READ, "U", 44, 64)
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_RELBIT, UI_SET_ABSBIT = (number(WRITE, "U", code, 4) for code in range(100, 104))
UI_SET_PHYS, UI_SET_PROPBIT = number(WRITE, "U", 108, 8), number(WRITE, "U", 110, 4)

KEY_A = 30


class Device:
    """A device of these event types and codes; `node` is its /dev/input/eventN."""

    def __init__(self, name, identity, keys, axes=(), properties=(), phys=None, wheels=()):
        self._uinput = os.open("/dev/uinput", os.O_RDWR | os.O_CLOEXEC)
        self._set(UI_SET_EVBIT, EV_KEY, *([EV_ABS] if axes else []), *([EV_REL] if wheels else []))
        self._set(UI_SET_KEYBIT, *keys)
        self._set(UI_SET_ABSBIT, *axes)
        self._set(UI_SET_RELBIT, *wheels)
        self._set(UI_SET_PROPBIT, *properties)
        if phys:
            ioctl(self._uinput, UI_SET_PHYS, phys.encode() + b"\0")
        for code, axis in dict(axes).items():
            ranges = (0, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution)
            ioctl(self._uinput, UI_ABS_SETUP, struct.pack("@H2x6i", code, *ranges))
        ioctl(self._uinput, UI_DEV_SETUP, struct.pack("@4H80sI", *identity, name.encode(), 0))
        self.created = time.monotonic()
        ioctl(self._uinput, UI_DEV_CREATE)
        sysname = ioctl(self._uinput, UI_GET_SYSNAME, bytes(64)).rstrip(b"\0").decode()
        (folder,) = Path(f"/sys/devices/virtual/input/{sysname}").glob("event*")
        self.node = f"/dev/input/{folder.name}"

    def _set(self, request, *codes):
        for code in codes:
            ioctl(self._uinput, request, code)

    def fileno(self):
        """By which another process writes events, too."""
        return self._uinput

    def write(self, *events):
        """Writes events as they are, in one call. The kernel stamps them meanwhile."""
        data = b"".join(EVENT.pack(0, 0, *event) for event in events)
        assert os.write(self._uinput, data) == len(data)

    def unplug(self):
        if self._uinput is not None:
            os.close(self._uinput)
            self._uinput = None


class Touchscreen(Device):
    """A panel with fingers on it."""

    def __init__(self, panel):
        identity = (panel.bus, panel.vendor, panel.product, panel.version)
        super().__init__(panel.name, identity, panel.keys, panel.axes, panel.properties, panel.phys)
        self.slots = panel.axes[ABS_MT_SLOT].maximum + 1
        self.hand = Hand()

    def frame(self, *events):
        self.write(*events, (EV_SYN, SYN_REPORT, 0))

    def land(self, *fingers):
        """One frame in which fingers come down, each `(slot, (x, y))`."""
        self.frame(*self.hand.frame(dict(fingers)))

    def lift(self, *slots):
        """One frame in which fingers go."""
        self.frame(*self.hand.frame(dict.fromkeys(slots)))

    def tap(self, place, slot=0):
        self.land((slot, place))
        self.lift(slot)
