# SPDX-License-Identifier: MIT
"""Files that an administrator changes: at the start, and while it runs."""

import os
import pwd
import re
import shutil
import signal
import stat
from contextlib import contextmanager

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
def bad_start(test):
    """A start at which a file is bad, and nothing is kept of better ones."""
    for what, spoiled in SPOILED.items():
        run("systemctl", "stop", service.UNIT)
        shutil.rmtree(service.STATE, ignore_errors=True)
        with spoiled() as path:
            since = service.now()
            result = run("systemctl", "start", service.UNIT)
            pid, status = service.main_pid(), show("StatusText")
            test.check(
                f"{what}: it is READY all the same, and names the file",
                result.status == 0 and service.is_active() and path.name in status, f'"{status}"')
            said = [line for line in service.journal(since) if path.name in line]
            test.check(f"the journal says so ({what})", said, f"{said[:1]}")
        service.wait_for(lambda: "waiting for one" in show("StatusText"), f"{what}, mended, it is taken")
        test.check(
            f"mended, it is taken without a hand ({what})", unharmed(pid) and service.restarts() == 0,
            show("StatusText"))


@contextmanager
def taken_away(path):
    aside = path.with_suffix(".aside")
    path.rename(aside)
    try:
        yield path
    finally:
        aside.rename(path)


@contextmanager
def forbidden(path):
    path.chmod(0o000)
    try:
        yield path
    finally:
        path.chmod(0o644)


@contextmanager
def writable():
    text = "version: 1\nlayouts: [default.yaml]\nexec: true\n"
    with service.configuration("touchd.yaml", text) as path:
        path.chmod(0o666)
        yield path


SPOILED = {
    "a broken layout": lambda: service.configuration("default.yaml", BROKEN),
    "a half-saved one": lambda: service.configuration("default.yaml", ""),
    "a missing layout": lambda: taken_away(package.CONFIGURATION / "default.yaml"),
    "a layout that may not be read": lambda: forbidden(package.CONFIGURATION / "default.yaml"),
    "a broken file of the daemon's": lambda: service.configuration("touchd.yaml", "version: 1\nlayouts: [\n"),
    "a missing file of the daemon's": lambda: taken_away(package.CONFIGURATION / "touchd.yaml"),
    "`exec: true` in a file that others may write": writable,
}


@scenario
def copy(test):
    """A crash while a file is bad: the last good copy is in use."""
    run("systemctl", "restart", service.UNIT)
    service.running()
    kept = service.STATE / "last-good"
    service.wait_for(kept.exists, "the good files are kept")
    modes = [stat.filemode(path.stat().st_mode) for path in (service.STATE, kept)]
    user = pwd.getpwnam("touchd").pw_uid
    test.check(
        "the good files are kept for the service alone",
        modes == ["drwx------", "-rw-------"] and kept.stat().st_uid == user, f"{kept}, {modes}, uid {user}")
    for accident in (signal.SIGKILL, signal.SIGTERM):
        with service.configuration("default.yaml", BROKEN):
            since = service.now()
            os.kill(service.main_pid(), accident)
            service.wait_for(lambda: "last good copy" in show("StatusText"), f"back after {accident.name}")
            status = run("touchd", "status")
            line = next((line for line in status.output.splitlines() if line.startswith("configuration: ")), "")
            test.check(
                f"{accident.name} while a file is bad: the copy is in use, and says since when and why",
                service.is_active() and re.search(r"last good copy since \d{4}-.*because .*default\.yaml:\d+:", line)
                and "default.yaml" in status.output, f'"{line}"')
            said = [line for line in service.journal(since) if PLACED.search(line)]
            test.check("the journal has the errors", len(said) >= 2, f"{len(said)}, first {said[:1]}")
            by_hand = run("touchd", "reload")
            test.check(
                "`touchd reload` says what is wrong", by_hand.status == 1 and PLACED.search(by_hand.errors), by_hand)
        service.wait_for(lambda: "last good copy" not in show("StatusText"), "mended, the files are taken")
        line = run("touchd", "status").output.splitlines()[1]
        test.check("mended, the files are in use", line == "configuration: as the files say", line)


STARTS = """version: 1
screen: { size: [1920, 1080] }
responders: { page: { plugin: exec, run: [/bin/true] } }
views: []
"""
ALLOWS = "version: 1\nlayouts: [default.yaml]\nexec: true\n"
DENIES = "version: 1\nlayouts: [default.yaml]\n"
HELD = "starts no program"


@scenario
def copy_grants_nothing(test):
    """Leave to start programs is root's word, whatever the service's own user writes into its folder."""
    run("systemctl", "restart", service.UNIT)
    service.running()
    kept = service.STATE / "last-good"
    with service.configuration("default.yaml", STARTS), service.configuration("touchd.yaml", ALLOWS):
        require("systemctl", "reload", service.UNIT)
        # The package's own file says it as well, in a comment.
        service.wait_for(
            lambda: all(text.encode() in kept.read_bytes() for text in (STARTS, ALLOWS)), "the copy says `exec: true`")
        granting = kept.read_bytes()
    for what, root, held in (
        ("root's file takes it back", DENIES, True),
        ("root's file gives it", ALLOWS, False),
        ("root's file is bad, as only root can have made it: as before", ALLOWS + "nonsense\n", False),
        ("root's file is bad, and others can have made it so", ALLOWS + "nonsense\n", True),
    ):
        run("systemctl", "stop", service.UNIT)
        # As a process with the service's user could.
        kept.write_bytes(granting)
        with service.configuration("default.yaml", BROKEN), service.configuration("touchd.yaml", root) as path:
            if "others" in what:
                path.chmod(0o666)
            since = service.now()
            require("systemctl", "start", service.UNIT)
            said = [line for line in service.journal(since) if HELD in line]
            test.check(f"the copy says exec, {what}", bool(said) == held, f"{show('StatusText')}; {said[:1]}")
    service.wait_for(lambda: "last good copy" not in show("StatusText"), "mended, the files are taken")
