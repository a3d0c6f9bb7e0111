# SPDX-License-Identifier: MIT
"""The program with a real touchd: what a receiver at the other end of UDP gets."""

import json
import math
import os
import signal
import socket
import sys
import threading
from pathlib import Path

import pytest
from fingers import EV_ABS, land, lift, move, touching
from panel import Axis, Panel
from process import Process, wait_until
from receiver import Receiver, decoded
from server import HELLO, OK, UNTIL_IT_LEAVES, Server

pytest.importorskip("liblo", reason="python3-liblo is missing")
CLIENTS = Path(__file__).parents[2] / "clients"
LAYOUT = """version: 1
screen: { name: table, size: [1000, 500] }
views:
  - { id: map, frame: [0, 0, 600, 500], multiple_touch: true }
  - { id: pin, frame: [600, 0, 200, 500], sensitive: true }
"""


class Listener(Receiver):
    """A receiver at a port of UDP, which notes each set of fingers and each gap in the numbers."""

    def __init__(self):
        super().__init__()
        self.seen, self.gaps, self.count = [], 0, 0
        self.socket = socket.socket(type=socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            before = self.number
            self.take(decoded(self.socket.recv(1 << 16)))
            self.count += 1
            self.gaps += before not in (0, self.number - 1)
            if self.seen[-1:] != [self.alive]:
                self.seen.append(self.alive)


def started(folder, *arguments, **environment):
    keep = {"PATH": os.environ["PATH"], "PYTHONPATH": str(CLIENTS / "python")}
    command = [sys.executable, "-B", CLIENTS / "touchd-tuio", "--socket", folder / "events", *arguments]
    return Process(command, keep | environment)


def replayed(touchd, folder, *recording):
    process = Process([touchd, "replay", *recording, "-c", folder / "table.yaml", "--speed", "1", "--events", folder / "events"], None)
    process.expect_text("begins when a program")
    return process


@pytest.fixture
def table(folder):
    (folder / "table.yaml").write_text(LAYOUT)
    return folder


def test_sensitive(program, table):
    """a finger on a sensitive view is not alive, nor one that is over it; a target without a program harms no other"""
    with socket.socket(type=socket.SOCK_DGRAM) as closed:
        closed.bind(("127.0.0.1", 0))
        deaf = f"localhost:{closed.getsockname()[1]}"
    listeners = [Listener(), Listener()]
    fingers = "tap pin; pan 500,250 to 900,250 in 400ms; wait 300ms; tap 900,100 and tap map"
    replay = replayed(program, table, "--fingers", fingers)
    targets = [f"127.0.0.1:{listener.port}/{profile}" for listener, profile in zip(listeners, ("2Dblb", "2.0"))]
    started(table, "--layout", "table", deaf, *targets).wait(0)
    replay.wait(0)
    for listener in listeners:
        wait_until(lambda: listener.seen == [[], [1], [], [2], [], [3, 4], []], lambda: f"there was {listener.seen}")
    assert listeners[1].symbols == {1: ("touchd/view", "map"), 2: ("touchd/view", "map"), 3: ("touchd/view", "window"),
                                    4: ("touchd/view", "map")}


def wall(count, rate, frames):
    """A recording of a panel: fingers that go in circles."""
    panel = Panel.multitouch(count, resolution=(4, 4), name="wall")
    size, made = 0x30, []
    panel.axes[size] = Axis(0, 255)
    for frame in range(frames + 1):
        events = []
        for finger in range(count):
            angle = frame / 20 + finger
            at = (200 + finger % 10 * 400 + round(100 * math.cos(angle)),
                  300 + finger // 10 * 600 + round(100 * math.sin(angle)))
            if frame == frames:
                events += lift(finger)
            else:
                events += [*(move(finger, *at) if frame else land(finger, finger + 1, *at)), (EV_ABS, size, 20)]
        made.append((frame / rate, events + (touching(frame == 0) if frame in (0, frames) else [])))
    return panel.recording(made)


def test_sixty(program, table, figure):
    """sixty fingers at 125 Hz come to a receiver, each where it is, without a gap"""
    (table / "table.yaml").write_text(LAYOUT.partition("  - { id: pin")[0])
    (table / "wall.evemu").write_text(wall(60, 125, 250))
    listener = Listener()
    replay = replayed(program, table, table / "wall.evemu")
    sender = started(table, f"127.0.0.1:{listener.port}")
    sender.wait(0)
    replay.wait(0)
    wait_until(lambda: listener.seen == [[], [*range(1, 61)], []], lambda: f"there was {listener.seen}")
    assert listener.ever == {*range(1, 61)} and listener.gaps == 0
    figure(f"{listener.count} datagrams")


def lines(*members):
    return "".join(json.dumps({"t": 1, "layout": "table", **each}) + "\n" for each in members)


STATE = [{"kind": "state"}, {"kind": "layout", "size": [100, 100]}]
TOUCH = {"kind": "touch", "touch": 1, "phase": "began", "at": [1, 1], "type": "direct", "force": 0, "radius": 0, "view": None, "window": None}


def test_reconnection(table):
    """touchd goes, and all fingers with it; it comes back, and the same touch is another finger; an end is an empty table"""
    listener, state = Listener(), lines(*STATE, TOUCH, {"kind": "state_end"})
    server = Server(table / "events", [HELLO, OK, state], [HELLO, OK, state, UNTIL_IT_LEAVES])
    sender = started(table, f"127.0.0.1:{listener.port}")
    wait_until(lambda: listener.seen == [[], [1], [], [2]], lambda: f"there was {listener.seen}")
    assert server.asked == [[{"subscribe": ["touch"]}]] * 2
    sender.end(signal.SIGTERM)
    wait_until(lambda: listener.seen == [[], [1], [], [2], []], lambda: f"there was {listener.seen}")


@pytest.mark.parametrize("arguments, status, message, environment", [
    (["localhost", "--layout", "hall"], 3, "there is no layout", {}),
    (["localhost"] * 17, 2, "at most 16 targets", {}),
    (["localhost", "--name", "a@b"], 2, "--name is 1 to 32 signs", {}),
    (["localhost/3Dcur"], 2, "unknown profile '3Dcur'; there are 2Dcur, 2Dblb, 2.0", {}),
    (["localhost"], 3, "touchd is missing: sudo apt install python3-touchd", {"PYTHONPATH": ""}),
], ids=["layout", "targets", "name", "profile", "module"])
def test_end(program, table, arguments, status, message, environment):
    """what it cannot mend ends it with a sentence and a status"""
    refused = '{"kind":"error","id":1,"message":"there is no layout \\"hall\\"; there is \\"table\\""}\n'
    Server(table / "events", [HELLO, refused, UNTIL_IT_LEAVES])
    process = started(table, *arguments, **environment)
    process.wait(status)
    assert message in process.everything
