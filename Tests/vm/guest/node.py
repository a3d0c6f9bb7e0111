# SPDX-License-Identifier: MIT
"""An evdev node as another program has it open: asks the kernel, grabs, and reads."""

import array
import errno
import os
import struct
from fcntl import ioctl

from fingers import ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID

WRITE, READ = 1, 2
EVENT = struct.Struct("@llHHi")


def number(direction, kind, code, size):
    """The number of an ioctl, as asm-generic/ioctl.h makes it."""
    return direction << 30 | size << 16 | ord(kind) << 8 | code


EVIOCGRAB = number(WRITE, "E", 0x90, 4)


class Node:
    def __init__(self, path):
        self._fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        os.close(self._fd)

    def events(self):
        """The events so far, `(type, code, value)`, and their end: a BlockingIOError, or another OSError if the device has gone."""
        while True:
            for event in EVENT.iter_unpack(os.read(self._fd, EVENT.size * 64)):
                yield event[2:]

    def grab(self):
        ioctl(self._fd, EVIOCGRAB, 1)

    def release(self):
        ioctl(self._fd, EVIOCGRAB, 0)

    def maximum(self, axis):
        """EVIOCGABS: the highest value of an axis."""
        answer = array.array("i", [0] * 6)
        ioctl(self._fd, number(READ, "E", 0x40 + axis, 4 * len(answer)), answer, True)
        return answer[2]

    def contacts(self, slots):
        """Where the fingers are that the kernel knows of now: `{slot: [x, y]}`."""
        ids, x, y = (
            self._values(code, slots) for code in (ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y)
        )
        return {slot: [x[slot], y[slot]] for slot in range(slots) if ids[slot] >= 0}

    def _values(self, code, slots):
        """EVIOCGMTSLOTS: the value of an axis in each slot."""
        answer = array.array("i", [code] + [0] * slots)
        ioctl(self._fd, number(READ, "E", 0x0A, 4 * len(answer)), answer, True)
        return answer[1:]


def is_held(path):
    """Whether another process has taken a node for itself. To look takes it for a moment."""
    with Node(path) as probe:
        try:
            probe.grab()
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            return True
        probe.release()
        return False


def udev_knows(path):
    """udevd's record of a node, once it has finished with it."""
    status = os.stat(path)
    record = f"/run/udev/data/c{os.major(status.st_rdev)}:{os.minor(status.st_rdev)}"
    return os.path.exists(record)
