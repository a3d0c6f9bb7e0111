# SPDX-License-Identifier: MIT
"""The program as it is installed, by its user and by any."""

import json
import re
from pathlib import Path

import package
from verdicts import run, scenario


@scenario
def program(test):
    package.ensure_installed()
    version, packaged = run("touchd", "--version").output.strip(), package.field("Version")
    test.check("it says the package's version", version == packaged, f"{version} in {packaged}")

    demo = run("touchd", "demo", "--json", user="nobody")
    last = demo.output.strip().splitlines()[-1:] or ["{}"]
    summary = json.loads(last[0])
    balanced = summary.get("touches", 0) == summary.get("ended", 0) + summary.get("cancelled", 0) > 0
    test.check("the demo runs", demo.status == 0 and balanced, last[0] if demo.status == 0 else demo)

    result = run("touchd", "check", "/etc/touchd/touchd.yaml", user="touchd")
    test.check("its user finds the installed layout right", result.status == 0 and not result.errors, result)

    libraries = re.findall(r"^\s*(\S+)(?: =>)? (.*)$", run("ldd", "/usr/bin/touchd").output, re.MULTILINE)
    missing = [name for name, where in libraries if "not found" in where]
    foreign = [name for name, _ in libraries if re.search("swift|Foundation|dispatch", name)]
    test.check(
        "it needs no Swift where it runs", libraries and not missing + foreign,
        f"{len(libraries)} libraries of Debian's; missing: {missing or 'none'}, of Swift's: {foreign or 'none'}")


@scenario
def replays(test):
    """Each recording gives the lines that it gave on the machine that built the packages, whatever the processor."""
    package.ensure_installed()
    recordings = sorted(Path("/test/replays").glob("*.lines"))
    kinds = Path("/test/kinds").read_text().strip()
    differing, lines = [], 0
    for expected in recordings:
        name = Path(expected.stem)
        result = run("env", "-C", expected.parent, "touchd", "replay", name, "-c", name.with_suffix(".yaml"), "--json",
                     "--trace", kinds)
        lines += len(result.output.splitlines())
        if result.output != expected.read_text():
            differing.append(name.name)
    test.check(
        "every recording gives the same lines", lines > 2000 and not differing,
        f"{lines} lines of {len(recordings)} recordings, differing: {' '.join(differing) or 'none'}")
