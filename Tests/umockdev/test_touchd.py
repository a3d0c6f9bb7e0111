# SPDX-License-Identifier: MIT
"""The unmodified binary on a live fake touchscreen: what no test inside the process can show.

Each scenario gets a process and a testbed of its own. Nothing is waited for by time: a scenario touches the
panel, then reads the program's output until it has seen the answer, for ten seconds at most.

    umockdev-wrapper /usr/bin/python3 test_touchd.py path/to/touchd [scenario…]

(`Tests/umockdev/run` does so, and bounds it all.) One line a scenario, then `N passed, N failed`.
"""

import os
import subprocess
import sys
from importlib import import_module

from rig import ON_REQUEST, SCENARIOS, Rig, NotRun
from process import Failure

# Another folder's rig has subjects of its own.
SUBJECTS = os.environ.get("SUBJECTS", "panel recording calibrate service events life output example wear soak").split()
for subject in SUBJECTS:
    import_module(f"{subject}_scenarios")


def perform(name, binary):
    """Runs one scenario in this process, and says how it went."""
    title, panel, function = SCENARIOS[name]
    rig = Rig(binary, panel)
    try:
        figure = function(rig)
        return f"ok    {name}: {title}" + (f": {figure}" if figure else "")
    except Failure as failure:
        return f"FAIL  {name}: {title}: {failure}"
    except NotRun as obstacle:
        return f"SKIP  {name}: {title}: NOT RUN, {obstacle}"
    finally:
        rig.close()


def perform_apart(name, binary):
    """Runs one scenario in a process of its own: a testbed leaves traces in its process, and may abort it."""
    command = [sys.executable, __file__, "--perform", name, binary]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    verdicts = [line for line in run.stdout.splitlines() if line[:6] in ("ok    ", "FAIL  ", "SKIP  ")]
    if verdicts:
        return verdicts[0]
    return f"FAIL  {name}: {SCENARIOS[name][0]}: the test itself ended with {run.returncode}\n{run.stderr}"


def main(binary, names):
    verdicts = []
    for name in names or [name for name in SCENARIOS if name not in ON_REQUEST]:
        verdicts.append(perform_apart(name, binary)[:2000])
        print(verdicts[-1], flush=True)
    words = [line.split()[0] for line in verdicts]
    passed, failed, not_run = words.count("ok"), words.count("FAIL"), words.count("SKIP")
    print(f"{passed} passed, {failed} failed" + (f", {not_run} not run" if not_run else ""), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if "umockdev" not in os.environ.get("LD_PRELOAD", ""):
        sys.exit("run it under umockdev-wrapper, or no udev event is sent: Tests/umockdev/run")
    if arguments[:1] == ["--perform"]:
        print(perform(*arguments[1:]), flush=True)
        # Without a farewell: umockdev's threads do not end with the interpreter in every version.
        os._exit(0)
    unknown = [name for name in arguments[1:] if name not in SCENARIOS]
    if not arguments or unknown:
        sys.exit(f"usage: test_touchd.py path/to/touchd [scenario…]; the scenarios: {', '.join(SCENARIOS)}")
    sys.exit(main(os.path.abspath(arguments[0]), arguments[1:]))
