# SPDX-License-Identifier: MIT
"""What the client and libinput have seen, read from their logs."""

import re
from dataclasses import dataclass

ENDS = ("up", "cancel", "touch-gone")


@dataclass(frozen=True)
class Event:
    """A line of the client: when, what, of which wl_touch id, and where; times are seconds of CLOCK_MONOTONIC."""

    time: float
    word: str
    id: int | None = None
    at: tuple | None = None
    text: str = ""


class Log:
    """The lines of a file that a program writes, and a mark in it."""

    def __init__(self, path):
        self.path = path
        self._mark = 0
        self._read = 0
        self._lines = []

    def all(self):
        """The lines that are whole."""
        try:
            with open(self.path, "rb") as file:
                file.seek(self._read)
                text = file.read()
        except FileNotFoundError:
            return self._lines
        end = text.rfind(b"\n") + 1
        self._read += end
        self._lines += text[:end].decode(errors="replace").split("\n")[:-1]
        return self._lines

    @property
    def length(self):
        return self.path.stat().st_size if self.path.exists() else 0

    def mark(self):
        self._mark = len(self.all())

    def new(self):
        return self.all()[self._mark :]


class Page(Log):
    """The client's log."""

    def events(self):
        """What came since the mark: touches and keys."""
        return [event for event in map(_event, self.new()) if event]

    def touches(self):
        return [event for event in self.events() if event.word in ("down", "motion", *ENDS)]

    def count(self, word):
        return sum(event.word == word for event in self.events())

    @property
    def balance(self):
        return ", ".join(f"{self.count(word)} {word}" for word in ("down", "up", "cancel"))

    def frames(self):
        """The touches since the mark, by the wl_touch.frame that they came with; what has no frame is the last.

        The lift of the last finger also ends one: the weston of Debian 12 sends no wl_touch.frame after it.
        """
        frames, frame, down = [], [], set()
        for event in self.events():
            if event.word in ("down", "motion", *ENDS):
                frame.append(event)
                down = down | {event.id} if event.word == "down" else down
                down = down - {event.id} if event.word == "up" else down
            if frame and (event.word == "frame" or (event.word == "up" and not down)):
                frames.append(frame)
                frame = []
        return [*frames, frame] if frame else frames

    @property
    def held(self):
        """The ids that are down for the client, of all that it has ever seen."""
        held = set()
        for event in filter(None, map(_event, self.all())):
            if event.word == "down":
                held.add(event.id)
            elif event.word == "up":
                held.discard(event.id)
            elif event.word in ENDS:
                held.clear()
        return held

    @property
    def size(self):
        """Of the page, in points; None before it has the whole screen."""
        sizes = [re.search(r" whole w=(\d+) h=(\d+)", line) for line in self.all()]
        found = [(int(size[1]), int(size[2])) for size in sizes if size]
        return found[-1] if found else None


def _event(line):
    word = re.match(r"([\d.]+) ([a-z-]+)", line)
    if not word:
        return None
    values = dict(re.findall(r"(\w+)=(-?[\d.]+)", line))
    at = (float(values["x"]), float(values["y"])) if "x" in values else None
    number = int(values["id"]) if "id" in values else None
    return Event(float(word[1]), word[2], number, at, line.split(" ", 1)[1])


class LibinputLog(Log):
    """What `libinput debug-events` says."""

    def count(self, word, node=None):
        name = node.name if node else r"event\d+"
        return sum(bool(re.match(rf"[ -]{name}\s+{word}\b", line)) for line in self.new())

    def knows(self, node):
        """Whether it has opened a node that it has not closed since."""
        lines = [line for line in self.all() if re.match(rf"[ -]{node.name}\s+DEVICE_", line)]
        return bool(lines) and "DEVICE_ADDED" in lines[-1]

    def nodes(self):
        """The nodes that touches came from since the mark."""
        found = (re.match(r"[ -](event\d+)\s+TOUCH_(?:DOWN|MOTION|UP|CANCEL)", line) for line in self.new())
        return {match[1] for match in found if match}

    def frames(self):
        """The kinds of touches of each TOUCH_FRAME since the mark, in the client's words."""
        frames, frame = [], []
        for line in self.new():
            match = re.match(r"[ -]event\d+\s+TOUCH_(DOWN|MOTION|UP|CANCEL|FRAME)", line)
            if match and match[1] == "FRAME":
                frames.append(sorted(frame))
                frame = []
            elif match:
                frame.append(match[1].lower())
        return [frame for frame in frames if frame]

    @property
    def held(self):
        """The slots that are down, as `event5 slot 1`, of all that it has ever seen."""
        held = set()
        for line in self.all():
            match = re.match(r"[ -](event\d+)\s+(TOUCH_DOWN|TOUCH_UP|TOUCH_CANCEL|DEVICE_REMOVED)\s*(.*)", line)
            if not match:
                continue
            node, word, rest = match.groups()
            # "+1.23s  0 (0) 10.00/20.00": the device's slot, and the seat's.
            slot = re.search(r"s\s+(-?\d+) \(\d+\)", rest)
            name = f"{node} slot {slot[1] if slot else '?'}"
            if word == "TOUCH_DOWN":
                held.add(name)
            elif word == "DEVICE_REMOVED":
                held = {other for other in held if not other.startswith(f"{node} ")}
            else:
                held.discard(name)
        return held
