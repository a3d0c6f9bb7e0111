# SPDX-License-Identifier: MIT
"""The plugin `unit`: what systemd and polkit make of a request from within the service's sandbox."""

import itertools
import time
from contextlib import contextmanager
from pathlib import Path

import package
import service
from process import replace
from verdicts import require, run, scenario, show

KIOSK = "touchd-kiosk.service"
OTHER = "touchd-other.service"
UNITS = Path("/run/systemd/system")
EXAMPLE = Path("/usr/share/doc/touchd/examples/polkit/50-touchd.rules")
RULES = Path("/etc/polkit-1/rules.d/50-touchd.rules")
# There is no panel here: what asks is an idle time, each with a name of its own, so that each fires.
LAYOUT = """version: 1
screen: {{ size: [1920, 1080] }}
responders: {{ kiosk: {{ plugin: unit, {verb}: {unit} }} }}
idle: [{{ after: 1ms, name: {name}, to: kiosk }}]
views: []
"""
DAEMON = f"version: 1\nlayouts: [default.yaml]\nunits: [{KIOSK}, {OTHER}]\n"
NAMES = (f"rest{number}" for number in itertools.count())
ADVICE = "install polkitd, and a rule that lets touchd's user"


@scenario
def units(test):
    service.running()
    before = (package.CONFIGURATION / "default.yaml").read_text()
    with plain_units(), service.configuration("touchd.yaml", DAEMON), service.configuration("default.yaml", before):
        said = refusal("restart", KIOSK)
        test.check("without a bus, the log says what to do", ADVICE in said, said)
        if not fetched("dbus"):
            return test.skip("a request by the bus", "this root has no dbus to install")
        said = refusal("restart", KIOSK)
        test.check("without polkit, the log says what to do", "denied" in said.lower() and ADVICE in said, said)
        if not fetched("polkitd"):
            return test.skip("a request that polkit decides about", "this root has no polkitd to install")
        said = refusal("restart", KIOSK)
        test.check("without a rule for polkit, the log says what to do", ADVICE in said, said)
        RULES.write_text(EXAMPLE.read_text().replace("kiosk.service", KIOSK))
        check_rule(test)
        RULES.unlink()
    with plain_units(), service.configuration("default.yaml", layout("start", KIOSK)):
        there = run("touchd", "check", "/etc/touchd/default.yaml")
    with service.configuration("default.yaml", layout("start", KIOSK)):
        gone = run("touchd", "check", "/etc/touchd/default.yaml")
    test.check(
        "`check` warns of a unit that systemd does not have, and of no other",
        there.everything == "/etc/touchd/default.yaml: ok\n" and f'there is no unit "{KIOSK}"' in gone.everything, gone)
    service.wait_for(lambda: run("touchd", "reload").status == 0, "mended, the files are taken")


def check_rule(test):
    """The package's example lets touchd do what it says, and nothing else."""
    began = time.monotonic()
    service.wait_for(lambda: asked("start", KIOSK) and is_in("active", 1), "with the rule, the unit is started")
    test.check("with the example's rule, the unit is started", True, f"{time.monotonic() - began:.1f} s after the rule")
    before = show("InvocationID", unit=KIOSK)
    asked("restart", KIOSK)
    service.wait_for(lambda: show("InvocationID", unit=KIOSK) not in ("", before), "it is restarted")
    asked("stop", KIOSK)
    service.wait_for(lambda: is_in("inactive"), "it is stopped")
    test.check("it is restarted and stopped", True, f"now {show('ActiveState', unit=KIOSK)}")
    said = refusal("start", OTHER)
    state = show("ActiveState", unit=OTHER)
    test.check("a unit that the rule does not name is refused", ADVICE in said and state == "inactive", said)
    said = run("systemctl", "--no-ask-password", "start", KIOSK, user="daemon")
    test.check("another user gets nothing by the rule", said.status != 0, said)


@contextmanager
def plain_units():
    """Units that do nothing and stay active."""
    for name in (KIOSK, OTHER):
        (UNITS / name).write_text("[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n")
    require("systemctl", "daemon-reload")
    try:
        yield
    finally:
        for name in (KIOSK, OTHER):
            run("systemctl", "stop", name)
            (UNITS / name).unlink()
        require("systemctl", "daemon-reload")


def fetched(name):
    """Whether a package that the root has fetched could be installed."""
    if run("apt-get", "install", *package.OPTIONS, "--no-download", name).status != 0:
        return False
    # Its units, which dpkg may not start while the system comes up.
    run("systemctl", "daemon-reload")
    run("systemctl", "start", "dbus.socket")
    return True


def layout(verb, unit):
    return LAYOUT.format(verb=verb, unit=unit, name=next(NAMES))


def asked(verb, unit):
    """Has the service ask systemd."""
    replace(package.CONFIGURATION / "default.yaml", layout(verb, unit))
    require("touchd", "reload")
    return True


def refusal(verb, unit):
    """What the journal has of a request that fails."""
    before = (package.CONFIGURATION / "default.yaml").read_text()
    since = time.time()

    def said():
        lines = [line for line in service.journal(since) if f"systemctl {verb} {unit}" in line]
        return " | ".join(lines) if any("exited with status" in line for line in lines) else None

    try:
        asked(verb, unit)
        return service.wait_for(said, "the journal has a request that fails")
    finally:
        replace(package.CONFIGURATION / "default.yaml", before)


def is_in(state, seconds=0):
    """Whether the unit is in a state, now or soon."""
    end = time.monotonic() + seconds
    while show("ActiveState", unit=KIOSK) != state:
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True
