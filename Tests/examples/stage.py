# SPDX-License-Identifier: MIT
"""One replay of an example: the scenes of its recording on its layout, and what comes of them."""

import os
import re
import subprocess
from pathlib import Path

from outcome import Outcome
from served import Served
from verdict import Failure

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "Examples"
KINDS = "device,frame,touch,hit,deliver,forward,gesture,failed,event,screen,change"
# Seconds; a replay takes a fraction of one.
PATIENCE = 120


def scenes(path):
    """A recording as its header and its scenes, `# name: words` above the events of each; all in their order."""
    header, found = [], {}
    for line in path.read_text().splitlines(keepends=True):
        title = re.match(r"# ([a-z-]+): ", line)
        if title:
            found[title[1]] = []
        elif line.startswith("E:"):
            found[next(reversed(found))].append(line)
        else:
            header.append(line)
    return header, found


class Stage:
    """A folder for one replay, with stand-ins for the programs that the example starts."""

    def __init__(self, program, folder, example):
        self._program, self._folder, self._example = program, folder, example
        self._stand_ins, self._calls = folder / "bin", folder / "calls"

    def play(self, promise):
        """Replays the scenes of a promise."""
        words = [self._program, "replay", self._recording(promise), "-c", self._layout(promise), "--json", "--trace", KINDS]
        words += ["--run-actions"] if "starts" in promise and "prints" not in promise else []
        environment = self._environment()
        if Served.is_needed(promise):
            served = Served(words, environment, self._folder, self._example, promise)
            status, trace, log = served.play(self._program)
        else:
            done = subprocess.run(
                words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
            served, status, trace, log = None, done.returncode, done.stdout, done.stderr
        if status:
            raise Failure(f"touchd replay ends with {status}: {log}")
        calls = self._calls.read_text().splitlines() if self._calls.exists() else []
        outcome = Outcome(trace, log, calls)
        if served:
            outcome.printed, outcome.messages = served.printed, served.messages
        return outcome

    # -- Files

    def _recording(self, promise):
        path = EXAMPLES / promise.get("recording", self._example["recording"])
        header, found = scenes(path)
        cut = self._folder / path.name
        cut.write_text("".join([*header, *(line for name in promise["scenes"] for line in found[name])]))
        return cut

    def _layout(self, promise):
        path = EXAMPLES / promise.get("layout", self._example["layout"])
        text = path.read_text()
        for old, new in promise.get("instead", []):
            if old not in text:
                raise Failure(f"{path.name} has no {old!r}")
            text = text.replace(old, new)
        # As `touchd screen dark` needs no permission of the layout; a replay has no control socket.
        if promise.get("dark") and "\nsocket:" not in text:
            text += "\nsocket: { commands: [screen] }\n"
        for place, example in self._example.get("installed", {}).items():
            text = text.replace(place, str(self._installed(example)))
        copy = self._folder / path.name
        copy.write_text(text)
        return copy

    def _installed(self, example):
        """A folder with the programs of an example, which find the stand-ins; touchd gives them a PATH of its own."""
        folder = self._folder / "installed"
        folder.mkdir()
        for program in (EXAMPLES / example).iterdir():
            if program.is_file() and os.access(program, os.X_OK):
                script(folder / program.name, f'PATH={self._stand_ins}:$PATH exec "{program}" "$@"')
        return folder

    def _environment(self):
        """The programs of the example's `programs` leave a line for each start."""
        self._stand_ins.mkdir()
        for name in self._example.get("programs", []):
            script(self._stand_ins / name, f'echo "{name} $*" >>"{self._calls}"')
        return os.environ | {"PATH": f"{self._stand_ins}:{os.environ['PATH']}"}


def script(path, words):
    path.write_text(f"#!/bin/sh\n{words}\n")
    path.chmod(0o755)
