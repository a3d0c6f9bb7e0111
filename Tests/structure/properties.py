# SPDX-License-Identifier: MIT
"""Stored properties: those that the compiler gives their accessors, and how many a class has."""
import collections

from index_library import OBSERVERS, Kind, Role


def stored(graph):
    """The stored properties of the sources. One with accessors of its own is computed, unless these only observe."""
    computed = {symbol.usr for occurrences in graph.occurrences.values() for each in occurrences
                if each.roles & Role.DEFINITION and not each.roles & Role.IMPLICIT
                and each.symbol.subkind not in OBSERVERS
                for symbol in each.related(Role.ACCESSOR_OF)}
    types = {each.symbol.usr for each in graph.of_kind(Kind.CLASS, Kind.STRUCT)}
    return [each for each in graph.of_kind(Kind.PROPERTY)
            if each.symbol.usr not in computed and each.parents and each.parents[0].usr in types]


def of_classes(graph):
    """Each class with its number of stored properties, the greatest first. Inherited ones do not count."""
    counts = collections.Counter(each.parents[0].usr for each in stored(graph))
    classes = [(counts[each.symbol.usr], each) for each in graph.of_kind(Kind.CLASS)]
    return sorted(classes, key=lambda pair: (-pair[0], pair[1].place))
