# SPDX-License-Identifier: MIT
"""The service writes to a full pipe, its standard error, and nothing reads it."""

import os
import time
from contextlib import contextmanager

from rig import IN_BUTTON, scenario
from fingers import move
from process import wait_until
from service import TOUCHD

FRAMES, PERIOD = 7_500, 0.008  # A minute at 125 Hz.
PIPE = "/run/stuffed"
SETTINGS = [
    "WatchdogSec=5s", f"StandardError=file:{PIPE}", "ExecStart=", f"ExecStart={TOUCHD} run --log-level debug"]


@scenario
def service_stuffed(rig):
    with pipe() as reader:
        service = rig.service(settings=SETTINGS)
        panel = rig.plug()
        wait_until(lambda: service.status()["devices"], "the panel is not used")
        pid, before = service.pid, service.status()
        stuff(reader)
        panel.land((0, IN_BUTTON))
        for number in range(1, FRAMES - 1):
            panel.frame(*move(0, IN_BUTTON[0] + number % 500, IN_BUTTON[1]))
            time.sleep(PERIOD)
        panel.lift(0)
        wanted = before["counters"]["frames"] + FRAMES
        wait_until(lambda: service.counters["frames"] == wanted, lambda: f"frames are missing: {service.counters}")
        after = service.status()
        rig.check(
            "every frame is delivered", service.pid == pid and after["counters"]["dropped"] == 0,
            f"{FRAMES} frames in {FRAMES * PERIOD:.0f} s, {after['counters']}, process {service.pid} of {pid}")
        slow = late(after, 16) - late(before, 16)
        rig.check("and in time", slow == 0, f"{slow} later than 16 ms; {histogram(before, after)}")

        said = bytearray()

        def is_said():
            said.extend(drain(reader))
            return b"touchesEnded on button" in said

        wait_until(is_said, lambda: f"what waited is not written: {bytes(said[-300:])}")
        lines = said.strip(b"\n\0").count(b"\n") + 1
        rig.check("what it said comes once there is room", lines > 100, f"{lines} lines")


@contextmanager
def pipe():
    """A pipe by a name, held open here, so that it is never without a reader."""
    os.mkfifo(PIPE)
    reader = os.open(PIPE, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        yield reader
    finally:
        os.close(reader)
        os.unlink(PIPE)


def stuff(pipe):
    """Leaves room for not one byte."""
    for size in (4096, 1):
        try:
            while True:
                os.write(pipe, bytes(size))
        except BlockingIOError:
            pass


def drain(pipe):
    """What is in it."""
    try:
        return os.read(pipe, 1 << 20)
    except BlockingIOError:
        return b""


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
