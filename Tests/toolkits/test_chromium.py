# SPDX-License-Identifier: MIT
"""What Chromium makes of touches that are withdrawn from it, by its developer tools.

It gets what touchd's replay says the page gets of taps, holds, drags and two fingers that a gesture takes away, for each
`cancel`, and says what they have pressed, moved, scrolled, zoomed and left. MEASURED is a file for the figures.
"""

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
from devtools import OPTIONS, Pipes, Refusal, Tab, open_page, reset_page
from expected import is_expected
from fingers import Hand
from panel import Panel
from plan import CANCELS, SIZE, TRIALS, effects, layout, steady

HERE = Path(__file__).parent
# Device units of the recordings, for a point: as fine as a panel of 16 bits.
UNITS = 48
PANEL = Panel.multitouch(10, *(points * UNITS - 1 for points in SIZE), resolution=(0, 0))
# The most seconds that a state may change for.
PATIENCE = 15.0
# Without a gesture that takes the fingers: all that they do, and what their end is measured beside.
CONTROLS = ("none", "rest")


def recording(frames):
    """Frames as evemu text."""
    hand = Hand()
    units = ((seconds, {slot: at and [round(points * UNITS) for points in at] for slot, at in frame.items()})
             for seconds, frame in frames)
    return PANEL.recording((seconds, hand.frame(frame)) for seconds, frame in units)


def grouped(lines):
    """`(time, stamp, phases, places, how)` of each frame of a trace: the places of what is down after it."""
    down, frame = {}, None
    for line in lines:
        is_over = line["phase"] in ("ended", "cancelled")
        if frame and ((frame[0], frame[1]) != (line["t"], line["stamp"]) or is_over and frame[2] & {"began", "moved"}):
            yield (*frame[:3], dict(down), frame[3])
            frame = None
        frame = frame or (line["t"], line["stamp"], set(), set())
        frame[2].add(line["phase"])
        if is_over:
            frame[3].add(line["end"])
            del down[line["slot"]]
        else:
            down[line["slot"]] = line["at"]
    if frame:
        yield (*frame[:3], dict(down), frame[3])


class Chromium:
    """A Chromium with the page, which is touched."""

    def __init__(self, program, touchd, folder):
        self._touchd, self._folder, self._rests = touchd, Path(folder), {}
        self._pipes = Pipes(folder)
        with open(self._folder / "chromium.log", "wb") as log:
            self._process = subprocess.Popen(
                self._pipes.wrapped([
                    program, "--headless=new", *OPTIONS, f"--user-data-dir={folder}/profile",
                    "--remote-debugging-pipe", f"--window-size={SIZE[0]},{SIZE[1]}", "about:blank"]),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {"HOME": folder})
        self.tab = Tab(self._pipes)
        self.tab.call("Emulation.setDeviceMetricsOverride", width=SIZE[0], height=SIZE[1], deviceScaleFactor=1,
                      mobile=False)
        open_page(self.tab, HERE / "page.html")

    def perform(self, trial, cancel):
        """The state after a trial, and what its end has done, in words."""
        text = layout() if cancel in CONTROLS else layout(trial.fingers, cancel)
        frames = self._page_frames(trial.rest if cancel == "rest" else trial.frames, text)
        if cancel in CONTROLS:
            outcome, _ = self._play(frames)
            return outcome, effects(outcome, None)
        if trial.rest and trial.name not in self._rests:
            self._rests[trial.name], _ = self.perform(trial, "rest")
        outcome, seen = self._play(frames, trial.look)
        return outcome, effects(outcome, seen or self._rests.get(trial.name))

    def _page_frames(self, frames, text):
        """The frames that the page would get of fingers on a layout, by touchd's replay."""
        (self._folder / "panel.evemu").write_text(recording(frames))
        (self._folder / "layout.yaml").write_text(text)
        said = subprocess.run(
            [self._touchd, "replay", "panel.evemu", "-c", "layout.yaml", "--json", "--trace", "screen"],
            cwd=self._folder, capture_output=True, text=True)
        assert said.returncode == 0, said.stderr
        lines = [json.loads(line) for line in said.stdout.splitlines()]
        return list(grouped(line for line in lines if line["kind"] == "screen"))

    def _play(self, frames, look=None):
        """Plays frames in their time; returns the state after them, and that at the time to look at it."""
        reset_page(self.tab, HERE / "page.html")
        self._steady()
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


@pytest.fixture(scope="session")
def touched(chromium, program):
    """One Chromium for all trials."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        touched = Chromium(chromium, program, folder)
        yield touched
        touched.close()


@pytest.fixture(scope="session")
def measured():
    with open(os.environ.get("MEASURED", os.devnull), "w") as file:
        yield file


@pytest.mark.parametrize("trial, cancel", [
    pytest.param(trial, cancel, id=f"{cancel}, {trial.name}")
    for trial in TRIALS for cancel in (*CONTROLS, *CANCELS) if cancel != "rest" or trial.rest])
def test_withdrawn(touched, measured, figure, trial, cancel):
    """what comes of the touch is what it was"""
    outcome, words = touched.perform(trial, cancel)
    print(json.dumps({
        "toolkit": touched.tab.toolkit, "through": "DevTools", "cancel": cancel, "fingers": trial.fingers,
        "target": trial.target, "effects": words, "outcome": outcome}), file=measured, flush=True)
    figure(f"{', '.join(words) or 'nothing'}; {', '.join(outcome['pointers'])}")
    assert is_expected("chromium", cancel, trial.name, words), words
