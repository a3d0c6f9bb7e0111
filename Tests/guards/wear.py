# SPDX-License-Identifier: MIT
"""What a device repeats costs the same however often it came before.

`bench wear` repeats each subject, and callgrind counts the instructions of a window early and of one late. Neither they
nor what is held may have grown. The late one comes after 10,000 repetitions, or after WEAR_REPETITIONS. A process has
all subjects of a kind, since callgrind takes longer to begin than most of them.
"""

import itertools
import os
import re
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from callgrind import ENVIRONMENT, valgrind, without_debug_information

EARLY, LATE, WINDOW = 1_000, int(os.environ.get("WEAR_REPETITIONS", "10000")), 200
# A cost that grows with each repetition takes hours; one that does not, a minute for all of a kind with 10,000.
SECONDS = 600 + LATE // 100
TRIES = 3
# Storage that grows by doubling lets a window have a reallocation more than another; nothing that is walked grows.
MOST_RATIO = 1.05
MOST_BYTES = 4096
# Of one repetition, in the largest layout as well: some milliseconds of a small board.
MOST_INSTRUCTIONS = 5_000_000
TOTAL = re.compile(r"^(?:totals|summary): (\d+)", re.MULTILINE)
NAME = re.compile(r"^desc: Trigger: (?:Client Request: )?(.*)", re.MULTILINE)


class Wear:
    """Two windows of a subject of `bench wear`."""

    def __init__(self, line, counts):
        self.name, early, late, growth = line.split("\t")
        self.allocations = int(early), int(late)
        self.growth = int(growth)
        self.instructions = counts.get(f"{self.name} early"), counts.get(f"{self.name} late")

    def problem(self):
        """What has grown, in words."""
        early, late = self.instructions
        if late is not None and late > early * MOST_RATIO:
            return f"{late / WINDOW:,.0f} instructions after {LATE:,}, {early / WINDOW:,.0f} after {EARLY:,}"
        if late is not None and late > WINDOW * MOST_INSTRUCTIONS:
            return f"{late / WINDOW:,.0f} instructions, of {MOST_INSTRUCTIONS:,} allowed"
        if self.allocations[1] > max(self.allocations[0] * MOST_RATIO, self.allocations[0] + WINDOW // 10):
            return f"{self.allocations[1]} allocations after {LATE:,}, {self.allocations[0]} after {EARLY:,}"
        if self.growth > MOST_BYTES:
            return f"{self.growth:,} bytes more are held after {LATE:,} than after {EARLY:,}"
        return None

    def figure(self):
        early, late = self.instructions
        if late is None:
            return f"{self.growth:+,} bytes"
        return f"{late / WINDOW:,.0f} instructions, {late / early:.3f} of before; {self.growth:+,} bytes"


def measure(bench, beginning):
    """Runs the subjects whose names begin so, under callgrind where there is one."""
    with tempfile.TemporaryDirectory() as folder:
        command = [bench, "wear", "--only", beginning, "--early", EARLY, "--late", LATE, "--window", WINDOW]
        if shutil.which("valgrind"):
            command = [*valgrind(Path(folder) / "callgrind.out"), "--quiet", "--instr-atstart=no", *command]
        ran = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=SECONDS,
                             env=ENVIRONMENT, check=False)
        if ran.returncode or not ran.stdout:
            raise RuntimeError(f"bench wear ended with {ran.returncode}: {ran.stderr[-500:]}")
        counts = dict(map(count, Path(folder).iterdir()))
        return {wear.name: wear for wear in (Wear(line, counts) for line in ran.stdout.splitlines())}


def count(path):
    """The name and the instructions of a window that callgrind wrote down."""
    text = path.read_text()
    name, total = NAME.search(text), TOTAL.findall(text)
    return (name[1] if name else "", int(total[-1]) if total else 0)


def pytest_generate_tests(metafunc):
    if "subject" not in metafunc.fixturenames:
        return
    listed = subprocess.run([metafunc.config.programs[1], "wear", "--list"], capture_output=True, text=True, check=True,
                            timeout=60).stdout.splitlines()
    metafunc.parametrize("subject", [pytest.param(name, id=f"wear, {name}") for name in listed])


def kind(name):
    return name.partition("/")[0]


@pytest.fixture(scope="session")
def judged(request, programs):
    """The subjects of each kind to come, of which two run side by side."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        program = without_debug_information(programs[1], folder)
        subjects = [item.callspec.params["subject"] for item in request.session.items if item.function is test_wear]
        yield {key: pool.submit(judge, program, os.path.commonprefix(list(names)))
               for key, names in itertools.groupby(subjects, kind)}


@pytest.mark.seconds(TRIES * SECONDS + 60)
def test_wear(judged, figure, subject):
    """costs no more, and holds no more, than it did at first"""
    wear = judged[kind(subject)].result()[subject]
    assert not wear.problem()
    figure(wear.figure())


def test_wear_counts():
    """wear: instructions are counted, too"""
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is missing, so memory was looked at, and no instruction; run: apt-get install valgrind")


def judge(bench, beginning):
    """The subjects whose names begin so. What grows does so each time: in how many pieces a client's line comes, the
    kernel decides."""
    wears = measure(bench, beginning)
    for name in wears:
        for _ in range(1, TRIES):
            if wears[name].problem() is None:
                break
            wears[name] = measure(bench, name)[name]
    return wears
