# SPDX-License-Identifier: MIT
"""The second package, the bridge to a broker: in, beside touchd, and out again."""

import grp
import pwd
from pathlib import Path

import package
from scenario_files import is_manual, manual
from verdicts import run, scenario

NAME = "touchd-mqtt"
EXAMPLE = Path("/usr/share/doc/touchd-mqtt/examples/mqtt.yaml")
MAN = "man1/touchd-mqtt.1"


@scenario
def bridge(test):
    package.ensure_installed()
    package.install(name=NAME)
    test.check("apt installs it", package.is_installed(NAME), NAME)
    package.check_modes(test, NAME)
    groups = sorted(group.gr_name for group in grp.getgrall() if NAME in group.gr_mem)
    test.check(
        "its user listens to touchd, and reads no device", groups == ["touchd-events"],
        f"uid {pwd.getpwnam(NAME).pw_uid}, also {groups}")
    unit = run("systemd-analyze", "verify", "--man=no", "touchd-mqtt.service")
    test.check("systemd understands the unit", unit.status == 0 and not unit.everything.strip(), unit)
    result = run("touchd", "check", EXAMPLE)
    test.check("the example is right", result.status == 0, result)
    result = run("touchd-mqtt", "--config", "/nowhere.yaml")
    test.check(
        "a file that is not there is named", result.status == 1 and "/nowhere.yaml" in result.errors, result)
    test.check("it has a page in the manual", is_manual(manual(MAN), NAME), MAN)


@scenario
def bridge_purge(test):
    package.check_purge(test, NAME)
    test.check("touchd stays", package.is_installed(), "installed")
