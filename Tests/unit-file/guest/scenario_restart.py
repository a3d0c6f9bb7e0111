# SPDX-License-Identifier: MIT
"""What brings it back, and what does not."""

import os
import signal
import time

import service
from verdicts import run, scenario, show

# Seconds from the accident to READY: what a kiosk's visitor hardly notices.
SOON = 2.0
# How often each signal ends it: ten times what systemd would allow by itself, in ten seconds.
TIMES = 50


@scenario
def killed(test):
    for accident in (signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT):
        pid = service.running()
        back = kill(pid, accident)
        test.check(f"{accident.name} brings it back within {SOON:.0f} s", back < SOON, f"{back * 1000:.0f} ms")


def kill(pid, accident):
    """How long it is until another process is ready."""
    began = time.monotonic()
    os.kill(pid, accident)
    service.wait_for(lambda: service.main_pid() != pid and service.is_active(), f"back after {accident.name}")
    return service.moment("ActiveEnter") - began


@scenario
def watchdog(test):
    period = show("WatchdogUSec")
    test.check("there is a watchdog", period not in ("", "0", "infinity"), period)
    with service.drop_in("WatchdogSec=2s"):
        run("systemctl", "restart", service.UNIT)
        pid = service.running()
        first = service.moment("Watchdog")
        service.wait_for(lambda: service.moment("Watchdog") > first + 4, "it feeds the watchdog for two periods")
        test.check(
            "it feeds it", service.main_pid() == pid and service.restarts() == 0,
            f"for {service.moment('Watchdog') - first:.1f} s, with no panel, at 2 s")

        since, began = time.time(), time.monotonic()
        os.kill(pid, signal.SIGSTOP)
        service.wait_for(lambda: service.main_pid() != pid and service.is_active(), "back after SIGSTOP")
        back = service.moment("ActiveEnter") - began
        said = [line for line in service.journal(since) if "atchdog" in line]
        test.check(
            "a stopped process is replaced", said and back < 2 + SOON, f"{back:.1f} s after it stopped; {said[:1]}")


@scenario
def ended(test):
    """Whatever ends it, but for systemctl, and however often."""
    with service.drop_in("RestartSec=20ms"):
        for accident in (signal.SIGTERM, signal.SIGKILL, signal.SIGABRT):
            run("systemctl", "restart", service.UNIT)
            before = service.restarts()
            longest = max(kill(service.running(), accident) for _ in range(TIMES))
            counted = service.restarts() - before
            test.check(
                f"{accident.name} brings it back, {TIMES} times in a row", service.is_active() and counted == TIMES,
                f"{counted} restarts, {longest * 1000:.0f} ms at most")
    pid = service.running()
    run("systemctl", "stop", service.UNIT)
    time.sleep(1)
    test.check("only systemctl ends it", service.is_final() and service.main_pid() == 0, f"{pid}; {service.state()}")


@scenario
def statuses(test):
    """The unit's decisions about exit statuses, with a program that does nothing but exit."""
    service.running()
    for status in (0, 1, 3):
        with service.drop_in(f"RestartSec=20ms\nExecStart=\nExecStart=/bin/sh -c 'exit {status}'"):
            run("systemctl", "restart", "--no-block", service.UNIT)
            service.wait_for(lambda: service.restarts() >= 6, f"it is restarted after status {status}, six times")
            test.check(f"status {status} is tried again", True, f"{service.restarts()} restarts, and on")
    with service.drop_in("ExecStart=\nExecStart=/bin/sh -c 'exit 64'"):
        run("systemctl", "restart", service.UNIT)
        run("systemctl", "reset-failed", service.UNIT)
        run("systemctl", "restart", service.UNIT)
        service.wait_for(service.is_final, "it is given up after status 64")
        test.check(
            "status 64, a wrong command line, is final",
            service.restarts() == 0 and show("ExecMainStatus") == "64", service.state())
