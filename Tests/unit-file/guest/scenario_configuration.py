# SPDX-License-Identifier: MIT
"""Files that an administrator changes: at the start, and while it runs."""

import pwd
import stat

import package
import service
from verdicts import run, scenario, show


@scenario
def reload(test):
    pid = service.running()
    good = (package.CONFIGURATION / "default.yaml").read_text().replace("[1920, 1080]", "[1280, 800]")
    with service.configuration("default.yaml", good):
        result = run("systemctl", "reload", service.UNIT)
        test.check("a good layout is taken up", result.status == 0 and unharmed(pid), f"{result}; {service.state()}")

    with service.configuration("default.yaml", "version: 0\n"):
        result = run("systemctl", "reload", service.UNIT)
        outcome = show("ReloadResult")
        test.check(
            "a bad one is refused, and the service goes on", result.status != 0 and unharmed(pid),
            f"exit status {result.status}, result {outcome}; {service.state()}")
    result = run("systemctl", "reload", service.UNIT)
    test.check("corrected, it is taken up again", result.status == 0 and unharmed(pid), result)


def unharmed(pid):
    return service.is_active() and service.main_pid() == pid


@scenario
def closed(test):
    """A layout that root can read and the service cannot."""
    service.running()
    path = package.CONFIGURATION / "default.yaml"
    mode = path.stat().st_mode
    path.chmod(0o600)
    result = run("touchd", "check", "/etc/touchd/touchd.yaml")
    path.chmod(mode)
    test.check(
        "`check` by root warns of a layout that the service may not read",
        f'the service may not read "{path}"' in result.everything, result)


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
