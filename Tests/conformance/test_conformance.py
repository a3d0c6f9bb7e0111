# SPDX-License-Identifier: MIT
"""Tables of what other systems say of fingers and what touchd does, in docs/conformance.md:  Tests/conformance/run [touchd]

Each SYSTEM.test.yaml is a file of promises, which `touchd test` keeps, and whose names are the rows:

    SOURCE / CASE | what the source says | same
    SOURCE / CASE | what the source says | differs RULE, RULE | what touchd does

The comments at its head name the system and its sources; the rules are in the document. WRITE=1 writes the tables anew.
"""
import os
import re
import subprocess
import textwrap
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs/conformance.md"
FILES = sorted(Path(__file__).parent.glob("*.test.yaml"))
ROWS, MARK = 250, "## Cases\n"


def rows_of(text):
    """The cells of each row; the last is empty where touchd does the same."""
    names = [re.sub(r'^"(.*)"$', r"\1", name).replace('\\"', '"') for name in re.findall(r"^- name: (.*)$", text, re.MULTILINE)]
    return [(name.split(" | ") + [""])[:4] for name in names]


def tables():
    """The tables of the document, and the rules that their rows name."""
    lines, sums, rules = [], ["| system | cases | same | differ |", "|---|---|---|---|"], set()
    for text in map(Path.read_text, FILES):
        head = [line[2:] for line in text.splitlines() if line.startswith("# ")]
        title, rows = head[0].removeprefix("System: "), rows_of(text)
        sources = [re.fullmatch(r"Source: (\w+) = (\S+) (\S+) at (\w{40}), (.+)", line).groups()
                   for line in head if line.startswith("Source: ")]
        intro = [line for line in head[1:] if not line.startswith(("Source: ", "Left out: "))]
        left = next(line.removeprefix("Left out: ") for line in head if line.startswith("Left out: "))
        same = sum(row[2] == "same" for row in rows)
        sums.append(f"| [{title}](#{title.lower().replace(' ', '-').replace('.', '')}) | {len(rows)} | {same} | {len(rows) - same} |")
        lines += [f"### {title}", "", *intro, "", "| source | file | license |", "|---|---|---|"]
        lines += [f"| {key} | [{path.split('/')[-1]}](https://github.com/{repo}/blob/{commit}/{path}) of {repo}, {commit[:8]} | {license} |"
                  for key, repo, path, commit, license in sources]
        lines += ["", textwrap.fill(f"Left out: {left}.", 120), "", "| case | it says | touchd |", "|---|---|---|"]
        for case, says, verdict, does in rows:
            assert case.split(" / ")[0] in [source[0] for source in sources], case
            assert verdict == "same" or (verdict.startswith("differs ") and does), case
            named = verdict.split(" ", 1)[1].split(", ") if does else []
            rules.update(named)
            lines.append(f"| {case} | {says} | " + (f"differs: {does} ({', '.join(named)}) |" if does else "same |"))
        lines.append("")
    total = [sum(int(line.split(" | ")[column].strip("| ")) for line in sums[2:]) for column in (1, 2, 3)]
    assert total[0] >= ROWS
    return "\n".join([MARK, *sums, f"| together | {total[0]} | {total[1]} | {total[2]} |", "", *lines[:-1]]) + "\n", rules


@pytest.mark.parametrize("file", FILES, ids=[file.name.split(".")[0] for file in FILES])
def test_promises(pytestconfig, file):
    done = subprocess.run([pytestconfig.programs[0], "test", file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, "\n".join(line for line in done.stdout.splitlines() if line[:2] != "ok") + done.stderr


def test_page():
    text, (written, rules) = PAGE.read_text(), tables()
    before = text.split(MARK)[0]
    if os.environ.get("WRITE"):
        PAGE.write_text(before + written)
    assert set(re.findall(r"^\| ([a-z-]+) \| .* \| \[", before, re.MULTILINE)) == rules, "the rules are not those of the rows"
    assert PAGE.read_text() == before + written, f"{PAGE.name} is not what the promises say: WRITE=1 Tests/conformance/run"
