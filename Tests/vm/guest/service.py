# SPDX-License-Identifier: MIT
"""touchd as systemd runs it: its files, its unit, and what it says of itself."""

import json
import re
import shutil
from functools import partial
from pathlib import Path
from string import Template

import verdicts
from journal import Journal
from process import Failure, wait_until

TOUCHD = "/usr/bin/touchd"
UNIT = "touchd.service"
CONFIGURATION = Path("/etc/touchd")
# Seconds between two questions to systemd: each keeps the machine busy for a while, which has others to serve.
PAUSE = 0.1
HERE = Path(__file__).parent
KIOSK = Template((HERE / "kiosk.yaml").read_text())


# In seconds of the guest.
run, require = partial(verdicts.run, seconds=120), partial(verdicts.require, seconds=120)


def systemctl(verb, *words):
    return run("systemctl", verb, UNIT, *words)


def install():
    """Installs the package, and the program that is tested in the place of its own."""
    require("dpkg", "--install", HERE / "touchd.deb")
    systemctl("stop")
    if (HERE / "touchd").exists():
        shutil.copy(HERE / "touchd", TOUCHD)


def layout(to="audit"):
    """A layout with one button: a tap on it goes to these responders."""
    return KIOSK.substitute(to=to)


def daemon_file(*layouts):
    return f"version: 1\nlayouts: [{', '.join(layouts)}]\nexec: true\n"


class Service:
    """The installed service."""

    def __init__(self):
        self.journal = Journal(UNIT)
        self._files = []

    def start(self, files):
        """Starts it with these files below /etc/touchd."""
        for name, text in files.items():
            self.write(name, text)
        # Whatever an earlier scenario has made of it does not count.
        systemctl("reset-failed")
        started = systemctl("restart")
        if started.status:
            raise Failure(f"{started} | {self.journal.last_words()}")

    def write(self, name, text):
        """As editors do: the new file takes the place of the old one by a rename."""
        path = CONFIGURATION / name
        self._files.append(path)
        new = path.with_suffix(".new")
        new.write_text(text)
        new.rename(path)

    def close(self):
        systemctl("stop")
        self.journal.kill()
        for path in self._files:
            path.unlink(missing_ok=True)

    # -- What systemd says of it

    def properties(self, *names):
        """Of the unit, as systemd words them."""
        shown = systemctl("show", f"--property={','.join(names)}").output
        return dict(line.split("=", 1) for line in shown.splitlines())

    @property
    def pid(self):
        return int(self.properties("MainPID")["MainPID"])

    def restarted(self, former):
        """Waits until another process than this one is in service: since when, by time.monotonic()."""
        unit = {}

        def is_back():
            unit.update(self.properties("ActiveState", "MainPID", "ActiveEnterTimestampMonotonic"))
            return unit["ActiveState"] == "active" and int(unit["MainPID"]) not in (0, former)

        wait_until(is_back, lambda: f"it is not back: {unit}; {self.journal.last_words()}", PAUSE)
        return int(unit["ActiveEnterTimestampMonotonic"]) / 1e6

    # -- What it does

    def uses(self, panel):
        """Waits until it has taken the panel up; the line of the journal that says so."""
        return self.journal.message(rf"^using .*\({re.escape(panel.node)}\)")

    def status(self):
        """What it answers on its control socket."""
        return json.loads(require(TOUCHD, "status", "--json").output)
