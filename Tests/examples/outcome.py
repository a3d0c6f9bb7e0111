# SPDX-License-Identifier: MIT
"""What came of a replay, in words."""

import json
import math
import re


class Outcome:
    """The trace of a replay; `log` is what touchd writes beside it, `started` the programs that were started."""

    def __init__(self, trace, log, started):
        self.lines = [json.loads(line) for line in trace.splitlines()]
        self.started = started
        self.printed, self.messages = [], []
        self._text = trace + log

    def of(self, *kinds):
        return [line for line in self.lines if line["kind"] in kinds]

    @property
    def events(self):
        """`name state: responders`, and `name: responders` where there is no gesture; the states in between once."""
        words = []
        for line in self.of("event"):
            state = f" {line['state']}" if line["view"] else ""
            state += f" {line['progress'] * 100:.0f} %" if "progress" in line else ""
            state += f" {line['direction']}" if "direction" in line else ""
            word = f"{line['name']}{state}" + (f": {', '.join(line['responders'])}" if line["responders"] else "")
            if line["state"] != "changed" or words[-1:] != [word]:
                words.append(word)
        return words

    @property
    def page(self):
        """What the page got, finger by finger: `began at 600,800`, `moved to …` for the last of a way, `ended lift`."""
        words, moving = [], None
        for line in self.of("screen"):
            place = ",".join(f"{value:.0f}" for value in line["at"]) if line["at"] else "?"
            if line["phase"] == "moved":
                if moving != line["touch"]:
                    words.append("")
                words[-1], moving = f"moved to {place}", line["touch"]
                continue
            moving = None
            words.append(f"began at {place}" if line["phase"] == "began" else f"{line['phase']} {line['end']}")
        return words

    @property
    def way(self):
        """How far the page's touches go altogether, in whole points."""
        last, length = {}, 0.0
        for line in self.of("screen"):
            length += math.dist(last.get(line["touch"], line["at"]), line["at"])
            last[line["touch"]] = line["at"]
        return round(length)

    @property
    def changes(self):
        """What was hidden or shown."""
        return [f"{line['id']} {'hidden' if line['hidden'] else 'shown'}" for line in self.of("change")
                if line["what"] == "view"]

    @property
    def places(self):
        """Every place that any line has, in points or units of the panel; what is written about the fingers is in it."""
        told = [str(line[key]) for line in self.lines for key in ("at", "raw") if line.get(key)]
        axes = [str(event) for line in self.of("frame") for event in line["events"]
                if re.search("_X|_Y|PRESSURE|MAJOR", event[1])]
        logged = re.findall(r" at \[.*", self._text)
        return told + axes + logged
