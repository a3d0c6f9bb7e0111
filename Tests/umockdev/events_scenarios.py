# SPDX-License-Identifier: MIT
"""The events socket, as programs find it: what they hear, what they may do, and what becomes of them."""

import json
import random
import selectors
import socket
import threading

from fingers import land, lift, move, touching
from process import Process, wait_until
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

    def read_byte(self):
        """As one does that is slow, and may have been sent away for it."""
        try:
            self._socket.recv(1)
        except ConnectionResetError:
            pass

    def until(self, **wanted):
        """The lines up to the first that has these values, that one included."""
        lines = []
        while True:
            line = self.next()
            assert line is not None
            lines.append(line)
            if all(line.get(key) == value for key, value in wanted.items()):
                return lines

    def close(self):
        self._socket.close()


def kinds(lines):
    return [line["kind"] for line in lines]


def test_events_tap(rig, service):
    """a client gets what there is, then each line of a tap, in the order of a trace"""
    client = Client(service.events)
    assert (client.hello["kind"] == "hello" and client.hello["protocol"] == 1 and client.hello["pid"]
        == service.daemon.pid)
    client.ask(subscribe=["event", "touch", "deliver"], id="a")
    state = client.until(kind="state_end")
    assert (state[0] == {"kind": "ok", "id": "a"} and kinds(state[1:])
        == ["state", "layout", "view", "view", "view", "device", "state_end"])
    service.tap(rig.panel)
    lines = client.until(kind="event")
    said = [(line["kind"], line.get("phase") or line.get("call") or line.get("state")) for line in lines]
    assert (said
        == [("touch", "began"), ("deliver", "touchesBegan"), ("touch", "ended"), ("deliver", "touchesEnded"), ("event", "ended"), ]
        or said == [("touch", "began"), ("deliver", "touchesBegan"), ("touch", "ended"), ("event", "ended"), ])
    client.close()


# What a program asks that wants to hear of fingers.
HEARS_ALL = {"subscribe": ["touch", "deliver", "forward", "hit", "gesture", "event"]}


def subscribed(path):
    client = Client(path)
    client.ask(**HEARS_ALL)
    client.until(kind="state_end")
    return client


def babble(path):
    """Says what is no request, until it is sent away or may say no more."""
    noise = random.Random(16)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        try:
            while True:
                client.sendall(noise.randbytes(512) + b"\n")
        except OSError:
            pass


# How often ten fingers land, move and lift: more lines than the kernel and touchd keep for a program that does not read.
TOUCHES = 60


class Crowd:
    """Many programs that read at once what they are sent."""

    def __init__(self, path, count):
        self._clients = [subscribed(path) for _ in range(count)]
        self._heard = {client: [client._rest] for client in self._clients}

    def read_until(self, words):
        """Reads until each of them has these bytes. What each has heard, in one piece."""
        selector = selectors.DefaultSelector()
        for client in self._clients:
            selector.register(client._socket, selectors.EVENT_READ, client)
        waiting = set(self._clients)
        while waiting:
            ready = selector.select(Process.patience)
            assert ready
            for key, _ in ready:
                chunk = key.fileobj.recv(1 << 18)
                assert chunk, "a program that reads was sent away"
                self._heard[key.data].append(chunk)
                if words in b"".join(self._heard[key.data][-2:]):
                    waiting.discard(key.data)
        return [b"".join(chunks) for chunks in self._heard.values()]


def test_events_slow(rig, service, figure):
    """of 64 programs one is stopped, one reads a byte at a time, one talks nonsense: the others get every line"""
    crowd = Crowd(service.events, 61)
    # Kept, so that they stay open.
    stopped, slow = subscribed(service.events), subscribed(service.events)
    threading.Thread(target=babble, args=[service.events], daemon=True).start()
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
        slow.read_byte()
    grown = Footprint(service.daemon.pid).bytes - before.bytes
    assert len(set(heard)) == 1
    lines = [json.loads(line) for line in heard[0].splitlines()]
    phases = [line["phase"] for line in lines if line["kind"] == "touch"]
    assert (phases.count("began"), phases.count("ended")) == (10 * TOUCHES, 10 * TOUCHES)
    assert grown <= 16 << 20
    wait_until(
        lambda: Footprint(service.daemon.pid).descriptors <= before.descriptors - 2, "those that do not read are kept")
    stopped.close()
    figure(f"{len(heard[0]) >> 10} KiB and {len(lines)} lines each; the daemon grew by {grown >> 10} KiB")


CONNECTIONS = 10_000


def test_events_connections(rig, service, figure):
    """ten thousand programs come and go: nothing grows, and a finger is served between any two"""
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
    assert after.bytes <= before.bytes + (256 << 10) and after.descriptors <= before.descriptors + 1
    figure(f"after 1,000 programs {before}, after {CONNECTIONS} {after}")
