# SPDX-License-Identifier: MIT
"""Out again."""

from pathlib import Path

import package
from process import Failure
from scenario_install import WANTED_BY, user
from verdicts import scenario

STATE = Path("/var/lib/touchd")


@scenario
def purge(test):
    package.ensure_installed()
    paths = package.entries()
    # What the service would have kept.
    STATE.mkdir(mode=0o700)
    (STATE / "last-good").write_text("kept\n")

    package.remove()
    left = package.left_behind(paths)
    conffiles = [path for path in left if path.startswith("/etc/touchd")]
    test.check("removing keeps the configuration", len(conffiles) == 3, " ".join(conffiles))
    test.check("and what the service has kept", (STATE / "last-good").exists(), f"{STATE}")
    program = [path for path in left if path.startswith(("/usr", "/lib", "/run"))]
    test.check("removing takes the program", not program, f"{len(program)} of {len(paths)} paths left")

    package.remove("purge")
    left = package.left_behind(paths)
    test.check(
        "purging leaves nothing", not left and not WANTED_BY.is_symlink(),
        f"{len(left)} of {len(paths)} paths left {left or ''}")
    if user() is None:
        raise Failure("purging has removed the user, whose number another may get while files are still its")
    test.check("but for the user", True, f"uid {user().pw_uid} stays reserved")
