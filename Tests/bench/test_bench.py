# SPDX-License-Identifier: MIT
"""The bench: every row in one quick run, and what it writes."""
import json
import math
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
# A few seconds of a processor; on a busy machine minutes.
SECONDS = 600

STREAMS = [f"{rate}/{fingers}" for rate in ("125 Hz", "1000 Hz", "saturated") for fingers in (1, 10)]
READERS = ["bare", "libevdev"]
READERS += [f"touchd/{listener}/{count}" for listener in ("plugin", "nobody") for count in (0, 2, 10)]
TIMES = [f"path/{stream}/{reader}/{figure}" for stream in STREAMS for reader in READERS
         for figure in ("cpu", "p50", "p99")]
TIMES += ["touch/bare/time", "touch/gestures/time", "hit/nested/1000/fast", "hit/flat/1000/plain"]
TIMES += ["program/10 views/start", "program/10 views/memory", "program/size", "program/reload"]
ZEROS = ["hit/rotated/1000/differences", "hit/overriding/1000/differences"]


@pytest.fixture(scope="session")
def bench(program):
    """Runs the bench: status, standard output, standard error."""

    def run(*arguments):
        result = subprocess.run([program, *arguments], capture_output=True, text=True, timeout=SECONDS, cwd=run.folder,
                                stdin=subprocess.DEVNULL)
        return result.returncode, result.stdout, result.stderr

    run.folder = Path(tempfile.mkdtemp())
    return run


@pytest.fixture(scope="session")
def quick(programs, bench):
    """One run of everything, with a copy of the page that it publishes into: what it found, printed and wrote."""
    docs = bench.folder / "docs"
    shutil.copytree(ROOT / "docs", docs)
    status, out, err = bench("run", "--quick", "--program", programs[1], "--folder", "files", "--json", "bench.json",
                             "--docs", docs)
    assert status == 0, f"{out[-2000:]}\n{err[-2000:]}"
    return SimpleNamespace(found=json.loads((bench.folder / "bench.json").read_text()), out=out, docs=docs)


def test_every_row_has_figures(quick):
    """Each row has its figures, and times are more than nothing."""
    medians = {figure["name"]: figure["median"] for figure in quick.found["figures"]}
    for name in TIMES:
        assert name in medians
        assert math.isfinite(medians[name]) and medians[name] > 0
    for name in ZEROS:
        assert medians.get(name) == 0
    assert quick.found["failures"] == []


def test_every_round_counts(quick):
    """A quick run has one round, and says that it was one."""
    assert quick.found["quick"] is True and quick.found["rounds"] == 1, "it does not say that it was quick"
    assert max(len(figure["values"]) for figure in quick.found["figures"]) == 1


def test_bars_are_judged(quick):
    """Each bar that was measured is met or not, by its own numbers."""
    judged = [bar for bar in quick.found["bars"] if bar["measured"] is not None]
    assert len(judged) >= 8
    for bar in judged:
        inside = bar["measured"] <= bar["bar"] if bar["bound"] == "at most" else bar["measured"] >= bar["bar"]
        assert bar["met"] == inside


def test_tables_are_published(quick):
    """The tables stand on standard output and in the page, between its marks, once."""
    page, out = (quick.docs / "benchmarks.md").read_text(), quick.out
    assert out.count("### Bars") == 1 and out in page, "the page does not have what was printed"
    assert page.count("### Bars") == 1, "the page has more than one run"
    assert page.count("<!-- make bench: ") == 2, "the marks of the page are gone"
    assert page.startswith("# Benchmarks\n") and "## How it is made" in page, "the page has lost its text"


def test_what_cannot_be_measured_fails(bench):
    """Without the program the run fails, and says what to do."""
    code, out, _ = bench("run", "--quick", "--only", "program", "--program", "/nowhere/touchd", "--folder", "files",
                         "--json", "none.json")
    assert code == 1
    assert "FAILED: program: there is no /nowhere/touchd: run make build first" in out
