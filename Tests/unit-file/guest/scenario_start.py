# SPDX-License-Identifier: MIT
"""From installing to ready, with no panel."""

import pwd
import stat

import package
import service
from verdicts import run, scenario, show


@scenario
def start(test):
    package.ensure_installed()
    service.wait_for(service.is_active, "apt has started it")
    wanted, active = show("UnitFileState"), service.state()
    test.check("installing starts and enables it", wanted == "enabled", f"{wanted}; {active}")

    kind, access = show("Type", "NotifyAccess")
    ready = service.moment("ActiveEnter") - service.moment("ExecMainStart")
    test.check(
        "it says READY itself, with no panel", [kind, access] == ["notify", "main"] and 0 < ready < 10,
        f"{ready * 1000:.0f} ms after it began")
    check_socket(test)


def check_socket(test):
    service.wait_for(service.SOCKET.exists, f"{service.SOCKET} is there")
    where, what = service.SOCKET.parent.stat(), service.SOCKET.stat()
    test.check(
        "its socket is its own, in a folder that all may enter",
        stat.filemode(where.st_mode) == "drwxr-xr-x" and stat.filemode(what.st_mode) == "srw-------"
        and where.st_uid == what.st_uid == pwd.getpwnam("touchd").pw_uid,
        f"{service.SOCKET.parent} {stat.filemode(where.st_mode)}, {service.SOCKET.name} {stat.filemode(what.st_mode)}, "
        f"uid {what.st_uid}")
    for verb in ("status", "reload"):
        by_root, by_other = run("touchd", verb), run("touchd", verb, user="nobody")
        test.check(f"root may use `touchd {verb}`", by_root.status == 0, by_root)
        test.check(f"no other user may use `touchd {verb}`", by_other.status not in (0, 64), by_other)


@scenario
def stop(test):
    pid = service.running()
    user = show("User")
    result = run("systemctl", "stop", service.UNIT)
    took = service.moment("InactiveEnter") - service.moment("ActiveExit")
    outcome, status = show("Result", "ExecMainStatus")
    test.check(
        "it ends when it is stopped", result.status == 0 and [outcome, status] == ["success", "0"] and took < 2,
        f"{took * 1000:.0f} ms, result {outcome}, exit status {status}")
    left = run("find", "/proc", "-maxdepth", "1", "-name", "[0-9]*", "-user", user).output.split()
    there = service.SOCKET.parent.exists()
    test.check(
        "it leaves nothing", not left and not there,
        f"{len(left)} processes of {user} after {pid}, {service.SOCKET.parent} {'stays' if there else 'is gone'}")


@scenario
def upgrade(test):
    pid = service.running()
    package.install("--reinstall")
    service.wait_for(service.is_active, "the upgraded service is active")
    after = service.main_pid()
    test.check("an upgrade restarts it", after not in (0, pid), f"process {pid}, then {after}")
