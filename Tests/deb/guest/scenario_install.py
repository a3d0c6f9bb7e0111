# SPDX-License-Identifier: MIT
"""Into a Debian that has never seen touchd."""

import grp
import pwd
import re
from pathlib import Path

import package
from verdicts import run, scenario

WANTED_BY = Path("/etc/systemd/system/multi-user.target.wants/touchd.service")


@scenario
def install(test):
    before = package.left_behind(package.entries())
    test.check(
        "the root is clean before", not before and not user(),
        f"{len(before)} paths of it {before or ''}, user touchd: {user() or 'none'}")

    result = package.install()
    brought = re.findall(r"^Setting up (\S+) ", result.output, re.MULTILINE)
    test.check("apt installs it", package.is_installed(), f"with {', '.join(name.split(':')[0] for name in brought)}")

    verified = run("dpkg", "--verify", "touchd").everything
    audited = run("dpkg", "--audit").everything
    test.check("dpkg finds nothing wrong", not verified + audited, verified + audited or "0 complaints")
    test.check("the service is enabled", WANTED_BY.is_symlink(), f"{WANTED_BY}")
    check_user(test)


def check_user(test):
    # Without one, the scenario itself fails.
    entry = pwd.getpwnam("touchd")
    groups = sorted(group.gr_name for group in grp.getgrall() if entry.pw_name in group.gr_mem)
    own = grp.getgrgid(entry.pw_gid).gr_name
    test.check(
        "its user is a system's and reads input devices", 0 < entry.pw_uid < 1000 and groups == ["input"],
        f"uid {entry.pw_uid}, group {own}, also {', '.join(groups) or 'no group'}")
    shadow = next((line for line in Path("/etc/shadow").read_text().splitlines() if line.startswith("touchd:")), "")
    no_login = entry.pw_shell.endswith("nologin") and shadow.split(":")[1][:1] in ("!", "*")
    test.check("its user cannot log in", no_login, f"{entry.pw_shell}, password {shadow.split(':')[1:2]}")


@scenario
def upgrade(test):
    package.ensure_installed()
    mine = Path("/etc/touchd/default.yaml")
    mine.write_text(mine.read_text() + "# mine\n")
    package.install("--reinstall")
    kept = mine.read_text().endswith("# mine\n")
    test.check("what an administrator has changed stays", kept, f"{mine}: {'as it was' if kept else 'overwritten'}")


def user():
    return next((entry for entry in pwd.getpwall() if entry.pw_name == "touchd"), None)
