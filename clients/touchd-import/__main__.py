# SPDX-License-Identifier: MIT
"""touchd-import: makes a layout of another program's gestures. touchd-import(1) has its options."""
import argparse
import io
import os
import re
import sys

import layout
import lisgd
import touchegg
from source import MOST_BYTES, Findings, Refused


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="touchd-import", description="Makes a layout of another program's gestures.")
    programs = parser.add_subparsers(dest="program", required=True)
    for name, what in (("lisgd", "a command line, or the file of a script"), ("touchegg", "the file touchegg.conf")):
        program = programs.add_parser(name, help=f"reads {what}")
        program.add_argument("source", help=f"{what}; - is standard input")
        program.add_argument("--size", help="the size of the screen, such as 1280x800")
        program.add_argument("-o", "--output", metavar="FILE", help="the layout's file, which must not exist")
    given = parser.parse_args()
    if given.size and not re.fullmatch(r"[1-9]\d{1,4}x[1-9]\d{1,4}", given.size):
        parser.error("--size is WIDTHxHEIGHT, such as 1280x800")
    given.size = tuple(map(int, given.size.split("x"))) if given.size else None
    return given


def main() -> int:
    given = arguments()
    is_command = given.program == "lisgd" and not os.path.exists(given.source) and re.search(r"lisgd\S?\s", given.source)
    findings = Findings("command" if is_command else "stdin" if given.source == "-" else given.source)
    try:
        with (io.BytesIO(os.fsencode(given.source)) if is_command else
              open(0 if given.source == "-" else given.source, "rb")) as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES or b"\0" in data:
            raise Refused((1, 1), "utf8" if b"\0" in data else "large", {})
        value = (lisgd if given.program == "lisgd" else touchegg).layout(data.decode(), given.size, findings)
        head = "Made by touchd-import. The daemon's file must allow `exec`, `keys` or `pointer` where they are here."
        with open(given.output or 1, "x" if given.output else "w", encoding="utf-8") as file:
            file.write("\n".join(layout.block({"#": head, "version": 1} | value)) + "\n")
    except (Refused, UnicodeDecodeError) as error:
        place, entry, words = error.args if isinstance(error, Refused) else ((1, 1), "utf8", {})
        findings.add(place, entry, **words)
    except OSError as error:
        print(f"touchd-import: {error.filename or given.output or 'stdout'}: {error.strerror}", file=sys.stderr)
        return 3
    findings.print()
    return 1 if findings.errors else 0


if __name__ == "__main__":
    sys.exit(main())
