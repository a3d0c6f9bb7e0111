# SPDX-License-Identifier: MIT
"""The graph of the sources: where each symbol is defined, and each place that uses it."""
import functools
import os
from dataclasses import dataclass

from index_library import ACCESSORS, Kind, Role
from index_store import IndexStore, Occurrence, Symbol

TYPES = {Kind.ENUM, Kind.STRUCT, Kind.CLASS, Kind.PROTOCOL, Kind.TYPEALIAS}


@dataclass(frozen=True)
class Definition:
    """Where a symbol is defined."""

    symbol: Symbol
    file: str
    line: int
    occurrence: Occurrence

    @property
    def place(self):
        return f"{self.file}:{self.line}"

    @property
    def parents(self):
        """The types, extensions or functions in which it stands: one, or none at the top of a file."""
        return self.occurrence.related(Role.CHILD_OF)


@dataclass(frozen=True)
class Reference:
    """A use of a symbol. `definition` is None if it is defined outside of the sources."""

    symbol: Symbol
    file: str
    line: int
    occurrence: Occurrence
    definition: Definition

    @property
    def place(self):
        return f"{self.file}:{self.line}"


class SourceGraph:
    """What the index store says of the sources as they are now."""

    def __init__(self, package):
        self.package = package
        store = IndexStore(os.path.join(package.products, "index", "store"))
        self.occurrences = {file: store.occurrences(record) for file, record in self._records(store).items()}
        self.definitions = {each.symbol.usr: each for each in self._definitions()}

    def _records(self, store):
        """The latest record of each source file. A file without symbols has none."""
        prefix, records, seconds = self.package.root + "/", {}, {}
        for unit in store.units():
            seconds[unit.file.removeprefix(prefix)] = unit.seconds
            records.update((file.removeprefix(prefix), name) for file, name in unit.records)
        self._hold_fresh(seconds)
        return {file: records[file] for file in self.package.files if file in records}

    def _hold_fresh(self, seconds):
        """Stops at a source that is newer than its index. Headers are compiled as parts of others."""
        for file in self.package.files:
            changed = os.stat(os.path.join(self.package.root, file)).st_mtime
            if not file.endswith(".h") and seconds.get(file, 0) < changed:
                raise SystemExit(f"structure: {file} is newer than its index; run `swift build`, or after a build "
                                 "without an index `make clean` before it")

    def _definitions(self):
        for file, occurrences in self.occurrences.items():
            for each in occurrences:
                if each.roles & (Role.DEFINITION | Role.DECLARATION):
                    yield Definition(each.symbol, file, each.line, each)

    @functools.cached_property
    def references(self):
        """Each use of a symbol, once in a line. An accessor is used with its property, which is there as well."""
        found = {}
        for file, occurrences in self.occurrences.items():
            for each in occurrences:
                if each.roles & Role.REFERENCE and each.symbol.subkind not in ACCESSORS:
                    found.setdefault((file, each.line, each.symbol.usr), self._reference(file, each))
        return list(found.values())

    def _reference(self, file, occurrence):
        return Reference(occurrence.symbol, file, occurrence.line, occurrence, self.definition(occurrence.symbol.usr))

    @functools.cache
    def definition(self, usr):
        """Where a symbol is defined. What the compiler makes (rawValue, ==) is defined with its type."""
        if usr in self.definitions:
            return self.definitions[usr]
        # The USR of a member begins with that of its type.
        prefixes = (usr[:length] for length in range(len(usr) - 1, 3, -1))
        return next((self.definitions[each] for each in prefixes
                     if each in self.definitions and self.definitions[each].symbol.kind in TYPES), None)

    def of_kind(self, *kinds):
        """The definitions of these kinds that stand in the sources."""
        return [each for each in self.definitions.values()
                if each.symbol.kind in kinds and not each.occurrence.roles & Role.IMPLICIT]

    def name(self, definition):
        """The name with the types around it, such as `Contact.Marks`."""
        names = [definition.symbol.name]
        while parents := definition.parents:
            names.insert(0, parents[0].name)
            definition = self.definitions.get(parents[0].usr)
            if definition is None:
                break
        return ".".join(names)
