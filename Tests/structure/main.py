# SPDX-License-Identifier: MIT
"""Tests/structure/run COMMAND: the graph of the sources, and the rules that they keep.

  graph    prints the whole graph: which folder uses which symbols of others, circles, hidden calls, closures
  numbers  prints the figures as a table
  check    names each breach of layers.toml, and fails if there is one
  write    writes the picture of the layers into ARCHITECTURE.md
  test     tests this program on a small package that breaks each rule
"""
import argparse
import os
import sys

import bounds
import layering
import numbers_table
import picture
import protocols
import report
import slack
from folders import Folders
from layers import Layers
from package import Package
from source_graph import SourceGraph

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RULES = (layering.findings, protocols.findings, bounds.findings, picture.findings)


def read(package, layers=os.path.join(HERE, "layers.toml")):
    """The folders of a package that is built, with an index."""
    return Folders(SourceGraph(package), Layers(layers))


def check(folders):
    """Every breach of a rule."""
    return [finding for rule in RULES for finding in rule(folders)]


def print_findings(folders):
    """Prints each breach; the exit status."""
    found = check(folders)
    for each in found:
        print(each)
    for each in slack.notes(folders):
        print(f"note: layers.toml can be tightened: {each}")
    print(f"{len(found)} findings" if found else "ok the structure of the sources")
    return 1 if found else 0


def write(folders):
    """Writes the picture into the document; the exit status."""
    package = folders.graph.package
    text = picture.written(package.text(picture.DOCUMENT), folders)
    if text is None:
        print(f"{picture.DOCUMENT} has no {picture.BEGIN} and {picture.END}", file=sys.stderr)
        return 1
    with open(os.path.join(package.root, picture.DOCUMENT), "w", encoding="utf-8") as file:
        file.write(text)
    return 0


COMMANDS = {
    "graph": lambda folders: print(report.report(folders)),
    "numbers": lambda folders: print(numbers_table.table(folders)),
    "check": print_findings,
    "write": write,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--scratch", help="the folder that the package is built in; .build if it is not given")
    parser.add_argument("--configuration", choices=["debug", "release"], default="debug",
                        help="which build to read; one for release has an index after --enable-index-store alone")
    arguments = parser.parse_args()
    return COMMANDS[arguments.command](read(Package(ROOT, arguments.scratch, arguments.configuration)))


if __name__ == "__main__":
    sys.exit(main())
