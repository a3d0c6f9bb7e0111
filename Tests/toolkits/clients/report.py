# SPDX-License-Identifier: MIT
"""How a client of a toolkit speaks with the test: by a pipe that it reads, and a log of JSON lines that it writes.

`reset N` begins anew and `state N` reports, each with a line that has the number. `menus` and `doubles` are the places of
the context menus that were shown, and of the double clicks.
"""

import json
import os
import sys


class Report:
    """The log, and what is counted between two resets."""

    def __init__(self, version):
        commands, log = sys.argv[1:3]
        # For both directions: without a writer, a pipe is at its end.
        self.commands = os.open(commands, os.O_RDWR | os.O_NONBLOCK)
        self._log = open(log, "a", buffering=1)
        self._rest = b""
        self.clear()
        self.say(toolkit=version)

    def clear(self):
        self.clicks = self.releases = self.items = 0
        self.menus, self.doubles = [], []

    def say(self, **values):
        print(json.dumps(values), file=self._log, flush=True)

    def click(self, *_):
        self.clicks += 1

    def release(self, *_):
        self.releases += 1

    def item(self, *_):
        """Something in the menu was chosen."""
        self.items += 1

    def serve(self, reset, state):
        """Does what has been asked for by now; `state` returns the values of the things."""
        try:
            self._rest += os.read(self.commands, 4096)
        except BlockingIOError:
            return
        *lines, self._rest = self._rest.split(b"\n")
        for word, number in (line.decode().split() for line in lines):
            if word == "reset":
                reset()
                self.clear()
                self.say(reset=int(number))
            else:
                self.say(
                    state=int(number), clicks=self.clicks, releases=self.releases, page=0, navigated=False,
                    items=self.items, menus=self.menus, doubles=self.doubles, **state())
