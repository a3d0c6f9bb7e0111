# SPDX-License-Identifier: MIT
"""Random fingers on a live panel, and a replay of what was recorded meanwhile: the same lines at the same times.

Every time of the layout is a multiple of a tick, and every frame is stamped so many ticks, and a little more than the
frame before, after any other: so no deadline follows it closely. A frame that cannot be written in time comes ticks
later; if one is late all the same, its seed is played once more.
"""

import itertools
import os
import random
import signal
import time

import pytest
from rig import Service
from fingers import land, lift, move, touching
from process import wait_until

# A seed takes eight seconds, and as many again for the replays in real time.
SEEDS = range(*map(int, os.environ.get("SEEDS", "0:2").split(":")))
# In microseconds; a frame's is the least that a margin of 60 ms before a deadline allows to all frames of a seed.
TICK, FRAME, LATE, MARGIN = 100_000, 250, 20_000, 55_000
# The ticks from a seed's first touch until nothing goes on that came before it; of its fingers; and of its idle times.
BEAT, LENGTH, REST = 8, 45, 21
KINDS = "touch,hit,deliver,forward,gesture,failed,event,screen,change"
PAUSES = (1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4, 6, 9, 13)
# On what a finger lands: beside all, on the edge, on single, scrolled, turned, shown and moved views.
PLACES = ((3500, 500), (4, 900), (500, 500), (500, 1500), (1500, 500), (1500, 1500), (400, 2700), (900, 3000), (60, 60),
          (2500, 500), (2500, 1500))
PRIVATE = (3600, 3600)

TEXT = """version: 1
screen:
  name: NAME
  size: [4096, 4096]
  settle: 300ms
  touchscreen: { match: { name: PANEL }, stuck_after: 1s }
idle: [{ after: 900ms, name: dim, to: [flash, audit] }, { after: 1600ms, name: out, to: veil }]
wake: { to: [flash] }
thresholds:
  touch: { tap_interval: 300ms }
  tap: { maximum_press: 700ms, maximum_interval: 300ms }
  edge_pan: { maximum_duration: 200ms }
  scroll: { content_delay: 200ms, deceleration_rate: 0, rubber_band: 0 }
responders:
  flash: { plugin: show, view: front, for: 200ms }
  veil: { plugin: show, window: veil, hidden: toggle, for: 300ms }
  swap: { plugin: show, view: side, hidden: toggle, for: 400ms, states: [began, changed, ended] }
  audit: { plugin: log, level: trace }
windows:
  - id: main
    on_touch: { to: audit, before: true, forward: true }
    views:
      - id: page
        multiple_touch: true
        gestures:
          - { edge_pan: { edge: left }, name: drawer, to: [audit, flash] }
          - { tap: { count: 3, within: 1s, hold_last: 400ms }, name: service, to: veil, cancels_touches: false }
        children:
          - id: left
            frame: [0, 0, 1000, 2000]
            gestures:
              - { tap: {}, name: single, to: flash, requires_failure_of: double }
              - { tap: { count: 2 }, name: double, to: swap, delays_began: true }
              - { long_press: { progress: 100ms }, name: press, to: [swap, flash] }
          - id: right
            type: scroll
            frame: [1000, 0, 1000, 2000]
            scroll: { content_size: [1000, 9000] }
            children:
              - { id: button, type: control, frame: [0, 0, 1000, 9000], control: { events: { touch_cancel: flash } } }
          - { id: off, frame: [2000, 0, 1000, 1000], interactive: false, gestures: [{ tap: {}, to: audit }] }
          - id: map
            frame: [0, 2000, 2000, 2000]
            multiple_touch: true
            gestures:
              - { pinch: {}, to: audit, simultaneous_with: map.rotation }
              - { rotation: {}, to: audit }
              - { pan: { max_touches: 1 }, to: swap }
          - id: side
            frame: [0, 0, 300, 300]
            gestures: [{ pan: {}, to: swap }, { long_press: { minimum: 200ms }, to: veil }]
          - { id: front, frame: [300, 300, 500, 500], hidden: true, on_touch: { to: swap } }
      - { id: pin, frame: [3100, 3100, 900, 900], sensitive: true }
  - { id: veil, level: 1, hidden: true, frame: [0, 0, 4096, 3000],
      views: [{ id: curtain, gestures: [{ tap: { count: 2 }, to: veil }] }] }
"""


class Script:
    """The fingers of a seed: a list of ticks, each with the events of a frame, or with whether the screen is dark."""

    _ids = itertools.count(1)

    def __init__(self, seed):
        self._random = random.Random(seed)
        self.steps, self._tick, self._down = [], 0, {}
        self._land(0, PLACES[0])
        self._lift(0)
        self._tick = BEAT
        while self._tick < BEAT + LENGTH:
            self._tick += self._random.choice(PAUSES)
            act = (self._any, self._any, self._any, self._taps, self._pinch, self._drag, self._private, self._night)
            self._random.choice(act)()
        for slot in list(self._down):
            self._lift(slot)
        self.length = self._tick + REST

    def _frame(self, *events, ticks=1):
        self.steps.append((self._tick, events))
        self._tick += ticks

    def _land(self, slot, place, ticks=1):
        place = tuple(part + self._random.randrange(-3, 4) for part in place)
        first = [] if self._down else touching(True)
        self._down[slot] = place
        self._frame(*land(slot, next(self._ids) % 65536, *place), *first, ticks=ticks)

    def _move(self, slot, way, ticks=1):
        self._down[slot] = tuple(min(max(part + step, 0), 4095) for part, step in zip(self._down[slot], way))
        self._frame(*move(slot, *self._down[slot]), ticks=ticks)

    def _lift(self, slot, ticks=1):
        del self._down[slot]
        self._frame(*lift(slot), *([] if self._down else touching(False)), ticks=ticks)

    def _way(self, most):
        return self._random.randint(-most, most), self._random.randint(-most, most)

    def _any(self):
        """A finger lands, moves or lifts, at times in the tick of the one before."""
        slot, place = self._random.randrange(3), self._random.choice(PLACES)
        ticks = self._random.randrange(2)
        if slot not in self._down:
            self._land(slot, place, ticks)
        elif self._random.random() < 0.5:
            self._move(slot, self._way(self._random.choice((4, 40, 400))), ticks)
        else:
            self._lift(slot, ticks)

    def _taps(self):
        place = self._random.choice(PLACES)
        for _ in range(self._random.choice((1, 2, 2, 3))):
            self._land(5, place, self._random.choice((0, 1, 1, 1, 2, 6)))
            self._lift(5, self._random.choice((1, 1, 1, 2, 4)))

    def _pinch(self):
        for slot, place in ((6, (600, 2700)), (7, (1200, 3000))):
            self._land(slot, place)
        for _ in range(self._random.randint(1, 4)):
            self._move(6, self._way(60), 0)
            self._move(7, self._way(60))
        for slot in (6, 7):
            self._lift(slot)

    def _drag(self):
        x, y = self._way(120)
        self._land(8, self._random.choice(PLACES))
        for _ in range(self._random.randint(1, 5)):
            self._move(8, (abs(x), y))
        self._lift(8)

    def _private(self):
        """A finger that no recording has, beside another, so that it is idle in neither; none rests and is stuck."""
        if self._down:
            return self._any()
        self._land(9, PLACES[0])
        self._land(4, PRIVATE, 0)
        self._move(4, (50, 50))
        self._lift(4, 0)
        self._lift(9)

    def _night(self):
        """It goes dark, is touched, and is lit, while fingers are down perhaps."""
        self.steps.append((self._tick, True))
        self._taps()
        self._any()
        self.steps.append((self._tick, False))
        self._tick += 1
        self._taps()

    def tied(self, start):
        """The same as lines of a recording, in which every frame comes at a deadline."""
        for tick, what in self.steps:
            stamp = f"{(start + tick * TICK) / 1e6:.6f}"
            if isinstance(what, bool):
                yield f"# touchd: screen {stamp} {'dark' if what else 'lit'}"
            else:
                yield from (f"E: {stamp} {kind:04x} {code:04x} {value:04}" for kind, code, value in [*what, (0, 0, 0)])


def microseconds():
    return time.monotonic_ns() // 1000


class Stage:
    """Panels that get the same frames, and what reads them."""

    def __init__(self, panels, readers, light):
        self._panels, self._readers, self._light = panels, readers, light
        self._sent = 0

    def frame(self, *events, at=None):
        self._sent += 1
        for panel in self._panels:
            panel.frame(*events, at=at)

    def has_read_all(self):
        return all(sum('"kind":"frame"' in line for line in reader.output) >= self._sent for reader in self._readers)

    def play(self, script):
        """Plays a script, and returns when it began, and between which times nothing counts that came before; None if a
        frame was late."""
        start, stamps, is_punctual = microseconds(), [], True
        for tick, what in [*script.steps, (script.length, ())]:
            offset = tick * TICK + FRAME * len(stamps)
            if isinstance(what, bool):
                wait_until(self.has_read_all, "frames are not read")
                self._light(what)
                # The next frame comes after that.
                start += max(0, (microseconds() - start - offset) // TICK + 1) * TICK
                continue
            while not -LATE < (wait := start + offset - microseconds()) <= 0:
                time.sleep(max(wait, 0) / 1e6)
                start += TICK if wait <= -LATE else 0
            if what:
                self.frame(*what, at=start + offset)
            is_punctual = is_punctual and microseconds() - start - offset < MARGIN
            stamps.append(start + offset)
        assert FRAME * len(stamps) <= TICK - 60_000, "the frames of this seed come too near to deadlines"
        return (stamps[0], stamps[2], stamps[-1]) if is_punctual else None


def lines_between(trace, start, end, origin=0):
    """The lines to compare: touches numbered as they appear, without those that no recording has."""
    lines = [line | {key: line[key] + origin for key in ("t", "stamp") if key in line}
             # A live panel notices that it is lit when it looks, a replay when a finger lands.
             for line in trace if line.get("kind") in KINDS.split(",") and "dark" not in line]
    lines = [line for line in lines if start <= line["t"] < end]
    private = {line["touch"] for line in lines if line.get("view") == "pin" and line["kind"] == "touch"}
    names = {}
    for line in lines:
        touches = [line["touch"]] if "touch" in line else line.get("touches", [])
        if private.isdisjoint(touches):
            touches = [names.setdefault(touch, len(names)) for touch in touches]
            yield {key: value for key, value in line.items() if key not in ("touch", "layout")} | {"touches": touches}


@pytest.mark.seconds(600 + 60 * len(SEEDS))
def test_live_replay(rig, figure):
    """random fingers, dark and lit screens: a dump, the daemon, and replays of their recordings give the same lines"""
    first, second = rig.panel, rig.another(3, name="Second Panel")
    output = rig.testbed.add_device("drm", "card0-DSI-1", None, ["dpms", "On"], [])
    for number, panel in enumerate((first, second)):
        panel.plug(number)
    dumped, file, kept = (rig.folder / name for name in ("dumped.yaml", "dumped.evemu", "kept.evemu"))
    text = TEXT.replace("settle:", "output: DSI-1\n  delivery: filter\n  settle:").replace("NAME", "dumped")
    dumped.write_text(text.replace("PANEL", first.panel.name))
    served = TEXT.replace("NAME", "served").replace("PANEL", second.panel.name).replace("      - { id: pin", "# ")
    service = Service(rig, served.replace("1s }", "1s, filters: [{ hold_duration: 100ms }] }", 1))
    service.daemon.expect_text("using.*event1")
    kinds = [word for kind in ["frame", *KINDS.split(",")] for word in ("--kind", kind)]
    heard = rig.start("listen", "--state", "--socket", service.events, *kinds)
    heard.expect(kind="state_end")
    dump = rig.start("--dump", "--json", "-c", dumped, "--trace", f"frame,device,{KINDS}", "--record", file)
    dump.expect(kind="device", change="added", path=first.node)

    def light(is_dark):
        rig.testbed.set_attribute(output, "dpms", "Off" if is_dark else "On")
        service.verdict(service.converse(screen="dark" if is_dark else "lit"))

    stage, parts, seeds = Stage((first, second), (dump, heard), light), [], list(SEEDS)
    for seed in seeds:
        if part := stage.play(Script(seed)):
            parts.append((seed, *part))
        elif len(seeds) < 3 * len(SEEDS):
            seeds.append(seed)
    # Lines that follow the last frame are compared, too.
    stage.frame(*land(0, 1, *PLACES[0]), *touching(True))
    wait_until(stage.has_read_all, "the last finger is not read")
    dump.end(signal.SIGINT)
    # Of half the time, so that the cut is in the middle of something.
    service.ask("record", "--last", f"{(microseconds() - parts[0][1]) // 2_000_000}s", "-o", kept, status=0)
    assert {seed for seed, *_ in parts} == set(SEEDS), "frames are late, however often they are sent"

    ties, gliding = rig.folder / "ties.evemu", rig.folder / "gliding.yaml"
    lines = list(itertools.takewhile(lambda line: line[:2] != "E:", file.read_text().splitlines()))
    for number, seed in enumerate(SEEDS):
        lines += Script(seed).tied(number * 2 * (BEAT + LENGTH + REST) * TICK)
    ties.write_text("\n".join([*lines, ""]))
    gliding.write_text("\n".join(line for line in dumped.read_text().splitlines() if "deceleration" not in line))
    runs = [(live, [rig.start("replay", recording, "-c", layout, "--json", "--trace", f"frame,{KINDS}", f"--speed={n}")
                    for n in ("max", 10, 1)])
            for live, recording, layout in ((dump, file, dumped), (heard, kept, service.layout), (None, ties, gliding))]
    compared = 0
    for live, replays in runs:
        for replay in replays:
            replay.wait(status=0, patience=60 + 20 * len(SEEDS))
            assert replay.output == replays[0].output, replay.name
        if live is None:
            continue
        # The last frame is in both; what is cut off at the begin is not compared.
        times = [line["t"] for line in replays[0].trace if line["kind"] == "frame"]
        origin = max(line["t"] for line in live.trace if line["kind"] == "frame") - times[-1]
        for seed, first, start, end in parts:
            if first < origin + times[0]:
                continue
            lines = [list(lines_between(trace, start, end, after))
                     for trace, after in ((live.trace, 0), (replays[0].trace, origin))]
            assert lines[0] == lines[1], f"seed {seed} of {live.name}"
            compared += len(lines[0])
    figure(f"{compared} lines of {len(parts)} of {len(seeds)} seeds")
