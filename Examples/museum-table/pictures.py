# SPDX-License-Identifier: MIT
"""The pictures of the table, and what fingers have done to them. It knows no socket, and draws nothing."""

from dataclasses import dataclass, field
from math import degrees

SMALLEST, LARGEST = 0.5, 4.0


@dataclass
class Picture:
    """Where a picture is, compared with how it hangs at first: in points, as a multiple, and in degrees clockwise."""

    name: str
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    angle: float = 0.0
    fingers: set = field(default_factory=set)
    # What it was when each of its gestures began, as long as that goes on: a gesture counts from there.
    _before: dict = field(default_factory=dict)

    def take(self, gesture, event):
        """An event of its pan, pinch or rotation. What is cancelled has not happened."""
        if event["state"] == "began":
            self._before[gesture] = (self.x, self.y, self.scale, self.angle)
        x, y, scale, angle = self._before.get(gesture, (self.x, self.y, self.scale, self.angle))
        is_cancelled = event["state"] == "cancelled"
        if gesture == "pan":
            right, down = (0, 0) if is_cancelled else event["translation"]
            self.x, self.y = x + right, y + down
        elif gesture == "pinch":
            self.scale = scale if is_cancelled else min(max(scale * event["scale"], SMALLEST), LARGEST)
        elif gesture == "rotation":
            self.angle = angle if is_cancelled else angle + degrees(event["rotation"])
        if event["state"] in ("ended", "cancelled"):
            self._before.pop(gesture, None)

    @property
    def is_at_rest(self):
        return not self._before

    def let_go(self):
        """Which fingers and gestures there are is not known any more."""
        self.fingers.clear()
        self._before.clear()

    def reset(self):
        self.x, self.y, self.scale, self.angle = 0.0, 0.0, 1.0, 0.0

    def __str__(self):
        return f"{self.name}: {self.x:+.0f} {self.y:+.0f}, ×{self.scale:.2f}, {self.angle:+.0f}°"


class Table:
    """All pictures. `lines` gives what is to be said of each line that touchd sends."""

    def __init__(self):
        self.pictures = {}
        # Fingers and touched pictures: the most at once, since the table was last without a finger.
        self._most = (0, 0)

    def lines(self, line):
        """Takes in a line, and yields what has come of it, in words."""
        kind = line["kind"]
        if kind == "hello":
            for picture in self.pictures.values():
                picture.let_go()
        elif kind == "view" and line["gestures"]:
            self.pictures.setdefault(line["id"], Picture(line["id"]))
        elif kind == "touch":
            yield from self._touch(line)
        elif kind == "event":
            yield from self._event(line)

    def _touch(self, line):
        picture = self.pictures.get(line["view"])
        if not picture or line["phase"] == "moved":
            return
        if line["phase"] == "began":
            picture.fingers.add(line["touch"])
        else:
            picture.fingers.discard(line["touch"])
        touched = [each for each in self.pictures.values() if each.fingers]
        self._most = max(self._most, (sum(len(each.fingers) for each in touched), len(touched)))
        if not touched:
            if self._most[1] > 1:
                yield f"{self._most[0]} fingers on {self._most[1]} pictures at once"
            self._most = (0, 0)

    def _event(self, event):
        if event["name"] == "alone":
            for picture in self.pictures.values():
                picture.reset()
            yield "all pictures are back"
            return
        picture = self.pictures.get(event["view"])
        if not picture:
            return
        gesture = event["name"].removeprefix(f"{picture.name}.")
        if gesture == "tap":
            picture.reset()
        else:
            picture.take(gesture, event)
        if picture.is_at_rest:
            yield str(picture)
