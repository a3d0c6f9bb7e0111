# SPDX-License-Identifier: MIT
"""The journal of one unit: what the service says, and what systemd says of it."""

import json
import os
import re
import time

from process import Process


class Journal(Process):
    """What comes into the journal from now on."""

    def __init__(self, unit):
        super().__init__(
            ["journalctl", "--follow", "--no-tail", "--output=json", f"--unit={unit}", f"--since=@{time.time():.6f}"],
            os.environ)

    def message(self, pattern):
        """Waits for a message that contains the pattern, and returns its entry. An entry answers once."""
        sought = re.compile(pattern)

        def answer(line):
            entry = json.loads(line)
            return entry if sought.search(words(entry)) else None

        return self._await(answer, f"/{pattern}/ in the journal")

    def messages(self, pattern):
        """All messages so far that contain the pattern."""
        return [text for text in self._texts if re.search(pattern, text)]

    def last_words(self):
        return "the journal ends: " + " | ".join(self._texts[-4:])

    @property
    def _texts(self):
        return [words(json.loads(line)) for line in list(self.output)]


def words(entry):
    """An entry's message; the journal has bytes for what is no text."""
    message = entry.get("MESSAGE") or ""
    return message if isinstance(message, str) else bytes(message).decode(errors="replace")


def seconds(entry):
    """When an entry came, by time.monotonic()."""
    return int(entry["__MONOTONIC_TIMESTAMP"]) / 1e6
