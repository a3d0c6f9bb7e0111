# SPDX-License-Identifier: MIT
"""What comes of the figures: percentiles of each round, their medians, ratios; as a table."""

from statistics import median

PERCENTILES = (50, 90, 99)
# A reader, another one, and how much of that one's latency its own may be, at the median and at p99; `None` for what is
# only shown.
BARS = [
    ("touchd", "C loop", 1.2),
    ("touchd", "libinput", 0.95),
    ("touchd, 64 programs", "touchd", 1.5),
    ("a Python program", "touchd", None),
]


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
        print(f"\n{self._title}\n{'µs':32}{'p50':>9}{'p90':>9}{'p99':>9}{'CPU a frame':>14}{'p50 ±':>9}")
        medians = {}
        for reader, rounds in self._rounds.items():
            medians[reader] = {key: median(figures[key] for figures in rounds) for key in rounds[0]}
            # How far the medians of the rounds lie apart: what of a difference is chance.
            halves = [figures["p50"] / 2 for figures in rounds]
            print(f"{row(reader, medians[reader])}{max(halves) - min(halves):9.2f}")
        for reader, other, bar in BARS:
            ratios = {key: value / medians[other][key] for key, value in medians[reader].items()}
            print(row(f"{reader} ÷ {other}", ratios) + verdict(ratios, bar))


def verdict(ratios, bar):
    if bar is None:
        return ""
    is_met = max(ratios["p50"], ratios["p99"]) <= bar
    return f"   at most {bar} at p50 and p99: {'met' if is_met else 'missed'}"


def row(name, figures):
    columns = "".join(f"{figures[key]:9.2f}" for key in ("p50", "p90", "p99"))
    return f"{name:32}{columns}{figures['cpu']:14.2f}"
