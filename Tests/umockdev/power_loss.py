# SPDX-License-Identifier: MIT
"""The rest of a file when the program ends at any of the calls by which it makes the file last.

A power cut at that moment leaves the same, or less of what was not on the disk yet; and what is not on the disk is
never in the file's place, since it is renamed only after an fsync.
"""

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from fingers import land, lift, move, touching
from process import Failure, wait_until, written
from rig import LAYOUT

SOURCE = Path(__file__).with_name("kill_at.c")
OLD = "# EVEMU 1.3\nwhat was recorded yesterday\n"
# The finger of the recording: where it lands, moves and lifts, and what a replay says of it.
FRAMES = [
    [*land(0, 1, 1000, 2000), *touching(True)],
    [*move(0, 1100, 2100)],
    [*move(0, 1200, 2200)],
    [*lift(0), *touching(False)],
]
WHOLE = ["began", "moved", "moved", "ended"]
# More calls than a recording of a few frames makes, or a layout that is written.
MOST_CALLS = 40


def library(folder):
    """The library that ends the program."""
    beside = shutil.which("swift")
    names = ["cc", "clang", "gcc", *([str(Path(beside).resolve().with_name("clang"))] if beside else [])]
    compiler = next(filter(None, map(shutil.which, names)), None)
    if compiler is None:
        pytest.skip("there is no C compiler")
    path = folder / "kill_at.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", path, SOURCE, "-ldl"], check=True)
    return path


def end_at_each_call(rig, how, least, ends_well):
    """Ends a program at one call after the other, until it makes no more of them; it makes `least` or more.

    `ends_well(at, environment)` runs it, checks what is left, and says whether it came to its end."""
    preload = f"{library(rig.folder)} {os.environ['LD_PRELOAD']}"
    for at in range(1, MOST_CALLS):
        if ends_well(at, {"LD_PRELOAD": preload, "KILL_AT": str(at), "KILL_HOW": how}):
            assert at > least, "the library does not see its calls"
            return
    raise Failure(f"after {MOST_CALLS} calls there are still more")


class Recording:
    """One recording, which ends at one call."""

    def __init__(self, rig, how, old, at):
        self.rig, self.how, self.old = rig, how, old
        self.file = rig.folder / f"{at}.evemu"
        self.part = rig.folder / f"{at}.evemu.part"
        if old:
            self.file.write_text(old)
        # Nothing is left of the recording before.
        rig.panel.hide(*lift(0), *touching(False))
        rig.panel.forget()

    def ends_well(self, environment):
        """Whether the recording was not ended early; what is left of it is checked."""
        recorder = self.rig.start("record", "-o", self.file, environment=environment | {"KILL_FILE": str(self.file)})
        self.play(recorder)
        if recorder.is_running:
            recorder.signal(signal.SIGINT)
        recorder.wait()
        if self.how == "full" and recorder.status == 3:
            assert "No space left" in recorder.everything
        else:
            assert recorder.status in (0, -signal.SIGKILL)
        self.check_file(recorder.status == 0)
        self.check_part()
        return recorder.status == 0

    def play(self, recorder):
        wait_until(lambda: not recorder.is_running or "recording" in recorder.everything, "it does not record")
        for count, frame in enumerate(FRAMES, 1):
            if not recorder.is_running:
                return
            self.rig.panel.frame(*frame)
            wait_until(lambda: not recorder.is_running or self.frames_in_part() >= count, f"frame {count} is not in the file")

    def frames_in_part(self):
        """How many frames of the finger are in the file. What the slots kept from the recording before makes a frame of
        its own, which has no contact and may come late."""
        return written(self.part).partition("ABS_MT_TRACKING_ID")[2].count("SYN_REPORT (0)")

    def check_file(self, is_finished):
        """In its place is all of it, or what was there before."""
        text = self.file.read_text() if self.file.exists() else None
        if not is_finished and text == self.old:
            return
        phases = text and self.replayed(self.file)
        assert phases == WHOLE

    def check_part(self):
        """Beside it are whole frames; where a write was torn, all but the last are."""
        if not self.part.exists():
            return
        text = self.part.read_text()
        if self.how == "torn" and not text.endswith("\n"):
            text = text[: text.rfind("\n") + 1]
            self.part.write_text(text)
        assert self.how == "torn" or "E:" not in text or "SYN_REPORT" in text.splitlines()[-1]
        if "E:" in text:
            phases = self.replayed(self.part)
            assert ([phase for phase in phases if phase != "cancelled"]
                == WHOLE[: len(phases) - phases.count("cancelled")])

    def replayed(self, file):
        replay = self.rig.run("replay", file, "-c", LAYOUT, "--json", "--trace", "touch", status=0)
        return [line["phase"] for line in replay.trace if line["kind"] == "touch"]
