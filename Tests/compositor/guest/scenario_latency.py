# SPDX-License-Identifier: MIT
"""How long a filter keeps a frame, and what it costs the processor; all of them in one run, beside pass.c.

The machine's time is the number of instructions that its processor has executed: the ratios count.
"""

import json
import subprocess
import time
from pathlib import Path

import filters
from process import Failure
from stage import alone

FRAMES = 500
# Frames come at 125 Hz, and a little more slowly, so that they meet the kernel's tick in every phase.
INTERVAL = 8008
FINGERS = (1, 10)
REFERENCES = ("c", "python", "evsieve")
HERE = Path(__file__).parent


@alone
def latency(stage):
    clock = Path("/sys/devices/system/clocksource/clocksource0/current_clocksource").read_text().strip()
    # Where it is not the processor's own, a program that asks for the time makes a system call.
    print(f"      latency: the machine's clock is {clock}", flush=True)
    without, yardstick = {}, {}
    for fingers in FINGERS:
        stage.plug_panel()
        without[fingers] = figures = _measure(stage.panel, Path(stage.panel.node), fingers)
        stage.check(f"no filter, {_fingers(fingers)}", not figures["lost"], _latency(figures))
        stage.panel.unplug()
    names = [*REFERENCES, *([stage.filter_name] if stage.filter_name not in REFERENCES else [])]
    for name in names:
        for fingers in FINGERS:
            _one(stage, name, fingers, without[fingers], yardstick)


def _one(stage, name, fingers, without, yardstick):
    stage.filter = filters.made(name)
    if stage.filter is None:
        print(f"      latency, {name}, {_fingers(fingers)}: there is no such program here", flush=True)
        return
    stage.plug_panel()
    try:
        stage.filter.start(stage.panel, "plain", stage.panel.size)
        # Until udev and systemd have nothing more to do.
        time.sleep(1)
        before = _processor(stage.filter.pid)
        figures = _measure(stage.panel, stage.filter.node, fingers)
        figures["processor"] = (_processor(stage.filter.pid) - before) / FRAMES
        figures["added"] = figures["median"] - without["median"]
    except Failure as failure:
        stage.check(f"{name}, {_fingers(fingers)}", False, str(failure)[:300])
        return
    finally:
        stage.filter.close()
        stage.panel.unplug()
    yardstick.setdefault(fingers, figures)
    c = yardstick[fingers]
    stage.check(
        f"{name}, {_fingers(fingers)}", not figures["lost"],
        f"{_latency(figures)}; adds {figures['added']:.1f} µs, {figures['added'] / c['added']:.2f} × C; "
        f"processor {figures['processor']:.1f} µs a frame, {figures['processor'] / c['processor']:.2f} × C")


def _measure(panel, node, fingers):
    """Figures of latency.c, in microseconds."""
    command = [HERE / "latency", panel.fileno(), node, FRAMES, fingers, INTERVAL]
    measured = subprocess.run(
        [str(word) for word in command], pass_fds=[panel.fileno()], capture_output=True, text=True, timeout=120)
    if measured.returncode:
        raise Failure(f"latency ended with {measured.returncode}: {measured.stderr or 'no frame came'}")
    return json.loads(measured.stdout)


def _processor(pid):
    """The time that a process has been running, in microseconds."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in threads) / 1e3


def _latency(figures):
    return f"median {figures['median']:.1f} µs, p99 {figures['p99']:.1f} µs, {figures['lost']} lost"


def _fingers(count):
    return f"{count} finger" + ("s" if count > 1 else "")
