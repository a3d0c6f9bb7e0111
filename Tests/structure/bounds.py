# SPDX-License-Identifier: MIT
"""The bounds of the file of layers: shapes and ratios of the sources, never totals, which grow with what is built."""
import names
import properties
from finding import Finding


def findings(folders):
    """Each bound that is not kept."""
    for rule in (_names, _cycles, _properties):
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
