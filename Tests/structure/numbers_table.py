# SPDX-License-Identifier: MIT
"""The figures of the sources, as a table of Markdown.

`lines` are all lines of the Swift files. Lines of tests are those of Swift and Python files below Tests, fixtures of
the structure test left out.
"""
import os

import closures
import layering
import names
import properties
import protocols

TOP = 10
DOCUMENTS = ("README.md", "ARCHITECTURE.md")


def table(folders):
    """The table: what, and how many."""
    return "\n".join(["| | now |", "|---|---|"] + [f"| {what} | {figure} |" for what, figure in rows(folders)])


def rows(folders):
    """Pairs of what is counted and the figure."""
    graph, package = folders.graph, folders.graph.package
    yield "source files / lines", _files_and_lines(package, (".swift",), [t.folder for t in package.targets.values()])
    yield "files not named after a type in them", len(names.misnamed(graph))
    yield "folders in one cycle", "; ".join(f"{len(each)} of {each[0].split('/')[0]}" for each in folders.cycles) or 0
    yield "references upwards", sum(len(found) for found in layering.upward_uses(folders).values())
    yield "stored properties of one class", _classes(graph)
    yield "protocols that hide a call upwards (with a reason)", _protocols(folders)
    yield "stored closures / set from above", _closures(folders)
    for file in DOCUMENTS:
        yield f"{file}, bytes", os.stat(os.path.join(package.root, file)).st_size
    yield "files / lines of tests", _files_and_lines(package, (".swift", ".py"), ["Tests"])


def _files_and_lines(package, suffixes, places):
    files = [each for place in places for each in package.below(place, suffixes)
             if not each.startswith(os.path.join("Tests", "structure", "fixtures"))]
    return f"{len(files):,} / {sum(package.text(each).count(chr(10)) for each in files):,}"


def _classes(graph):
    return ", ".join(f"{count} `{graph.name(each)}`" for count, each in properties.of_classes(graph)[:TOP])


def _protocols(folders):
    found = protocols.hidden_calls(folders)
    return f"{len(found)} ({sum(each.name in folders.layers.allowed_protocols for each in found)})"


def _closures(folders):
    found = closures.stored_closures(folders)
    return f"{len(found)} / {sum(bool(each.set_from_above(folders)) for each in found)}"
