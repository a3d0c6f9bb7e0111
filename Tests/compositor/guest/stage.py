# SPDX-License-Identifier: MIT
"""What a scenario works with: a desktop, a panel, the filter under test, and verdicts with a figure."""

from pathlib import Path

import filters
from desktop import Desktop
from glass import Glass
from rig import Rig, settled
from uinput import Device
from verdicts import scenario

# Points that a place may be off: libinput and touchd compute with units of their own.
TOLERANCE = 0.25

# What makes the client of a scenario, where it is another than client.c; it is called with a name for its log.
PAGES = {}


def alone(function):
    """A scenario that needs no compositor, and is run once."""
    function.is_alone = True
    return scenario(function)


class Stage(Rig):
    """The rig of one scenario. The desktop is there before anything is plugged in."""

    # Set by main.py: the filter's name, and how many minutes a long scenario takes.
    filter_name = "touchd"
    minutes = 1.0

    def __init__(self, name, compositor=None, page=None):
        super().__init__(f"{compositor} {name}" if compositor else name)
        self.filter = None
        self.panel = None
        self.desktop = Desktop(compositor, f"{compositor}-{name}", page) if compositor else None

    def begin(self, layout="plain", **identity):
        """A panel, and the filter on it; what was seen so far is not new."""
        self.plug_panel(**identity)
        self.start_filter(layout)
        return self.panel

    def start_filter(self, layout="plain", is_free=True):
        self.filter = filters.made(self.filter_name)
        self.filter.start(self.panel, layout, self.desktop.page.size, is_free)
        self.desktop.uses(self.filter.node)
        self.mark()

    def plug_panel(self, **identity):
        size = self.desktop.page.size if self.desktop else (1280, 720)
        self.panel = settled(self._keep(Glass(size, **identity)))
        if self.desktop:
            self.desktop.uses(Path(self.panel.node))
        return self.panel

    def wheel(self):
        """A mouse with a wheel."""
        wheel = self._keep(Device("Test Wheel", (0x03, 0x1234, 0x9ABD, 1), (0x110,), wheels=(0, 1, 8, 11)))
        self.desktop.uses(Path(wheel.node))
        return wheel

    def mark(self):
        """What comes from now on is new, for the script, the client and libinput."""
        self.panel.forget()
        self.desktop.mark()

    def close(self):
        if self.filter:
            self.filter.close()
        super().close()
        if self.desktop:
            self.desktop.close()

    # -- Verdicts

    def check_whole(self):
        """Whether the client saw what was played, finger by finger, in its order, and in the same frames."""
        self.desktop.quiet()
        told = Comparison(self.panel.script, self.desktop.page)
        self.check(
            "whole", not told.difference,
            told.difference or f"{told.changes} changes, at most {told.worst:.3f} points off")
        wanted = [sorted(word for word, _ in frame) for frame in told.expected_frames]
        frames = self.desktop.libinput.frames()
        together = f"{len(wanted)} frames of at most {max(map(len, wanted), default=0)} fingers"
        self.check(
            "in the same frames for libinput", frames == wanted,
            together if frames == wanted else f"{len(frames)} frames of {_most(frames)} for {together}")
        if self.desktop.page.count("frame") or not told.changes:
            self.check(
                "in the same frames for the client", told.frames == told.expected_frames,
                together if told.frames == told.expected_frames
                else f"{len(told.frames)} frames of {_most(told.frames)} for {together}")
        else:
            # As Debian 12's cage: wl_touch.frame is left out, whatever the filter sends.
            print(f"      {self.name}: the compositor ends no frame for the client", flush=True)

    def check_nothing_down(self, what="nothing stays down"):
        self.desktop.quiet()
        self.check(what, not self.desktop.held, self.desktop.held or f"client: {self.desktop.page.balance}")

    def check_nothing_seen(self, what):
        self.desktop.quiet()
        self.check(what, not self.desktop.page.touches(), f"client: {self.desktop.page.balance}")

    def check_tap(self, what="a tap after it"):
        """A tap reaches the client: once, whole, and in its place."""
        self.mark()
        place = tuple(part * whole for part, whole in zip((0.6, 0.55), self.desktop.page.size))
        self.panel.tap_at(place)
        self.desktop.quiet()
        told = Comparison(self.panel.script, self.desktop.page)
        nodes = ", ".join(sorted(self.desktop.libinput.nodes())) or "no node"
        self.check(what, not told.difference, told.difference or f"{self.desktop.page.balance}, of {nodes}")


def _most(frames):
    return f"at most {max(map(len, frames), default=0)} fingers"


class Comparison:
    """What was played beside what the client saw. `difference` is the first, in words, or empty."""

    def __init__(self, script, page):
        self.worst = 0.0
        self.changes = 0
        self.difference = ""
        self.frames, self.expected_frames = [], []
        self._fingers = {}
        expected = list(_changes(script))
        self.expected_frames = [sorted((word, slot) for word, slot, _ in frame) for frame in expected]
        seen = [(index, event) for index, frame in enumerate(page.frames()) for event in frame]
        wanted = [change for frame in expected for change in frame]
        grouped = {}
        # Within a frame the compositor may say fingers in any order; between frames it may not.
        for number, frame in enumerate(expected):
            pending = list(frame)
            while pending:
                if not seen:
                    self._differs(f"after {self.changes} of {len(wanted)} changes nothing more comes: "
                                  f"missing {_words(pending[0])} of frame {number}")
                    return
                index, event = seen.pop(0)
                match = next((change for change in pending if self._is(change, event)), None)
                if match is None:
                    self._differs(f"change {self.changes + 1} of {len(wanted)}, frame {number}: the client saw "
                                  f"`{event.text}`, and {_words(pending[0])} was played")
                    return
                pending.remove(match)
                self._take(match, event)
                grouped.setdefault(index, []).append((match[0], match[1]))
        if seen:
            self._differs(f"{len(seen)} more than was played, first `{seen[0][1].text}`")
        self.frames = [sorted(frame) for frame in grouped.values()]

    def _differs(self, words):
        self.difference = self.difference or words

    def _is(self, change, event):
        word, slot, place = change
        if event.word != word:
            return False
        if word == "down":
            return event.id not in self._fingers and self._off(place, event) <= TOLERANCE
        if self._fingers.get(event.id) != slot:
            return False
        return word == "up" or self._off(place, event) <= TOLERANCE

    @staticmethod
    def _off(place, event):
        return max(abs(a - b) for a, b in zip(place, event.at))

    def _take(self, change, event):
        word, slot, place = change
        self.changes += 1
        if word == "up":
            del self._fingers[event.id]
            return
        self._fingers[event.id] = slot
        self.worst = max(self.worst, self._off(place, event))


def _changes(script):
    """The frames of a script as the client should see them: `(word, slot, place)`."""
    down = set()
    for frame in script:
        changes = []
        for slot, place in frame.items():
            if place is None:
                changes.append(("up", slot, None))
                down.discard(slot)
            else:
                changes.append(("motion" if slot in down else "down", slot, place))
                down.add(slot)
        yield changes


def _words(change):
    word, slot, place = change
    return f"{word} of finger {slot}" + (f" at {place[0]:.2f}, {place[1]:.2f}" if place else "")
