# SPDX-License-Identifier: MIT
"""The bounds of the file of layers: shapes and ratios of the sources, never totals, which grow with what is built."""
import os

import documentation
import names
import properties
from finding import Finding


def documented_percent(graph, module):
    """How much of a module's public interface has comments: a percentage, to one decimal, rounded down."""
    found = documentation.declarations(graph, module)
    return sum(each.is_documented for each in found) * 1000 // max(len(found), 1) / 10


def size(package, file):
    """The size of a document, in bytes."""
    return os.stat(os.path.join(package.root, file)).st_size


def findings(folders):
    """Each bound that is not kept."""
    for rule in (_names, _cycles, _properties, _documents, _documentation):
        yield from rule(folders, folders.layers.bounds)


def _names(folders, bounds):
    found = names.misnamed(folders.graph)
    if len(found) > bounds.get("misnamed-files", len(found)):
        yield Finding("Sources", f"{len(found)} files are not named after a type in them, above the bound of "
                                 f"{bounds['misnamed-files']}; `Tests/structure/run graph` lists them")


def _cycles(folders, bounds):
    for each in folders.cycles:
        if len(each) > bounds.get("folders-in-a-cycle", len(each)):
            yield Finding("Sources", f"{len(each)} folders use each other in a circle, above the bound of "
                                     f"{bounds['folders-in-a-cycle']}: {', '.join(each)}")


def _properties(folders, bounds):
    for count, definition in properties.of_classes(folders.graph):
        if count > bounds.get("stored-properties", count):
            yield Finding(definition.place, f"{folders.graph.name(definition)} has {count} stored properties, above "
                                            f"the bound of {bounds['stored-properties']}")


def _documents(folders, _):
    for file, bound in folders.layers.bytes.items():
        if size(folders.graph.package, file) > bound:
            yield Finding(file, f"has {size(folders.graph.package, file)} bytes, above the bound of {bound}")


def _documentation(folders, _):
    for module, bound in folders.layers.documented.items():
        percent = documented_percent(folders.graph, module)
        if percent < bound:
            yield Finding(f"Sources/{module}", f"{percent} % of the public declarations are documented, below the "
                                               f"bound of {bound} %; `Tests/structure/run graph` lists the others")
