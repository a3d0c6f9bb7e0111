# SPDX-License-Identifier: MIT
"""How much of a module's public interface is documented, by the symbol graph that the compiler writes.

Counted is each public or open declaration that a program can name: types, members, cases, operators, initializers.
Documented is one with a comment of its own (`///` directly above). Left out, as what they mean is said elsewhere: an
override; a member that a protocol demands, of the sources or of Swift's library (`==`, `hash(into:)`, `description`);
and what the compiler makes itself. The cases of one line (`case a, b`) count as one.
"""
import json
import os
import tempfile
from dataclasses import dataclass

from index_library import Role


@dataclass(frozen=True)
class Declaration:
    """A public declaration."""

    name: str
    place: str
    is_documented: bool


def declarations(graph, module):
    """The public declarations of a module that are counted."""
    symbols = _symbol_graph(graph.package, module)
    fulfilling = _fulfilling(graph) | {each["source"] for each in symbols["relationships"]
                                       if each["kind"] in ("overrides", "defaultImplementationOf")}
    found = {}
    for each in symbols["symbols"]:
        if each["identifier"]["precise"] not in fulfilling and "location" in each:
            declaration, is_case = _declaration(graph, each), each["kind"]["identifier"] == "swift.enum.case"
            key = declaration.place if is_case else each["identifier"]["precise"]
            found[key] = max(declaration, found.get(key, declaration), key=lambda one: one.is_documented)
    return list(found.values())


def _declaration(graph, symbol):
    location = symbol["location"]
    file = os.path.relpath(location["uri"].removeprefix("file://"), graph.package.root)
    place = f"{file}:{location['position']['line'] + 1}"
    return Declaration(".".join(symbol["pathComponents"]), place, "docComment" in symbol)


def _fulfilling(graph):
    """The USRs of what overrides, or is demanded by a protocol."""
    return {each.symbol.usr for each in graph.definitions.values() if each.occurrence.related(Role.OVERRIDE_OF)}


def _symbol_graph(package, module):
    """What `swift symbolgraph-extract` says of a module that is built."""
    triple = json.loads(package.swift("-print-target-info"))["target"]["unversionedTriple"]
    with tempfile.TemporaryDirectory() as folder:
        package.swift("symbolgraph-extract", "-module-name", module, "-target", triple,
                      "-I", os.path.join(package.products, "Modules"), "-minimum-access-level", "public",
                      "-skip-synthesized-members", "-skip-inherited-docs", "-output-dir", folder)
        with open(os.path.join(folder, f"{module}.symbols.json"), encoding="utf-8") as file:
            return json.load(file)
