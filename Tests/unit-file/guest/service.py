# SPDX-License-Identifier: MIT
"""The service under test, as systemctl and the journal show it."""

from contextlib import contextmanager
from pathlib import Path

import package
from process import replace, wait_until
from verdicts import UNIT, require, run, show

SOCKET = Path("/run/touchd/control.sock")
STATE = Path("/var/lib/touchd")
DROP_IN = Path("/run/systemd/system/touchd.service.d")
# Seconds. Whatever is waited for here takes less than one on an idle machine, and hangs if it takes this.
PATIENCE = 40.0


def main_pid():
    return int(show("MainPID") or 0)


def restarts():
    return int(show("NRestarts") or 0)


def is_active():
    return show("ActiveState", "SubState") == ["active", "running"]


def is_final():
    """Whether systemd will not start it again by itself: a failed unit that waits for a restart is `activating`."""
    return show("ActiveState") in ("failed", "inactive")


def state():
    """In words, for a verdict or a complaint."""
    names = ("ActiveState", "SubState", "Result", "ExecMainCode", "ExecMainStatus", "NRestarts")
    return ", ".join(f"{name} {value}" for name, value in zip(names, show(*names)))


def wait_for(condition, what):
    """Waits for a fact, and returns it; what it waited for in vain, and the service's state, is in the failure."""
    return wait_until(condition, lambda: f"not in {PATIENCE:.0f} s: {what}; {state()}", 0.01, PATIENCE)


def moment(name):
    """When something happened to the unit, in seconds of CLOCK_MONOTONIC."""
    return int(show(f"{name}TimestampMonotonic") or 0) / 1e6


def journal(since=None, unit=UNIT):
    """The lines that the unit and systemd said of it, from a time on."""
    options = [f"--since=@{since:.6f}"] if since else []
    require("journalctl", "--sync")
    return run("journalctl", f"--unit={unit}", "--output=cat", "--no-pager", "--all", *options).output.splitlines()


def complain():
    """What the journal has of it last, below a failed scenario."""
    for line in journal(unit="touchd*.service")[-20:]:
        print(f"      {line}", flush=True)


def running():
    """A service that runs, whatever an earlier scenario left. Returns its process."""
    package.ensure_installed()
    if not is_active():
        run("systemctl", "reset-failed", UNIT)
        require("systemctl", "start", UNIT)
    wait_for(is_active, "the service is active")
    return main_pid()


@contextmanager
def drop_in(text):
    """Settings of an administrator's, for as long as the scenario needs them."""
    DROP_IN.mkdir(parents=True, exist_ok=True)
    file = DROP_IN / "test.conf"
    file.write_text(f"[Service]\n{text}\n")
    require("systemctl", "daemon-reload")
    try:
        yield
    finally:
        file.unlink()
        require("systemctl", "daemon-reload")


@contextmanager
def configuration(name, text):
    """Other content of a file in /etc/touchd, for as long as the scenario needs it."""
    path = package.CONFIGURATION / name
    before = path.read_text()
    replace(path, text)
    try:
        yield path
    finally:
        replace(path, before)
