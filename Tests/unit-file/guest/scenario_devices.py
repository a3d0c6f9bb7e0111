# SPDX-License-Identifier: MIT
"""The device cgroup: closed, but for reading input devices."""

import errno
import os
import stat
from pathlib import Path

import service
from sandbox import installed, probe
from verdicts import scenario

EVENT = "/dev/input/event0"
# Major and minor numbers of linux/Documentation/admin-guide/devices.txt. The kernel need not have the devices: then it
# says ENXIO, after the cgroup has let the call pass.
UINPUT = "/dev/uinput"
OTHERS = {"/dev/fb0": (29, 0), "/dev/video0": (81, 0), "/dev/hpet": (10, 228)}


@scenario
def devices(test):
    service.running()
    try:
        made = [make(EVENT, 13, 64), make(UINPUT, 10, 223), *(make(path, *number) for path, number in OTHERS.items())]
    except OSError as error:
        test.skip("the device cgroup", f"the container may not make device nodes: {error}")
        return
    try:
        check_policy(test)
    finally:
        for path in made:
            path.unlink()


def check_policy(test):
    unconfined = {path: attempt(path) for path in (EVENT, UINPUT, *OTHERS)}
    if unconfined[EVENT] == "EPERM" or not is_enforced():
        test.skip(
            "the device cgroup", f"this container does not enforce one: {EVENT} is {unconfined[EVENT]} without a unit; "
            "it needs --capability=all, --system-call-filter=bpf and a kernel with BPF for cgroups")
        return
    outcomes = probe(
        installed(), f"r:{EVENT}", f"rw:{EVENT}", f"rw:{UINPUT}", *(f"r:{path}" for path in OTHERS))
    reading = outcomes[f"r:{EVENT}"]
    test.check("an input device may be read", reading == unconfined[EVENT] != "EPERM", f"{reading}, as without a unit")
    test.check("but not written", outcomes[f"rw:{EVENT}"] == "EPERM", outcomes[f"rw:{EVENT}"])
    making = outcomes[f"rw:{UINPUT}"]
    test.check(
        "uinput may be written, for the touchscreens of pages", making == unconfined[UINPUT] != "EPERM",
        f"{making}, as without a unit")
    for path in OTHERS:
        if unconfined[path] == "EPERM":
            continue
        found = outcomes[f"r:{path}"]
        test.check(f"{path} may not be opened", found == "EPERM", f"{found}; {unconfined[path]} without the unit")


def make(path, major, minor):
    """A node that every user may open, so that only the cgroup can refuse it."""
    node = Path(path)
    node.parent.mkdir(exist_ok=True)
    node.unlink(missing_ok=True)
    os.mknod(node, stat.S_IFCHR, os.makedev(major, minor))
    node.chmod(0o666)
    return node


def attempt(path):
    try:
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        return "allowed"
    except OSError as error:
        return errno.errorcode[error.errno]


def is_enforced():
    """Whether a unit that may open nothing but /dev/null and its like cannot open the node, here."""
    return probe("[Service]\nDevicePolicy=closed\n", f"r:{EVENT}")[f"r:{EVENT}"] == "EPERM"
