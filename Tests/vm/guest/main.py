# SPDX-License-Identifier: MIT
"""Installs the package, and runs the scenarios in the guest: main.py [scenario…]. Verdicts on standard output, then a line
`done`. Tests/unit-file has the unit of the package."""

from rig import Rig, now
from service import install
from verdicts import run_scenarios

print(f"after {now():.0f} s of starting", flush=True)
install()
run_scenarios("open", "lost", "service_hung", "service_access", "service_page", "service_incidents", kind=Rig)
