# SPDX-License-Identifier: MIT
"""Verdicts of the tests in a machine or a container, a line each with the figure that it rests on; and the running of
scenarios."""

import pwd
import subprocess
import sys
import time
from importlib import import_module

from process import Failure

UNIT = "touchd.service"
SCENARIOS = {}


def scenario(function):
    SCENARIOS[function.__name__] = function
    return function


class Verdicts:
    """What one scenario has found, and what it has started."""

    def __init__(self, name):
        self.name = name

    def check(self, what, holds, figure):
        say("ok   " if holds else "FAIL ", f"{self.name}, {what}: {figure}")

    def skip(self, what, why):
        """What this machine cannot show."""
        say("skipped:", f"{self.name}, {what}: {why}")

    def close(self):
        """Ends what it has started."""


def say(mark, words):
    # One line a verdict, whatever a program had to say.
    print(mark, " | ".join(words.strip().splitlines())[:2000], flush=True)


def chosen(names):
    """The scenarios that are named, or all, in the order in which they were defined."""
    if unknown := [name for name in names if name not in SCENARIOS]:
        say("FAIL ", f"no scenario {', '.join(unknown)}; there are {', '.join(SCENARIOS)}")
    return [name for name in SCENARIOS if not names or name in names]


def run_scenarios(*subjects, kind=Verdicts, after_failure=lambda: None):
    """Runs those of `scenario_SUBJECT` that the command line names, or all."""
    for subject in subjects:
        import_module(f"scenario_{subject}")
    began, wanted = time.monotonic(), chosen(sys.argv[1:])
    for name in wanted:
        if not perform(SCENARIOS[name], kind(name)):
            after_failure()
    print(f"done  {len(wanted)} scenarios in {time.monotonic() - began:.0f} s", flush=True)


def perform(scenario, test):
    """Whether the scenario came to its end."""
    try:
        scenario(test)
        return True
    except Failure as failure:
        test.check("to the end", False, failure)
    except Exception as error:
        test.check("to the end", False, f"the scenario itself fails: {error!r}")
    finally:
        test.close()
    return False


class Result:
    """A program that has ended: its status and what it said."""

    def __init__(self, command, status, output, errors):
        self.command, self.status, self.output, self.errors = " ".join(map(str, command)), status, output, errors
        self.everything = output + errors

    def __str__(self):
        said = " | ".join(self.everything.strip().splitlines()[-3:])
        return f"`{self.command}` ended with {self.status}" + (f": {said}" if said else "")


def run(*command, user=None, seconds=900):
    """Runs a program to its end, as another user if one is named."""
    if user:
        group = pwd.getpwnam(user).pw_gid
        command = ("setpriv", f"--reuid={user}", f"--regid={group}", "--init-groups", *command)
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds, errors="replace")
    except subprocess.TimeoutExpired:
        raise Failure(f"`{' '.join(map(str, command))}` runs for more than {seconds} s") from None
    except OSError as error:
        return Result(command, 127, "", str(error))
    return Result(command, done.returncode, done.stdout, done.stderr)


def require(*command, **options):
    """Runs what must succeed for the scenario to go on."""
    result = run(*command, **options)
    if result.status != 0:
        raise Failure(f"{result}")
    return result


def show(*names, unit=UNIT):
    """Properties of a unit; one alone is returned by itself."""
    lines = require("systemctl", "show", unit, *(f"--property={name}" for name in names)).output.splitlines()
    found = dict(line.split("=", 1) for line in lines if "=" in line)
    values = [found.get(name, "") for name in names]
    return values[0] if len(values) == 1 else values
