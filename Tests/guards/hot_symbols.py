# SPDX-License-Identifier: MIT
"""What a moved frame runs must not check, allocate or ask.

Disassembles the functions that the file hot-symbols names, in the program as it ships. A name without a function fails,
too: it was renamed or is inlined now, and the list would guard nothing.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent / "../../Sources"
LIST = Path(__file__).parent / "hot-symbols"
# Modules whose functions the list may name, as they stand in mangled names: demangling a whole program takes long.
OURS = ("10Dispatcher", "10LinuxInput", "9TouchdKit")
# What the compiler adds to the name of a private declaration, and to that of one in an extension.
PRIVATE = re.compile(r"\((\S+) in _[0-9A-F]+\)")
EXTENSION = re.compile(r"\(extension in \w+\):")

# Runtime calls, and what each in a hot function means. Names that begin like these count, too.
FORBIDDEN = {
    "swift_beginAccess": "a build without -enforce-exclusivity=unchecked",
    "swift_allocObject": "an allocation",
    "swift_task_isCurrentExecutor": "a check of the actor",
}
# A call, or a jump in place of one: of `name`, or of `name@plt`.
CALL = re.compile(r"\b(?:call|jmp|bl?)q?\s.*<(\w+)(?:@plt)?>")
# What only the standard library calls, at once after it has allocated an array's storage, to use all of it.
GROWTH = "malloc_usable_size"
# Symbols that are no code of the function they are called after.
NO_CODE = re.compile(r"^(?:outlined variable|variable initialization|default argument|.*\b(?:metadata|descriptor)\b)")


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


def functions(program):
    """Our functions in a program: `(name, address, size)`."""
    rows = [line.split() for line in output("nm", "--print-size", program).splitlines()]
    rows = [row for row in rows if len(row) == 4 and row[2] in "tT" and is_ours(row[3])]
    names = demangled([row[3] for row in rows])
    return [
        (name, int(row[0], 16), int(row[1], 16)) for row, name in zip(rows, names) if not NO_CODE.match(name)
    ]


def forbidden_calls(program, address, size, may_grow):
    """The runtime calls that a function must not make, each with what it is."""
    listing = output(
        "objdump", "--disassemble", "--no-show-raw-insn", f"--start-address={address}",
        f"--stop-address={address + size}", program)
    calls = CALL.findall(listing)
    for call, after in zip(calls, [*calls[1:], ""]):
        if may_grow and call == "swift_allocObject" and after == GROWTH:
            continue
        for name, what in FORBIDDEN.items():
            if call.startswith(name):
                yield f"{call}, {what}"


def is_declared(name):
    """Whether the sources have a function of this name."""
    method = re.compile(rf"\bfunc {re.escape(name.rpartition('.')[2])}\b")
    return any(method.search(path.read_text()) for path in SOURCES.glob("*/**/*.swift"))


@pytest.fixture(scope="session")
def known(program):
    return functions(program)


@pytest.mark.parametrize("symbol", [pytest.param(symbol, id=f"hot, {symbol.name}") for symbol in hot_symbols()])
def test_symbol(program, known, symbol):
    """is there, and calls nothing that a frame must not"""
    meant = [place for name, *place in known if symbol.is_meant_by(name)]
    if symbol.may_be_inlined:
        assert meant or is_declared(symbol.name), "no function of this name is in the sources any more"
    else:
        assert meant, "the program has no such function: it was renamed or is inlined; change Tests/guards/hot-symbols"
    assert {call for place in meant for call in forbidden_calls(program, *place, symbol.may_grow)} == set()
