"""Nobody reads what the service says: the journal's daemon has stopped, and its socket is full."""

import os
import signal
import time

from bench import IN_BUTTON, scenario
from fingers import move
from process import wait_until
from service import TOUCHD, run

FRAMES, PERIOD = 7_500, 0.008  # A minute at 125 Hz.
# Of the unit's own, which would not come to an end in that time.
SETTINGS = ["WatchdogSec=5s", "ExecStart=", f"ExecStart={TOUCHD} run --log-level debug"]


@scenario
def service_stuffed(bench):
    service = bench.service(settings=SETTINGS)
    panel = bench.plug()
    service.uses(panel)
    pid = service.pid
    journal = int(run("systemctl", "show", "--value", "--property=MainPID", "systemd-journald").stdout)
    before = service.status()
    os.kill(journal, signal.SIGSTOP)
    try:
        panel.land((0, IN_BUTTON))
        for number in range(FRAMES - 2):
            panel.frame(*move(0, IN_BUTTON[0] + number % 500, IN_BUTTON[1]))
            time.sleep(PERIOD)
        panel.lift(0)
        wanted = before["counters"]["frames"] + FRAMES
        wait_until(lambda: service.counters["frames"] == wanted, lambda: f"frames are missing: {service.counters}")
        after = service.status()
    finally:
        os.kill(journal, signal.SIGCONT)
    counters = after["counters"]
    bench.check(
        "every frame is delivered", service.pid == pid and counters["dropped"] == before["counters"]["dropped"],
        f"{FRAMES} frames in {FRAMES * PERIOD:.0f} s, {counters}")
    slow = late(after, 16) - late(before, 16)
    bench.check("and in time", slow == 0, f"{slow} later than 16 ms; {histogram(before, after)}")
    # The journal goes on, and is told how much it has lost.
    lost = service.journal.message("lines were lost here")
    bench.check("what was lost is said", True, lost["MESSAGE"])


def late(status, limit):
    """How many frames were delivered later than a number of milliseconds."""
    within = [bucket["count"] for bucket in status["latency"]["buckets"] if bucket["le_ms"] == limit]
    return status["latency"]["count"] - within[0]


def histogram(before, after):
    """In words: how many frames were delivered within each of the limits, up to the one that all met."""
    words, counted = [], 0
    for old, new in zip(before["latency"]["buckets"], after["latency"]["buckets"]):
        count = new["count"] - old["count"]
        if count > counted:
            words.append(f"{count} within {new['le_ms']} ms")
        counted = count
    return ", ".join(words)
