# SPDX-License-Identifier: MIT
"""Runs the scenarios in the guest: main.py [scenario…]. Verdicts on standard output, then a line `done`.

`install` comes first, whatever is asked for: the others test what it installed.
"""

from importlib import import_module

from rig import Rig, now
from verdicts import run_scenarios

SUBJECTS = (
    "install", "open", "lost", "service_touch", "service_hung", "service_access", "service_page", "service_incidents",
)
for subject in SUBJECTS:
    import_module(f"scenario_{subject}")

print(f"after {now():.0f} s of starting", flush=True)
run_scenarios(Rig, always=["install"])
