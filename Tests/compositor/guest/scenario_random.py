# SPDX-License-Identifier: MIT
"""Random fingers for some minutes: what the client saw is what the filter sent, and what it had to send."""

import json
import random as chance
import subprocess
import time
from pathlib import Path

from glass import SLOTS
from node import EVENT, Node
from service import TOUCHD, require
from stage import TOLERANCE, scenario

from fingers import (
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, EV_ABS, EV_SYN, SYN_DROPPED, SYN_REPORT,
)

SEED = 20260101
# Of a frame, for each finger.
LANDS, LIFTS, MOVES = 0.02, 0.03, 0.6
WAY = 12  # Points that a finger goes in a frame, at most.
LATE = 20  # Tracks among which one may come later than expected, if fingers land in one frame.


@scenario
def random(stage):
    panel = stage.begin("random")
    with Capture(stage.filter.node) as capture:
        dice = chance.Random(SEED)
        end = time.monotonic() + stage.minutes * 60
        while time.monotonic() < end:
            panel.play([frame for frame in [throw(dice, panel)] if frame])
        panel.lift_all()
        time.sleep(1)
        stage.desktop.quiet()
    seen = client_tracks(stage.desktop.page)
    sent = capture.tracks(panel.size)
    due = expected_tracks(stage)
    stage.check(
        "the client saw what the filter sent", not capture.dropped and not difference(sent, seen),
        difference(sent, seen) or f"{_figure(seen)}, {capture.dropped} losses of the reader")
    stage.check(
        "the filter sent what it should", not difference(due, sent),
        difference(due, sent) or f"{_figure(due)} of {len(panel.script)} frames, seed {SEED}")
    stage.check_nothing_down()


def throw(dice, panel):
    """A frame of random fingers."""
    frame = {}
    width, height = panel.size
    for slot in range(SLOTS):
        if slot not in panel.down:
            if dice.random() < LANDS:
                frame[slot] = (dice.uniform(0, width - 1), dice.uniform(0, height - 1))
        elif dice.random() < LIFTS:
            frame[slot] = None
        elif dice.random() < MOVES:
            x, y = panel.points(panel.down[slot])
            frame[slot] = (
                min(max(x + dice.uniform(-WAY, WAY), 0), width - 1),
                min(max(y + dice.uniform(-WAY, WAY), 0), height - 1))
    return frame


def tracks(steps):
    """The places of each finger from its landing to its end, in the order of the landings.

    Of steps `(finger, place)`: the place is None where it lifts, and the finger is None where all end. Where a place has
    not changed, nothing is sent."""
    found, down = [], {}
    for finger, at in steps:
        if finger is None:
            down.clear()
        elif at is None:
            down.pop(finger, None)
        elif finger not in down:
            down[finger] = [at]
            found.append(down[finger])
        elif at != down[finger][-1]:
            down[finger].append(at)
    return found


def client_tracks(page):
    # An event that is neither of these ends all.
    finger_words = ("down", "motion", "up")
    return tracks((event.id if event.word in finger_words else None, event.at) for event in page.touches())


def expected_tracks(stage):
    """For touchd, what a replay of what was played says of the page; a replay has neither a kernel nor a device."""
    if not stage.filter.has_layouts:
        # It passes all on.
        return tracks(step for frame in stage.panel.script for step in frame.items())
    recording = Path("/run/random.evemu")
    recording.write_text(stage.panel.recording())
    replay = require(TOUCHD, "replay", recording, "-c", "/etc/touchd/kiosk.yaml", "--json", "--trace", "screen")
    lines = map(json.loads, replay.output.splitlines())
    return tracks((line["touch"], tuple(line["at"])) for line in lines if line["kind"] == "screen" and line["at"])


def difference(expected, seen):
    """The first difference between two lists of tracks, in words; empty if there is no difference."""
    left = list(seen)
    for number, track in enumerate(expected):
        found = next((other for other in left[:LATE] if _is_near(track[0], other[0])), None)
        if found is None:
            return f"track {number + 1} of {len(expected)}, from {_at(track[0])}: nothing came down there"
        left.remove(found)
        if len(found) != len(track):
            return f"track {number + 1} of {len(expected)}: {len(found)} places for {len(track)}"
        for step, (a, b) in enumerate(zip(track, found)):
            if not _is_near(a, b):
                return f"track {number + 1} of {len(expected)}, place {step + 1}: {_at(b)} for {_at(a)}"
    return f"{len(left)} tracks too many, first from {_at(left[0][0])}" if left else ""


def _is_near(a, b):
    return max(abs(x - y) for x, y in zip(a, b)) <= TOLERANCE


def _at(place):
    return f"{place[0]:.2f}, {place[1]:.2f}"


def _figure(tracks):
    return f"{len(tracks)} tracks of {sum(map(len, tracks))} places"


class Capture:
    """All events of a node, read by another process than the one that plays."""

    def __init__(self, node):
        self._file = Path("/run/capture")
        self._node = node
        self._reader = None
        self.dropped = 0

    def __enter__(self):
        # Opened here, so that nothing is sent before it is.
        with open(self._node, "rb") as node, open(self._file, "wb") as output:
            self._reader = subprocess.Popen(["cat"], stdin=node, stdout=output)
        return self

    def __exit__(self, *_):
        self._reader.kill()
        self._reader.wait()

    def tracks(self, size):
        """In points; also counts the losses."""
        with Node(self._node) as node:
            x, y = (node.maximum(code) for code in (ABS_MT_POSITION_X, ABS_MT_POSITION_Y))
        return tracks(self._steps(size[0] / (x + 1), size[1] / (y + 1)))

    def _steps(self, *scale):
        """A finger is a slot with its id."""
        slot, slots, changed = 0, {}, set()
        for _, _, kind, code, value in EVENT.iter_unpack(self._whole()):
            if kind == EV_ABS and code == ABS_MT_SLOT:
                slot = value
            elif kind == EV_ABS and code in (ABS_MT_TRACKING_ID, ABS_MT_POSITION_X, ABS_MT_POSITION_Y):
                slots.setdefault(slot, {ABS_MT_TRACKING_ID: -1, ABS_MT_POSITION_X: 0, ABS_MT_POSITION_Y: 0})[code] = value
                changed.add(slot)
            elif kind == EV_SYN and code == SYN_DROPPED:
                self.dropped += 1
            elif kind == EV_SYN and code == SYN_REPORT:
                for number in sorted(changed):
                    values = slots[number]
                    if values[ABS_MT_TRACKING_ID] >= 0:
                        place = values[ABS_MT_POSITION_X] * scale[0], values[ABS_MT_POSITION_Y] * scale[1]
                        yield (number, values[ABS_MT_TRACKING_ID]), place
                changed.clear()

    def _whole(self):
        data = self._file.read_bytes()
        return data[: len(data) // EVENT.size * EVENT.size]
