# SPDX-License-Identifier: MIT
"""Measures the readers in the guest, in turn: main.py ROUNDS,FRAMES,INTERVAL. Tables, then a line `done`."""

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional

from node import udev_knows
from panel import Panel
from process import Failure, Process, wait_until
from report import Summary, compare
from uinput import Touchscreen

HERE = Path(__file__).parent
FIGURES = Path("/run/figures")
# touchd's own, while a program's are measured.
INNER_FIGURES = Path("/run/inner-figures")
SOCKET = Path("/run/events.sock")
LAYOUT = Path("/run/layout.yaml")
# Of a screen full of views, each of which takes touches.
COLUMNS, ROWS = 40, 25
WIDTH, HEIGHT = 1024, 640
HEAD = """\
version: 1
screen:
  size: [{width}, {height}]
  touchscreen:
    match: {{ name: "Touchd Test Panel" }}
responders:
  reader: {{ plugin: latency, fingers: {fingers}, file: {figures} }}
views:
  - id: page
    frame: full
    children:
"""

# Emulated, everything takes ten times as long, and on a busy machine longer still.
Process.patience = 60.0


@dataclass
class Reader:
    """What reads the panel, and programs that listen to it."""

    # By the panel's node.
    command: Callable[[str], list]
    # By the number of fingers.
    listeners: Optional[Callable[[int], list]] = None
    # Whether it runs until a signal ends it.
    is_daemon: bool = False
    # Whether the figures are those of the listener, and not the reader's own.
    is_listener_measured: bool = False


def touchd(_):
    return [HERE / "wake", "run", "-c", LAYOUT, "--events", SOCKET]


def c_programs(*kinds):
    quoted = ",".join(f'"{kind}"' for kind in kinds)
    return Reader(touchd, lambda _: [HERE / "clients", SOCKET, 64, quoted], is_daemon=True)


def python_program(*kinds):
    return Reader(
        touchd, lambda fingers: ["python3", HERE / "client.py", SOCKET, fingers, FIGURES, *kinds], is_daemon=True,
        is_listener_measured=True)


READERS = {
    "C loop": Reader(lambda node: [HERE / "loop", node, FIGURES]),
    "libinput": Reader(lambda node: [HERE / "libinput", node, FIGURES]),
    "touchd": Reader(touchd, is_daemon=True),
    "touchd, 64 programs": c_programs("touch"),
    "touchd, 64 programs, `moves`": c_programs("touch", "moves"),
    "a Python program": python_program("touch"),
    "a Python program, `moves`": python_program("touch", "moves"),
}


def write_layout(fingers, figures):
    """A page of 1,000 views side by side; the plugin is bound to each."""
    width, height = WIDTH / COLUMNS, HEIGHT / ROWS
    views = (
        f"      - {{ id: view{row}-{column}, on_touch: {{ to: reader }}, "
        f"frame: [{column * width}, {row * height}, {width}, {height}] }}\n"
        for row in range(ROWS) for column in range(COLUMNS)
    )
    LAYOUT.write_text(HEAD.format(width=WIDTH, height=HEIGHT, fingers=fingers, figures=figures) + "".join(views))


def measure(panel, name, fingers, frames, interval):
    """One reader reads one round: the latencies in nanoseconds, and the CPU time of all frames."""
    reader = READERS[name]
    for file in (FIGURES, INNER_FIGURES):
        file.unlink(missing_ok=True)
    write_layout(fingers, INNER_FIGURES if reader.is_listener_measured else FIGURES)
    processes = [start(reader.command(panel.node))]
    try:
        if reader.listeners:
            processes.append(start(reader.listeners(fingers)))
        measured = processes[-1] if reader.is_listener_measured else processes[0]
        feeder = [HERE / "feeder", panel.fileno(), measured.pid, fingers, frames, interval]
        fed = subprocess.run(
            [str(word) for word in feeder], pass_fds=[panel.fileno()], stdout=subprocess.PIPE, check=True)
        wait_until(FIGURES.exists, f"{name} has written no figures")
        if reader.is_daemon:
            processes[0].end(signal.SIGTERM)
        else:
            processes[0].wait()
            processes[0].require_status(0)
    finally:
        for process in processes:
            process.kill()
    latencies = [int(line) for line in FIGURES.read_text().split()]
    if len(latencies) != frames:
        raise Failure(f"{name} has seen {len(latencies)} of {frames} moved frames")
    return latencies, int(fed.stdout)


def start(command):
    """A program that is ready."""
    process = Process([str(word) for word in command], os.environ)
    process.expect_text("using")
    return process


def main(rounds, frames, interval):
    # Out of systemd's control group, of which the kernel keeps accounts at each wake.
    Path("/sys/fs/cgroup/cgroup.procs").write_text("0")
    panel = Touchscreen(Panel.multitouch())
    wait_until(lambda: udev_knows(panel.node), f"udev says nothing of {panel.node}")
    shown = []
    for fingers in (1, 10):
        plural = "s" if fingers > 1 else ""
        summary = Summary(f"{fingers} finger{plural}, {rounds} rounds of {frames} frames, one in {interval} µs")
        for _ in range(rounds):
            for reader in READERS:
                summary.add(reader, *measure(panel, reader, fingers, frames, interval))
        shown.append(summary.show())
    compare(*shown)
    print("done", flush=True)


try:
    main(*map(int, sys.argv[1].split(",")))
except (Failure, subprocess.CalledProcessError) as failure:
    print(f"FAIL  {failure}", flush=True)
