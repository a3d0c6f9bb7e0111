# SPDX-License-Identifier: MIT
"""Measures the readers in the guest, in turn: main.py ROUNDS FRAMES INTERVAL. Tables, JSON, a line `done`."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from layout import write_layout
from node import udev_knows
from panel import Panel
from process import Failure, Process, wait_until
from report import Summary, show
from uinput import Touchscreen

HERE = Path(__file__).parent
FIGURES = Path("/run/figures")
LAYOUT = Path("/run/layout.yaml")

# Emulated, everything takes ten times as long, and on a busy machine longer still.
Process.patience = 60.0

READERS = {
    "C loop": lambda node: [HERE / "loop", node, FIGURES],
    "libinput": lambda node: [HERE / "libinput", node, FIGURES],
    "touchd": lambda node: [HERE / "wake", "run", "-c", LAYOUT],
}


def measure(panel, reader, fingers, frames, interval):
    """One reader reads one round: the latencies in nanoseconds, and the CPU time of all frames."""
    FIGURES.unlink(missing_ok=True)
    process = Process([str(word) for word in READERS[reader](panel.node)], os.environ)
    try:
        process.expect_text("using")
        feeder = [HERE / "feeder", panel.fileno(), process.pid, fingers, frames, interval]
        fed = subprocess.run(
            [str(word) for word in feeder], pass_fds=[panel.fileno()], stdout=subprocess.PIPE, check=True)
        wait_until(FIGURES.exists, f"{reader} has written no figures")
        if reader == "touchd":
            process.end(signal.SIGTERM)
        else:
            process.wait()
            process.require_status(0)
    finally:
        process.kill()
    latencies = [int(line) for line in FIGURES.read_text().split()]
    if len(latencies) != frames:
        raise Failure(f"{reader} has seen {len(latencies)} of {frames} moved frames")
    return latencies, int(fed.stdout)


def main(rounds, frames, interval):
    # Out of systemd's control group, of which the kernel keeps accounts at each wake.
    Path("/sys/fs/cgroup/cgroup.procs").write_text("0")
    panel = Touchscreen(Panel.multitouch())
    wait_until(lambda: udev_knows(panel.node), f"udev says nothing of {panel.node}")
    summaries = []
    for fingers in (1, 10):
        write_layout(LAYOUT, fingers, FIGURES)
        summary = Summary(fingers, rounds, frames, interval)
        for _ in range(rounds):
            for reader in READERS:
                summary.add(reader, *measure(panel, reader, fingers, frames, interval))
        summaries.append(summary)
    show(summaries)
    print("done", flush=True)


try:
    main(*map(int, sys.argv[1:]))
except (Failure, subprocess.CalledProcessError) as failure:
    print(f"FAIL  {failure}", flush=True)
