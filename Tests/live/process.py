# SPDX-License-Identifier: MIT
"""A program under test that runs: its lines as they come, and waiting for one of them, never for a time."""

import json
import os
import re
import subprocess
import threading
import time
from pathlib import Path


def plain(**more):
    """The environment of a program that knows nothing of umockdev, as a user's does not."""
    return {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"} | more


class Failure(Exception):
    """What a scenario expected, and did not see."""


class Process:
    """A running touchd, and what it has said so far."""

    # Seconds; an answer takes milliseconds of a processor.
    patience = 120.0
    # All that have been, for the test that started them.
    started = []

    def __init__(self, command, environment, as_user=None, **options):
        """With a user's number, the program has no rights but that user's. setpriv changes it: `user` of Popen forks a
        process of several threads, whose child waits for ever if another thread holds a lock of a preloaded library."""
        own = ["setpriv", f"--reuid={as_user}", f"--regid={as_user}", "--clear-groups", "--"] if as_user else []
        self._process = subprocess.Popen(
            [*own, *command],
            env=environment,
            text=True,
            **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
        )
        self.name = " ".join(map(str, command))
        Process.started.append(self)
        self._news = threading.Condition()
        self.output, self.errors = [], []
        self._unanswered = []
        self._readers = [
            threading.Thread(target=self._read, args=pair, daemon=True)
            for pair in ((self._process.stdout, self.output), (self._process.stderr, self.errors)) if pair[0]
        ]
        self._open = len(self._readers)
        for reader in self._readers:
            reader.start()

    def _read(self, stream, lines):
        for line in stream:
            with self._news:
                lines.append(line.rstrip("\n"))
                self._unanswered.append(line.rstrip("\n"))
                self._news.notify_all()
        with self._news:
            self._open -= 1
            self._news.notify_all()

    # -- Waiting for what it says

    def expect(self, **wanted):
        """Waits for a line of JSON with these keys, and returns it. A line answers one expectation."""
        return self._await(lambda line: _has(line, wanted), " ".join(f"{k}={v}" for k, v in wanted.items()))

    def expect_text(self, pattern):
        """Waits for a line, of output or errors, that contains the pattern."""
        sought = re.compile(pattern, re.IGNORECASE)
        return self._await(lambda line: line if sought.search(line) else None, f"/{pattern}/")

    def _await(self, answer, description):
        deadline = time.monotonic() + self.patience
        with self._news:
            while True:
                for index, line in enumerate(self._unanswered):
                    found = answer(line)
                    if found is not None:
                        del self._unanswered[index]
                        return found
                left = deadline - time.monotonic()
                if self._open and left > 0:
                    self._news.wait(left)
                    continue
                how = f"not in {self.patience:.0f} s"
                if not self._open:
                    how = f"it ended with {self._process.wait(self.patience)}"
                raise Failure(f"no line {description}: {how}; it said last: {self.last_words()}")

    def last_words(self, most=3, divider=" | "):
        """For complaints."""
        return divider.join([*self.output[-most:], *self.errors[-most:]]) or "nothing"

    # -- Its life

    @property
    def trace(self):
        """The lines of JSON it printed."""
        return [value for value in map(_parsed, self.output) if value is not None]

    @property
    def everything(self):
        return "\n".join([*self.output, *self.errors])

    @property
    def status(self):
        return self._process.returncode

    @property
    def pid(self):
        return self._process.pid

    @property
    def peak_memory(self):
        """The most memory that it has had, in MB; 0 once it has ended."""
        return next((int(line.split()[1]) / 1024 for line in written(f"/proc/{self.pid}/status").splitlines()
                     if line.startswith("VmHWM")), 0)

    @property
    def is_running(self):
        return self._process.poll() is None

    def signal(self, number):
        self._process.send_signal(number)

    def end(self, with_signal, status=0, patience=None):
        self.signal(with_signal)
        self.wait(status, patience)

    def wait(self, status=None, patience=None):
        """Waits for its end, with a status perhaps."""
        patience = patience or self.patience
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            raise Failure(f"still running after {patience:.0f} s: {self.last_words()}") from None
        for reader in self._readers:
            reader.join(patience)
        if status is not None:
            self.require_status(status)

    def require_status(self, status):
        if self.status != status:
            raise Failure(f"exit status {self.status}, expected {status}: {self.last_words()}")

    def require_errors(self, pattern):
        if not re.search(pattern, "\n".join(self.errors), re.IGNORECASE):
            raise Failure(f"the error does not mention /{pattern}/: {self.last_words()}")

    def kill(self):
        if self.is_running:
            self._process.kill()
            self._process.wait()


def _parsed(line):
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _has(line, wanted):
    value = _parsed(line)
    return value if value and all(value.get(key) == expected for key, expected in wanted.items()) else None


def written(path):
    """What a file has by now: nothing, as long as it is not there."""
    try:
        return Path(path).read_text()
    except FileNotFoundError:
        return ""


def replace(path, text):
    """As an editor saves: a new file takes the old one's place."""
    new = path.with_suffix(".new")
    new.write_text(text)
    new.chmod(0o644)
    new.rename(path)


def wait_until(condition, complaint, pause=0.005, patience=None):
    """Waits for something that no line reports, and returns it. The complaint is a text, or a function that returns one.

    The pause between two looks is in seconds; where looking takes long, so should it be. The patience is a process's,
    if it is not given.
    """
    deadline = time.monotonic() + (patience or Process.patience)
    while not (found := condition()):
        if time.monotonic() > deadline:
            raise Failure(complaint() if callable(complaint) else complaint)
        time.sleep(pause)
    return found
