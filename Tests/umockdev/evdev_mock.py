# SPDX-License-Identifier: MIT
"""A live fake touchscreen, for tests of a whole and unmodified program.

umockdev puts a device node, its sysfs folder and its udev events in front of one process tree, by
LD_PRELOAD. This module is what stands behind the node: it keeps the state that the kernel's evdev would keep,
answers the ioctls from it, and stamps the events that a test writes. The process under test opens
`/dev/input/eventN`, asks its capabilities, selects a clock, grabs, loses events, re-reads the slots and sees
the device go and come back, just as it would with a panel.

The testing process must itself run under `umockdev-wrapper`, or no udev event is ever sent.

What differs from the kernel:

- The node is a pseudo-terminal. Nothing is dropped when the reader is slow, so a test says itself when events
  were lost (`hide` and `drop`). More than 4 KiB unread may arrive cut in the middle of an event: let the
  program answer before writing on.
- After removal, `read` says end of file, where evdev says ENODEV. epoll reports the hang-up in both.
- Values that did not change are delivered; the kernel would filter them.
- An event number cannot be used twice in one testbed: plug in again under another, as kernels often do.
- Of two processes that listen for udev events in one testbed, one may hear nothing: umockdev names the
  socket after the descriptor's number, which is easily the same in both. One testbed, one listener.
- `udev_device_get_is_initialized` is false, for umockdev 0.17 does not redirect `/run/udev/data`.
"""

import errno
import os
import struct
import termios
import threading
import time

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402

from fingers import (  # noqa: E402
    ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y, BTN_TOUCH, EV_ABS, EV_KEY, EV_SYN, SYN_DROPPED, SYN_REPORT, land, lift,
    touching,
)
from panel import mask_of  # noqa: E402

# The numbers of the ioctls of type 'E' in linux/input.h.
EVIOCGVERSION, EVIOCGID, EVIOCGNAME, EVIOCGPHYS, EVIOCGUNIQ = 0x01, 0x02, 0x06, 0x07, 0x08
EVIOCGPROP, EVIOCGMTSLOTS, EVIOCGKEY, EVIOCGLED, EVIOCGSND, EVIOCGSW = 0x09, 0x0A, 0x18, 0x19, 0x1A, 0x1B
EVIOCGBIT, EVIOCGABS = range(0x20, 0x40), range(0x40, 0x80)
EVIOCGRAB, EVIOCSCLOCKID = 0x90, 0xA0

CLOCKS = {0: time.CLOCK_REALTIME, 1: time.CLOCK_MONOTONIC, 7: time.CLOCK_BOOTTIME}


# Beyond those of any event node: umockdev leaves the links of nodes behind that it removed.
MOUSE_MINOR = 20000


class State:
    """What the kernel knows of a device now: what EVIOCGKEY, EVIOCGABS and EVIOCGMTSLOTS answer."""

    def __init__(self, panel):
        self.keys = set()
        self.values = {code: 0 for code in panel.axes}
        self.slot = 0
        self.slots = {
            code: [-1 if code == ABS_MT_TRACKING_ID else 0] * panel.slots
            for code in panel.axes
            if code > ABS_MT_SLOT
        }

    def apply(self, event_type, code, value):
        if event_type == EV_KEY:
            (self.keys.add if value else self.keys.discard)(code)
        elif event_type == EV_ABS and code == ABS_MT_SLOT:
            # Out of the range there is no slot to write to, until a valid one is named.
            self.slot = value
            if 0 <= value < len(self.slots[ABS_MT_TRACKING_ID]):
                self.values[code] = value
        elif event_type == EV_ABS and code in self.slots:
            if 0 <= self.slot < len(self.slots[code]):
                self.slots[code][self.slot] = value
        elif event_type == EV_ABS:
            self.values[code] = value


class FakeTouchscreen:
    """One panel in a testbed, plugged in and out by the test."""

    def __init__(self, testbed, panel):
        self.panel = panel
        self._testbed = testbed
        self._root = testbed.get_root_dir()
        # umockdev answers ioctls on a thread of its own.
        self._lock = threading.Lock()
        self._state = State(panel)
        self._master = None
        self._handler = None
        self._clock = time.CLOCK_REALTIME
        self._holder = None

    # -- Plugging in and out

    def plug(self, number):
        """Makes `/dev/input/event<number>` appear, and udev announce it. A number serves once."""
        assert self._master is None, "already plugged in"
        with self._lock:
            self._state = State(self.panel)
            self._clock, self._holder = time.CLOCK_REALTIME, None
        self._number = number
        # The ioctls must be answered before udev announces the node.
        self._handler = UMockdev.IoctlBase()
        self._handler.connect("handle-ioctl", self._on_ioctl)
        self._add(self._parent, f"A: name={_line(self.panel.name)}", f"A: phys={_line(self.panel.phys)}")
        self._testbed.attach_ioctl(self.node, self._handler)
        self._add_node(f"mouse{number}", MOUSE_MINOR + number)
        self._add_node(f"event{number}", 64 + number)
        self._master = self._testbed.get_dev_fd(self.node)

    def unplug(self):
        """Hangs up every process that has the node open, then lets udev announce it: a real unplug's order."""
        terminal = self.terminal
        os.close(self._master)
        self._master = None
        for name in (f"event{self._number}", f"mouse{self._number}"):
            self._testbed.uevent(f"{self._parent}/{name}", "remove")
        self._testbed.uevent(self._parent, "remove")
        self._testbed.detach_ioctl(self.node)
        self._testbed.remove_device(self._parent)
        # umockdev 0.17 leaves this link behind, and aborts when the terminal's number is used again.
        stale = f"{self._root}/dev/.ptymap/{terminal.replace('/', '_')}"
        if os.path.lexists(stale):
            os.unlink(stale)

    def forbid(self):
        """Takes every permission from the node. Users other than root are refused then, with EACCES."""
        os.chmod(self.terminal, 0o000)
        # Other users must get as far as the node: umockdev's folder is closed to them, and its library ends a
        # program that may not connect to the node's ioctl socket, even where the node cannot be opened.
        os.chmod(self._root, 0o755)
        os.chmod(f"{self._root}/ioctl{self.node}", 0o777)

    @property
    def node(self):
        return f"/dev/input/event{self._number}"

    @property
    def terminal(self):
        """The pseudo-terminal behind the node: its mode and owner are the node's."""
        return os.readlink(self._root + self.node)

    @property
    def _parent(self):
        return f"/sys/devices/virtual/input/input{self._number}"

    # -- Touching

    def frame(self, *events, at=None):
        """Changes the state and sends the events, ended by SYN_REPORT, with one time: now, or one in microseconds."""
        self.hide(*events)
        self._send(*events, at=at)

    def tap(self, place, tracking_id=1):
        """A finger that lands and lifts."""
        self.frame(*land(0, tracking_id, *place), *touching(True))
        self.frame(*lift(0), *touching(False))

    def press(self, place):
        """The same, in fractions of the panel."""
        x, y = (round(part * self.panel.axes[code].maximum) for part, code in zip(place, (ABS_X, ABS_Y)))
        self.tap((x, y))

    def hide(self, *events):
        """Changes the state without a word: what happens while the kernel's buffer overflows."""
        with self._lock:
            for event in events:
                self._state.apply(*event)

    def drop(self):
        """Says that events were lost, as the kernel does when the reader comes back."""
        self._send((EV_SYN, SYN_DROPPED, 0))

    def forget(self):
        """Throws away what was sent and not read."""
        terminal = os.open(self.terminal, os.O_RDWR | os.O_NOCTTY)
        termios.tcflush(terminal, termios.TCIFLUSH)
        os.close(terminal)

    def suspend(self):
        """Lets go of BTN_TOUCH as the kernel does when it suspends the device: the slots stay as they are."""
        released = (EV_KEY, BTN_TOUCH, 0)
        self.hide(released)
        self._send(released, report=1)

    def _send(self, *events, report=0, at=None):
        seconds, microseconds = divmod(at or time.clock_gettime_ns(self._clock) // 1000, 10**6)
        frame = (*events, (EV_SYN, SYN_REPORT, report))
        data = b"".join(struct.pack("@llHHi", seconds, microseconds, *event) for event in frame)
        assert len(data) <= 4080, "a frame longer than the terminal's buffer would arrive in pieces"
        assert os.write(self._master, data) == len(data)

    # -- What the reader asks

    @property
    def is_grabbed(self):
        with self._lock:
            return self._grabbed_by() is not None

    def _grabbed_by(self):
        """The client with the grab, which ends with its descriptor; umockdev 0.17 never emits `client-vanished`."""
        return self._holder if self._holder and self._holder.get_connected() else None

    def _on_ioctl(self, _handler, client):
        request = client.get_request()
        number, size, kind = request & 0xFF, request >> 16 & 0x3FFF, chr(request >> 8 & 0xFF)
        if kind != "E":
            return False
        try:
            with self._lock:
                client.complete(self._answer(client, number, size), 0)
        except OSError as error:
            client.complete(-1, error.errno)
        return True

    def _answer(self, client, number, size):
        """Carries out one ioctl and says what it returns; an OSError is the error it fails with."""
        panel, state, argument = self.panel, self._state, client.get_arg()

        def give(data, counted=True):
            """Copies as much as the caller has room for; strings and masks say how much that was."""
            data = data[:size]
            argument.resolve(0, size).update(0, data)
            return len(data) if counted else 0

        if number == EVIOCGVERSION:
            return give(struct.pack("@i", 0x010001), counted=False)
        if number == EVIOCGID:
            return give(struct.pack("@4H", panel.bus, panel.vendor, panel.product, panel.version), counted=False)
        # Names, and masks: what is down, and what there is of event types (0), keys and axes.
        counted = {
            EVIOCGNAME: panel.name.encode() + b"\0", EVIOCGPHYS: panel.phys.encode() + b"\0",
            EVIOCGPROP: mask_of(panel.properties, 8), EVIOCGKEY: mask_of(state.keys, 96),
            **dict.fromkeys((EVIOCGLED, EVIOCGSND, EVIOCGSW), bytes(8)),
            **dict.fromkeys(EVIOCGBIT, b""), EVIOCGBIT[0]: mask_of((EV_SYN, EV_KEY, EV_ABS), 8),
            EVIOCGBIT[EV_KEY]: mask_of(panel.keys, 96), EVIOCGBIT[EV_ABS]: mask_of(panel.axes, 8)}
        if number in counted:
            return give(counted[number])
        if number in EVIOCGABS and number - EVIOCGABS.start in panel.axes:
            code = number - EVIOCGABS.start
            axis, value = panel.axes[code], state.values[code] if code <= ABS_MT_SLOT else 0
            numbers = value, axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution
            return give(struct.pack("@6i", *numbers), counted=False)
        if number == EVIOCGMTSLOTS:
            memory = argument.resolve(0, size)
            (code,) = struct.unpack("@I", bytes(memory.retrieve())[:4])
            if code not in state.slots:
                raise OSError(errno.EINVAL, "not a multitouch axis")
            values = state.slots[code][: size // 4 - 1]
            memory.update(0, struct.pack(f"@I{len(values)}i", code, *values))
            return 0
        if number == EVIOCGRAB:
            (wanted,) = struct.unpack("@l", bytes(argument.retrieve()))
            if wanted and self._grabbed_by() not in (None, client):
                raise OSError(errno.EBUSY, "grabbed by another")
            self._holder = client if wanted else None
            return 0
        if number == EVIOCSCLOCKID:
            (clock,) = struct.unpack("@i", bytes(argument.resolve(0, 4).retrieve()))
            if clock not in CLOCKS:
                raise OSError(errno.EINVAL, "not a clock of evdev")
            self._clock = CLOCKS[clock]
            return 0
        if number == EVIOCGUNIQ:
            raise OSError(errno.ENOENT, "no serial number")
        raise OSError(errno.EINVAL, "not an ioctl of this device")

    # -- What udev shows

    def _add(self, place, *lines):
        properties = {"SUBSYSTEM": "input", "ID_INPUT": 1, "ID_INPUT_TOUCHSCREEN": 1, "ID_PATH": self.panel.id_path}
        lines = [f"P: {place.removeprefix('/sys')}", *lines]
        lines += [f"E: {key}={value}" for key, value in (properties | self.panel.udev).items()]
        self._testbed.add_from_string("\n".join(lines) + "\n\n")

    def _add_node(self, name, minor):
        """A node of the panel: `eventN`, and `mouseN`, which udev marks as a touchscreen too."""
        self._add(
            f"{self._parent}/{name}", f"N: input/{name}", f"E: DEVNAME=/dev/input/{name}", "E: MAJOR=13", f"E: MINOR={minor}",
            f"A: dev=13:{minor}", f"L: device=../../input{self._number}")


def _line(text):
    """What a description of umockdev's can hold; the ioctls have the whole text."""
    return "".join(character for character in text if character.isprintable())
