# SPDX-License-Identifier: MIT
"""What programs on the events socket cost the loop:  events.py TOUCHD

A replay serves recordings of two lengths to its clients under callgrind; the difference is what a frame takes: one
encoding for each line, however many clients hear it, and one write for each client. Counted, not timed.
"""

import json
import os
import re
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from callgrind import COLLECTED, calls, without_debug_information

# Both lengths, in frames: what they differ in, by the frames they differ in, is a frame.
FEW, MANY = 50, 250
FINGERS = 10
CLIENTS = 64
# Seconds: for the socket to be there under valgrind, and for a whole replay.
START, PATIENCE = 60, 300
# What the names of EventLine's initializer and of the system's call have in them.
ENCODING, SEND = re.compile(r"9EventLineC_4move.*cfc"), re.compile(r"^(__)?send$")
# The most instructions that each further client may take of a frame with ten fingers: to decide whether it wants each of
# twenty lines, to add them to what it is to be sent, and to hand that to the kernel.
BUDGET = 7_000

HEAD = """# EVEMU 1.3
N: guards
I: 0018 0eef 7200 0100
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 03 03 00 00 01 00 80 60 02
A: 00 0 4095 0 0 16
A: 01 0 4095 0 0 16
A: 2f 0 9 0 0 0
A: 35 0 4095 0 0 16
A: 36 0 4095 0 0 16
A: 39 0 65535 0 0 0
"""
LAYOUT = """version: 1
screen: { size: [1024, 1024] }
views:
  - { id: page, frame: full, multiple_touch: true }
"""


def recording(frames):
    """Ten fingers that land, and move in each of so many frames."""
    lines = [HEAD]
    for frame in range(frames + 1):
        stamp = f"{1 + frame // 125}.{frame % 125 * 8000:06d}"
        for finger in range(FINGERS):
            lines.append(f"E: {stamp} 0003 002f {finger}\n")
            if frame == 0:
                lines.append(f"E: {stamp} 0003 0039 {finger}\n")
            lines.append(f"E: {stamp} 0003 0035 {100 + 300 * finger + frame}\nE: {stamp} 0003 0036 {200 + frame}\n")
        lines.append(f"E: {stamp} 0000 0000 0\n")
    return "".join(lines)


def connected(path, program):
    """A client that has subscribed."""
    client = socket.socket(socket.AF_UNIX)
    end = time.monotonic() + START
    while True:
        try:
            client.connect(str(path))
            break
        except OSError:
            if time.monotonic() > end or program.poll() is not None:
                raise
            time.sleep(0.05)
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
    if len(texts) != 1:
        raise RuntimeError("the clients did not hear the same")
    return texts.pop().decode().splitlines()


def run(touchd, frames, count, folder):
    """The instructions of a replay, how often each function was called, and the lines that a client heard."""
    (folder / "touch.evemu").write_text(recording(frames))
    (folder / "layout.yaml").write_text(LAYOUT)
    path, profile = folder / "events.sock", folder / "callgrind.out"
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    program = subprocess.Popen(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", touchd, "replay", folder / "touch.evemu",
         "-c", folder / "layout.yaml", "--json", "--trace", "failed", "--events", path, "--clients", str(count)],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        lines = read([connected(path, program) for _ in range(count)])
        errors = program.communicate(timeout=PATIENCE)[1]
    finally:
        program.kill()
    collected = COLLECTED.search(errors)
    if program.returncode or not collected:
        raise RuntimeError(f"the replay ended with {program.returncode}: {errors[-500:]}")
    said = [json.loads(line)["kind"] for line in lines]
    return int(collected[1]), calls(profile.read_text()), sum(kind in ("touch", "deliver") for kind in said)


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


def main(touchd):
    if not shutil.which("valgrind"):
        return print("skipped: valgrind is missing, so no instruction was counted; run: apt-get install valgrind")
    failed = False

    def check(what, holds, figure):
        nonlocal failed
        failed |= not holds
        print(f"{'ok   ' if holds else 'FAIL '} events, {what}: {figure}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        program = without_debug_information(touchd, folder)
        one, all_clients = (Cost(program, count, Path(folder)) for count in (1, CLIENTS))
    for count, cost in ((1, one), (CLIENTS, all_clients)):
        check(
            f"{count} clients, encodings", cost.lines > 0 and cost.encodings == cost.lines,
            f"{cost.encodings:.2f} a frame, for {cost.lines:.2f} lines")
        check(
            f"{count} clients, writes", 0 < cost.writes <= count,
            f"{cost.writes:.2f} a frame, at most {count}")
    each = (all_clients.instructions - one.instructions) / (CLIENTS - 1)
    check("each further client", each <= BUDGET, f"{each:,.0f} instructions a frame, at most {BUDGET:,}")
    return failed


sys.exit(main(sys.argv[1]))
