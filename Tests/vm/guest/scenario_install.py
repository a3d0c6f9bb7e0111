# SPDX-License-Identifier: MIT
"""The package is installed: dpkg, the unit. Whatever else is tested is what it installed."""

import shutil
from pathlib import Path

from rig import HERE, now, scenario
from process import wait_until
from service import PAUSE, TOUCHD, UNIT, run, systemctl


@scenario
def install(rig):
    start = now()
    dpkg = run("dpkg", "--install", HERE / "touchd.deb")
    took = now() - start
    said = f": {dpkg.stderr.strip() or dpkg.stdout.strip()}" if dpkg.returncode else ""
    rig.check("dpkg --install", dpkg.returncode == 0, f"status {dpkg.returncode} in {took:.1f} s{said}")

    enabled = systemctl("is-enabled").stdout.strip()
    wait_until(lambda: systemctl("is-active").stdout.strip() == "active", lambda: systemctl("status").stdout, PAUSE)
    rig.check("service", enabled == "enabled", f"{enabled}, active {now() - start:.1f} s after dpkg's start")

    stopped = now()
    systemctl("stop")
    result = run("systemctl", "show", "--property=Result,ActiveState", UNIT).stdout.split()
    rig.check(
        "stop", result == ["Result=success", "ActiveState=inactive"],
        f"{' '.join(result)} after {(now() - stopped) * 1e3:.0f} ms")

    if (HERE / "touchd").exists():
        shutil.copy(HERE / "touchd", Path(TOUCHD))
