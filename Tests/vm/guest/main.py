# SPDX-License-Identifier: MIT
"""Runs the scenarios in the guest: main.py [scenario…]. Verdicts on standard output, then a line `done`.

`install` comes first, whatever is asked for: the others test what it installed.
"""

from rig import Rig, now
from verdicts import run_scenarios

print(f"after {now():.0f} s of starting", flush=True)
run_scenarios(
    "install", "open", "lost", "service_hung", "service_access", "service_page", "service_incidents",
    kind=Rig, always=["install"])
