# SPDX-License-Identifier: MIT
"""What comes of the figures: percentiles of each round, their medians, ratios; a table and JSON."""

import json
from pathlib import Path
from statistics import median

# The serial port that the host keeps as JSON.
PORT = Path("/dev/ttyS2")

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

    def __init__(self, fingers, rounds, frames, interval):
        self.setup = {"fingers": fingers, "rounds": rounds, "frames": frames, "interval": interval}
        self._rounds = {}

    def add(self, reader, latencies, cpu):
        """One round: latencies in ns, and the CPU time in ns that all frames took."""
        figures = {f"p{percent}": percentile(latencies, percent) / 1000 for percent in PERCENTILES}
        figures["cpu"] = cpu / len(latencies) / 1000
        self._rounds.setdefault(reader, []).append(figures)

    @property
    def readers(self):
        """Medians of the rounds, by reader; microseconds."""
        return {
            reader: {key: round(median(figures[key] for figures in rounds), 3) for key in rounds[0]}
            for reader, rounds in self._rounds.items()
        }

    @property
    def spread(self):
        """How far the medians of the rounds lie apart, in microseconds: what of a difference is chance."""
        return {
            reader: round(max(figures["p50"] for figures in rounds) - min(figures["p50"] for figures in rounds), 3)
            for reader, rounds in self._rounds.items()
        }

    @property
    def ratios(self):
        """The figures of readers by those of others, with what they may be."""
        readers = self.readers
        return [
            {"reader": reader, "by": other, "bar": bar,
             **{key: round(value / readers[other][key], 3) for key, value in readers[reader].items()}}
            for reader, other, bar in BARS
        ]

    @property
    def json(self):
        return {
            **self.setup, "unit": "us", "readers": self.readers, "spread_of_p50": self.spread,
            "ratios": self.ratios,
        }

    def lines(self):
        fingers = self.setup["fingers"]
        plural = "s" if fingers > 1 else ""
        yield "{fingers} finger{plural}, {rounds} rounds of {frames} frames, one in {interval} µs".format(
            **self.setup, plural=plural)
        yield f"{'µs':32}{'p50':>9}{'p90':>9}{'p99':>9}{'CPU a frame':>14}{'p50 ±':>9}"
        for reader, figures in self.readers.items():
            yield row(reader, figures) + f"{self.spread[reader] / 2:9.2f}"
        for ratio in self.ratios:
            yield row(f"{ratio['reader']} ÷ {ratio['by']}", ratio) + verdict(ratio)
        yield ""


def verdict(ratio):
    if ratio["bar"] is None:
        return ""
    is_met = max(ratio["p50"], ratio["p99"]) <= ratio["bar"]
    return f"   at most {ratio['bar']} at p50 and p99: {'met' if is_met else 'missed'}"


def row(name, figures):
    columns = "".join(f"{figures[key]:9.2f}" for key in ("p50", "p90", "p99"))
    return f"{name:32}{columns}{figures['cpu']:14.2f}"


def show(summaries):
    print()
    for summary in summaries:
        print("\n".join(summary.lines()))
    PORT.write_text(json.dumps([summary.json for summary in summaries], indent=2) + "\n")
