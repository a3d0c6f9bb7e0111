# SPDX-License-Identifier: MIT
"""Stored closures: properties whose type has a function in it, and the folders that set them.

A call of such a property can go anywhere. No rule can say whether it goes upwards; the list lets a reader judge.
"""
import collections
import functools
import subprocess
from dataclasses import dataclass

from index_library import Kind, Role, toolchain
from properties import stored
from source_graph import Definition


@dataclass(frozen=True)
class StoredClosure:
    """A property, its type, and the places that give it a closure, by folder."""

    name: str
    type: str
    definition: Definition
    setters: dict

    def set_from_above(self, folders):
        """The folders above that of the property that set it."""
        return [each for each in self.setters if folders.layers.rises(folders.of[self.definition.file], each)]


def demangled(usrs):
    """What each USR says with its types, by the toolchain."""
    mangled = "\n".join("$" + usr.replace("s:", "s", 1) for usr in usrs)
    done = subprocess.run([toolchain("bin/swift-demangle")], input=mangled, capture_output=True, text=True, check=True)
    return dict(zip(usrs, done.stdout.splitlines()))


def stored_closures(folders):
    """Each stored property of the sources that has a function in its type."""
    graph, finder = folders.graph, SetterFinder(folders)
    properties = stored(graph)
    types = demangled([each.symbol.usr for each in properties])
    found = []
    for each in properties:
        kind = types[each.symbol.usr].partition(" : ")[2]
        if "->" in kind:
            found.append(StoredClosure(graph.name(each), kind, each, finder.folders_that_set(each)))
    return sorted(found, key=lambda each: (folders.layers.height(folders.of[each.definition.file]), each.name))


class SetterFinder:
    """Finds the places from which a closure comes: where it is written, or the callers of the function that has it."""

    def __init__(self, folders):
        self.folders, self.graph = folders, folders.graph

    def folders_that_set(self, definition):
        """The places, by folder."""
        found = collections.defaultdict(set)
        for file, line in self._places(definition):
            found[self.folders.of[file]].add(f"{file}:{line}")
        return {folder: sorted(places) for folder, places in sorted(found.items())}

    def _places(self, definition):
        for file, each in self._uses[definition.symbol.usr]:
            if each.roles & Role.WRITE:
                yield from self._origin(file, each, frozenset())
        for made in self._memberwise[definition.parents[0].usr]:
            if definition.symbol.name + ":" in made.symbol.name:
                yield from self._callers(made.symbol.usr, frozenset())

    def _origin(self, file, occurrence, seen):
        """The place itself; for one in a function that is given a closure, the callers of that function."""
        functions = [each.usr for each in occurrence.related(Role.CONTAINED_BY) if each.usr in self._takes_closure]
        callers = [place for usr in functions if usr not in seen for place in self._callers(usr, seen)]
        return callers or [(file, occurrence.line)]

    def _callers(self, usr, seen):
        for file, each in self._uses[usr]:
            yield from self._origin(file, each, seen | {usr})

    @functools.cached_property
    def _uses(self):
        """Each reference to a symbol of the sources, by USR."""
        found = collections.defaultdict(list)
        for file, occurrences in self.graph.occurrences.items():
            for each in occurrences:
                if each.roles & Role.REFERENCE and each.symbol.usr in self.graph.definitions:
                    found[each.symbol.usr].append((file, each))
        return found

    @functools.cached_property
    def _memberwise(self):
        """The initializers that the compiler makes, by the USR of their type."""
        found = collections.defaultdict(list)
        for each in self.graph.definitions.values():
            if each.symbol.kind == Kind.INITIALIZER and each.occurrence.roles & Role.IMPLICIT and each.parents:
                found[each.parents[0].usr].append(each)
        return found

    @functools.cached_property
    def _takes_closure(self):
        """The USRs of the functions with a closure among their parameters."""
        parameters = [each for each in self.graph.of_kind(Kind.PARAMETER) if each.parents]
        types = demangled([each.symbol.usr for each in parameters])
        return {each.parents[0].usr for each in parameters
                if "->" in types[each.symbol.usr].partition(" : ")[2].partition(" in ")[0]}
