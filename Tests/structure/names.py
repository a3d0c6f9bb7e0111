# SPDX-License-Identifier: MIT
"""The names of files.

A file `Name.swift` has a type called Name, at the top or within another. A file `Type+Aspect.swift` has an extension
of Type. `main.swift` and a file without types and extensions, which has free functions, may be called anything.
"""
import os

from index_library import Kind, Role
from source_graph import TYPES


def misnamed(graph):
    """The Swift files that keep to none of this."""
    return [file for file in graph.package.files
            if file.endswith(".swift") and not is_named_well(file, graph.occurrences.get(file, []))]


def is_named_well(file, occurrences):
    """Whether the name of a file with these occurrences says what it has."""
    subject, plus, _ = os.path.basename(file).removesuffix(".swift").partition("+")
    defined = [each.symbol for each in occurrences if each.roles & Role.DEFINITION]
    types = {each.name for each in defined if each.kind in TYPES}
    extended = {each.name for each in defined if each.kind == Kind.EXTENSION}
    if subject == "main" or not types | extended:
        return True
    return subject in (extended if plus else types)
