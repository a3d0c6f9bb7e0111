# SPDX-License-Identifier: MIT
"""The list of hot symbols, and the functions of a program by their names in Swift."""

import os
import re
import subprocess
from pathlib import Path

LIST = Path(__file__).parent / "hot-symbols"

# Modules whose functions the list may name, as they stand in mangled names: demangling a whole program takes long.
OURS = ("10Dispatcher", "10LinuxInput", "9TouchdKit")
# What the compiler adds to the name of a private declaration, and to that of one in an extension.
PRIVATE = re.compile(r"\((\S+) in _[0-9A-F]+\)")
EXTENSION = re.compile(r"\(extension in \w+\):")


class HotSymbol:
    """A line of the list: a function, and the words before it."""

    def __init__(self, marks, name):
        self.name = name
        self.may_be_inlined = "inlined" in marks
        self.may_grow = "grows" in marks
        # Also what was made of it: specializations of it, closures in it.
        before = r"closure #.* in " if "closure" in marks else r"(?:^|[^\w.])"
        self._pattern = re.compile(rf"{before}{re.escape(name)}\(")

    def is_meant_by(self, function):
        return self._pattern.search(function)


def hot_symbols():
    lines = [line.split("#")[0].split() for line in LIST.read_text().splitlines()]
    return [HotSymbol(words[:-1], words[-1]) for words in lines if words]


def is_ours(symbol):
    return any(module in symbol for module in OURS)


def demangled(symbols):
    swift = os.environ.get("SWIFT", "swift")
    names = output(swift, "demangle", "--compact", given="\n".join(symbols)).splitlines()
    assert len(names) == len(symbols), "swift demangle has not answered line by line"
    return [EXTENSION.sub("", PRIVATE.sub(r"\1", name)) for name in names]


def output(*command, given=None):
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, text=True, check=True).stdout
