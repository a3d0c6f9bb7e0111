"""What brings it back, and what does not."""

import os
import signal
import time

import service
from service import show
from verdicts import run, scenario

# Seconds from the accident to READY: what a kiosk's visitor hardly notices.
SOON = 2.0


@scenario
def killed(test):
    for accident in (signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT):
        pid = service.running()
        back = kill(pid, accident)
        test.check(f"{accident.name} brings it back within {SOON:.0f} s", back < SOON, f"{back * 1000:.0f} ms")

    # systemd's own limit would be five starts in ten seconds.
    times = 12
    longest = max(kill(service.running(), signal.SIGKILL) for _ in range(times))
    test.check(
        f"it is never given up, killed {times} times in a row", service.is_active(),
        f"{longest * 1000:.0f} ms at most, {service.restarts()} restarts so far")


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

        since, began = service.now(), time.monotonic()
        os.kill(pid, signal.SIGSTOP)
        service.wait_for(lambda: service.main_pid() != pid and service.is_active(), "back after SIGSTOP")
        back = service.moment("ActiveEnter") - began
        said = [line for line in service.journal(since) if "atchdog" in line]
        test.check(
            "a stopped process is replaced", said and back < 2 + SOON, f"{back:.1f} s after it stopped; {said[:1]}")


@scenario
def refused(test):
    """The unit's decisions about exit statuses, with a program that does nothing but exit."""
    service.running()
    with service.drop_in("ExecStart=\nExecStart=/bin/sh -c 'exit 3'"):
        run("systemctl", "restart", "--no-block", service.UNIT)
        service.wait_for(lambda: service.restarts() >= 6, "it is restarted after status 3, six times")
        test.check("status 3, the system refused, is tried again", True, f"{service.restarts()} restarts, and on")
    for status in (1, 64):
        with service.drop_in(f"ExecStart=\nExecStart=/bin/sh -c 'exit {status}'"):
            check_given_up(test, f"status {status}, a wrong file or command line,", status)
    # What the main process ended with before must not count for a check that fails now.
    with service.drop_in("ExecStart=\nExecStart=/bin/sh -c 'exit 3'"):
        run("systemctl", "restart", "--no-block", service.UNIT)
        service.wait_for(lambda: service.restarts() >= 1, "it is restarted after status 3")
        with service.configuration("default.yaml", "version: 1\nscren: {}\n"):
            service.wait_for(service.is_final, "a failed check ends the restarts after status 3")
    test.check("a failed check ends them", service.is_final(), service.state())


def check_given_up(test, what, status):
    run("systemctl", "reset-failed", service.UNIT)
    run("systemctl", "restart", service.UNIT)
    service.wait_for(service.is_final, f"it is given up after status {status}")
    test.check(f"{what} is not", service.restarts() == 0 and show("ExecMainStatus") == f"{status}", service.state())
