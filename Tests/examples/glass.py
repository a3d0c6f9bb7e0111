# SPDX-License-Identifier: MIT
"""A made-up panel that is touched in points of a screen, and its recording as evemu text.

What is touched are strokes: a finger that comes down, goes along some places, and lifts. The panel reports all fingers
together, so many times a second, and only what has changed, as the kernel does.
"""

import random
from dataclasses import dataclass, field

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y, ABS_PRESSURE = 0x00, 0x01, 0x18
SLOT, MAJOR, X, Y, ID, PRESSURE = 0x2F, 0x30, 0x35, 0x36, 0x39, 0x3A
NAMES = {
    (EV_SYN, 0): "SYN_REPORT", (EV_KEY, BTN_TOUCH): "BTN_TOUCH", (EV_ABS, ABS_X): "ABS_X", (EV_ABS, ABS_Y): "ABS_Y",
    (EV_ABS, ABS_PRESSURE): "ABS_PRESSURE", (EV_ABS, SLOT): "ABS_MT_SLOT", (EV_ABS, MAJOR): "ABS_MT_TOUCH_MAJOR",
    (EV_ABS, X): "ABS_MT_POSITION_X", (EV_ABS, Y): "ABS_MT_POSITION_Y", (EV_ABS, ID): "ABS_MT_TRACKING_ID",
    (EV_ABS, PRESSURE): "ABS_MT_PRESSURE",
}
# Seconds that a clock of the panel is off, at most.
JITTER = 0.0004


@dataclass(frozen=True)
class Panel:
    """What a panel says of itself: `units` and `mm` are those of x and y; `pressure` and `major` are maxima, 0 for none."""

    name: str
    size: tuple
    units: tuple
    mm: tuple
    slots: int = 10
    hertz: int = 100
    identity: str = "0003 0eef 7200 0100"
    pressure: int = 0
    major: int = 0


@dataclass(frozen=True)
class Stroke:
    """A finger: when it comes down in its scene, for how long, in seconds, and the places of its way, in points.

    Between the places it goes evenly. `wobble` is by how many units it trembles; `size` is in units of `major`; `first` is
    where the panel reports it at first, in points, if it is wrong there.
    """

    start: float
    seconds: float
    places: tuple
    pressure: int = 0
    size: int = 0
    wobble: int = 0
    first: tuple = None

    def at(self, time):
        """Where it is, in points."""
        part = min(max((time - self.start) / self.seconds, 0), 1) * (len(self.places) - 1)
        index = min(int(part), len(self.places) - 2) if len(self.places) > 1 else 0
        here, there = self.places[index], self.places[min(index + 1, len(self.places) - 1)]
        return tuple(a + (b - a) * (part - index) for a, b in zip(here, there))


def tap(start, at, seconds=0.08, **more):
    return Stroke(start, seconds, (at,), **more)


def drag(start, seconds, *places, **more):
    return Stroke(start, seconds, places, **more)


@dataclass
class Glass:
    """The panel while it is touched, and its recording."""

    panel: Panel
    about: str
    seed: int = 1
    lines: list = field(default_factory=list)

    def __post_init__(self):
        self._now = 0.0
        self._state = {}
        self._ids = 0

    def scene(self, name, words, *strokes, pause=2.0):
        """Plays strokes; their times count from the scene's begin. `pause` is how long nothing happens afterwards."""
        self.lines.append(f"# {name}: {words}")
        # Each scene can be played alone, so it says everything again; and no other changes what it trembles.
        self._state = {"slot": None}
        self._random = random.Random(f"{self.seed} {name}")
        period, down, slots = 1 / self.panel.hertz, {}, {}
        ticks = round(max(stroke.start + stroke.seconds for stroke in strokes) * self.panel.hertz) + 2
        for tick in range(ticks):
            time = tick * period
            wanted = [s for s in strokes if s.start <= time + 1e-9 and time + 1e-9 < s.start + s.seconds]
            events = []
            for stroke in [each for each in down if each not in wanted]:
                events += self._set(slots.pop(stroke), {ID: -1})
                del down[stroke]
            for stroke in wanted:
                if stroke not in down:
                    slots[stroke] = min(set(range(self.panel.slots)) - set(slots.values()))
                values = self._values(stroke, time, stroke in down)
                events += self._set(slots[stroke], values)
                down[stroke] = values[X], values[Y]
            self._report(events, down, time)
        self._now += ticks * period + pause

    def _values(self, stroke, time, is_down):
        """The axes of a finger, in the order of the kernel's drivers."""
        at = stroke.at(time) if is_down or not stroke.first else stroke.first
        x, y = (unit + self._random.randint(-stroke.wobble, stroke.wobble) for unit in self._units(at))
        values = {}
        if not is_down:
            self._ids += 1
            values[ID] = self._ids
        values |= {X: x, Y: y}
        if self.panel.major:
            values[MAJOR] = stroke.size
        if self.panel.pressure:
            values[PRESSURE] = stroke.pressure
        return values

    def _units(self, place):
        return tuple(
            min(max(round(at / whole * (units + 1)), 0), units)
            for at, whole, units in zip(place, self.panel.size, self.panel.units))

    def _set(self, slot, values):
        """What differs of a slot, behind its number."""
        events = [(EV_ABS, code, value) for code, value in values.items() if self._differs((slot, code), value)]
        if events and self._differs("slot", slot):
            events.insert(0, (EV_ABS, SLOT, slot))
        return events

    def _differs(self, key, value):
        # An id is an event each time; every other value only where it is another.
        same = key in self._state and self._state[key] == value
        self._state[key] = value
        return not same

    def _report(self, events, down, time):
        if not events:
            return
        if self._differs("touch", bool(down)):
            events.append((EV_KEY, BTN_TOUCH, int(bool(down))))
        if down:
            # As drivers do it: the oldest finger is the single touch.
            x, y = next(iter(down.values()))
            events += [(EV_ABS, code, value) for code, value in ((ABS_X, x), (ABS_Y, y)) if self._differs(code, value)]
        stamp = self._now + time + self._random.uniform(0, JITTER)
        for kind, code, value in [*events, (EV_SYN, 0, 0)]:
            self.lines.append(f"E: {stamp:.6f} {kind:04x} {code:04x} {value:04d}\t# {NAMES[kind, code]}")

    def text(self):
        return "\n".join([*self._header(), *self.lines, ""])

    def _header(self):
        x, y = self.panel.units
        resolutions = [round((units + 1) / mm) for units, mm in zip(self.panel.units, self.panel.mm)]
        axes = {ABS_X: (x, resolutions[0]), ABS_Y: (y, resolutions[1]), SLOT: (self.panel.slots - 1, 0)}
        axes |= {X: (x, resolutions[0]), Y: (y, resolutions[1]), ID: (65535, 0)}
        if self.panel.major:
            axes[MAJOR] = (self.panel.major, resolutions[0])
        if self.panel.pressure:
            axes[PRESSURE] = (self.panel.pressure, 0)
        yield "# EVEMU 1.3"
        yield f"# {self.about}"
        yield f"N: {self.panel.name}"
        yield f"I: {self.panel.identity}"
        yield f"P: {_bytes({1}, 8)[0]}"
        yield from (f"B: {kind:02x} {row}" for kind, codes, size in (
            (EV_SYN, {EV_SYN, EV_KEY, EV_ABS}, 8), (EV_KEY, {BTN_TOUCH}, 96), (EV_ABS, set(axes), 8))
            for row in _bytes(codes, size))
        yield from (f"A: {code:02x} 0 {maximum} 0 0 {resolution}" for code, (maximum, resolution) in sorted(axes.items()))


def _bytes(codes, size):
    """The rows of a bit mask, eight bytes each."""
    mask = sum(1 << code for code in codes).to_bytes(size, "little")
    return [" ".join(f"{byte:02x}" for byte in mask[start:start + 8]) for start in range(0, size, 8)]
