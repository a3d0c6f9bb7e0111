# SPDX-License-Identifier: MIT
"""The readers of the program's output may be slow, stopped or gone: fingers are served all the same."""

import os
import re
import select
import signal
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager

from rig import IN_BUTTON, LAYOUT, NotRun, scenario
from fingers import land, lift, move, touching
from panel import Panel
from process import Failure, wait_until
from service import Service

# What a program that ends may take: it waits a second for its readers.
FAREWELL = 6.0


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

    def read(self, until, patience=20.0):
        """All that comes until there is a pattern in it, what it was stuffed with left out."""
        text, deadline = "", time.monotonic() + patience
        while not re.search(until, text):
            ready, _, _ = select.select([self.reading], [], [], max(deadline - time.monotonic(), 0))
            chunk = os.read(self.reading, 1 << 16) if ready else b""
            if not chunk:
                raise Failure(f"nothing like /{until}/ came, but {text[-300:]!r}")
            text += chunk.decode(errors="replace").lstrip("#")
        return text

    def close(self):
        os.close(self.reading)
        os.close(self.writing)


@contextmanager
def started(rig, *arguments, environment={}, **options):
    """A program whose outputs are the scenario's own."""
    process = subprocess.Popen(
        [rig.binary, *map(str, arguments)], env=rig.environment | environment, stdin=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def ends(process, number, expected=0):
    """Sends a signal, and has the program end soon."""
    process.send_signal(number)
    try:
        status = process.wait(FAREWELL)
    except subprocess.TimeoutExpired:
        raise Failure(f"it is deaf to signal {number}") from None
    if status != expected:
        raise Failure(f"it ended with {status}, not with {expected}")


class Quiet(Service):
    """A service whose process is the scenario's own."""

    def __init__(self, rig, text):
        self.rig = rig
        self.layout = rig.folder / "layout.yaml"
        self.layout.write_text(text)
        self.socket = rig.folder / "control.sock"

    @property
    def arguments(self):
        return ("run", "-c", self.layout, "--socket", self.socket)


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


@scenario("with every output stuffed, each frame is delivered, the watchdog is fed, and SIGTERM ends it at once")
def stuffed_outputs(rig):
    figures = []
    for kind in ("pipe", "journal"):
        service, panel, stuffed = Quiet(rig, LAYOUT.read_text()), rig.panel, Stuffed(kind)
        panel.plug(len(figures))
        environment = {"JOURNAL_STREAM": stuffed.stream} if kind == "journal" else {}
        with rig.service_manager(watchdog=0.2) as manager:
            with started(rig, *service.arguments, environment=environment, stdout=stuffed.writing,
                         stderr=stuffed.writing) as daemon:
                wait_until(lambda: service.is_listening, "there is no control socket")
                wait_until(lambda: service.quick_status()["layouts"][0]["panels"] == 1, "the panel is not used")
                # Far more lines than the program keeps for a reader: it says of each tap what it did.
                taps = 400
                play(service, panel, 1, taps)
                wait_until(lambda: service.quick_status()["counters"]["frames"] == 2 * taps, "frames are missing")
                status = service.quick_status()
                if (status["counters"]["touches"], status["counters"]["ended"]) != (taps, taps):
                    raise Failure(f"{taps} taps, and {status['counters']}")
                begin = time.monotonic()
                ends(daemon, signal.SIGTERM)
                figures.append(
                    f"{kind}: {2 * taps} frames, 99 % within {share(status, 0.99)}, ended in "
                    f"{time.monotonic() - begin:.1f} s")
            manager.expect("WATCHDOG=1")
        stuffed.close()
        panel.unplug()
    return ", ".join(figures)


@scenario("what is not read in time is counted, and said in its place when it is read")
def counted_losses(rig):
    service, panel, stuffed = Quiet(rig, LAYOUT.read_text()), rig.panel, Stuffed()
    panel.plug(0)
    with started(rig, *service.arguments, "--log-level", "debug", stdout=stuffed.writing,
                 stderr=stuffed.writing) as daemon:
        wait_until(lambda: service.is_listening, "there is no control socket")
        wait_until(lambda: service.quick_status()["layouts"][0]["panels"] == 1, "the panel is not used")
        # A line is about a hundred bytes, and 256 KiB wait: errors of the configuration are not limited in time.
        bad = "version: 1\nscreen: { size: [10, 10] }\nviews:\n" + "  - { onTouch: {} }\n" * 30
        for number in range(160):
            service.layout.write_text(bad + f"# {number}\n")
            service.verdict(service.converse(reload=True))
        text = stuffed.read(r"\d+ lines were lost here: they were not read in time")
        lost = sum(map(int, re.findall(r"(\d+) lines were lost", text)))
        said = text.count("config error")
        if lost == 0 or said == 0:
            raise Failure(f"{said} lines were read, {lost} lost")
        ends(daemon, signal.SIGTERM)
    stuffed.close()
    return f"{said} lines read, {lost} lost"


@scenario("a dump whose reader sleeps hears Ctrl-C; one whose reader goes ends as any filter; losses are said")
def dump_readers(rig):
    panel, stuffed = rig.panel, Stuffed()
    panel.plug(0)
    with started(rig, "--dump", "--json", "--raw", "-c", LAYOUT, stdout=stuffed.writing,
                 stderr=subprocess.PIPE) as dump:
        # 4 MiB wait; a frame of ten fingers is some 5 KiB of lines.
        for step in range(1500):
            panel.frame(*(event for slot in range(10) for event in (
                land(slot, slot + 1, 100 + step % 2, 100) if step == 0 else move(slot, 100 + step % 3, 100 + step % 2))))
        begin = time.monotonic()
        ends(dump, signal.SIGINT)
        figure = f"ended in {time.monotonic() - begin:.1f} s"
        errors = dump.stderr.read().decode()
        if "lines were lost: what reads standard output is too slow" not in errors:
            raise Failure(f"the losses are not said: {errors!r}")
    stuffed.close()
    panel.hide(*(event for slot in range(10) for event in lift(slot)))
    panel.forget()
    reader, writer = os.pipe()
    with started(rig, "--dump", "-c", LAYOUT, stdout=writer, stderr=subprocess.PIPE) as dump:
        os.close(writer)
        os.read(reader, 10)
        os.close(reader)
        for number in range(200):
            if dump.poll() is not None:
                break
            panel.frame(*land(0, number + 50, *IN_BUTTON), *touching(True))
            panel.frame(*lift(0), *touching(False))
            time.sleep(0.01)
        if dump.wait(FAREWELL) != -signal.SIGPIPE:
            raise Failure(f"without a reader it ended with {dump.returncode}: {dump.stderr.read().decode()}")
    return figure


@scenario("a recording into a pipe without a reader hears Ctrl-C, and says that it is not complete")
def record_pipe(rig):
    panel, pipe = rig.panel, rig.folder / "pipe"
    os.mkfifo(pipe)
    panel.plug(0)
    recorder = rig.start("record", "-o", pipe)
    recorder.expect_text("recording")
    panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    begin = time.monotonic()
    recorder.signal(signal.SIGINT)
    recorder.wait()
    recorder.require_status(3)
    recorder.require_errors(r"write .*pipe: Connection timed out .*nothing reads it")
    return f"ended in {time.monotonic() - begin:.1f} s"


def root_only():
    if os.geteuid() != 0:
        raise NotRun("only root has a file that may start programs")


EXEC = """
version: 1
screen: { name: test, size: [1000, 500], touchscreen: { match: { name: "Touchd Test Panel" } } }
responders:
  door: { plugin: exec, run: %s, timeout: 20s }
views:
  - id: bell
    type: control
    frame: full
    control: { events: { touch_down: door, touch_up_inside: door } }
"""


def exec_service(rig, run):
    root_only()
    # Only root may write on the way to it.
    for path in (rig.folder, rig.folder.parent):
        if path.stat().st_uid != 0:
            raise NotRun(f"{path} is not root's")
    return Service(rig, EXEC % run, daemon_file="version: 1\nlayouts: [layout.yaml]\nexec: true\n")


@scenario("a program of `exec` that floods is read in small pieces: fingers are served, and the log has a few lines")
def exec_flood(rig):
    service, panel = exec_service(rig, "[yes, \"\\e[2J flood\"]"), rig.panel
    panel.plug(0)
    service.daemon.expect_text(r"using.*Touchd Test Panel")
    service.tap(panel)
    service.daemon.expect_text(r"plugin \"door\": yes: .\[2J flood")
    service.daemon.expect_text(r"plugin \"door\": yes: .*lines before it were left out")
    taps = 200
    for number in range(2, taps + 1):
        service.tap(panel, tracking_id=number)
    wait_until(lambda: service.quick_status()["counters"]["frames"] == 2 * taps, "frames are missing")
    flood = [line for line in service.daemon.errors if "flood" in line]
    if any("\x1b" in line for line in flood):
        raise Failure("an escape sequence of the program reached the terminal")
    if len(flood) > 60:
        raise Failure(f"{len(flood)} lines of the flood are in the log")
    service.daemon.end(signal.SIGTERM)
    return f"{len(flood)} lines logged"


@scenario("of a press and its release both run, in order, though the finger is quicker than the program")
def exec_pair(rig):
    file = rig.folder / "ran"
    script = f"echo $TOUCHD_STATE >> {file}; sleep 0.05"
    service, panel = exec_service(rig, f'[sh, -c, "{script}"]'), rig.panel
    panel.plug(0)
    service.daemon.expect_text(r"using.*Touchd Test Panel")
    for number in range(1, 4):
        service.tap(panel, tracking_id=number)
    wait_until(lambda: file.exists() and file.read_text().count("\n") == 6, "not all programs ran")
    lines = file.read_text().split()
    if lines != ["began", "ended"] * 3:
        raise Failure(f"they ran as {lines}")
    service.daemon.end(signal.SIGTERM)


HOSTILE = "Forged\r\n<0>touchd: emerg\x1b[2J\u202e"


@scenario("a device's hostile name forges no line and acts on no terminal, in any output",
          panel=Panel.multitouch(name=HOSTILE, phys=HOSTILE))
def hostile_name(rig):
    panel, file = rig.panel, rig.folder / "a.evemu"
    text = LAYOUT.read_text()
    text = re.sub(r"match: .*", "match: {}", text)
    layout = rig.folder / "any.yaml"
    layout.write_text(text)
    panel.plug(0)
    said = {}

    def gather(what, process):
        process.require_status(0)
        said[what] = process.everything

    gather("devices", rig.run("devices"))
    gather("devices --json", rig.run("devices", "--json"))
    for format in ("--json", None):
        dump = rig.start("--dump", *filter(None, [format]), "-c", layout, "--device", panel.node, "--record", file)
        dump.expect_text("added")
        panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
        panel.frame(*lift(0), *touching(False))
        dump.expect_text("ended")
        dump.end(signal.SIGINT)
        gather(f"dump {format}", dump)
    said["recording"] = file.read_text()
    gather("replay", rig.run("replay", file, "-c", layout, "--trace", "device,touch"))
    with rig.service_manager(watchdog=5) as manager:
        # As under systemd: standard error is the stream that JOURNAL_STREAM names.
        reading, writing = os.pipe()
        status = os.fstat(writing)
        service = Quiet(rig, text)
        with started(rig, *service.arguments, stdout=writing, stderr=writing,
                     environment={"JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}) as daemon:
            os.close(writing)
            wait_until(lambda: service.is_listening, "there is no control socket")
            wait_until(lambda: service.quick_status()["layouts"][0]["panels"] == 1, "the panel is not used")
            said["STATUS"] = manager.expect("STATUS=using").split("STATUS=")[1]
            for words in (("status",), ("status", "--json"), ("status", "--prometheus"), ("reload",)):
                gather(" ".join(words), service.ask(*words))
            ends(daemon, signal.SIGTERM)
        journal = b"".join(iter(lambda: os.read(reading, 65536), b"")).decode()
        os.close(reading)
    said["journal"] = journal
    for what, output in said.items():
        found = re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]", output.replace("\t", ""))
        if found:
            raise Failure(f"{what} has {found[0]!r}: {output!r}")
        if what != "STATUS" and "Forged" not in output and what not in ("status --prometheus", "reload"):
            raise Failure(f"{what} does not name the device: {output!r}")
    forged = [line for line in journal.splitlines() if not re.match("<[3-7]>", line)]
    if forged or any(line.startswith("<0>") for output in said.values() for line in output.splitlines()):
        raise Failure(f"there are lines of the device's own: {forged}")
    if "\n" in said["STATUS"]:
        raise Failure(f"the service manager got {said['STATUS']!r}")


@scenario("what JOURNAL_STREAM names is another stream where standard error goes elsewhere: no priorities then")
def other_stream(rig):
    daemon = rig.start("run", "-c", LAYOUT, "--socket", rig.folder / "control.sock",
                         environment={"JOURNAL_STREAM": "8:12345"})
    daemon.expect_text("waiting for one")
    daemon.end(signal.SIGTERM)
    if not all(line.startswith("touchd: ") for line in daemon.errors):
        raise Failure(f"a terminal was given priorities: {daemon.errors}")


@scenario("SIGPIPE from a reader of standard error that has gone does not end the daemon")
def gone_reader(rig):
    service, panel = Quiet(rig, LAYOUT.read_text()), rig.panel
    panel.plug(0)
    reading, writing = os.pipe()
    with started(rig, *service.arguments, stdout=writing, stderr=writing) as daemon:
        os.close(writing)
        os.close(reading)
        wait_until(lambda: service.is_listening, "there is no control socket")
        wait_until(lambda: service.quick_status()["layouts"][0]["panels"] == 1, "the panel is not used")
        play(service, panel, 1, 20)
        wait_until(lambda: service.quick_status()["counters"]["ended"] == 20, "taps are missing")
        ends(daemon, signal.SIGTERM)


@scenario("the control socket is made again when it is deleted; a lock on its folder changes nothing")
def socket_again(rig):
    service = Service(rig)
    service.daemon.expect_text(r"waiting for one")
    holder = subprocess.Popen(["flock", str(rig.folder), "sleep", "60"])
    try:
        service.socket.unlink()
        service.daemon.expect_text(r"was not there, and was made")
        if service.status["devices"]:
            raise Failure("a device that is not there")
        service.daemon.end(signal.SIGTERM)
        second = Service(rig)
        second.daemon.expect_text(r"waiting for one")
        second.daemon.end(signal.SIGTERM)
    finally:
        holder.kill()
        holder.wait()


@scenario("the last failure of a reload is one line of the status, and is gone once the files are good again")
def last_failure(rig):
    service = Service(rig)
    good = service.layout.read_text()

    def failure():
        return service.quick_status()["reloads"]["last_failure"]

    for mended in (good, good.replace("name: press", "name: other")):
        service.layout.write_bytes(good.replace("gestures:", '"ges\\e[2J\\r\\nturs":').replace("\n", "\r\n").encode())
        wait_until(lambda: failure() is not None, "the failure is not in the status")
        said = failure()
        if not re.search(r"layout\.yaml:\d+:\d+: error: unknown key", said) or re.search("[\x00-\x1f]", said):
            raise Failure(f"the status says {said!r}")
        service.layout.write_text(mended)
        wait_until(lambda: failure() is None, "the failure stands in the status of files that are good")
    if service.quick_status()["reloads"]["failed"] < 2:
        raise Failure("the failures are not counted")
    service.daemon.end(signal.SIGTERM)


# The calls that write, in the manual's order; what a descriptor is stands behind it, by strace's -yy.
WRITING = "connect,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,sendmmsg,fsync,fdatasync,sync_file_range"


@scenario("no call of the loop's own thread can wait: of those that write, it makes none that could")
def loop_calls(rig):
    if shutil.which("strace") is None:
        raise NotRun("there is no strace")
    service, panel, log = Quiet(rig, LAYOUT.read_text()), rig.panel, rig.folder / "calls"
    panel.plug(0)
    errors = open(rig.folder / "errors", "wb")
    with rig.service_manager(watchdog=0.2) as manager:
        command = ["strace", "-f", "-qq", "-yy", "-e", f"trace={WRITING}", "-e", "signal=none", "-o", str(log),
                   rig.binary, *map(str, service.arguments)]
        tracer = subprocess.Popen(command, env=rig.environment, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        try:
            wait_until(lambda: service.is_listening or tracer.poll() is not None, "there is no control socket")
            if tracer.poll() is not None:
                raise NotRun("strace may not trace here")
            daemon = service.quick_status()["pid"]
            wait_until(lambda: service.quick_status()["layouts"][0]["panels"] == 1, "the panel is not used")
            play(service, panel, 1, 30)
            service.layout.write_text("nonsense")
            service.converse(reload=True).close()
            manager.expect("WATCHDOG=1")
            wait_until(lambda: service.quick_status()["reloads"]["failed"] > 0, "nothing was read again")
            os.kill(daemon, signal.SIGTERM)
            tracer.wait(FAREWELL)
        finally:
            if tracer.poll() is None:
                tracer.kill()
            tracer.wait()
    calls = [match.groups() for match in re.finditer(
        r"^(\d+)\s+(\w+)\((\d+)<(.*?)>, (.*)", log.read_text(errors="replace"), re.MULTILINE)]
    loop = [(call, what, rest) for thread, call, _, what, rest in calls if int(thread) == daemon]
    others = {call for thread, call, number, _, _ in calls if int(thread) != daemon and number == "2"}
    if "write" not in others:
        raise Failure(f"no other thread writes standard error: {sorted(others)}")
    # umockdev's library, which stands in for the kernel, asks its own server about each ioctl.
    foreign = re.findall(r'connect\(\d+<(UNIX-STREAM:\[\d+)[^\n]*?sun_path="[^"]*/ioctl/', log.read_text(errors="replace"))
    own = [call for call in loop if call[0] != "connect" and not call[1].startswith(tuple(foreign))]
    could = [call for call in own if not ("eventfd" in call[1] or "MSG_DONTWAIT" in call[2] or answers(call))]
    if could:
        raise Failure(f"the loop could wait in {could[:3]}")
    if len(own) < 10:
        raise Failure(f"only {len(own)} calls were seen")
    return f"{len(own)} calls of the loop, {len(calls) - len(loop)} of other threads"


def answers(call):
    """Whether it is an answer at the control socket, whose descriptor does not wait (SOCK_NONBLOCK at its accept4)."""
    return call[0] == "sendto" and "control.sock" in call[1]
