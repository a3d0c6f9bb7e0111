# SPDX-License-Identifier: MIT
"""From fingers to the bundles of TUIO 1.1 and 2.0. A message is a tuple, its address and its values, as liblo takes
them: `("t", seconds)` is a time."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from surface import LAST_SESSION, Finger

Message = tuple[Any, ...]
Bundle = list[Message]
# What fits a frame of Ethernet beside the heads of IPv4 and UDP; and what an OSC bundle and each of its messages have.
LONGEST_DATAGRAM, BUNDLE_HEAD, MESSAGE_HEAD = 1472, 16, 4
# Numbers for each second since 1900, and where they start over.
NUMBERS_A_SECOND, FIRST_NUMBERS = 100, 1 << 30
# The type of a stylus in TUIO 2.0; 0 is a pointer that is not known, such as any finger. And what the symbols are.
STYLUS, SYMBOLS = 11, "touchd/view"


def size(message: Message) -> int:
    """The bytes of a message in a bundle."""
    total = MESSAGE_HEAD + _padded(len(message[0])) + _padded(len(message))
    for value in message[1:]:
        total += _padded(len(value.encode())) if isinstance(value, str) else 8 if isinstance(value, tuple) else 4
    return total


def _padded(length: int) -> int:
    """Of a text with its NUL."""
    return length // 4 * 4 + 4


class Encoder:
    """Makes the bundles of some profiles, and numbers them. Targets of the same profiles share one."""

    def __init__(self, profiles: Iterable[str], source: str, now: float) -> None:
        # From the clock: a client that drops frames older than its last one takes those of a program started again.
        self.profiles, self._source = tuple(profiles), source
        self._number = int(now * NUMBERS_A_SECOND) % FIRST_NUMBERS

    def bundles(self, alive: Iterable[Finger], changed: list[Finger], dimension: tuple[int, int],
                now: float) -> Iterator[Bundle]:
        """A bundle of each profile, or several where one would be too long. Each is whole by itself: it has the ids of
        all that are alive, and a number of its own. `now` are seconds since 1900."""
        sessions = [finger.session for finger in alive]
        width, height = (min(max(part, 0), 0xFFFF) for part in dimension)
        pixels = (width << 16 | height) - (1 << 32 if width >> 15 else 0)

        def framed(number: int, *middle: Message) -> Bundle:
            if profile == "2.0":
                frame = "/tuio2/frm", number, ("t", now), pixels, self._source
                return [frame, *middle, ("/tuio2/alv", *sessions)]
            address = f"/tuio/{profile}"
            head = [(address, "source", self._source), (address, "alive", *sessions)]
            return [*head, *middle, (address, "fseq", number)]

        for profile in self.profiles:
            groups, each = [MESSAGES[profile](finger) for finger in changed], 1
            if changed:
                longest = MESSAGES[profile](max(changed, key=lambda finger: len(finger.view.encode())))
                room = LONGEST_DATAGRAM - BUNDLE_HEAD - sum(map(size, framed(0)))
                each = max(room // sum(map(size, longest)), 1)
            for start in range(0, max(len(groups), 1), each):
                # From 1 up: 0 and -1 mark what is out of order.
                self._number = self._number % LAST_SESSION + 1
                yield framed(self._number, *chain(*groups[start:start + each]))


def ellipse(finger: Finger) -> Message:
    """The values of 2Dblb and bnd: the centre, the angle, both axes, the area, and the motion. A contact is round in
    points, and does not turn."""
    width, height = finger.radius
    return (finger.session, *finger.at, 0.0, 2 * width, 2 * height, math.pi * width * height,
            *finger.velocity, 0.0, finger.acceleration, 0.0)


def components(finger: Finger) -> Bundle:
    """The messages of TUIO 2.0 about a finger, which stay together."""
    kind, (pressure, change, growth) = STYLUS if finger.is_stylus else 0, finger.pressure
    x, y = finger.velocity
    pointer = ("/tuio2/ptr", finger.session, kind, 0, *finger.at, finger.angle, finger.altitude, finger.radius[1],
               pressure, x or finger.nothing, y, change, finger.acceleration, growth)
    symbol = [("/tuio2/sym", finger.session, kind, 0, SYMBOLS, finger.view)] if finger.view else []
    return [pointer, ("/tuio2/bnd", *ellipse(finger)), *symbol]


# The messages about a finger, by their profile.
MESSAGES: dict[str, Callable[[Finger], Bundle]] = {
    "2Dcur": lambda finger: [("/tuio/2Dcur", "set", finger.session, *finger.at, *finger.velocity, finger.acceleration)],
    "2Dblb": lambda finger: [("/tuio/2Dblb", "set", *ellipse(finger))],
    "2.0": components,
}
