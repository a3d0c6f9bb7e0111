# SPDX-License-Identifier: MIT
"""Files that an administrator changes: at the start, and while it runs."""

import pwd
import re
import shutil
import stat

import package
import service
from service import show
from verdicts import require, run, scenario

# Two mistakes, at places that a message must name.
BROKEN = """version: 1
screen:
  size: [1920, 1080]
views:
  - id: page
    onTouch: { to: missing }
  - id: page
"""
PLACED = re.compile(r"/etc/touchd/default\.yaml:\d+:\d+: error: ")


@scenario
def reload(test):
    pid = service.running()
    good = (package.CONFIGURATION / "default.yaml").read_text().replace("[1920, 1080]", "[1280, 800]")
    with service.configuration("default.yaml", good):
        result = run("systemctl", "reload", service.UNIT)
        test.check("a good layout is taken up", result.status == 0 and unharmed(pid), f"{result}; {service.state()}")

    with service.configuration("default.yaml", BROKEN):
        since = service.now()
        result = run("systemctl", "reload", service.UNIT)
        outcome = show("ReloadResult")
        test.check(
            "a bad one is refused, and the service goes on", result.status != 0 and unharmed(pid),
            f"exit status {result.status}, result {outcome}; {service.state()}")
        said = [line for line in service.journal(since) if PLACED.search(line)]
        test.check("the journal has its errors with their places", len(said) >= 2, f"{len(said)}, first {said[:1]}")

        by_hand = run("touchd", "reload")
        shown = PLACED.findall(by_hand.errors)
        test.check(
            "`touchd reload` shows them to the caller", by_hand.status == 1 and len(shown) >= 2,
            f"exit status {by_hand.status}, {len(shown)} errors on standard error")
        status = run("touchd", "status")
        test.check("the old layout is kept", status.status == 0 and "default.yaml" in status.output, status)
    result = run("systemctl", "reload", service.UNIT)
    test.check("corrected, it is taken up again", result.status == 0 and unharmed(pid), result)


def unharmed(pid):
    return service.is_active() and service.main_pid() == pid


# As many parts as layouts may have, each of those that take the most memory.
LARGEST = """version: 1
screen: { size: [1920, 1080] }
responders: { a: { plugin: log } }
views:
""" + "- { type: control, control: { events: { touch_down: a, touch_up_inside: a } } }\n" * 39_999
# Megabytes: what the unit's comment says.
PROMISED = 320


@scenario
def largest(test):
    """As much as layouts may ask for, at a start and at reloads: within the unit's memory."""
    service.running()
    with service.configuration("default.yaml", LARGEST):
        require("systemctl", "restart", service.UNIT)
        pid, loaded = service.main_pid(), memory(service.main_pid())
        results = [run("systemctl", "reload", service.UNIT) for _ in range(3)]
        reloaded = memory(pid)
        test.check(
            "it is loaded, and read again while it is in use",
            all(result.status == 0 for result in results) and unharmed(pid) and reloaded < PROMISED,
            f"{loaded} MB, after three reloads {reloaded} MB, of {int(show('MemoryMax')) >> 20} MB; {service.state()}")
    result = run("systemctl", "reload", service.UNIT)
    test.check("a small one takes its place", result.status == 0 and unharmed(pid), result)


def memory(pid):
    """The most that a process ever had, in megabytes."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) // 1000


@scenario
def closed(test):
    """A layout that root can read and the service cannot."""
    service.running()
    path = package.CONFIGURATION / "default.yaml"
    result = run("touchd", "check", "/etc/touchd/touchd.yaml")
    test.check("`check` says nothing of files that all can read", result.status == 0 and "may not" not in result.everything, result)
    mode = path.stat().st_mode
    path.chmod(0o600)
    try:
        result = run("touchd", "check", "/etc/touchd/touchd.yaml")
        test.check(
            "`check` by root warns of a layout that the service may not read",
            f'the service may not read "{path}"' in result.everything and f"chmod a+r {path}" in result.everything, result)
        shutil.chown(path, group="touchd")
        path.chmod(0o640)
        result = run("touchd", "check", "/etc/touchd/touchd.yaml")
        test.check("not if the group touchd may", result.status == 0 and "may not" not in result.everything, result)
    finally:
        shutil.chown(path, group="root")
        path.chmod(mode)


@scenario
def copy(test):
    """The last good copy, which a crash while a file is bad leaves in use."""
    run("systemctl", "restart", service.UNIT)
    service.running()
    kept = service.STATE / "last-good"
    service.wait_for(kept.exists, "the good files are kept")
    modes = [stat.filemode(path.stat().st_mode) for path in (service.STATE, kept)]
    user = pwd.getpwnam("touchd").pw_uid
    test.check(
        "the good files are kept for the service alone",
        modes == ["drwx------", "-rw-------"] and kept.stat().st_uid == user, f"{kept}, {modes}, uid {user}")
