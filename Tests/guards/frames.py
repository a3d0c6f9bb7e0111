# SPDX-License-Identifier: MIT
"""What a moved frame may cost, and that the hot symbols are known:  frames.py BENCH

The budgets stand in the file instruction-budgets. Every function that runs in each frame must stand in hot-symbols, or
be allowed there to be inlined.
"""

import platform
import re
import shutil
import sys
import tempfile
from pathlib import Path

from callgrind import Frame, without_debug_information
from hot_list import demangled, hot_symbols, is_ours

BUDGETS = Path(__file__).parent / "instruction-budgets"
# A method of ours, behind whatever the compiler says that it has made of it.
METHOD = re.compile(r"(?:^|.* (?:of|in) )((?:Dispatcher|LinuxInput|TouchdKit)\.[\w.]+)\(")


def budgets():
    """The lines of the file: the most instructions, and what `bench frames` is asked for."""
    for line in BUDGETS.read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            yield int(words[0]), words[1:]


def unlisted(functions):
    """The methods of ours among mangled names that the list does not name."""
    listed = hot_symbols()
    for name in demangled(sorted(filter(is_ours, functions))):
        method = METHOD.match(name)
        if method and not any(symbol.is_meant_by(name) for symbol in listed):
            yield method[1]


def main(bench):
    if platform.machine() != "x86_64":
        return print(f"skipped: the budgets are of x86-64, and this is {platform.machine()}")
    if not shutil.which("valgrind"):
        return print("skipped: valgrind is missing, so no instruction was counted; run: apt-get install valgrind")
    functions, failed = set(), False
    with tempfile.TemporaryDirectory() as folder:
        program = without_debug_information(bench, folder)
        for most, arguments in budgets():
            frame = Frame(program, arguments, folder)
            functions |= frame.functions
            failed |= frame.instructions > most
            verdict = "ok   " if frame.instructions <= most else "FAIL "
            figure = f"{frame.instructions:,.0f} a frame, at most {most:,}"
            print(f"{verdict} instructions, {' '.join(arguments)}: {figure}", flush=True)
    missing = sorted(set(unlisted(functions)))
    for name in missing:
        print(f"FAIL  hot, {name}: runs in every frame, and is not in Tests/guards/hot-symbols")
    if not missing:
        print(f"ok    hot, all that runs: {len(functions)} functions in every frame")
    return failed or bool(missing)


sys.exit(main(sys.argv[1]))
