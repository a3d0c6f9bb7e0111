# SPDX-License-Identifier: MIT
"""Runs the scenarios in the guest:  main.py COMPOSITOR,… FILTER minutes=N touches|toolkits [scenario…]

Verdicts on standard output, then a line `done`; the logs go to the second disk, as an archive.
"""

import subprocess
import sys
from importlib import import_module

from desktop import LOGS, prepare
from process import Failure
from rig import now
from service import install
from stage import PAGES, Stage
from verdicts import SCENARIOS, chosen, say
from watch import archive, watch

SUBJECTS = {
    "touches": ("fingers", "random", "gestures", "dark", "faults", "latency"),
    "toolkits": ("toolkits", "pointer", "speak"),
}
# Seconds that one scenario may take, of the minutes of `random`: they take 5 to 40, latency 100, and a toolkit 300.
LIMITS = {"touches": lambda minutes: 240 + 120 * minutes, "toolkits": lambda _: 1800}
# Seconds in which a scenario is cleared away.
CLOSING = 180
VERSIONS = ("systemd", "libinput10", "cage", "sway", "labwc", "weston", "swayidle")


def perform(name, compositor, limit):
    title = f"{compositor} {name}" if compositor else name
    stage = None

    def give_up(why):
        complain(title, why)
        archive(LOGS)

    try:
        with watch(limit, give_up):
            stage = Stage(name, compositor, PAGES[name](f"{compositor}-{name}") if name in PAGES else None)
            SCENARIOS[name](stage)
    except Failure as failure:
        complain(title, str(failure))
    except Exception as error:
        complain(title, f"the scenario itself fails: {error!r}")
    try:
        with watch(CLOSING, give_up):
            if stage:
                stage.close()
    except Failure as failure:
        complain(title, f"while it is cleared away {failure}")


def complain(title, why):
    say("FAIL ", f"{title}, to the end: {why}")


def versions():
    said = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Package} ${Version}, ", *VERSIONS], capture_output=True, text=True)
    return said.stdout.rstrip(", ")


def main(compositors, filter_name, minutes, subject, *names):
    for part in SUBJECTS[subject]:
        import_module(f"scenario_{part}")
    Stage.filter_name, Stage.minutes = filter_name, float(minutes.removeprefix("minutes="))
    limit = LIMITS[subject](Stage.minutes)
    print(f"{versions()}; the filter is {filter_name}", flush=True)
    start = now()
    prepare()
    if filter_name == "touchd":
        install()
    wanted = chosen(names)
    each = [name for name in wanted if not hasattr(SCENARIOS[name], "is_alone")]
    for compositor in compositors.split(","):
        for name in each:
            perform(name, compositor, limit)
    for name in wanted:
        if name not in each:
            perform(name, None, limit)
    archive(LOGS)
    print(f"done  after {now() - start:.0f} s, and {start:.0f} s of starting", flush=True)


main(*sys.argv[1:])
