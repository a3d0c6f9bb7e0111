#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a newcomer does wrong, and the whole of what touchd says of it.

The rows stand in the file `mistakes`: each is given (files), when (a command line), then (all that it prints, and the
status). `$ touchd …` begins a row's command; `< FILE` is its standard input. Where all helps of a row say what to write,
that is written into the file, and `touchd check` must accept it. With --write, the table is written anew with what the
program says now: read the difference before you keep it.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.abspath(sys.argv[1])
TABLE = os.path.join(HERE, "mistakes")
SECONDS = 60


class Row:
    """Lines of the table: `== WHAT`, `-- FILE` with its text, `$ COMMAND`, what is said, `[STATUS]`."""

    def __init__(self, what):
        self.what, self.files, self.command, self.said, self.status = what, {}, None, [], None

    def run(self):
        """Runs the command in a folder of its own: the lines, and the status."""
        with tempfile.TemporaryDirectory(prefix="touchd-mistakes-") as folder:
            for name, lines in self.files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write("".join(f"{line}\n" for line in lines))
            words = shlex.split(self.command)
            source = subprocess.DEVNULL
            if "<" in words:
                source = open(os.path.join(folder, words[words.index("<") + 1]), "rb")
                words = words[:words.index("<")]
            result = subprocess.run([PROGRAM, *words[1:]], cwd=folder, stdin=source, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False)
        # How a verb is used changes with its options; other tests have that.
        said = re.sub(r"^Usage: .*\n(?:       .*\n)*  See 'touchd.*\n", "", result.stdout, flags=re.M)
        lines = said.split("\n")[:-1]
        return lines, result.returncode

    def lines(self, said, status):
        """The row as the table has it."""
        lines = [f"== {self.what}"]
        for name, text in self.files.items():
            lines += [f"-- {name}", *text]
        return lines + [f"$ {self.command}", *said, f"[{status}]", ""]


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


def rejected(row):
    """What `check` has against a row's file after all that the helps say was written; None if they do not say all."""
    name = list(row.files)[-1] if row.files else None
    places = [re.match(rf"{re.escape(name or '')}:(\d+):(\d+): error: ", line) for line in row.said]
    fixes = []
    for index, place in enumerate(places):
        if place:
            said = row.said[index + 1:index + 4]
            text = next((line[6:] for line in said[2:] if line.startswith("help: ")), "")
            fixes.append(Fix(int(place[1]), int(place[2]), row.said[index], text))
    if not fixes or not all(fix.fits() for fix in fixes):
        return None
    lines = list(row.files[name])
    for fix in reversed(fixes):
        fix.apply(lines)
    for entry in filter(None, (fix.responder for fix in fixes)):
        lines += ["responders:"] * ("responders:" not in lines)
        lines.insert(lines.index("responders:") + 1, f"  {entry}")
    again = Row(row.what)
    again.files, again.command = {name: lines}, f"touchd check {name}"
    said, status = again.run()
    return [] if status == 0 else lines + said


def read():
    """The introduction, and the rows."""
    head, rows, text = [], [], None
    with open(TABLE, encoding="utf-8") as file:
        for line in file.read().split("\n")[:-1]:
            row = rows[-1] if rows else None
            if line.startswith("== "):
                rows.append(Row(line[3:]))
                text = None
            elif row is None:
                head.append(line)
            elif row.command is None and line.startswith("-- "):
                text = row.files.setdefault(line[3:], [])
            elif row.command is None and line.startswith("$ touchd "):
                row.command, text = line[2:], row.said
            elif row.command is not None and row.status is None and line.startswith("[") and line.endswith("]"):
                row.status = int(line[1:-1])
            elif text is not None and row.status is None:
                text.append(line)
    return head, rows


def main():
    head, rows = read()
    if "--write" in sys.argv:
        with open(TABLE, "w", encoding="utf-8") as file:
            file.write("\n".join(head + [line for row in rows for line in row.lines(*row.run())]) + "\n")
        return 0
    failed, mended = 0, 0
    for row in rows:
        problem = rejected(row)
        mended += problem == []
        if problem:
            failed += 1
            print(f"FAIL  {row.what}: what the help says to write is refused", *problem, sep="\n    ")
        said, status = row.run()
        if (said, status) == (row.said, row.status):
            continue
        failed += 1
        print(f"FAIL  {row.what}: status {status}, expected {row.status}")
        print("\n".join(["  expected:"] + [f"    {line}" for line in row.said] + ["  said:"] +
                        [f"    {line}" for line in said]))
    print(f"{mended} files put right by their help")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed or len(rows) < 30 or mended < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
