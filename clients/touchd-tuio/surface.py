# SPDX-License-Identifier: MIT
"""From the lines of touchd to the fingers on a surface, a layout or a view: nothing here waits or sends."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional

Line = dict[str, Any]
Point = tuple[float, float]
# The way from a window's points to those of the surface, and the surface's width and height in these.
Place = tuple["Matrix", float, float]
# Fingers that are alive at a time, the depth of a tree of views, the bytes of a view's id, and the last session id.
MOST_FINGERS, MOST_DEPTH, LONGEST_ID, LAST_SESSION = 128, 256, 128, (1 << 31) - 1
_log = logging.getLogger("touchd-tuio")


class Matrix(NamedTuple):
    """An affine transform in UIKit's order: x' = a x + c y + tx, y' = b x + d y + ty."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    tx: float = 0.0
    ty: float = 0.0

    def __call__(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.tx, self.b * x + self.d * y + self.ty

    def turned(self, x: float, y: float) -> Point:
        """A direction, without the translation."""
        return self.a * x + self.c * y, self.b * x + self.d * y

    def then(self, after: Matrix) -> Matrix:
        """This transform, and then another one."""
        return Matrix(*after.turned(self.a, self.b), *after.turned(self.c, self.d), *after(self.tx, self.ty))

    @property
    def inverse(self) -> Optional[Matrix]:
        if abs(part := self.a * self.d - self.b * self.c) < 1e-9:
            return None
        turn = Matrix(self.d / part, -self.b / part, -self.c / part, self.a / part)
        x, y = turn(self.tx, self.ty)
        return turn._replace(tx=-x, ty=-y)


@dataclass
class Finger:
    """A finger as TUIO sees it: in parts of the surface, seconds and radians."""

    session: int
    view: str = ""
    is_stylus: bool = False
    # The microseconds of its last line.
    time: int = 0
    at: Point = (0.0, 0.0)
    velocity: Point = (0.0, 0.0)
    acceleration: float = 0.0
    # Half of its longer axis, along the width and along the height.
    radius: Point = (0.0, 0.0)
    # From 0 to 1, its change, and the change of that.
    pressure: tuple[float, float, float] = (0.0, 0.0, 0.0)
    # The direction in which a stylus leans, and its angle to the glass.
    angle: float = 0.0
    altitude: float = 0.0
    # A velocity for TUIO 2.0, another one each time: the reference client adds a pointer anew that comes unchanged.
    nothing: float = 1e-30

    def move(self, line: Line, place: Place) -> None:
        """Takes in a line that has a place. The first one says nothing of a motion."""
        seconds, self.time, (matrix, width, height) = (line["t"] - self.time) / 1e6, line["t"], place
        x, y = matrix(*line["at"])
        at = min(max(x / width, 0.0), 1.0), min(max(y / height, 0.0), 1.0)
        pressure = min(max(float(line["force"]), 0.0), 1.0)
        if seconds > 0:
            velocity = (at[0] - self.at[0]) / seconds, (at[1] - self.at[1]) / seconds
            self.acceleration = (math.hypot(*velocity) - math.hypot(*self.velocity)) / seconds
            self.velocity, change = velocity, (pressure - self.pressure[0]) / seconds
            self.pressure = pressure, change, (change - self.pressure[1]) / seconds
        self.at, self.pressure = at, (pressure, *self.pressure[1:])
        radius = line["radius"] * math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        self.radius = radius / width, radius / height
        if self.is_stylus:
            azimuth = line.get("azimuth", 0)
            x, y = matrix.turned(math.cos(azimuth), math.sin(azimuth))
            self.angle, self.altitude = math.atan2(y, x) % math.tau, float(line.get("altitude", 0))


class Surface:
    """The fingers on a layout, on all layouts, or on a view. `ended` is called at the end of each frame in which a finger
    came, changed or went, with those that came or changed."""

    def __init__(self, ended: Callable[[list[Finger]], object], view: Optional[str] = None) -> None:
        self._ended, self._view, self._session = ended, view, 0
        # By the ids of their touches.
        self.fingers: dict[int, Finger] = {}
        # In points, of the first that there is.
        self.size = (0, 0)
        self._on_state({})
        # The frame that is not at its end: its time, whether a finger has gone, and those that came or changed.
        self._time, self._is_fewer = None, False
        self._changed: dict[int, Finger] = {}
        # The touches that moved since `rest`.
        self._heard: set[int] = set()

    def take(self, line: Line) -> None:
        """Takes in a line of the events socket. A line of a later time ends the frame before it."""
        if line.get("t") != self._time:
            self.flush()
            self._time = line.get("t")
        getattr(self, f"_on_{line.get('kind')}", lambda _: None)(line)

    def flush(self) -> None:
        """Ends the frame: no further line of it is there."""
        changed = [finger for touch, finger in self._changed.items() if touch in self.fingers]
        is_fewer, self._changed, self._is_fewer = self._is_fewer, {}, False
        if changed or is_fewer:
            self._ended(changed)

    def rest(self) -> None:
        """Stops the fingers that have not moved since this was called last: touchd reports nothing of a still one."""
        self.flush()
        for finger in [self.fingers[touch] for touch in self.fingers.keys() - self._heard]:
            finger.velocity, finger.acceleration, finger.pressure = (0.0, 0.0), 0.0, (finger.pressure[0], 0.0, 0.0)
            finger.nothing = -finger.nothing
        self._heard.clear()

    def leave(self, _: Optional[Line] = None) -> None:
        """touchd has gone, and so have all fingers, after what it said last."""
        self.flush()
        self._is_fewer |= bool(self.fingers)
        self.fingers.clear()
        self.flush()

    _on_hello = leave

    def _on_state(self, _: Line) -> None:
        # The touches that it lists; and what is known of the screens.
        self._listed: Optional[set[int]] = set()
        self._sizes: dict[str, list[float]] = {}
        self._views: dict[tuple[str, str], Line] = {}
        self._places: dict[tuple[Optional[str], ...], Optional[Place]] = {}

    def _on_layout(self, line: Line) -> None:
        self._sizes[line["layout"]] = line["size"]

    def _on_view(self, line: Line) -> None:
        self._views[line["layout"], line["id"]] = line

    def _on_state_end(self, _: Line) -> None:
        for touch in self.fingers.keys() - (self._listed or set()):
            self._end(touch)
        views = [view["frame"][2:] for (_, name), view in self._views.items() if name == self._view]
        if self._view is not None and not views:
            _log.warning("there is no view %r", self._view)
        for width, height in (views or [*self._sizes.values()])[:1]:
            self.size = round(width), round(height)
        self._listed = None

    def _on_touch(self, line: Line) -> None:
        touch, is_over = line["touch"], line["phase"] in ("ended", "cancelled")
        # On a sensitive view a touch has no place, and is not alive. Beside it, it is another finger.
        place = self._place(line["layout"], line["window"], line["view"]) if line["at"] and not is_over else None
        if not place:
            return self._end(touch)
        if self._listed is not None:
            self._listed.add(touch)
        if touch in self.fingers:
            self._heard.add(touch)
        elif len(self.fingers) < MOST_FINGERS:
            is_stylus = line["type"] == "stylus"
            self.fingers[touch] = Finger(self._new_session(), clean(line["view"]), is_stylus, line["t"])
        if finger := self.fingers.get(touch):
            finger.move(line, place)
            self._changed[touch] = finger

    def _end(self, touch: int) -> None:
        self._is_fewer |= self.fingers.pop(touch, None) is not None

    def _new_session(self) -> int:
        """An id that no finger has: one more than the last one, until after two thousand million fingers."""
        used = {finger.session for finger in self.fingers.values()}
        for _ in range(MOST_FINGERS + 1):
            self._session = self._session % LAST_SESSION + 1
            if self._session not in used:
                break
        return self._session

    def _place(self, layout: str, window: Optional[str], view: Optional[str]) -> Optional[Place]:
        """Where a touch in this window and on this view is on the surface; None if it is not on it."""
        key = layout, window, view
        if key not in self._places:
            matrix: Optional[Matrix] = self._to_screen(layout, window)
            width, height = self._sizes.get(layout, (0, 0))
            if self._view is not None:
                chain = dict(self._chain(layout, view))
                width, height = chain[self._view]["frame"][2:] if self._view in chain else (0, 0)
                down = self._to_screen(layout, self._view).inverse
                matrix = down and matrix.then(down)
            self._places[key] = (matrix, width, height) if matrix and width > 0 and height > 0 else None
        return self._places[key]

    def _chain(self, layout: str, name: Optional[str]) -> Iterator[tuple[str, Line]]:
        """A view and those around it, up to its window."""
        for _ in range(MOST_DEPTH):
            if name is None or not (view := self._views.get((layout, name))):
                return
            yield name, view
            name = view["parent"]

    def _to_screen(self, layout: str, name: Optional[str]) -> Matrix:
        """From the points of a view or a window to those of the screen."""
        matrix = Matrix()
        for _, view in self._chain(layout, name):
            x, y, width, height = view["frame"]
            middle = Matrix(tx=-width / 2, ty=-height / 2).then(Matrix(*(view["transform"] or Matrix())))
            matrix = matrix.then(middle).then(Matrix(tx=x + width / 2, ty=y + height / 2))
        return matrix


def clean(name: Optional[str]) -> str:
    """The id of a view as a text of OSC: without NUL, and not too long."""
    return (name or "").replace("\0", "").encode("utf-8", "replace")[:LONGEST_ID].decode("utf-8", "ignore")
