# SPDX-License-Identifier: MIT
"""Runs the scenarios in the guest: main.py [scenario…]. Verdicts on standard output, then a line `done`.

`install` comes first, whatever is asked for: the others test what it installed.
"""

import sys
from importlib import import_module

from rig import SCENARIOS, Rig, now
from process import Failure

SUBJECTS = (
    "install", "open", "lost", "service_touch", "service_hung", "service_access", "service_page", "service_incidents",
)
for subject in SUBJECTS:
    import_module(f"scenario_{subject}")


def perform(name):
    rig = Rig(name)
    began = now()
    try:
        SCENARIOS[name](rig)
    except Failure as failure:
        rig.check("to the end", False, f"{failure}"[:2000])
    except Exception as error:
        rig.check("to the end", False, f"the scenario itself fails: {error!r}")
    finally:
        rig.close()
    return now() - began


def main(names):
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        print(f"FAIL  machine: no scenario {', '.join(unknown)}; there are {', '.join(SCENARIOS)}")
    up = now()
    wanted = [name for name in SCENARIOS if not names or name in names or name == "install"]
    took = [perform(name) for name in wanted]
    print(f"done  {len(took)} scenarios in {sum(took):.0f} s, after {up:.0f} s of starting", flush=True)


main(sys.argv[1:])
