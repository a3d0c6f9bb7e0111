# SPDX-License-Identifier: MIT
"""The package is installed by dpkg. Whatever else is tested is what it installed; Tests/unit-file has its unit."""

import shutil

from rig import HERE, now, scenario
from service import TOUCHD, run, systemctl


@scenario
def install(rig):
    start = now()
    dpkg = run("dpkg", "--install", HERE / "touchd.deb")
    took = now() - start
    said = f": {dpkg.stderr.strip() or dpkg.stdout.strip()}" if dpkg.returncode else ""
    rig.check("dpkg --install", dpkg.returncode == 0, f"status {dpkg.returncode} in {took:.1f} s{said}")

    systemctl("stop")
    if (HERE / "touchd").exists():
        shutil.copy(HERE / "touchd", TOUCHD)
