# SPDX-License-Identifier: MIT
"""What a process holds."""

import os

from process import Failure

TIMES = 1000
# Until then caches fill, and tables take their size.
WARM = 100
# What an allocator may hold on to; a leak of 300 bytes a time is more.
SLACK = 256 << 10


class Footprint:
    """What a process holds: memory that it has written to, in bytes, and descriptors.

    Pages of the program and of libraries are left out: whether they count as its own depends on other processes.
    """

    def __init__(self, pid):
        with open(f"/proc/{pid}/smaps_rollup") as sums:
            sizes = dict(line.split(":") for line in list(sums)[1:])
        self.bytes, self.resident = (int(sizes[key].split()[0]) << 10 for key in ("Anonymous", "Rss"))
        self.descriptors = len(os.listdir(f"/proc/{pid}/fd"))

    def __str__(self):
        return f"{self.bytes >> 10} KiB of {self.resident >> 10} resident and {self.descriptors} descriptors"

    def require_flat(self, before, what):
        """Says how much it was and is."""
        growth = self.bytes - before.bytes
        figures = f"after {WARM} {what} {before}, after {TIMES} {self}"
        if growth > SLACK or self.descriptors > before.descriptors:
            raise Failure(figures)
        return figures
