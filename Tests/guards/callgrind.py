# SPDX-License-Identifier: MIT
"""What a frame costs and runs, by callgrind: it counts exactly, on any machine and however busy it is."""

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

needs_valgrind = pytest.mark.skipif(
    not shutil.which("valgrind"), reason="valgrind is missing, so no instruction was counted; run: apt-get install valgrind")
# Both runs prepare the same; what they differ in, by the frames they differ in, is a frame.
FEW, MANY = 250, 750
# Sets in which the same things collide each time.
ENVIRONMENT = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}

COLLECTED = re.compile(r"Collected\s*:\s*(\d+)")
FUNCTION = re.compile(r"c?fn=\((\d+)\)(?: (.*))?")
CALLS = re.compile(r"calls=(\d+)")
SAID = re.compile(r"(\d+) moves delivered, (\d+) allocations")


class Frame:
    """A moved frame of a scene of `bench frames`."""

    def __init__(self, bench, arguments, folder):
        (few, few_calls, few_moves, _), (many, many_calls, many_moves, self.allocations) = (
            run(bench, count, arguments, Path(folder) / "callgrind.out") for count in (FEW, MANY))
        self.instructions = (many - few) / (MANY - FEW)
        self.moves = (many_moves - few_moves) / (MANY - FEW)
        # What is called in each, by mangled names.
        self.functions = {name for name in many_calls if many_calls[name] - few_calls[name] >= MANY - FEW}


def without_debug_information(program, folder):
    """A copy of a program: valgrind gives up on Swift's DWARF."""
    copy = Path(folder) / "bench"
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def run(bench, count, arguments, path):
    """The cost of a run of `bench frames`, what it calls, the moves that it delivered, and its allocations."""
    command = [*valgrind(path), bench, "frames", "--count", str(count), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, env=ENVIRONMENT)
    assert ran.returncode == 0, f"bench frames ended with {ran.returncode} under valgrind: {ran.stderr[-500:]}"
    return *profiled(ran.stderr, path), *map(int, SAID.search(ran.stdout).groups())


def valgrind(path):
    """The beginning of a command whose functions are counted into a file."""
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={path}"]


def profiled(said, path):
    """The instructions of a run, and how often each function was called in it. A name stands where its number comes
    first."""
    profile = path.read_text()
    names, counts, callee = {}, Counter(), None
    for line in profile.splitlines():
        if match := FUNCTION.match(line):
            if match[2]:
                # Recursion is counted level by level: name'2.
                names[match[1]] = match[2].partition("'")[0]
            callee = names[match[1]]
        elif match := CALLS.match(line):
            counts[callee] += int(match[1])
    return int(COLLECTED.search(said)[1]), counts
