# SPDX-License-Identifier: MIT
"""Sources, what is said of them, and what fingers do on their layouts: cases.json has the table."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

IMPORT = Path(__file__).parents[2] / "clients" / "touchd-import"
MESSAGES = json.loads((IMPORT / "tables.json").read_text())["messages"]
CASES = json.loads(Path(__file__).with_name("cases.json").read_text())


def imported(*arguments, **options):
    return subprocess.run([sys.executable, "-B", IMPORT, *arguments], capture_output=True, check=False, **options)


def names(errors):
    """Places and names of messages, as `LINE:COLUMN NAME`."""
    found = []
    for line in re.findall(r"^[^\n]*?:(\d+:\d+): (\w+): (.*)\nhelp: .", errors.decode(), re.MULTILINE):
        fits = [name for name, (severity, text, _) in MESSAGES.items()
                if severity == line[1] and re.fullmatch(re.sub(r"\\\{\w+\\\}", ".*", re.escape(text)), line[2])]
        found.append(f"{line[0]} {fits[0]}")
    return found


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_import(case, program, scratch, folder):
    source = "\n".join(case["source"]).encode() + bytes(case.get("bytes", []))
    words = [*case.get("options", []), scratch("source", source * case.get("times", 1))]
    made = imported(case["program"], *words, "-o", folder / "made.yaml")
    assert (made.returncode, names(made.stderr)) == (case["status"], case.get("problems", [])), made.stderr.decode()
    assert (folder / "made.yaml").exists() == ("fingers" in case)
    for fingers, expected in case.get("fingers", {}).items():
        subprocess.run([program, "check", folder / "made.yaml"], check=True, capture_output=True)
        replay = [program, "replay", "--fingers", fingers, "-c", folder / "made.yaml", "--trace", "event", "--run-actions"]
        shown = subprocess.run(replay, check=False, capture_output=True, text=True)
        for text in [expected] if isinstance(expected, str) else expected:
            assert text in "\n" + shown.stdout + (folder / "made.yaml").read_text(), shown.stdout + shown.stderr
        assert expected or "event" not in shown.stdout, shown.stdout


def test_messages():
    """Each message is that of a case."""
    said = {problem.split()[1] for case in CASES for problem in case.get("problems", [])}
    assert set(MESSAGES) == said


def test_many():
    """of more problems than a person reads, the first are shown, and the number of the others"""
    shown = imported("lisgd", "-", input=b"lisgd -w 800 -h 480" + b" -y" * 3000).stderr.splitlines()
    assert len(shown) == 2001 and shown[-1] == b"stdin: 2001 more problems are not shown"


@pytest.mark.parametrize("arguments, status", [
    ("", 2), ("other x", 2), ("lisgd --size 5 x", 2), ("lisgd /none", 3), ("lisgd - -o {0}", 3), ("lisgd -", 0),
    ("touchegg -", 1)], ids=str)
def test_status(arguments, status, scratch):
    words = arguments.format(scratch("there", "")).split()
    made = imported(*words, input=b"lisgd -w 800 -h 480 -g '1,LR,*,*,R,echo'")
    assert made.returncode == status and (b"rule-1:" in made.stdout) == (status == 0), made
