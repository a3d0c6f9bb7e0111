# SPDX-License-Identifier: MIT
"""The whole graph as text: folders with what they use, circles, what goes upwards, and what hides a call."""
import collections

import closures
import layering
import names
import picture
import protocols
from index_library import Kind

# How many symbols stand beside an edge of the graph.
SHOWN = 6


def report(folders):
    """All sections, as Markdown."""
    sections = [
        ("The picture", [f"```\n{picture.picture(folders)}\n```"]),
        ("What each folder uses", _uses(folders)),
        ("Circles of folders", _cycles(folders)),
        ("References upwards, against the layers", _upward(folders)),
        ("Protocols with one conformer, which is above", _bases(folders, Kind.PROTOCOL, several=False)),
        ("Protocols with several conformers, which are all above", _bases(folders, Kind.PROTOCOL, several=True)),
        ("Classes with one subclass, which is above", _bases(folders, Kind.CLASS, several=False)),
        ("Stored closures, and the places that set them", _closures(folders)),
        ("Files that are not named after a type in them", [f"- {each}" for each in names.misnamed(folders.graph)]),
    ]
    return "\n".join(f"## {title}\n\n" + "\n".join(lines or ["None."]) + "\n" for title, lines in sections)


def _uses(folders):
    """A line for each edge: the folder, how many references, and the symbols that are used most."""
    lines, user = [], None
    for (folder, used), found in folders.uses.items():
        if folder != user:
            lines.append(f"- **{folder}** uses")
            user = folder
        upward = " ↑" if folders.layers.rises(folder, used) else ""
        lines.append(f"  - {used}{upward}: {len(found)} ({_symbols(folders, found)})")
    return lines


def _symbols(folders, found):
    counts = collections.Counter(folders.graph.name(each.definition) for each in found).most_common()
    shown = [f"`{name}`" + (f" {count}" if count > 1 else "") for name, count in counts[:SHOWN]]
    return ", ".join(shown + ([f"and {len(counts) - SHOWN} more"] if len(counts) > SHOWN else []))


def _cycles(folders):
    """Each circle, and the fewest references to cut in it."""
    lines = []
    for cycle in folders.cycles:
        order, cut = folders.cheapest_cut(cycle)
        lines.append(f"- {len(cycle)} folders: {', '.join(cycle)}")
        if order:
            count = sum(len(folders.uses[pair]) for pair in cut)
            lines.append(f"  - The fewest references to cut are {count}, for the order {' ← '.join(order)}:")
            lines += [line for pair in cut for line in _pair(folders, pair, indent="  ")]
    return lines


def _pair(folders, pair, indent=""):
    """The references of one folder to another, with their places."""
    found = folders.uses[pair]
    return [f"{indent}- {pair[0]} → {pair[1]}: {len(found)}"] + [
        f"{indent}  - {each.place} `{folders.graph.name(each.definition)}`" for each in found]


def _upward(folders):
    return [line for pair in layering.upward_uses(folders) for line in _pair(folders, pair)]


def _bases(folders, kind, several):
    """The protocols, or the classes, with one heir above, or with several that are all above."""
    found = [each for each in protocols.bases_of_upper_heirs(folders, kind) if (len(each.heirs) > 1) == several]
    return [line for each in found for line in _base(folders, each)]


def _base(folders, base):
    reason = folders.layers.allowed_protocols.get(base.name)
    heirs = [f"`{each.name}` of {folders.of[each.file]} ({each.file}:{each.line})" for each in base.heirs]
    return [f"- `{base.name}` of {folders.of[base.definition.file]} ({base.definition.place})"
            + (f": {reason}" if reason else "")] + [f"  - {each}" for each in heirs]


def _closures(folders):
    """Those that a folder above sets come first: they may hide a call upwards."""
    found = closures.stored_closures(folders)
    above = [each for each in found if each.set_from_above(folders)]
    rest = [each for each in found if each not in above]
    return (["Set from above:", ""] + [line for each in above for line in _closure(folders, each)]
            + ["", "Set by their own folder, or from below:", ""]
            + [line for each in rest for line in _closure(folders, each)])


def _closure(folders, closure):
    folder = folders.of[closure.definition.file]
    lines = [f"- {folder} `{closure.name}: {closure.type}` ({closure.definition.place})"]
    for setter, places in closure.setters.items():
        upward = " ↑" if folders.layers.rises(folder, setter) else ""
        lines.append(f"  - {setter}{upward}: {', '.join(place.split('/')[-1] for place in places)}")
    return lines
