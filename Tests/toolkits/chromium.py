#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Plays in Chromium, by its developer tools, what touchd's touchscreen would: chromium.py TOUCHD CHROMIUM [cancel…]"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from devtools import OPTIONS, Pipes, Refusal, Tab, open_page, reset_page
from expected import is_expected
from fingers import land, lift, move, touching
from panel import Panel
from plan import CANCELS, SIZE, TRIALS, effects, layout, steady

HERE = Path(__file__).parent
# Device units of the recordings, for a point: as fine as a panel of 16 bits.
UNITS = 48
PANEL = Panel.multitouch(10, *(points * UNITS - 1 for points in SIZE), resolution=(0, 0))
# The most seconds that a state may change for.
PATIENCE = 15.0


def recording(frames):
    """Frames as evemu text."""
    made, down, number = [], set(), 0
    for seconds, frame in frames:
        events, had = [], bool(down)
        for slot, place in frame.items():
            if place is None:
                events += lift(slot)
                down.discard(slot)
                continue
            at = [round(points * UNITS) for points in place]
            if slot in down:
                events += move(slot, *at)
            else:
                number += 1
                events += land(slot, number, *at)
                down.add(slot)
        if bool(down) != had:
            events += touching(bool(down))
        made.append((seconds, events))
    return PANEL.recording(made)


class Replays:
    """What the page would get of fingers: the lines of kind `screen` of touchd's replay, by frames."""

    def __init__(self, program, folder):
        self._program, self._folder = program, Path(folder)

    def frames(self, frames, text):
        (self._folder / "panel.evemu").write_text(recording(frames))
        (self._folder / "layout.yaml").write_text(text)
        said = subprocess.run(
            [self._program, "replay", "panel.evemu", "-c", "layout.yaml", "--json", "--trace", "screen"],
            cwd=self._folder, capture_output=True, text=True)
        if said.returncode:
            raise Refusal(f"touchd replay: {said.stderr.strip()[-300:]}")
        lines = [json.loads(line) for line in said.stdout.splitlines()]
        return list(self._grouped(line for line in lines if line["kind"] == "screen"))

    @staticmethod
    def _grouped(lines):
        """`(time, stamp, phases, places, how)`: the places of what is down after the frame."""
        down, frame = {}, None
        for line in lines:
            if frame and (frame[0], frame[1]) != (line["t"], line["stamp"]):
                yield (*frame[:3], dict(down), frame[3])
                frame = None
            if frame and line["phase"] in ("ended", "cancelled") and frame[2] & {"began", "moved"}:
                yield (*frame[:3], dict(down), frame[3])
                frame = None
            frame = frame or (line["t"], line["stamp"], set(), set())
            frame[2].add(line["phase"])
            if line["phase"] in ("ended", "cancelled"):
                frame[3].add(line["end"])
                del down[line["slot"]]
            else:
                down[line["slot"]] = line["at"]
        if frame:
            yield (*frame[:3], dict(down), frame[3])


class Chromium:
    """A Chromium with the page, which is touched."""

    def __init__(self, program, folder):
        self._pipes = Pipes(folder)
        with open(Path(folder) / "chromium.log", "wb") as log:
            self._process = subprocess.Popen(
                self._pipes.wrapped([
                    program, "--headless=new", *OPTIONS, f"--user-data-dir={folder}/profile",
                    "--remote-debugging-pipe", f"--window-size={SIZE[0]},{SIZE[1]}", "about:blank"]),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"HOME": folder})
        self.tab = Tab(self._pipes)
        self.tab.call("Emulation.setDeviceMetricsOverride", width=SIZE[0], height=SIZE[1], deviceScaleFactor=1,
                      mobile=False)

    def open(self):
        open_page(self.tab, HERE / "page.html")

    def reset(self):
        reset_page(self.tab, HERE / "page.html")
        self._steady()

    def play(self, frames, look=None):
        """Plays frames in their time; returns the state after them, and that at the time to look at it."""
        base, start = time.time(), time.monotonic()
        pending, seen = [], None
        for moment, stamp, phases, places, ends in frames:
            if look and moment / 1e6 > look:
                time.sleep(max(start + look - time.monotonic(), 0))
                look, seen = None, self.tab.value("state()")
            left = start + moment / 1e6 - time.monotonic()
            if left > 0:
                time.sleep(left)
            if not places:
                # What a compositor makes of a palm, if it makes anything of it.
                kind = "touchCancel" if ends == {"palm"} else "touchEnd"
            elif ends:
                raise Refusal("the developer tools lift all fingers together")
            else:
                kind = "touchStart" if "began" in phases else "touchMove"
            # The tools take places for those of the page, as it is zoomed; the panel's are those of the window.
            scale = self.tab.value("visualViewport.scale") if len(places) > 1 else 1

            def inside(points, axis):
                return min(points, SIZE[axis] - 0.02) / scale

            pending.append(self.tab.send(
                "Input.dispatchTouchEvent", type=kind, timestamp=base + stamp / 1e6,
                touchPoints=[{"id": slot, "x": inside(at[0], 0), "y": inside(at[1], 1)} for slot, at in places.items()]))
        for number in pending:
            self.tab.answer(number)
        return self._steady(), seen

    def _steady(self):
        return steady(lambda: self.tab.value("state()"), PATIENCE)

    def close(self):
        try:
            self.tab.call("Browser.close")
            self._process.wait(10)
        except (Refusal, OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._pipes.close()


def redirected(frames, vector):
    """The frames of a slide that goes by another vector, of which x is towards the middle."""
    before = {}
    for index, (moment, stamp, phases, places, ends) in enumerate(frames):
        if index + 1 < len(frames) and frames[index + 1][4] == {"slide"}:
            middle = sum(x for x, _ in before.values()) / len(before)
            x, y = vector if middle < SIZE[0] / 2 else (-vector[0], vector[1])
            places = {slot: (at[0] + x, at[1] + y) for slot, at in before.items()}
        yield moment, stamp, phases, places, ends
        before = places


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("touchd")
    parser.add_argument("chromium")
    parser.add_argument("--measured", type=Path, help="a file for the figures, a JSON object a line")
    parser.add_argument("--only", default="", help="a part of the names of trials")
    parser.add_argument(
        "--vector", type=lambda text: tuple(map(float, text.split(","))),
        help="X,Y: what a slide goes in the place of its 40 points towards the middle")
    parser.add_argument("cancels", nargs="*", default=CANCELS)
    options = parser.parse_intermixed_args()
    verdicts = []
    measured = open(options.measured, "w") if options.measured else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        replays, chromium = Replays(options.touchd, folder), Chromium(options.chromium, folder)
        try:
            print(f"{chromium.tab.toolkit}, by its developer tools", flush=True)
            chromium.open()
            for trial in TRIALS:
                if options.only not in trial.name:
                    continue
                rest = None
                for cancel in ("none", "rest", *options.cancels):
                    frames = trial.rest if cancel == "rest" else trial.frames
                    if not frames:
                        continue
                    is_control = cancel in ("none", "rest")
                    text = layout() if is_control else layout(trial.fingers, cancel)
                    shown = replays.frames(frames, text)
                    if options.vector and cancel.startswith("slide"):
                        shown = list(redirected(shown, options.vector))
                    chromium.reset()
                    outcome, seen = chromium.play(shown, None if is_control else trial.look)
                    if cancel == "rest":
                        rest = outcome
                    words = effects(outcome, seen if seen else None if is_control else rest)
                    if measured:
                        print(json.dumps({
                            "toolkit": chromium.tab.toolkit, "through": "DevTools", "cancel": cancel,
                            "fingers": trial.fingers, "target": trial.target, "effects": words, "outcome": outcome,
                        }), file=measured, flush=True)
                    pointers = ", ".join(outcome["pointers"])
                    verdicts.append(is_expected("chromium", cancel, trial.name, words))
                    print(f"{'ok   ' if verdicts[-1] else 'FAIL '} {cancel}, {trial.name}: "
                          f"{', '.join(words) or 'nothing'}; {pointers}", flush=True)
        finally:
            chromium.close()
    return 0 if verdicts and all(verdicts) else 1


sys.exit(main())
