# SPDX-License-Identifier: MIT
"""What the service itself may do."""

import json
import os
import subprocess
import sys
from pathlib import Path

from rig import HERE, scenario, settled
from verdicts import show

# What `DevicePolicy=closed` leaves to every service, the clock, which `ProtectClock=` lets be read, and uinput, with which
# the touchscreens of pages are made.
STANDARD = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts/ptmx")
HARMLESS = {f"{mode} /dev/{name}" for mode in ("read", "write") for name in (*STANDARD, "uinput")} | {"read /dev/rtc0"}


@scenario
def service_devices(rig):
    panel = settled(rig.plug())
    rig.service()
    group = Path("/sys/fs/cgroup" + show("ControlGroup"))
    # As root, whom no mode of a file stops: what is refused then, the service's cgroup refuses.
    answer = json.loads(subprocess.check_output(
        [sys.executable, HERE / "openings.py"],
        preexec_fn=lambda: (group / "cgroup.procs").write_text(str(os.getpid()))))
    opened = set(answer["opened"])
    inputs = {opening for opening in opened if " /dev/input/" in opening}
    others = opened - inputs - HARMLESS
    rig.check(
        "input nodes", f"read {panel.node}" in inputs and not any(opening.startswith("write") for opening in inputs),
        f"{len(inputs)} to read, none to write")
    rig.check(
        "nothing else", not others and answer["refused"] > 0,
        f"{answer['refused']} openings refused; beside input nodes: {', '.join(sorted(opened - inputs))}")
