#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The bench: every row in one quick run, and what it writes."""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

BENCH, TOUCHD = (os.path.abspath(path) for path in sys.argv[1:3])
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SCRATCH = tempfile.mkdtemp(prefix="touchd-bench-")
# A few seconds of a processor; on a busy machine minutes.
SECONDS = 600

STREAMS = [f"{rate}/{fingers}" for rate in ("125 Hz", "1000 Hz", "saturated") for fingers in (1, 10)]
READERS = ["bare", "libevdev"]
READERS += [f"touchd/{listener}/{count}" for listener in ("plugin", "nobody") for count in (0, 2, 10)]
TIMES = [f"path/{stream}/{reader}/{figure}" for stream in STREAMS for reader in READERS
         for figure in ("cpu", "p50", "p99")]
TIMES += ["touch/bare/time", "touch/gestures/time", "hit/nested/1000/fast", "hit/flat/1000/plain"]
TIMES += ["program/10 views/start", "program/10 views/memory", "program/size", "program/reload"]
INSTRUCTIONS = [f"frame/{listener}/{count}/instructions" for listener in ("override", "plugin", "nobody")
                for count in (0, 2)]
INSTRUCTIONS += ["touch/bare/instructions", "growth/fingers/plugin/0/10", "growth/views/flat/fast/100"]
ZEROS = ["hit/rotated/1000/differences", "hit/overriding/1000/differences"]


def bench(*arguments):
    """Runs the bench: status, standard output, standard error."""
    result = subprocess.run([BENCH, *arguments], capture_output=True, text=True, timeout=SECONDS, cwd=SCRATCH,
                            stdin=subprocess.DEVNULL)
    return result.returncode, result.stdout, result.stderr


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def quick_run():
    """One run of everything, with a copy of the page that it publishes into."""
    docs = os.path.join(SCRATCH, "docs")
    shutil.copytree(os.path.join(ROOT, "docs"), docs)
    code, out, err = bench("run", "--quick", "--program", TOUCHD, "--folder", "files", "--json", "bench.json",
                           "--docs", docs)
    expect(code == 0, f"status {code}\n{out[-2000:]}\n{err[-2000:]}")
    with open(os.path.join(SCRATCH, "bench.json"), encoding="utf-8") as file:
        found = json.load(file)
    return found, out, docs


def every_row_has_figures(found, _out, _docs):
    """Each row has its figures, and times are more than nothing."""
    medians = {figure["name"]: figure["median"] for figure in found["figures"]}
    wanted = TIMES + ([] if found["skipped"] else INSTRUCTIONS)
    for name in wanted:
        expect(name in medians, f"no figure {name}")
        expect(math.isfinite(medians[name]) and medians[name] > 0, f"{name} is {medians[name]}")
    for name in ZEROS:
        expect(medians.get(name) == 0, f"{name} is {medians.get(name)}")
    expect(found["failures"] == [], found["failures"])


def every_round_counts(found, _out, _docs):
    """A quick run has one round, and says that it was one."""
    expect(found["quick"] is True and found["rounds"] == 1, "it does not say that it was quick")
    longest = max(len(figure["values"]) for figure in found["figures"])
    expect(longest == 1, f"a figure has {longest} values in one round")


def bars_are_judged(found, _out, _docs):
    """Each bar that was measured is met or not, by its own numbers."""
    judged = [bar for bar in found["bars"] if bar["measured"] is not None]
    expect(len(judged) >= 8, f"only {len(judged)} bars")
    for bar in judged:
        inside = bar["measured"] <= bar["bar"] if bar["bound"] == "at most" else bar["measured"] >= bar["bar"]
        expect(bar["met"] == inside, f"{bar}")


def tables_are_published(found, out, docs):
    """The tables stand on standard output and in the page, between its marks, once."""
    with open(os.path.join(docs, "benchmarks.md"), encoding="utf-8") as file:
        page = file.read()
    expect(out.count("### Bars") == 1 and out.split("curves: ")[0] in page, "the page does not have what was printed")
    expect(page.count("### Bars") == 1, "the page has more than one run")
    expect(page.count("<!-- make bench: ") == 2, "the marks of the page are gone")
    expect(page.startswith("# Benchmarks\n") and "## Growth" in page, "the page has lost its text")
    expect(bool(found["skipped"]) == ("skipped: " in out), "what was skipped is not said")


def curves_are_pictures(found, _out, docs):
    """The curves are SVG, each with a name at its end."""
    if found["skipped"]:
        return
    for name, curves in (("fingers", 3), ("recognizers", 2), ("views", 4)):
        root = xml.etree.ElementTree.parse(os.path.join(docs, "benchmarks", f"{name}.svg")).getroot()
        lines = root.findall(".//{http://www.w3.org/2000/svg}polyline")
        expect(len(lines) == curves, f"{name}.svg has {len(lines)} curves")


def what_cannot_be_measured_fails(*_):
    """Without the program the run fails, and says what to do."""
    code, out, _ = bench("run", "--quick", "--only", "program", "--program", "/nowhere/touchd", "--folder", "files",
                         "--json", "none.json")
    expect(code == 1, f"status {code}")
    expect("FAILED: program: there is no /nowhere/touchd: run make build first" in out, out)


def main():
    failed = False
    try:
        results = quick_run()
    except (AssertionError, OSError, ValueError, subprocess.TimeoutExpired) as error:
        print(f"FAIL the bench runs: {error}")
        sys.exit(1)
    for scenario in (every_row_has_figures, every_round_counts, bars_are_judged, tables_are_published,
                     curves_are_pictures, what_cannot_be_measured_fails):
        try:
            scenario(*results)
            print(f"ok {scenario.__name__.replace('_', ' ')}")
        except (AssertionError, OSError, ValueError, xml.etree.ElementTree.ParseError) as error:
            failed = True
            print(f"FAIL {scenario.__name__.replace('_', ' ')}: {error}")
    sys.exit(failed)


try:
    main()
finally:
    shutil.rmtree(SCRATCH)
