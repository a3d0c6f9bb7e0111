# SPDX-License-Identifier: MIT
"""What a moved frame runs must not check, allocate or ask:  hot_symbols.py PROGRAM

Disassembles the functions that the file hot-symbols names, in the program as it ships. A name without a function fails,
too: it was renamed or is inlined now, and the list would guard nothing.
"""

import re
import sys
from pathlib import Path

from hot_list import demangled, hot_symbols, is_ours, output

SOURCES = Path(__file__).parent / "../../Sources"

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


def verdict(program, symbol, known):
    """Why the guard fails; nothing if it does not."""
    meant = [place for name, *place in known if symbol.is_meant_by(name)]
    if not meant and symbol.may_be_inlined:
        return None if is_declared(symbol.name) else "no function of this name is in the sources any more"
    if not meant:
        return "the program has no such function: it was renamed or is inlined; change Tests/guards/hot-symbols"
    calls = {call for place in meant for call in forbidden_calls(program, *place, symbol.may_grow)}
    return "; ".join(sorted(calls)) or None


def main(program):
    known = functions(program)
    failed = False
    for symbol in hot_symbols():
        why = verdict(program, symbol, known)
        failed |= why is not None
        print(f"FAIL  hot, {symbol.name}: {why}" if why else f"ok    hot, {symbol.name}", flush=True)
    return failed


sys.exit(main(sys.argv[1]))
