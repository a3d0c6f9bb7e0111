#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Layouts as large as they may be, and larger: what is said, and how much memory it takes.

Each row is given (a layout), when (`check`, or the daemon loads it and is asked to read it again), then (what is said,
and the most memory that the process ever had). The unit of the service has `MemoryMax=1G`, and promises less than 370 MB
for the largest set of layouts, read again while it is in use.
"""
import json
import os
import socket
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
TAPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures", "two-taps.evemu")
SCRATCH = tempfile.mkdtemp(prefix="touchd-limits-")
# A load takes seconds of a processor where the program is built for debugging; on a busy machine minutes.
SECONDS = 600
# LayoutBudget.partLimit.
PARTS = 40_000
# Of a refused file (a child starts with what this program has, some 56 MB), and of the daemon with the largest set, in MB.
REFUSED, PROMISED = 100, 370
HEAD = "version: 1\nscreen: { size: [1000, 1000] }\n"


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def file(name, text):
    path = os.path.join(SCRATCH, name)
    with open(path, "w") as out:
        out.write(text)
    return path


def run(*words):
    """Status, standard output, standard error, and the most memory in MB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = subprocess.Popen([PROGRAM, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return child.returncode, out.read().decode(), err.read().decode(), usage.ru_maxrss / 1024


# What is refused: the file, and the place of the error.
REFUSED_FILES = {
    "views without end": (HEAD + "views:\n" + "- {}\n" * 480_000, f"{PARTS + 4}:3: error: too large"),
    "brackets": ("[" * (4 << 20), "1:257: error: nested too deeply"),
    "tiny values": ("[" + "a," * 2_000_000 + "]", "1:1000000: error: too long"),
    "a name of megabytes, above thousands of views":
        (HEAD + "views:\n- id: " + "n" * 3_000_000 + "\n  children:\n" + "  - {}\n" * 30_000, "4:7: error: `id` must not"),
    "a key of megabytes": (HEAD + "views:\n- ? " + "k" * 4_000_000 + "\n  : 1\n", "4:5: error: unknown key"),
    "thousands of anchors": (HEAD + "views:\n" + "- &a {}\n" * 240_000, "4:3: error: anchors"),
    "a mistake in each of thousands of views": (HEAD + "views:\n" + "- {a: }\n" * 39_000, "4:4: error: unknown key"),
    "thousands of keys in one view":
        (HEAD + "views:\n- {" + ",".join(f"k{i}: " for i in range(240_000)) + "}\n", "4:4: error: unknown key"),
}

# What is accepted: as many parts as there may be, each of what takes the most memory.
LARGEST = {
    "views": HEAD + "views:\n" + "- {}\n" * PARTS,
    "nested views with long names": HEAD + "views: " + "[{children: " * 100 + "[{id: " + "n" * 255 + ", children: ["
        + "{}," * (PARTS - 101) + "]}]" + "}]" * 100 + "\n",
    "scroll views": HEAD + "views:\n" + "- {type: scroll}\n" * (PARTS // 3),
    "controls": HEAD + "responders: {a: {plugin: log}}\nviews:\n"
        + "- {type: control, control: {events: {touch_down: a, touch_up_inside: a}}}\n" * (PARTS - 1),
    "gestures": HEAD + "views:\n" + "- gestures: [{edge_pan: {edge: left}}, {pinch: }, {long_press: }]\n" * (PARTS // 4),
    "responders": HEAD + "views: []\nresponders:\n"
        + "".join(f"  r{i}: {{plugin: log}}\n" for i in range(PARTS)),
    "windows": HEAD + "windows:\n" + "- {views: []}\n" * PARTS,
}


def refused(what):
    """is refused at its place, without the memory that it asks for"""
    text, place = REFUSED_FILES[what]
    path = file("refused.yaml", text)
    status, out, err, memory = run("check", path)
    expect(status == 1 and f"{path}:{place}" in err, f"status {status}: {err[:400]}")
    expect(len(out) + len(err) < 1_000_000, f"{len(out) + len(err)} bytes were said")
    expect(memory < REFUSED, f"{memory:.0f} MB")
    return f"{memory:.0f} MB"


def memory_of(process):
    """The most memory that a process had, in MB."""
    with open(f"/proc/{process.pid}/status") as lines:
        return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


def reload(control):
    """What the daemon answers, however long that takes: `touchd reload` itself gives up on a daemon in time."""
    with socket.socket(socket.AF_UNIX) as conversation:
        conversation.settimeout(SECONDS)
        conversation.connect(control)
        conversation.sendall(b'{"reload":true}\n')
        conversation.shutdown(socket.SHUT_WR)
        return json.loads(conversation.makefile().readlines()[-1])


def served(what):
    """is loaded by the daemon, and read again while it is in use"""
    path, control = file("largest.yaml", LARGEST[what]), os.path.join(SCRATCH, "control.sock")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as supervisor:
        # As systemd does: the daemon says when it is ready.
        name = os.path.join(SCRATCH, "notify.sock")
        if os.path.exists(name):
            os.remove(name)
        supervisor.bind(name)
        supervisor.settimeout(SECONDS)
        daemon = subprocess.Popen([PROGRAM, "run", "-c", path, "--socket", control], stdin=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, env={**os.environ, "NOTIFY_SOCKET": name})
        try:
            while b"READY=1" not in supervisor.recv(65536):
                pass
            loaded = memory_of(daemon)
            for _ in range(4):
                answer = reload(control)
                expect("in use" in answer.get("text", ""), str(answer)[:400])
            # And once with a file that is refused, which leaves all as it was.
            file("largest.yaml", HEAD + "views:\n" + "- {}\n" * 480_000)
            answer = reload(control)
            expect("too large" in answer.get("message", ""), str(answer)[:400])
            reloaded = memory_of(daemon)
        finally:
            daemon.kill()
            daemon.wait()
    expect(reloaded < PROMISED, f"{loaded:.0f} MB, read again {reloaded:.0f} MB")
    return f"{loaded:.0f} MB, read again {reloaded:.0f} MB"


def touched(what):
    """takes touches"""
    path = file("touched.yaml", LARGEST[what])
    status, out, err, memory = run("replay", TAPS, "-c", path, "--json", "--trace", "touch")
    expect(status == 0, f"status {status}: {err[:400]}")
    touches = [line for line in map(json.loads, out.splitlines()) if line["kind"] == "touch"]
    expect([line["phase"] for line in touches][:2] == ["began", "ended"], str(touches[:2]))
    expect(memory < PROMISED, f"{memory:.0f} MB")
    return f"{memory:.0f} MB"


def main():
    failed = total = 0
    for test, rows in ((refused, REFUSED_FILES), (served, LARGEST), (touched, LARGEST)):
        for what in rows:
            total += 1
            try:
                print(f"ok    {what}: {test.__doc__} ({test(what)})")
            except AssertionError as error:
                failed += 1
                print(f"FAIL  {what}: {test.__doc__}: {error}")
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
