# SPDX-License-Identifier: MIT
"""The readers of the program's output may be slow, stopped or gone: fingers are served all the same."""

import itertools
import os
import re
import signal
import shutil
import socket
import time

import pytest
from rig import IN_BUTTON, LAYOUT, Service
from fingers import land, move
from process import wait_until

# What a program that ends may take, in seconds: it waits one for its readers, and a busy machine some more.
FAREWELL = 20.0


class Stuffed:
    """A descriptor that is full and has no reader: a pipe, or a socket as the journal has it."""

    def __init__(self, kind="pipe"):
        if kind == "pipe":
            self.reading, self.writing = os.pipe()
        else:
            ours, theirs = socket.socketpair()
            self.reading, self.writing = ours.detach(), theirs.detach()
        os.set_blocking(self.writing, False)
        for size in (65536, 1):
            try:
                while True:
                    os.write(self.writing, b"#" * size)
            except BlockingIOError:
                pass
        # The program's descriptor waits, as those do that it inherits from a shell.
        os.set_blocking(self.writing, True)

    @property
    def stream(self):
        """What JOURNAL_STREAM says of it."""
        status = os.fstat(self.writing)
        return f"{status.st_dev}:{status.st_ino}"


@pytest.fixture
def stuffed(request):
    """A stuffed descriptor, a pipe if the test does not say otherwise."""
    stuffed = Stuffed(getattr(request, "param", "pipe"))
    yield stuffed
    os.close(stuffed.reading)
    os.close(stuffed.writing)


def touched(rig, **options):
    """A service whose outputs are the scenario's own, and that uses the panel."""
    service = Service(rig, **options)
    rig.panel.plug(0)
    wait_until(lambda: service.quick_status()["layouts"][0]["panels"] == 1, "the panel is not used")
    return service


def play(service, panel, first, taps):
    for number in range(first, first + taps):
        service.tap(panel, tracking_id=number)
        if number % 10 == 0:
            wait_until(lambda: service.quick_status()["counters"]["frames"] >= 2 * (number - first), "the loop stands")


def share(status, part):
    """How long this part of all frames took at most."""
    latency = status["latency"]
    bounds = [bucket["le_ms"] for bucket in latency["buckets"] if bucket["count"] >= part * latency["count"]]
    return f"{bounds[0]} ms" if bounds and bounds[0] is not None else "more than 128 ms"


@pytest.mark.parametrize("stuffed", ["pipe", "journal"], indirect=True)
def test_stuffed_outputs(rig, stuffed, request, figure):
    """with every output stuffed, each frame is delivered, the watchdog is fed, and SIGTERM ends it at once"""
    environment = {"JOURNAL_STREAM": stuffed.stream} if request.node.callspec.id == "journal" else {}
    with rig.service_manager(watchdog=0.2) as manager:
        service = touched(rig, environment=environment, stdout=stuffed.writing, stderr=stuffed.writing)
        # Far more lines than the program keeps for a reader: it says of each tap what it did.
        taps = 400
        play(service, rig.panel, 1, taps)
        wait_until(lambda: service.quick_status()["counters"]["frames"] == 2 * taps, "frames are missing")
        status = service.quick_status()
        assert (status["counters"]["touches"], status["counters"]["ended"]) == (taps, taps)
        begin = time.monotonic()
        service.daemon.end(signal.SIGTERM, patience=FAREWELL)
        figure(f"{2 * taps} frames, 99 % within {share(status, 0.99)}, ended in {time.monotonic() - begin:.1f} s")
        manager.expect("WATCHDOG=1")


def test_dump_stuffed(rig, stuffed, figure):
    """a dump whose reader sleeps hears Ctrl-C; losses are said"""
    rig.panel.plug(0)
    dump = rig.start("--dump", "--json", "--raw", "-c", LAYOUT, stdout=stuffed.writing)
    # 4 MiB wait; a frame of ten fingers is some 5 KiB of lines.
    for step in range(1500):
        rig.panel.frame(*(event for slot in range(10) for event in (
            land(slot, slot + 1, 100 + step % 2, 100) if step == 0 else move(slot, 100 + step % 3, 100 + step % 2))))
    begin = time.monotonic()
    dump.end(signal.SIGINT, patience=FAREWELL)
    figure(f"ended in {time.monotonic() - begin:.1f} s")
    dump.require_errors("lines were lost: what reads standard output is too slow")


def test_dump_readers(rig):
    """a dump whose reader goes ends as any filter"""
    rig.panel.plug(0)
    reader, writer = os.pipe()
    dump = rig.start("--dump", "-c", LAYOUT, stdout=writer)
    os.close(writer)
    os.read(reader, 10)
    os.close(reader)
    numbers = itertools.count(1)

    def has_ended():
        rig.panel.tap(IN_BUTTON, next(numbers))
        return not dump.is_running

    wait_until(has_ended, "it goes on without a reader", pause=0.01)
    dump.wait(status=-signal.SIGPIPE)


def test_gone_reader(rig):
    """SIGPIPE from a reader of standard error that has gone does not end the daemon"""
    reading, writing = os.pipe()
    os.close(reading)
    service = touched(rig, stdout=writing, stderr=writing)
    os.close(writing)
    play(service, rig.panel, 1, 20)
    wait_until(lambda: service.quick_status()["counters"]["ended"] == 20, "taps are missing")


def test_last_failure(rig):
    """the last failure of a reload is one line of the status, and is gone once the files are good again"""
    service = Service(rig)
    good = service.layout.read_text()

    def failure():
        return service.quick_status()["reloads"]["last_failure"]

    for mended in (good, good.replace("name: press", "name: other")):
        service.layout.write_bytes(good.replace("gestures:", '"ges\\e[2J\\r\\nturs":').replace("\n", "\r\n").encode())
        wait_until(lambda: failure() is not None, "the failure is not in the status")
        said = failure()
        assert re.search(r"layout\.yaml:\d+:\d+: error: unknown key", said) and not re.search("[\x00-\x1f]", said)
        service.layout.write_text(mended)
        wait_until(lambda: failure() is None, "the failure stands in the status of files that are good")
    assert service.quick_status()["reloads"]["failed"] >= 2, "the failures are not counted"


# The calls that write, in the manual's order; what a descriptor is stands behind it, by strace's -yy.
WRITING = "connect,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,sendmmsg,fsync,fdatasync,sync_file_range"


def test_loop_calls(rig, figure):
    """no call of the loop's own thread can wait: of those that write, it makes none that could"""
    if shutil.which("strace") is None:
        pytest.skip("there is no strace")
    log = rig.folder / "calls"
    with rig.service_manager(watchdog=0.2) as manager:
        command = ["strace", "-f", "-qq", "-yy", "-e", f"trace={WRITING}", "-e", "signal=none", "-o", str(log)]
        service = Service(rig, before=command)
        if not service.daemon.is_running:
            pytest.skip("strace may not trace here")
        daemon = service.quick_status()["pid"]
        rig.panel.plug(0)
        wait_until(lambda: service.quick_status()["layouts"][0]["panels"] == 1, "the panel is not used")
        play(service, rig.panel, 1, 30)
        service.layout.write_text("nonsense")
        service.converse(reload=True).close()
        manager.expect("WATCHDOG=1")
        wait_until(lambda: service.quick_status()["reloads"]["failed"] > 0, "nothing was read again")
        os.kill(daemon, signal.SIGTERM)
        service.daemon.wait(status=0)
    calls = [match.groups() for match in re.finditer(
        r"^(\d+)\s+(\w+)\((\d+)<(.*?)>, (.*)", log.read_text(errors="replace"), re.MULTILINE)]
    loop = [(call, what, rest) for thread, call, _, what, rest in calls if int(thread) == daemon]
    others = {call for thread, call, number, _, _ in calls if int(thread) != daemon and number == "2"}
    assert "write" in others
    # umockdev's library, which stands in for the kernel, asks its own server about each ioctl.
    foreign = re.findall(r'connect\(\d+<(UNIX-STREAM:\[\d+)[^\n]*?sun_path="[^"]*/ioctl/', log.read_text(errors="replace"))
    own = [call for call in loop if call[0] != "connect" and not call[1].startswith(tuple(foreign))]
    could = [call for call in own if not ("eventfd" in call[1] or "MSG_DONTWAIT" in call[2] or answers(call))]
    assert not could
    assert len(own) >= 10
    figure(f"{len(own)} calls of the loop, {len(calls) - len(loop)} of other threads")


def answers(call):
    """Whether it is an answer at the control socket, whose descriptor does not wait (SOCK_NONBLOCK at its accept4)."""
    return call[0] == "sendto" and "control.sock" in call[1]
