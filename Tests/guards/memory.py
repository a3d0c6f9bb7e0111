# SPDX-License-Identifier: MIT
"""Layouts as large as they may be, and larger: what is said, and the most memory that the process ever had.

The unit of the service has `MemoryMax=1G`, and promises less than 370 MB for the largest set of layouts, read again
while it is in use.
"""
import os

import pytest
from process import Process, wait_until

pytestmark = pytest.mark.seconds(1800)
SECONDS = 600
# LayoutBudget.partLimit.
PARTS = 40_000
# Of a refused file, and of the daemon with the largest set, in MB.
REFUSED, PROMISED = 100, 370
HEAD = "version: 1\nscreen: { size: [1000, 1000] }\n"


# What is refused: the file, and the place of the error.
REFUSED_FILES = {
    "views without end": (HEAD + "views:\n" + "- {}\n" * 480_000, f"{PARTS + 4}:3: error: too large"),
    "brackets": ("[" * (4 << 20), "1:257: error: nested too deeply"),
    "tiny values": ("[" + "a," * 2_000_000 + "]", "1:1000000: error: too long"),
    "a name of megabytes, above thousands of views":
        (HEAD + "views:\n- id: " + "n" * 3_000_000 + "\n  children:\n" + "  - {}\n" * 30_000, "4:7: error: `id` must not"),
    "a key of megabytes": (HEAD + "views:\n- ? " + "k" * 4_000_000 + "\n  : 1\n", "4:5: error: unknown key"),
    "thousands of anchors": (HEAD + "views:\n" + "- &a {}\n" * 240_000, "4:3: error: anchors"),
    "a mistake in each of thousands of views": (HEAD + "views:\n" + "- {a: }\n" * 39_000, "4:4: error: unknown key"),
    "thousands of keys in one view":
        (HEAD + "views:\n- {" + ",".join(f"k{i}: " for i in range(240_000)) + "}\n", "4:4: error: unknown key"),
}

# What is accepted: as many parts as there may be, each of what takes the most memory.
LARGEST = {
    "views": HEAD + "views:\n" + "- {}\n" * PARTS,
    "nested views with long names": HEAD + "views: " + "[{children: " * 100 + "[{id: " + "n" * 255 + ", children: ["
        + "{}," * (PARTS - 101) + "]}]" + "}]" * 100 + "\n",
    "scroll views": HEAD + "views:\n" + "- {type: scroll}\n" * (PARTS // 3),
    "controls": HEAD + "responders: {a: {plugin: log}}\nviews:\n"
        + "- {type: control, control: {events: {touch_down: a, touch_up_inside: a}}}\n" * (PARTS - 1),
    "gestures": HEAD + "views:\n" + "- gestures: [{edge_pan: {edge: left}}, {pinch: }, {long_press: }]\n" * (PARTS // 4),
    "responders": HEAD + "views: []\nresponders:\n"
        + "".join(f"  r{i}: {{plugin: log}}\n" for i in range(PARTS)),
    "windows": HEAD + "windows:\n" + "- {views: []}\n" * PARTS,
}


# Says on standard error how much memory a program had at most. It is started by a small one: what the one that starts a
# program has counts as the program's.
MEASURED = ["/usr/bin/python3", "-Sc", "import resource, subprocess, sys; status = subprocess.call(sys.argv[1:]);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(status)"]


@pytest.fixture
def run(touchd):
    """Runs a command: status, standard output, standard error, and the most memory in MB."""

    def run(*words):
        status, out, err = touchd.run(*words, program=[*MEASURED, touchd.program], timeout=SECONDS)
        return status, out, err, int(err.splitlines()[-1]) / 1024

    return run


@pytest.mark.parametrize("what", REFUSED_FILES)
def test_refused(run, scratch, figure, what):
    """is refused at its place, without the memory that it asks for"""
    text, place = REFUSED_FILES[what]
    path = scratch("refused.yaml", text)
    status, out, err, memory = run("check", path)
    assert status == 1 and f"{path}:{place}" in err
    assert len(out) + len(err) < 1_000_000
    assert memory < REFUSED
    figure(f"{memory:.0f} MB")


@pytest.mark.parametrize("what", LARGEST)
def test_served(touchd, scratch, figure, what):
    """is loaded by the daemon, and read again while it is in use"""
    path, control = scratch("largest.yaml", LARGEST[what]), scratch("control.sock")
    daemon = Process([touchd.program, "run", "-c", path, "--socket", control], os.environ)
    wait_until(lambda: os.path.exists(control), "it is not served", patience=SECONDS)
    for reading in range(5):
        status, out, err = touchd.run("reload", "--socket", control, timeout=SECONDS)
        if "its reading has not ended in" in err:
            pytest.skip("this machine is too busy to read it in the daemon's ten seconds")
        assert reading == 4 or status == 0 and "in use" in out, err
        if reading == 3:
            # The last one is refused, which leaves all as it was.
            scratch("largest.yaml", REFUSED_FILES["views without end"][0])
    assert status == 1 and "too large" in err
    assert daemon.peak_memory < PROMISED
    figure(f"{daemon.peak_memory:.0f} MB")
