#!/usr/bin/python3 -B
# SPDX-License-Identifier: MIT
"""The promises of the examples:  Tests/examples/promises.py path/to/touchd [example…]

A promise is given, when, then: a row of the table in an example's README, and the same row in a file of
Tests/examples/promises, with what a replay of its scenes gives.

| key | is |
|---|---|
| `scenes` | of the recording, those that are replayed |
| `layout`, `recording` | in the place of those of the example |
| `dark` | whether the screen is dark at first, as a program reports it |
| `instead` | changes of the layout, `[old text, new text]`: what happens without a line of it |
| `events` | the events, as `name state: responders` |
| `page` | what the page gets |
| `shows` | what is hidden and shown |
| `starts` | which programs are started |
| `prints` | what the example's program prints; where it says nothing, `[]`, and `starts` what it starts |
| `commands` | what is published to the broker at first, `[command, payload]` |
| `messages` | what the bridge publishes: answers and events |
| `way` | how far the page's fingers go, in points, there and back |
| `places` | `[]` where no line, no frame and no log may have a place |
"""

import sys
import tempfile
import tomllib
from pathlib import Path

import files
from stage import EXAMPLES, Stage
from verdict import Failure, NotRun

PROMISES = Path(__file__).resolve().parent / "promises"
# What a promise expects, and the property of the outcome that has it.
EXPECTED = {
    "events": "events", "page": "page", "shows": "changes", "starts": "started", "prints": "printed",
    "messages": "messages", "places": "places", "way": "way",
}


def keep(program, example, promise):
    """Replays the scenes of a promise, and compares."""
    with tempfile.TemporaryDirectory(prefix="touchd-examples-") as folder:
        outcome = Stage(program, Path(folder), example).play(promise)
    expected = {key: promise[key] for key in EXPECTED if key in promise}
    if not expected:
        raise Failure("it expects nothing")
    for key, wanted in expected.items():
        found = getattr(outcome, EXPECTED[key])
        if found != wanted:
            raise Failure(f"{key}: expected {wanted}\n      and got {found}")


def rows(page):
    """The rows of the README's table."""
    lines = page.read_text().splitlines()
    start = lines.index("| given | when | then |") + 2
    table = [line for line in lines[start:] if line.startswith("|") or not line]
    return [tuple(cell.strip() for cell in line.strip("|").split(" | ")) for line in table[:table.index("")]]


def table(example):
    """The README has the rows of the promises, and no other."""
    stated = rows(EXAMPLES / example["name"] / "README.md")
    kept = [(promise["given"], promise["when"], promise["then"]) for promise in example["promise"]
            if "then" in promise]
    if stated != kept:
        differing = [row for row in stated + kept if row not in stated or row not in kept] or "their order"
        raise Failure(f"not in both the table of the README and the promises: {differing}")


def check(what, action, *arguments):
    try:
        action(*arguments)
    except NotRun as reason:
        print(f"skipped: {what}: {reason}", flush=True)
    except Failure as failure:
        print(f"FAIL  {what}\n      {failure}", flush=True)
        return False
    else:
        print(f"ok    {what}", flush=True)
    return True


def checks(program, example):
    """What is checked of an example, in words, with a function and its arguments."""
    yield "the README has its promises", table, example
    yield "its layouts have no error", files.layouts, program, example
    yield "its recordings are what recordings.py writes", files.recordings, example
    yield "its pictures are what `touchd picture` draws", files.pictures, program, example
    if "writes" in example:
        yield "its layout is what its program writes", files.written, example
    if files.units_of(example):
        yield "systemd understands its units", files.units, example
    if "polkit" in example:
        yield "polkit allows what it starts, and no more", files.rules, example
    if "broker" in example:
        yield "Home Assistant's file has the topics of its promises", files.automations, example
    for promise in example["promise"]:
        words = (promise[key] for key in ("given", "when", "then", "otherwise") if key in promise)
        yield " / ".join(words), keep, program, example, promise


def main(program, *names):
    is_good = True
    for path in sorted(PROMISES.glob("*.toml")):
        if names and path.stem not in names:
            continue
        example = {"name": path.stem, **tomllib.loads(path.read_text())}
        for what, *action in checks(str(Path(program).resolve()), example):
            is_good &= check(f"{path.stem}: {what}", *action)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
