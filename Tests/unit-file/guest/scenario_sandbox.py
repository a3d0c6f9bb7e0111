# SPDX-License-Identifier: MIT
"""What the service may do: of the running process, of a probe in its place, and in systemd's own opinion."""

import grp
import json
import pwd
import re
import stat
import subprocess
import sys
from pathlib import Path

import service
from process import Failure
from verdicts import require, run, scenario, show

# Of 10: what `systemd-analyze security` may say at most.
EXPOSURE = 1.0

# The probe runs as this unit, and leaves what it says in this file.
PROBE, ANSWER = "touchd-probe.service", Path("/run/probe.json")


@scenario
def sandbox(test):
    pid = service.running()
    status = check_rights(test, pid)
    user, group = pwd.getpwnam("touchd"), grp.getgrnam("input").gr_gid
    test.check("it is not root", status["Uid"].split() == [f"{user.pw_uid}"] * 4, f"uid {status['Uid'].split()[0]}")
    test.check("it is in the group input", f"{group}" in status["Groups"].split(), f"groups {status['Groups'].strip()}")
    same = Path(f"/proc/{pid}/ns/net").readlink() == Path("/proc/1/ns/net").readlink()
    test.check(
        "it hears udev: it is in the system's network", same, f"{'the namespace of process 1' if same else 'its own'}")
    for name, (wanted, outcome) in probed().items():
        test.check(f"{name} is {wanted}", outcome == wanted, outcome)


def check_rights(test, pid):
    """Checks the kernel's status of a process, and returns it."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    capabilities = {name: status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}
    test.check(
        "it has no capability, and can get none", all(int(value, 16) == 0 for value in capabilities.values()),
        ", ".join(f"{name} {int(value, 16)}" for name, value in capabilities.items()))
    test.check(
        "system calls are filtered", [status["Seccomp"], status["NoNewPrivs"]] == ["2", "1"],
        f"Seccomp {status['Seccomp']}, NoNewPrivs {status['NoNewPrivs']}")
    return status


def probed():
    """The outcome that each attempt of probe.py must have, and has in the sandbox of the installed unit."""
    unit = Path("/run/systemd/system") / PROBE
    unit.write_text(Path(show("FragmentPath")).read_text())
    drop_in = unit.with_name(f"{PROBE}.d")
    drop_in.mkdir(exist_ok=True)
    # Nothing else differs. The folder is reset first: it is the running service's. The answer's file is opened before
    # the sandbox is closed.
    (drop_in / "probe.conf").write_text(
        "[Service]\nType=oneshot\nExecReload=\nExecStart=\n"
        "ExecStart=/usr/bin/python3 /test/probe.py\n"
        "WatchdogSec=0\nRestart=no\nRuntimeDirectory=\nRuntimeDirectory=touchd-probe\n"
        f"StandardOutput=truncate:{ANSWER}\n")
    require("systemctl", "daemon-reload")
    result = run("systemctl", "start", PROBE)
    text = ANSWER.read_text() if ANSWER.exists() else ""
    if result.status != 0 or not text:
        said = run("journalctl", f"--unit={PROBE}", "--output=cat", "--no-pager", "--lines=5").output
        raise Failure(f"the probe does not run in the unit's sandbox: {result}; {said}")
    return json.loads(text)


EVENTS = Path("/run/touchd-events/events.sock")
# What a process says that asks for nothing: the server speaks first.
HELLO = (
    "import socket; s = socket.socket(socket.AF_UNIX); s.connect('/run/touchd-events/events.sock'); "
    "print(s.makefile().readline())")


@scenario
def events_group(test):
    service.running()
    status = EVENTS.stat()
    group = grp.getgrgid(status.st_gid).gr_name
    mode = stat.S_IMODE(status.st_mode)
    test.check("the events socket is for its group", (group, mode) == ("touchd-events", 0o660), f"{group}, {mode:o}")
    for groups, wanted in (("touchd-events", True), ("nogroup", False)):
        said = subprocess.run(
            ["setpriv", "--reuid=65534", "--regid=65534", f"--groups={grp.getgrnam(groups).gr_gid}", sys.executable, "-c", HELLO],
            capture_output=True, text=True)
        hears = '"kind":"hello"' in said.stdout
        test.check(
            f"a process with the group {groups} {'hears' if wanted else 'may not connect'}", hears == wanted,
            (said.stdout or said.stderr).strip().splitlines()[-1:])


@scenario
def exposure(test):
    service.running()
    path = show("FragmentPath")
    check_exposure(test, "the unit as a file", "--offline=true", path)
    check_exposure(test, "the service as it runs", service.UNIT)
    bounds = show("MemoryMax", "TasksMax", "LimitNOFILE", "LimitCORE", "OOMScoreAdjust")
    test.check("memory, tasks and descriptors are bounded", "infinity" not in bounds[:3], ", ".join(bounds))


def check_exposure(test, what, *words, limit=EXPOSURE):
    result = run("systemd-analyze", "security", "--no-pager", *words)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", result.output)
    figure = float(found[1]) if found else 10.0
    test.check(f"{what} is exposed by {limit} at most", figure <= limit, f"{figure} of 10" if found else result)
