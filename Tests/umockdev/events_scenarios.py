# SPDX-License-Identifier: MIT
"""The events socket, as programs find it: what they hear, what they may do, and what becomes of them."""

import json
import os
import selectors
import signal
import socket

from rig import LAYOUT, scenario
from fingers import land, lift, move, touching
from process import Failure, Process, wait_until
from service import Service
from wear_scenarios import Footprint


class Client:
    """A program on the events socket."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(Process.patience)
        wait_until(lambda: self._connected(path), "nothing listens at the events socket")
        self._rest = b""
        self.hello = self.next()

    def _connected(self, path):
        try:
            self._socket.connect(str(path))
        except OSError:
            return False
        return True

    def ask(self, **request):
        self.say(json.dumps(request) + "\n")

    def say(self, text):
        self._socket.sendall(text.encode())

    def next(self):
        """The next line; None at the end."""
        while b"\n" not in self._rest:
            more = self._socket.recv(1 << 16)
            if not more:
                return None
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def until(self, **wanted):
        """The lines up to the first that has these values, that one included."""
        lines = []
        while True:
            line = self.next()
            if line is None:
                raise Failure(f"the connection ended, and no line had {wanted}; the last were {lines[-3:]}")
            lines.append(line)
            if all(line.get(key) == value for key, value in wanted.items()):
                return lines

    def close(self):
        self._socket.close()


def kinds(lines):
    return [line["kind"] for line in lines]


def started(rig, text=None):
    service = Service(rig, text or LAYOUT.read_text())
    rig.panel.plug(0)
    service.daemon.expect_text(r"using.*event0")
    return service


@scenario("a client gets what there is, then each line of a tap, in the order of a trace")
def events_tap(rig):
    service = started(rig)
    client = Client(service.events)
    if client.hello["kind"] != "hello" or client.hello["protocol"] != 1 or client.hello["pid"] != service.daemon.pid:
        raise Failure(f"it says {client.hello}")
    client.ask(subscribe=["event", "touch", "deliver"], id="a")
    state = client.until(kind="state_end")
    if state[0] != {"kind": "ok", "id": "a"} or kinds(state[1:]) != ["state", "layout", "view", "view", "view", "device", "state_end"]:
        raise Failure(f"the state is {state}")
    service.tap(rig.panel)
    lines = client.until(kind="event")
    said = [(line["kind"], line.get("phase") or line.get("call") or line.get("state")) for line in lines]
    if said != [
        ("touch", "began"), ("deliver", "touchesBegan"), ("touch", "ended"), ("deliver", "touchesEnded"), ("event", "ended"),
    ] and said != [
        ("touch", "began"), ("deliver", "touchesBegan"), ("touch", "ended"), ("event", "ended"),
    ]:
        raise Failure(f"the lines were {said}")
    client.close()
    service.daemon.end(signal.SIGTERM)


# What a program asks that wants to hear of fingers.
HEARS_ALL = {"subscribe": ["touch", "deliver", "forward", "hit", "gesture", "event"]}
# A program that subscribes, says that it hears, and reads as its argument says.
READER = """
import socket, sys, time
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
client.sendall(sys.argv[2].encode() + b"\\n")
seen = b""
while b'"state_end"' not in seen:
    seen += client.recv(1 << 16)
print("hears", flush=True)
while client.recv(1):
    time.sleep(1)
"""
# One that says what is no request, until it is sent away or may say no more.
BABBLER = """
import random, socket, sys
client = socket.socket(socket.AF_UNIX)
client.connect(sys.argv[1])
print("babbles", flush=True)
noise = random.Random(16)
try:
    while True:
        client.sendall(noise.randbytes(512) + b"\\n")
except OSError:
    pass
"""
# How often ten fingers land, move and lift: more lines than the kernel and touchd keep for a program that does not read.
TOUCHES = 60


class Crowd:
    """Many programs that read at once what they are sent."""

    def __init__(self, path, count):
        self._clients = [Client(path) for _ in range(count)]
        for client in self._clients:
            client.ask(**HEARS_ALL)
            client.until(kind="state_end")
        self._heard = {client: [client._rest] for client in self._clients}

    def read_until(self, words):
        """Reads until each of them has these bytes. What each has heard, in one piece."""
        selector = selectors.DefaultSelector()
        for client in self._clients:
            selector.register(client._socket, selectors.EVENT_READ, client)
        waiting = set(self._clients)
        while waiting:
            ready = selector.select(Process.patience)
            if not ready:
                raise Failure(f"{len(waiting)} programs hear nothing any more")
            for key, _ in ready:
                chunk = key.fileobj.recv(1 << 18)
                if not chunk:
                    raise Failure("a program that reads was sent away")
                self._heard[key.data].append(chunk)
                if words in b"".join(self._heard[key.data][-2:]):
                    waiting.discard(key.data)
        return [b"".join(chunks) for chunks in self._heard.values()]


@scenario("of 64 programs one is stopped, one reads a byte a second, one talks nonsense: the others get every line")
def events_slow(rig):
    service = started(rig)
    crowd = Crowd(service.events, 61)
    programs = [
        Process(["python3", "-c", code, str(service.events), json.dumps(HEARS_ALL)], os.environ)
        for code in (READER, READER, BABBLER)]
    stopped, slow, babbler = programs
    for program in (stopped, slow):
        program.expect_text("hears")
    babbler.expect_text("babbles")
    stopped.signal(signal.SIGSTOP)
    before = Footprint(service.daemon.pid)
    fingers = range(10)
    for number in range(TOUCHES):
        rig.panel.frame(
            *[e for i in fingers for e in land(i, 10 * number + i, 100 + 60 * i, 200 + number)], *touching(True))
        for step in range(1, 6):
            rig.panel.frame(*[e for i in fingers for e in move(i, 100 + 60 * i + step, 200 + number)])
        rig.panel.frame(*[e for i in fingers for e in lift(i)], *touching(False))
        # The last finger, where it was last.
        heard = crowd.read_until(f'"touch":{10 * number + 10},"phase":"ended"'.encode())
    grown = Footprint(service.daemon.pid).bytes - before.bytes
    if len(set(heard)) != 1:
        raise Failure(f"they heard {len(set(heard))} different things")
    lines = [json.loads(line) for line in heard[0].splitlines()]
    phases = [line["phase"] for line in lines if line["kind"] == "touch"]
    if (phases.count("began"), phases.count("ended")) != (10 * TOUCHES, 10 * TOUCHES):
        raise Failure(f"{phases.count('began')} landings and {phases.count('ended')} lifts of {10 * TOUCHES} were heard")
    if grown > 16 << 20:
        raise Failure(f"the daemon has grown by {grown >> 10} KiB for those that do not read")
    wait_until(
        lambda: Footprint(service.daemon.pid).descriptors <= before.descriptors - 2, "those that do not read are kept")
    for program in programs:
        program.kill()
    service.daemon.end(signal.SIGTERM)
    return f"{len(heard[0]) >> 10} KiB and {len(lines)} lines each; the daemon grew by {grown >> 10} KiB"


CONNECTIONS = 10_000


@scenario(f"{CONNECTIONS} programs come and go: nothing grows, and a finger is served between any two")
def events_connections(rig):
    service = started(rig)
    before = None
    for number in range(CONNECTIONS):
        client = Client(service.events)
        client.ask(subscribe=["touch"])
        client.until(kind="state_end")
        if number % 1000 == 999:
            service.tap(rig.panel)
            client.until(kind="touch", phase="ended")
        client.close()
        if number == 999:
            before = Footprint(service.daemon.pid)
    after = Footprint(service.daemon.pid)
    if after.bytes > before.bytes + (256 << 10) or after.descriptors > before.descriptors + 1:
        raise Failure(f"after 1,000 programs {before}, after {CONNECTIONS} {after}")
    service.daemon.end(signal.SIGTERM)
    return f"after 1,000 programs {before}, after {CONNECTIONS} {after}"
