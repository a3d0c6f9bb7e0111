# SPDX-License-Identifier: MIT
"""The package is installed by dpkg. Whatever else is tested is what it installed; Tests/unit-file has its unit."""

from rig import now, scenario
import service


@scenario
def install(rig):
    start = now()
    dpkg = service.install()
    said = f": {dpkg}" if dpkg.status else ""
    rig.check("dpkg --install", dpkg.status == 0, f"in {now() - start:.1f} s{said}")
