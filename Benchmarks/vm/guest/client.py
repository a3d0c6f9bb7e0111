# SPDX-License-Identifier: MIT
"""A program in Python that hears each touch: client.py SOCKET FINGERS FILE KIND…. When the last finger has lifted, FILE
has how long after the kernel's stamp of each moved frame it had the last of its touches: nanoseconds, one a line."""

import sys
import time

import touchd


def latencies(path, fingers, kinds):
    """Of one round, from the first landing to the last lift."""
    found, missing, down = [], fingers, 0
    with touchd.Client(path) as client:
        client.subscribe(*kinds)
        print("using the socket", flush=True)
        for line in client:
            if line["kind"] not in kinds:
                continue
            if line["kind"] == "moves" or line["phase"] == "moved":
                missing -= len(line.get("moves", [line]))
                if missing == 0:
                    missing = fingers
                    found.append(time.monotonic_ns() - line["t"] * 1000)
            elif line["phase"] == "began":
                down += 1
            else:
                down -= 1
                if down == 0:
                    return found
    return found


def main(path, fingers, file, *kinds):
    text = "".join(f"{latency}\n" for latency in latencies(path, int(fingers), kinds))
    with open(file, "w", encoding="utf-8") as figures:
        figures.write(text)


main(*sys.argv[1:])
