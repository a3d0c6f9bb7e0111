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
from process import Failure, replace, wait_until
from verdicts import UNIT, show

TOUCHD = "/usr/bin/touchd"
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
        """As an editor saves."""
        self._files.append(CONFIGURATION / name)
        replace(CONFIGURATION / name, text)

    def close(self):
        systemctl("stop")
        self.journal.kill()
        for path in self._files:
            path.unlink(missing_ok=True)

    # -- What systemd says of it

    @property
    def pid(self):
        return int(show("MainPID"))

    def restarted(self, former):
        """Waits until another process than this one is in service: since when, by time.monotonic()."""
        def back():
            state, pid, moment = show("ActiveState", "MainPID", "ActiveEnterTimestampMonotonic")
            return state == "active" and int(pid) not in (0, former) and int(moment) / 1e6

        return wait_until(back, lambda: f"it is not back: {show('ActiveState')}; {self.journal.last_words()}", PAUSE)

    # -- What it does

    def uses(self, panel):
        """Waits until it has taken the panel up; the line of the journal that says so."""
        return self.journal.message(rf"^using .*\({re.escape(panel.node)}\)")

    def status(self):
        """What it answers on its control socket."""
        return json.loads(require(TOUCHD, "status", "--json").output)
