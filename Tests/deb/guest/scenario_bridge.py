# SPDX-License-Identifier: MIT
"""The second package, the bridge to a broker: in, beside touchd, and out again."""

import grp
import pwd
from pathlib import Path

import package
from scenario_files import is_manual, is_plain, manual
from verdicts import run, scenario

NAME = "touchd-mqtt"
EXAMPLE = Path("/usr/share/doc/touchd-mqtt/examples/mqtt.yaml")
MAN = "man1/touchd-mqtt.1"


@scenario
def bridge(test):
    package.ensure_installed()
    package.install(name=NAME)
    test.check("apt installs it", package.is_installed(NAME), NAME)
    entries = package.entries(NAME)
    strange = [path for path, (mode, owner) in entries.items() if not is_plain(path, mode, owner)]
    test.check(
        "root owns all files, and no other user writes them", not strange,
        f"{len(entries)} paths, {strange or '0 otherwise'}")
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
    package.ensure_installed(NAME)
    paths = set(package.entries(NAME)) - set(package.entries())
    package.remove("purge", NAME)
    left = [path for path in paths if Path(path).exists() and not package.owners(path) - {NAME}]
    test.check("purging leaves nothing", not left, f"{len(left)} of {len(paths)} paths left {left or ''}")
    test.check("touchd stays", package.is_installed(), "installed")
