# SPDX-License-Identifier: MIT
"""Fingers as events of a multitouch protocol B panel: `(type, code, value)`, without the SYN_REPORT."""

# linux/input-event-codes.h
EV_SYN, EV_KEY, EV_REL, EV_ABS = 0x00, 0x01, 0x02, 0x03
SYN_REPORT, SYN_DROPPED = 0, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
ABS_MT_SLOT = 0x2F
ABS_MT_POSITION_X, ABS_MT_POSITION_Y = 0x35, 0x36
ABS_MT_TRACKING_ID = 0x39
INPUT_PROP_DIRECT = 0x01


def slot(number):
    return (EV_ABS, ABS_MT_SLOT, number)


def land(number, tracking_id, x, y):
    """The events of a finger that comes down in a slot."""
    return [slot(number), (EV_ABS, ABS_MT_TRACKING_ID, tracking_id), *position(x, y)]


def move(number, x, y):
    return [slot(number), *position(x, y)]


def lift(number):
    return [slot(number), (EV_ABS, ABS_MT_TRACKING_ID, -1)]


def position(x, y):
    return [(EV_ABS, ABS_MT_POSITION_X, x), (EV_ABS, ABS_MT_POSITION_Y, y)]


def touching(down):
    """BTN_TOUCH, as the kernel sends it with the first finger and after the last."""
    return [(EV_KEY, BTN_TOUCH, int(down))]


class Hand:
    """Fingers on a panel: `down` has their places, by their slots."""

    def __init__(self):
        self.down, self._number = {}, 0

    def frame(self, fingers):
        """The events of a frame, `{slot: (x, y)}`: each finger of it comes down, moves, or lifts if its place is None."""
        events, had = [], bool(self.down)
        for number, place in fingers.items():
            if place is None:
                events += lift(number)
                del self.down[number]
                continue
            if number in self.down:
                events += move(number, *place)
            else:
                self._number += 1
                events += land(number, self._number & 0xFFFF, *place)
            self.down[number] = place
        return events + (touching(not had) if bool(self.down) != had else [])
