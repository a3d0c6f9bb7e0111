# SPDX-License-Identifier: MIT
"""What programs on the events socket cost the loop.

A replay serves recordings of two lengths to its clients under callgrind; the difference is what a frame takes: one
encoding for each line, however many clients hear it, and one write for each client. Counted, not timed.
"""

import functools
import json
import re
import selectors
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from callgrind import ENVIRONMENT, needs_valgrind, profiled, valgrind, without_debug_information
from fingers import land, move
from panel import Panel
from process import Process, wait_until

pytestmark = [needs_valgrind, pytest.mark.seconds(1800)]

# Both lengths, in frames: what they differ in, by the frames they differ in, is a frame.
FEW, MANY = 50, 250
FINGERS = 10
CLIENTS = 64
# Seconds for a whole replay.
PATIENCE = 600
# What the names of EventLine's initializer and of the system's call have in them.
ENCODING, SEND = re.compile(r"9EventLineC_4move.*cfc"), re.compile(r"^(__)?send$")
# The most instructions that each further client may take of a frame with ten fingers: to decide whether it wants each of
# twenty lines, to add them to what it is to be sent, and to hand that to the kernel.
BUDGET = 7_000

LAYOUT = Path(__file__).with_name("ten-fingers.yaml")


def recording(frames):
    """Ten fingers that land, and move in each of so many frames."""
    fingers = [(finger, 100 + 300 * finger) for finger in range(FINGERS)]
    landing = [event for finger, x in fingers for event in land(finger, finger, x, 200)]
    moves = [[event for finger, x in fingers for event in move(finger, x + step, 200 + step)]
             for step in range(1, frames + 1)]
    return Panel.multitouch().recording((1 + step / 125, events) for step, events in enumerate([landing, *moves]))


def connected(path):
    """A client that has subscribed."""
    client = socket.socket(socket.AF_UNIX)
    wait_until(lambda: client.connect_ex(str(path)) == 0, "the replay makes no socket", pause=0.05)
    client.sendall(b'{"subscribe":["touch","deliver"]}\n')
    return client


def read(clients):
    """Reads until all have ended; the lines of the first."""
    selector, heard = selectors.DefaultSelector(), [[] for _ in clients]
    for client, parts in zip(clients, heard):
        selector.register(client, selectors.EVENT_READ, parts)
    while selector.get_map():
        for key, _ in selector.select(PATIENCE):
            data = key.fileobj.recv(1 << 18)
            key.data.append(data)
            if not data:
                selector.unregister(key.fileobj)
    texts = {b"".join(parts) for parts in heard}
    assert len(texts) == 1
    return texts.pop().decode().splitlines()


def run(touchd, frames, count, folder):
    """The instructions of a replay, how often each function was called, and the lines that a client heard."""
    (folder / "touch.evemu").write_text(recording(frames))
    path, profile = folder / "events.sock", folder / "callgrind.out"
    program = Process(
        [*valgrind(profile), touchd, "replay", folder / "touch.evemu", "-c", LAYOUT, "--json", "--trace", "failed",
         "--events", path, "--clients", str(count)], ENVIRONMENT, stdout=subprocess.DEVNULL)
    lines = read([connected(path) for _ in range(count)])
    program.wait(status=0, patience=PATIENCE)
    said = [json.loads(line)["kind"] for line in lines]
    return *profiled(program.everything, profile), sum(kind in ("touch", "deliver") for kind in said)


def counted(name, found):
    return sum(number for function, number in found.items() if name.search(function))


class Cost:
    """What a frame costs with so many clients."""

    def __init__(self, touchd, count, folder):
        (few, few_calls, few_lines), (many, many_calls, many_lines) = (
            run(touchd, frames, count, folder) for frames in (FEW, MANY))
        frames = MANY - FEW
        self.instructions = (many - few) / frames
        self.lines = (many_lines - few_lines) / frames

        self.encodings, self.writes = (
            (counted(name, many_calls) - counted(name, few_calls)) / frames for name in (ENCODING, SEND))


@pytest.fixture(scope="session")
def cost(program):
    """Counts what so many clients cost, once."""
    folder = Path(tempfile.mkdtemp())
    program = without_debug_information(program, folder)
    return functools.cache(lambda count: Cost(program, count, folder))


@pytest.mark.parametrize("count", [1, CLIENTS], ids=["one", "all"])
def test_encodings(cost, figure, count):
    """events: however many clients hear a line, it is encoded once"""
    figure(f"{cost(count).encodings:.2f} a frame, for {cost(count).lines:.2f} lines to {count} clients")
    assert 0 < cost(count).lines == cost(count).encodings


@pytest.mark.parametrize("count", [1, CLIENTS], ids=["one", "all"])
def test_writes(cost, figure, count):
    """events: a frame is at most one write to each client"""
    figure(f"{cost(count).writes:.2f} a frame, at most {count}")
    assert 0 < cost(count).writes <= count


def test_each_client(cost, figure):
    """events: each further client costs a bounded number of instructions"""
    each = (cost(CLIENTS).instructions - cost(1).instructions) / (CLIENTS - 1)
    figure(f"{each:,.0f} instructions a frame, at most {BUDGET:,}")
    assert each <= BUDGET
