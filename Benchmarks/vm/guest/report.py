# SPDX-License-Identifier: MIT
"""What comes of the figures: percentiles of each round, their medians, ratios; as a table."""

from statistics import median

PERCENTILES = (50, 90, 99)
# A reader, another one, and how much of that one's latency its own may be at p99; `None` for what is only shown.
BARS = [
    ("touchd", "C loop", None),
    ("touchd", "libinput", 0.95),
    ("touchd, 64 programs", "touchd", 1.5),
    ("touchd, 64 programs, `moves`", "touchd", 1.5),
]
# For a program in Python with `moves`: its p99 with the most fingers by that with one.
PROGRAM, PROGRAM_BAR = "a Python program, `moves`", 3


def percentile(values, percent):
    """The nearest rank: a value that was measured."""
    rank = -(-len(values) * percent // 100)
    return sorted(values)[rank - 1]


class Summary:
    """The rounds of one scenario."""

    def __init__(self, title):
        self._title, self._rounds = title, {}

    def add(self, reader, latencies, cpu):
        """One round: latencies in ns, and the CPU time in ns that all frames took."""
        figures = {f"p{percent}": percentile(latencies, percent) / 1000 for percent in PERCENTILES}
        figures["cpu"] = cpu / len(latencies) / 1000
        self._rounds.setdefault(reader, []).append(figures)

    def show(self):
        """Prints the tables, and returns the figures of each reader."""
        print(f"\n{self._title}\n{'µs':40}{'p50':>9}{'p90':>9}{'p99':>9}{'CPU a frame':>14}{'p50 ±':>9}")
        medians = {}
        for reader, rounds in self._rounds.items():
            medians[reader] = {key: median(figures[key] for figures in rounds) for key in rounds[0]}
            # How far the medians of the rounds lie apart: what of a difference is chance.
            halves = [figures["p50"] / 2 for figures in rounds]
            print(f"{row(reader, medians[reader])}{max(halves) - min(halves):9.2f}")
        for reader, other, bar in BARS:
            ratios = {key: value / medians[other][key] for key, value in medians[reader].items()}
            print(row(f"{reader} ÷ {other}", ratios) + verdict(ratios["p99"], bar))
        return medians


def verdict(ratio, bar):
    return "" if bar is None else f"   p99 at most {bar}: {'met' if ratio <= bar else 'missed'}"


def compare(few, many):
    """Prints how much later a program in Python has all of many fingers than one."""
    ratio = many[PROGRAM]["p99"] / few[PROGRAM]["p99"]
    print(f"\n{PROGRAM}, many fingers ÷ one: {ratio:.2f} at p99{verdict(ratio, PROGRAM_BAR)}")


def row(name, figures):
    columns = "".join(f"{figures[key]:9.2f}" for key in ("p50", "p90", "p99"))
    return f"{name:40}{columns}{figures['cpu']:14.2f}"
