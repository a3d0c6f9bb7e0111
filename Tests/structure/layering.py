# SPDX-License-Identifier: MIT
"""The rules of layers: no reference upwards, no import that is not declared, no file beside the folders."""
from finding import Finding
from index_library import Kind


def upward_uses(folders):
    """The references that go upwards, by pairs of folders."""
    return {pair: found for pair, found in folders.uses.items() if folders.layers.rises(*pair)}


def upward_findings(folders):
    """Each reference upwards of a pair that has more of them than are known."""
    for pair, found in upward_uses(folders).items():
        if len(found) > folders.layers.known.get(" -> ".join(pair), 0):
            for each in found:
                yield Finding(each.place, f"{pair[0]} uses {folders.graph.name(each.definition)} of {pair[1]}, "
                                          f"which is above it{_made(each)}")


def _made(reference):
    """The member itself, where the compiler makes it and its type is what is written."""
    made = reference.symbol.usr != reference.definition.symbol.usr
    return f" (by {reference.symbol.name})" if made else ""


def import_findings(folders):
    """Each import that neither Package.swift nor the file of layers has for the target."""
    package = folders.graph.package
    for file, target in package.files.items():
        allowed = folders.layers.may_import(file, target)
        for each in folders.graph.occurrences.get(file, []):
            if each.symbol.kind == Kind.MODULE and each.symbol.name.split(".")[0] not in allowed:
                yield Finding(f"{file}:{each.line}", f"{target.name} imports {each.symbol.name}, which neither "
                                                     "Package.swift nor layers.toml names for it")


def undeclared_uses(folders):
    """Each use of a target that is not declared: what one target returns may be of another."""
    files = folders.graph.package.files
    for each in folders.graph.references:
        user, used = files[each.file], each.definition and files[each.definition.file]
        if used and used != user and used.name not in user.modules and each.symbol.kind != Kind.MODULE:
            yield Finding(each.place, f"{user.name} uses {folders.graph.name(each.definition)} of {used.name}, "
                                      "which Package.swift does not declare for it")


def stray_findings(folders):
    """Each file whose folder has no layer."""
    for file, folder in folders.of.items():
        if folders.layers.is_stray(folder):
            yield Finding(file, f"{folder} is in no layer of layers.toml")


def findings(folders):
    """All of them."""
    for rule in (upward_findings, import_findings, undeclared_uses, stray_findings):
        yield from rule(folders)
