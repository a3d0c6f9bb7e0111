# SPDX-License-Identifier: MIT
"""The most that a frame may cost, and that the hot symbols are known.

The budgets stand in the file instruction-budgets. Every function that runs in each moved frame must stand in
hot-symbols, or be allowed there to be inlined.
"""

import functools
import platform
import re
import tempfile
from pathlib import Path

import pytest
from callgrind import Frame, needs_valgrind, without_debug_information
from hot_symbols import demangled, hot_symbols, is_ours

pytestmark = [needs_valgrind, pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the budgets are of x86-64")]
BUDGETS = Path(__file__).parent / "instruction-budgets"
# A method of ours, behind whatever the compiler says that it has made of it.
METHOD = re.compile(r"(?:^|.* (?:of|in) )((?:Dispatcher|LinuxInput|TouchdKit)\.[\w.]+)\(")


def budgets():
    """The lines of the file: the most instructions, and what `bench frames` is asked for."""
    for line in BUDGETS.read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            yield int(words[0]), words[1:]


MOVING = [arguments for _, arguments in budgets() if "--taps" not in arguments]


def unlisted(functions):
    """The methods of ours among mangled names that the list does not name."""
    listed = hot_symbols()
    for name in demangled(sorted(filter(is_ours, functions))):
        method = METHOD.match(name)
        if method and not any(symbol.is_meant_by(name) for symbol in listed):
            yield method[1]


@pytest.fixture(scope="session")
def frame(programs):
    """Counts a frame of a scene, once."""
    folder = tempfile.mkdtemp()
    program = without_debug_information(programs[1], folder)
    return functools.cache(lambda *arguments: Frame(program, arguments, folder))


@pytest.mark.parametrize("most, arguments", [
    pytest.param(most, arguments, id=f"instructions, {' '.join(arguments)}") for most, arguments in budgets()])
def test_instructions(frame, figure, most, arguments):
    instructions = frame(*arguments).instructions
    figure(f"{instructions:,.0f} a frame, at most {most:,}")
    assert instructions <= most


@pytest.mark.parametrize("arguments", [pytest.param(each, id=f"allocations, {' '.join(each)}") for each in MOVING])
def test_allocations(frame, arguments):
    """none, and each move of the ten fingers is delivered"""
    assert frame(*arguments).allocations == 0
    assert frame(*arguments).moves == (0 if "nobody" in arguments else 10)


def test_recorder(frame, figure):
    """instructions, to remember a frame of ten fingers costs at most 8 % of one that a plugin hears"""
    scene = next(arguments for _, arguments in budgets() if "plugin" in arguments)
    without, remembered = frame(*scene).instructions, frame(*scene, "--recorder").instructions
    figure(f"{remembered - without:,.0f} on top of {without:,.0f}, {remembered / without - 1:.1%}, at most 8 %")
    assert remembered <= 1.08 * without


@pytest.mark.parametrize("fingers", [1, 10])
def test_statistics(frame, figure, fingers):
    """instructions, to take notes for statistics costs at most 3 % of a frame that lands or lifts"""
    scene = ("--taps", "--fingers", str(fingers), "--listener", "plugin")
    without, noted = frame(*scene).instructions, frame(*scene, "--statistics").instructions
    figure(f"{noted - without:,.0f} on top of {without:,.0f}, {noted / without - 1:.1%}, at most 3 %")
    assert noted <= 1.03 * without


def test_all_listed(frame, figure):
    """hot, all that runs in every frame is in Tests/guards/hot-symbols"""
    functions = {function for arguments in MOVING for function in frame(*arguments).functions}
    figure(f"{len(functions)} functions")
    assert sorted(set(unlisted(functions))) == []
