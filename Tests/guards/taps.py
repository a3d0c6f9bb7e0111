"""That a tap beside a finger that rests never becomes dearer:  taps.py BENCH

The scenes stand in the file resting-finger. TAPS is how many there are, 4,000 unless it says otherwise.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from callgrind import Taps, without_debug_information

SCENES = Path(__file__).parent / "resting-finger"
COUNT = int(os.environ.get("TAPS", "4000"))
MOST = 1.05


def scenes():
    """The lines of the file: what `bench taps` is asked for."""
    for line in SCENES.read_text().splitlines():
        views, _, relations = line.partition("#")[0].partition("|")
        if views.strip():
            yield ["--views", views.strip(), "--relations", relations.strip()]


def main(bench):
    if not shutil.which("valgrind"):
        return print("skipped: valgrind is missing, so no instruction was counted; run: apt-get install valgrind")
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        program = without_debug_information(bench, folder)
        for arguments in scenes():
            taps = Taps(program, COUNT, arguments, folder)
            ratio = taps.last / taps.first
            failed |= ratio > MOST
            figure = f"{taps.first / 1000:,.0f} instructions a tap of the first thousand, {taps.last / 1000:,.0f} of the last"
            verdict = "ok   " if ratio <= MOST else "FAIL "
            print(f"{verdict} a finger rests, {arguments[1]}: {figure}, {ratio:.3f} times, at most {MOST}", flush=True)
    return failed


sys.exit(main(sys.argv[1]))
