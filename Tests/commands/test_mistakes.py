# SPDX-License-Identifier: MIT
"""What a newcomer does wrong, and the whole of what touchd says of it.

The rows stand in the file `mistakes`, whose head has their form: each is given (files), when (a command line), then (all
that it prints, and the status). Each row has a right layout and a recording beside its own files. Where all helps of a
row say what to write, that is written into the file, and `touchd check` must accept it. With --write, the table is
written anew with what the program says now: read the difference before you keep it.
"""
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

TABLE = Path(__file__).with_name("mistakes")
SECONDS = 60
USUAL = {
    "lobby.yaml": """version: 1
screen: { size: [1280, 800], delivery: filter }
responders: { audit: { plugin: log } }
views:
  - { id: corner, frame: [1184, 0, 96, 96], gestures: [{ tap: {}, name: service, to: audit }] }
""",
    "panel.evemu": Path(__file__).with_name("fixtures").joinpath("two-taps.evemu").read_text(),
}
PLACE = re.compile(r"(\S+?):(\d+):(\d+): (?:error|warning): ")


class Row:
    """A row of the table."""

    def __init__(self, what):
        self.what, self.files, self.command, self.said, self.status = what, {}, None, [], 1

    def run(self, program):
        """Runs the command in a folder of its own: the lines, and the status."""
        with tempfile.TemporaryDirectory(prefix="touchd-mistakes-") as name:
            folder = Path(name)
            files = USUAL | {name: "".join(f"{line}\n" for line in lines) for name, lines in self.files.items()}
            for name, text in files.items():
                (folder / name).write_text(text)
            words, _, source = self.command.partition(" < ")
            words = shlex.split(words)
            result = subprocess.run(
                [program, *words[1:]], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                input=files.get(source, ""), timeout=SECONDS)
        # How a verb is used changes with its options; other tests have that.
        said = re.sub(r"^Usage: .*\n(?:       .*\n)*  See 'touchd.*\n", "", result.stdout, flags=re.M)
        texts = files | {"-": files.get(source, "")}
        if "--fingers" in words:
            texts["--fingers"] = words[words.index("--fingers") + 1]
        return without_excerpts(said.split("\n")[:-1], texts), result.returncode

    def lines(self, said, status):
        """The row as the table has it."""
        lines = [f"== {self.what}"]
        for name, text in self.files.items():
            lines += [f"-- {name}"] * (name != "lobby.yaml" or not text) + text
        return lines + [f"$ {self.command}", *said, *[f"[{status}]"] * (status != 1), ""]


def without_excerpts(said, texts):
    """What is said, but for the two lines that show a place, where they show it right: the line, or a part of a long one,
    and a sign below the column."""
    rest, lines = [], iter(said)
    for line in lines:
        rest.append(line)
        if place := PLACE.match(line):
            shown, sign = next(lines, ""), next(lines, "")
            text = (texts.get(place[1], "").splitlines() or [""])[int(place[2]) - 1]
            before, after = shown[:len(sign) - 1], shown[len(sign) - 1:]
            start = int(place[3]) - 1
            is_right = (text[:start].endswith(before[1:]) if before[:1] == "…" else text[:start] == before) and (
                text[start:].startswith(after[:-1]) if after[-1:] == "…" else text[start:] == after)
            if not (sign.strip() == "^" and is_right):
                rest += [shown, sign]
    return rest


class Fix:
    """What a help says to write, in the place that the message names."""

    def __init__(self, line, column, message, text):
        self.line, self.column, self.text, self.adds = line - 1, column - 1, text, " must have " in message
        spans = re.findall(r"`([^`]+)`", text) if re.search(r"(write|: |brackets around it:) ?`", text) else []
        under = re.search(r"`([^`]+)` under `responders`", text)
        self.responder = under[1] if under else None
        self.pairs = [span for span in spans if span not in (self.responder, "responders")]
        self.word = re.fullmatch(r"(?:write|did you mean) \"?([\w.%]+)\"?(\?|: .*| without .*)?", text)

    def fits(self):
        """Whether it can be applied as it stands: nothing in it stands for what only the author knows."""
        if re.match("take (this line|it) out|write `- ` before", self.text) or self.word:
            return True
        unknown = re.compile(r"…|\b[A-Z]{2,}\b|before `")
        return bool(self.pairs) and not any(unknown.search(span) for span in self.pairs) and "; or" not in self.text

    def apply(self, lines):
        """Changes the lines of a file."""
        line = lines[self.line]
        if self.text.startswith("take this line out"):
            del lines[self.line]
            return
        if self.text.startswith("write `- ` before"):
            lines[self.line] = line[:self.column] + "- " + line[self.column:]
            for below in range(self.line + 1, len(lines)):
                if not re.match(rf"\s{{{self.column}}}", lines[below]):
                    break
                lines[below] = "  " + lines[below]
            return
        if self.word:
            rest = re.sub(r"^(\"[^\"]*\"|([^,}\]:#]|,(?=\d))+)", self.word[1], line[self.column:])
            lines[self.line] = line[:self.column] + rest
            return
        if self.adds:
            lines.insert(self.line, line[:self.column] + self.pairs[0])
            return
        key = re.match(r"- |[\w]+(?=:)", self.pairs[0]) if self.pairs else None
        named = key and re.search(rf"(?<!\w){re.escape(key[0])}\s*[:=]", line)
        start = named.start() if named else self.column
        end = start + self.extent(line[start:])
        column = len(line[:start].replace("- ", "  "))
        joint = ", " if "{" in line[:start] else "\n" + " " * column
        text = joint.join(pair.removeprefix("- ") if "- " in line[:start] else pair for pair in self.pairs)
        below = self.line + 1
        while end >= len(line) and below < len(lines) and re.match(rf"\s{{{column + 1}}}", lines[below]):
            del lines[below]
        lines[self.line:self.line + 1] = (line[:start] + text + line[end:]).split("\n")
        if not lines[self.line].strip():
            del lines[self.line]

    @staticmethod
    def extent(text):
        """How far a pair or an item goes in its line."""
        depth = 0
        for index, sign in enumerate(text):
            depth += (sign in "[{") - (sign in "]}")
            if depth < 0 or depth == 0 and re.match(r",(?!\d)", text[index:]):
                return len(text[:index].rstrip())
        return len(text)


def rejected(row, program):
    """What `check` has against a row's file after all that the helps say was written; None if they do not say all."""
    name = list(row.files)[-1] if row.files else None
    fixes = []
    for line, after in zip(row.said, [*row.said[1:], ""]):
        place = PLACE.match(line)
        if place and place[1] == name and ": error: " in place[0]:
            fixes.append(Fix(int(place[2]), int(place[3]), line, after[6:] if after.startswith("help: ") else ""))
    if not fixes or not name.endswith(".yaml") or ".test." in name or not all(fix.fits() for fix in fixes):
        return None
    lines = list(row.files[name])
    for fix in reversed(fixes):
        fix.apply(lines)
    for entry in filter(None, (fix.responder for fix in fixes)):
        lines += ["responders:"] * ("responders:" not in lines)
        lines.insert(lines.index("responders:") + 1, f"  {entry}")
    again = Row(row.what)
    again.files, again.command = {name: lines}, f"touchd check {name}"
    said, status = again.run(program)
    return [] if status == 0 else lines + said


def read():
    """The introduction, and the rows."""
    head, *rows = TABLE.read_text().split("\n== ")
    return head.split("\n"), [parsed(text.rstrip("\n").split("\n")) for text in rows]


def parsed(lines):
    row, name = Row(lines[0]), "lobby.yaml"
    for line in lines[1:]:
        if row.command is None and line.startswith("-- "):
            name = line[3:]
            row.files[name] = []
        elif row.command is None and line.startswith("$ touchd "):
            row.command = line[2:]
        elif row.command is None:
            row.files.setdefault(name, []).append(line)
        elif status := re.fullmatch(r"\[(\d+)\]", line):
            row.status = int(status[1])
        else:
            row.said.append(line)
    return row


@pytest.mark.parametrize("row", [pytest.param(row, id=f"mistake: {row.what}") for row in read()[1]])
def test_mistake(program, figure, row):
    """is said, and what the help says to write is right"""
    problem = rejected(row, program)
    assert not problem
    if problem == []:
        figure("put right by its help")
    assert row.run(program) == (row.said, row.status)


def test_mistakes_put_right(program):
    """of the mistakes, many have a help that says all"""
    assert sum(rejected(row, program) == [] for row in read()[1]) >= 30


if __name__ == "__main__" and sys.argv[2:] == ["--write"]:
    head, rows = read()
    lines = head + [line for row in rows for line in row.lines(*row.run(sys.argv[1]))]
    TABLE.write_text("\n".join(lines))
