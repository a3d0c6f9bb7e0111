# SPDX-License-Identifier: MIT
"""What the service may do: of the running process, of a probe in its place, and in systemd's own opinion."""

import grp
import pwd
import re
import stat
import subprocess
import sys
from pathlib import Path

import service
from sandbox import installed, probe
from service import show
from verdicts import run, scenario

# Of 10: what `systemd-analyze security` may say at most.
EXPOSURE = 1.0

# What each attempt of the probe must come to.
OUTCOMES = {
    "write /": "EROFS", "write /etc": "EROFS", "write /usr": "EROFS", "write /var": "EROFS",
    "write /tmp": "allowed", "write its own folder": "allowed", "write its copy's folder": "allowed",
    "write what others keep": "EROFS", "list /home": "EACCES",
    "see process 1": "ENOENT", "read /proc/sys": "ENOENT",
    "socket AF_UNIX": "allowed", "socket udev": "allowed", "socket AF_INET": "EAFNOSUPPORT",
    "socket AF_INET6": "EAFNOSUPPORT", "socket AF_PACKET": "EAFNOSUPPORT",
    "setpriority": "EPERM", "unshare": "EPERM", "mount": "EPERM", "setuid file": "EPERM",
    "memory to write and to run": "EPERM", "real time": "EPERM", "set the clock": "EPERM",
    "set the host's name": "EPERM", "personality": "EPERM", "another user": "EPERM",
}


@scenario
def sandbox(test):
    pid = service.running()
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    user, group = pwd.getpwnam("touchd"), grp.getgrnam("input").gr_gid
    test.check("it is not root", status["Uid"].split() == [f"{user.pw_uid}"] * 4, f"uid {status['Uid'].split()[0]}")
    test.check("it is in the group input", f"{group}" in status["Groups"].split(), f"groups {status['Groups'].strip()}")
    capabilities = {name: status[name] for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}
    test.check(
        "it has no capability, and can get none", all(int(value, 16) == 0 for value in capabilities.values()),
        ", ".join(f"{name} {int(value, 16)}" for name, value in capabilities.items()))
    test.check(
        "system calls are filtered", [status["Seccomp"], status["NoNewPrivs"]] == ["2", "1"],
        f"Seccomp {status['Seccomp']}, NoNewPrivs {status['NoNewPrivs']}")
    same = Path(f"/proc/{pid}/ns/net").readlink() == Path("/proc/1/ns/net").readlink()
    test.check(
        "it hears udev: it is in the system's network", same, f"{'the namespace of process 1' if same else 'its own'}")

    outcomes = probe(installed())
    for name, wanted in OUTCOMES.items():
        test.check(f"{name} is {wanted}", outcomes.get(name) == wanted, outcomes.get(name, "not tried"))


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
