# SPDX-License-Identifier: MIT
"""The filter under test: touchd as its service, or a reference that passes on what comes."""

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from string import Template

from fingers import ABS_MT_SLOT
from node import is_held
from process import Failure, wait_until
from service import PAUSE, TOUCHD, UNIT, Service, require, run, systemctl
from verdicts import show

HERE = Path(__file__).parent
NODES = Path("/dev/input")
# Seconds until a filter has made its touchscreen or holds the panel: touchd waits for the readers of its device, and
# 5 s for a finger that lies on the panel.
PATIENCE = 12.0
# Seconds between two looks at who holds the panel: a look takes it for a moment.
LOOK = 0.25


def touchscreens():
    """The nodes that have slots."""
    found = set()
    for file in Path("/sys/class/input").glob("event*/device/capabilities/abs"):
        with suppress(OSError):  # Unplugged meanwhile.
            if int(file.read_text().split()[-1], 16) >> ABS_MT_SLOT & 1:
                found.add(NODES / file.parent.parent.parent.name)
    return found


class Filter:
    """What a scenario does to a filter. `node` is the touchscreen that it has made."""

    # Whether it reads a layout; one that does not knows no gestures.
    has_layouts = False

    def __init__(self, name):
        self.name = name
        self.node = None

    def start(self, panel, layout, size, is_free=True):
        """Starts it on a panel, and waits until it holds that, if it is free."""
        before = touchscreens()
        self.begin(panel, layout, size)
        self.made(before)
        if is_free:
            self.holds(panel)

    def made(self, before):
        """Waits for its touchscreen."""
        self.node = None

        def has_made():
            self.node = next(iter(touchscreens() - before), None)
            return self.node or self.has_ended

        wait_until(
            has_made, lambda: f"{self.name} makes no touchscreen in {PATIENCE:.0f} s; {self.last_words()}", PAUSE,
            PATIENCE)
        if not self.node:
            raise Failure(f"{self.name} ended without a touchscreen; {self.last_words()}")
        subprocess.run(["udevadm", "settle"], check=False)

    def holds(self, panel):
        """Waits until it holds the panel."""
        complaint = f"{self.name} does not take the panel"
        wait_until(
            lambda: is_held(panel.node) or self.has_ended,
            lambda: f"{complaint} in {PATIENCE:.0f} s; {self.last_words()}", LOOK, PATIENCE)
        if self.has_ended:
            raise Failure(f"{complaint}: it ended; {self.last_words()}")

    def lets_go(self, panel):
        wait_until(
            lambda: not is_held(panel.node),
            lambda: f"{self.name} does not let go of the panel in {PATIENCE:.0f} s; {self.last_words()}", LOOK,
            PATIENCE)

    def reload(self, delivery):
        raise Failure(f"{self.name} has no layout, so none can be changed")

    def screen(self, state):
        raise Failure(f"{self.name} knows no dark screens")


class Reference(Filter):
    """A program that passes the frames of a node on, as a unit of systemd."""

    UNIT = "reference.service"

    def __init__(self, name, *command):
        super().__init__(name)
        self._command = command

    def begin(self, panel, layout, size):
        run("systemctl", "reset-failed", self.UNIT)
        command = [word.replace("NODE", panel.node) for word in self._command]
        require("systemd-run", f"--unit={self.UNIT}", "--service-type=exec", *command)

    @property
    def pid(self):
        return int(show("MainPID", unit=self.UNIT) or 0)

    @property
    def has_ended(self):
        return self.pid == 0

    def last_words(self):
        said = run("journalctl", "--output=cat", "--lines=3", f"--unit={self.UNIT}").output
        return f"it said last: {' | '.join(said.splitlines())}"

    def kill(self):
        """By SIGKILL."""
        os.kill(self.pid, signal.SIGKILL)

    def come_back(self):
        """Nothing starts it again."""
        wait_until(lambda: self.has_ended, f"{self.name} survives a SIGKILL", PAUSE)

    def stop(self):
        run("systemctl", "stop", self.UNIT)

    close = stop


class Touchd(Filter):
    """The installed service, with one layout."""

    has_layouts = True

    def __init__(self):
        super().__init__("touchd")
        self._service = None
        self._layout = None
        self._former = 0

    def begin(self, panel, layout, size):
        self._read(layout, size)
        self._service = Service()
        self._service.write("kiosk.yaml", self._text("filter"))
        # A layout that needs permissions has a file of its own for the daemon.
        daemon = HERE / f"daemon_{layout}.yaml"
        self._service.write(
            "touchd.yaml", daemon.read_text() if daemon.exists() else "version: 1\nlayouts: [kiosk.yaml]\n")
        self._require_good()
        self._service.start({})

    def _read(self, layout, size):
        self._layout = Template((HERE / f"layout_{layout}.yaml").read_text()), size

    def _text(self, delivery):
        template, size = self._layout
        return template.substitute(width=size[0], height=size[1], delivery=delivery)

    @staticmethod
    def _require_good():
        """A service starts with bad files, too, and then there is nothing to wait for."""
        checked = run(TOUCHD, "check", "/etc/touchd/touchd.yaml")
        if checked.status:
            raise Failure(f"touchd refuses the layout: {_first_error(checked)}")

    @property
    def pid(self):
        return self._service.pid

    @property
    def has_ended(self):
        return False

    @property
    def journal(self):
        return self._service.journal

    def last_words(self):
        return self.journal.last_words() if self._service else "it was not started"

    def kill(self):
        """By SIGKILL; systemd starts it again."""
        self._former = self.pid
        os.kill(self._former, signal.SIGKILL)

    def come_back(self):
        """Waits until another process is in service."""
        self._service.restarted(self._former)

    def stop(self):
        systemctl("stop")

    def close(self):
        if self._service:
            self._service.close()

    def change(self, layout, size):
        """Another layout, in the place of the one that it has."""
        self._read(layout, size)
        self.reload("filter")

    def reload(self, delivery):
        self._service.write("kiosk.yaml", self._text(delivery))
        self._require_good()
        reloaded = systemctl("reload")
        if reloaded.status:
            raise Failure(f"systemctl reload {UNIT}: {_first_error(reloaded)}; {self.last_words()}")

    def screen(self, state):
        require(TOUCHD, "screen", state)


def _first_error(result):
    lines = [line for line in result.errors.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else f"status {result.status}")


def made(name):
    """The filter of a name; None where the machine has no such program."""
    if name == "touchd":
        return Touchd()
    if name == "c":
        return Reference("c", str(HERE / "pass"), "NODE")
    if name == "python":
        return Reference("python", "/usr/bin/python3", str(HERE / "pass.py"), "NODE")
    program = HERE / "evsieve"
    if name == "evsieve" and program.exists():
        return Reference("evsieve", str(program), "--input", "NODE", "grab", "--output", "name=evsieve")
    return None
