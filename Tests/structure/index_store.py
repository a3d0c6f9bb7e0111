# SPDX-License-Identifier: MIT
"""What the compiler wrote into its index store: each symbol at each place, with roles and relations."""
import ctypes
import functools
import os
from dataclasses import dataclass

from index_library import APPLIER, NAME_APPLIER, RECORD, load


@dataclass(frozen=True)
class Symbol:
    """A declaration. Its USR is the same in every file."""

    usr: str
    name: str
    kind: int
    subkind: int


@dataclass(frozen=True)
class Occurrence:
    """A symbol at a place of a file. `relations` are pairs of roles and another symbol."""

    symbol: Symbol
    roles: int
    line: int
    column: int
    relations: tuple

    def related(self, role):
        """The symbols with this role in the relation."""
        return [symbol for roles, symbol in self.relations if roles & role]


@dataclass(frozen=True)
class Unit:
    """A compiled file: when that was, and the record of each file whose symbols it has."""

    file: str
    seconds: float
    records: tuple


class IndexStore:
    """The store of one build folder."""

    def __init__(self, folder):
        self.library = load()
        self.store = self.library.indexstore_store_create(os.fsencode(folder), None)
        if not self.store:
            raise SystemExit(f"structure: no index store in {folder}; `swift build` writes it")

    def units(self):
        """All that was compiled into the build folder, the oldest first. Files that are gone are among them."""
        names = []
        add = NAME_APPLIER(lambda _, name: names.append(str(name)) or True)
        self.library.indexstore_store_units_apply_f(self.store, 0, None, add)
        return sorted((self._unit(name.encode()) for name in names), key=lambda unit: unit.seconds)

    def _unit(self, name):
        reader = self.library.indexstore_unit_reader_create(self.store, name, None)
        folder = str(self.library.indexstore_unit_reader_get_working_dir(reader))
        file = str(self.library.indexstore_unit_reader_get_main_file(reader))
        unit = Unit(os.path.join(folder, file), self._seconds(name), tuple(self._records(reader, folder)))
        self.library.indexstore_unit_reader_dispose(reader)
        return unit

    def _seconds(self, unit):
        seconds, nanoseconds = ctypes.c_int64(), ctypes.c_int64()
        self.library.indexstore_store_get_unit_modification_time(
            self.store, unit, ctypes.byref(seconds), ctypes.byref(nanoseconds), None)
        return seconds.value + nanoseconds.value / 1e9

    def _records(self, reader, folder):
        """Pairs of a file and the name of its record."""
        library, records = self.library, []

        def add(_, dependency):
            if library.indexstore_unit_dependency_get_kind(dependency) == RECORD:
                path = str(library.indexstore_unit_dependency_get_filepath(dependency))
                name = str(library.indexstore_unit_dependency_get_name(dependency))
                records.append((os.path.join(folder, path), name))
            return True

        library.indexstore_unit_reader_dependencies_apply_f(reader, None, APPLIER(add))
        return records

    def occurrences(self, record):
        """Each occurrence in the file of the record, by line and column."""
        reader = self.library.indexstore_record_reader_create(self.store, record.encode(), None)
        if not reader:
            raise SystemExit(f"structure: the index store has no {record}; build again from an empty folder")
        found, symbol = [], functools.cache(self._symbol)
        add = APPLIER(lambda _, occurrence: found.append(self._occurrence(occurrence, symbol)) or True)
        self.library.indexstore_record_reader_occurrences_apply_f(reader, None, add)
        self.library.indexstore_record_reader_dispose(reader)
        return sorted(found, key=lambda occurrence: (occurrence.line, occurrence.column))

    def _occurrence(self, occurrence, symbol):
        library, line, column = self.library, ctypes.c_uint(), ctypes.c_uint()
        library.indexstore_occurrence_get_line_col(occurrence, ctypes.byref(line), ctypes.byref(column))
        return Occurrence(
            symbol(library.indexstore_occurrence_get_symbol(occurrence)),
            library.indexstore_occurrence_get_roles(occurrence),
            line.value, column.value, self._relations(occurrence, symbol))

    def _relations(self, occurrence, symbol):
        library, found = self.library, []

        def add(_, relation):
            other = symbol(library.indexstore_symbol_relation_get_symbol(relation))
            found.append((library.indexstore_symbol_relation_get_roles(relation), other))
            return True

        library.indexstore_occurrence_relations_apply_f(occurrence, None, APPLIER(add))
        return tuple(found)

    def _symbol(self, pointer):
        """The symbol at a pointer, which is the same for each of its occurrences in a record."""
        library = self.library
        return Symbol(
            str(library.indexstore_symbol_get_usr(pointer)), str(library.indexstore_symbol_get_name(pointer)),
            library.indexstore_symbol_get_kind(pointer), library.indexstore_symbol_get_subkind(pointer))
