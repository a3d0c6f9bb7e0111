# SPDX-License-Identifier: MIT
"""Protocols that hide calls upwards: defined below, with conformers that all stand above.

One with a single conformer only hides the call, which is a finding. One with several may be a real choice, so it is
listed and not more. Conformers are those of the sources: a test that conforms does not make it two.
"""
import collections
from dataclasses import dataclass

from finding import Finding
from index_library import Kind, Role
from source_graph import Definition


@dataclass(frozen=True)
class Heir:
    """A type that conforms to a protocol, or inherits from a class, and where it says so."""

    name: str
    file: str
    line: int


@dataclass(frozen=True)
class Base:
    """A protocol or class, and all its heirs, which stand above it."""

    name: str
    definition: Definition
    heirs: tuple


def bases_of_upper_heirs(folders, kind=Kind.PROTOCOL):
    """The protocols, or the classes, whose heirs all stand above them."""
    graph, found = folders.graph, []
    for usr, heirs in _heirs(graph, kind).items():
        definition = graph.definitions[usr]
        folder = folders.of[definition.file]
        if all(folders.layers.rises(folder, folders.of[each.file]) for each in heirs):
            found.append(Base(graph.name(definition), definition, tuple(heirs)))
    return sorted(found, key=lambda each: each.name)


def hidden_calls(folders):
    """The protocols with one conformer, which stands above."""
    return [each for each in bases_of_upper_heirs(folders) if len(each.heirs) == 1]


def findings(folders):
    """Each of them that the file of layers does not name."""
    named = {*folders.layers.allowed_protocols, *folders.layers.known_protocols}
    for each in hidden_calls(folders):
        heir = each.heirs[0]
        if each.name not in named:
            yield Finding(each.definition.place,
                          f"{each.name} of {folders.of[each.definition.file]} has one conformer, {heir.name} of "
                          f"{folders.of[heir.file]} ({heir.file}:{heir.line}), which is above it")


def _heirs(graph, kind):
    """The heirs of each protocol or class of the sources, by its USR."""
    extended, found = _extended(graph), collections.defaultdict(dict)
    for each in graph.references:
        if each.symbol.kind == kind and each.definition:
            for heir in each.occurrence.related(Role.BASE_OF):
                usr = extended.get(heir.usr, heir.usr)
                found[each.symbol.usr].setdefault(usr, Heir(heir.name, each.file, each.line))
    return {usr: list(_leaves(found, usr).values()) for usr in found}


def _extended(graph):
    """The USR of the type that each extension extends."""
    return {extension.usr: each.symbol.usr for occurrences in graph.occurrences.values() for each in occurrences
            for extension in each.related(Role.EXTENDED_BY)}


def _leaves(found, usr):
    """The heirs of a protocol. A protocol that refines it hands on its own heirs; a class is one heir."""
    leaves = {}
    for heir, named in found[usr].items():
        leaves.update(_leaves(found, heir) if heir in found else {heir: named})
    return leaves
