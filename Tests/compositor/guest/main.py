# SPDX-License-Identifier: MIT
"""Runs the scenarios in the guest:  main.py COMPOSITOR,… FILTER minutes=N touches|toolkits [scenario…]

Verdicts on standard output, then a line `done`; the logs go to the second disk, as an archive.
"""

import subprocess
import sys
from importlib import import_module

from desktop import LOGS, prepare
from filters import Touchd
from process import Failure
from rig import now
from stage import PAGES, SCENARIOS, Stage

SUBJECTS = {
    "touches": ("fingers", "random", "gestures", "dark", "faults", "matrix", "latency"),
    "toolkits": ("toolkits",),
}
VERSIONS = ("systemd", "libinput10", "cage", "sway", "labwc", "weston", "swayidle")


def perform(name, compositor):
    stage = None
    try:
        stage = Stage(name, compositor, PAGES[name](f"{compositor}-{name}") if name in PAGES else None)
        SCENARIOS[name](stage)
    except Failure as failure:
        complain(stage, name, compositor, str(failure))
    except Exception as error:
        complain(stage, name, compositor, f"the scenario itself fails: {error!r}")
    finally:
        if stage:
            stage.close()


def complain(stage, name, compositor, why):
    print(f"FAIL  {stage.name if stage else f'{compositor} {name}'}, to the end: {why[:2000]}", flush=True)


def versions():
    said = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Package} ${Version}, ", *VERSIONS], capture_output=True, text=True)
    return said.stdout.rstrip(", ")


def main(compositors, filter_name, minutes, subject, *names):
    for part in SUBJECTS[subject]:
        import_module(f"scenario_{part}")
    unknown = [name for name in names if name not in SCENARIOS]
    if unknown:
        print(f"FAIL  machine: no scenario {', '.join(unknown)}; there are {', '.join(SCENARIOS)}")
    Stage.filter_name, Stage.minutes = filter_name, float(minutes.removeprefix("minutes="))
    print(f"{versions()}; the filter is {filter_name}", flush=True)
    start = now()
    prepare()
    if filter_name == "touchd":
        Touchd.install()
    wanted = [name for name in SCENARIOS if not names or name in names]
    each = [name for name in wanted if not hasattr(SCENARIOS[name], "is_alone")]
    for compositor in compositors.split(","):
        for name in each:
            perform(name, compositor)
    for name in wanted:
        if name not in each:
            perform(name, None)
    subprocess.run(["tar", "-C", LOGS, "-cf", "/dev/vdb", "."], check=False)
    print(f"done  after {now() - start:.0f} s, and {start:.0f} s of starting", flush=True)


main(*sys.argv[1:])
