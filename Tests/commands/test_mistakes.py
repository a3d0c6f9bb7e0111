#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a newcomer does wrong, and the whole of what touchd says of it.

The rows stand in the file `mistakes`: each is given (files), when (a command line), then (all that it prints, and the
status). `$ touchd …` begins a row's command; `< FILE` is its standard input. With --write, the file is written anew with
what the program says now: read the difference before you keep it.
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
            elif row.command is None and line.startswith("$ "):
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
    failed = 0
    for row in rows:
        said, status = row.run()
        if (said, status) == (row.said, row.status):
            continue
        failed += 1
        print(f"FAIL  {row.what}: status {status}, expected {row.status}")
        print("\n".join(["  expected:"] + [f"    {line}" for line in row.said] + ["  said:"] +
                        [f"    {line}" for line in said]))
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed or len(rows) < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
