# SPDX-License-Identifier: MIT
"""Sources: words of a shell script with their places, and what is to be said of them."""
import json
import re
import sys
from collections import namedtuple
from pathlib import Path
from typing import Any

TABLES = json.loads(Path(__file__).with_name("tables.json").read_text(encoding="utf-8"))
# A file, its rules, its messages, and the characters that one repeats.
MOST_BYTES, MOST_RULES, MOST_FOUND, MOST_SHOWN = 1 << 20, 100, 1000, 500
# shlex has neither places, nor what the shell puts in.
_TOKEN = re.compile(
    r"""(?P<blank>(?:[ \t\r]|\\\r?\n)+ | (?<![^\s;&|()])(?:\#[^\n]* | \d*[<>]+&?[ \t]*(?:"[^"]*" | [^\s;&|()"])*))
    | (?P<end>[\n;&|()]+) | '(?P<single>[^']*)' | "(?P<double>(?:[^"\\]|\\.)*)" | \\(?P<escaped>.)
    | (?P<shell>\$\([^()]*\) | \$\{[^{}]*\} | `[^`]*` | \$) | (?P<plain>[^\s;&|()'"\\`$]+) | (?P<open>.)""",
    re.VERBOSE | re.DOTALL)
# A word of the shell's, with its line and column; and whether the shell puts a value into it that is not in the file.
Word = namedtuple("Word", "text place expands")


class Refused(Exception):
    """A source that cannot be read at all: the place, and the message's name and words in the table."""


def cleaned(text: str) -> str:
    """A text of the source on one line, without control characters, not longer than a message may be."""
    line = "".join(each if each.isprintable() else " " if each.isspace() else "\ufffd" for each in text.strip())
    return line if len(line) <= MOST_SHOWN else line[:MOST_SHOWN] + "…"


class Findings:
    """Problems of a source, printed in the order of their places."""

    def __init__(self, file: str) -> None:
        self.file, self.errors, self._omitted = cleaned(file), 0, 0
        self._found = dict[str, tuple[int, int]]()

    def add(self, place: tuple[int, int], entry: str, **words: Any) -> None:
        """Adds a message of the table, with its words."""
        severity, message, help = (each.format(**words) for each in TABLES["messages"][entry])
        self.errors += severity == "error"
        if len(self._found) >= MOST_FOUND:
            self._omitted += 1
            return
        text = f"{self.file}:{place[0]}:{place[1]}: {severity}: {cleaned(message)}\nhelp: {cleaned(help)}"
        self._found.setdefault(text, place)

    def print(self) -> None:
        for text in sorted(self._found, key=lambda text: self._found[text]):
            print(text, file=sys.stderr)
        if self._omitted:
            print(f"{self.file}: {self._omitted} more problems are not shown", file=sys.stderr)


def commands(script: str) -> list[list[Word]]:
    """The words of each simple command of a script, without redirections and comments."""
    found, parts = [list[Word]()], list[str]()
    line, start, place, expands = 1, 0, (1, 1), False
    for token in _TOKEN.finditer(script + "\n"):
        kind, text = token.lastgroup or "", token[token.lastgroup or 0]
        if not parts or kind == "open":
            place, expands = (line, token.start() - start + 1), False
        if kind == "open":
            raise Refused(place, "open", {})
        if newlines := token[0].count("\n"):
            line, start = line + newlines, token.start() + token[0].rindex("\n") + 1
        if kind not in ("blank", "end"):
            expands |= kind == "shell" or kind == "double" and re.search(r"(?<!\\)(?:\\\\)*[$`]", text) is not None
            parts.append(re.sub(r'\\([\\$`"])|\\\n', lambda match: match[1] or "", text) if kind == "double" else text)
        elif parts:
            found[-1].append(Word("".join(parts), place, expands))
            parts = []
        if kind == "end" and found[-1]:
            found.append([])
    return found
