# SPDX-License-Identifier: MIT
"""What the file of layers allows though the sources do not need it any more. It is said, and fails nothing."""
import layering
import names
import properties
import protocols


def notes(folders):
    """A line for each figure or name that can be tightened."""
    yield from _known(folders)
    yield from _protocols(folders)
    yield from _bounds(folders)


def _known(folders):
    now = {" -> ".join(pair): len(found) for pair, found in layering.upward_uses(folders).items()}
    for pair, bound in folders.layers.known.items():
        if now.get(pair, 0) < bound:
            yield f"known: {pair} is {now.get(pair, 0)} now, not {bound}"


def _protocols(folders):
    found = {each.name for each in protocols.hidden_calls(folders)}
    for name in [*folders.layers.known_protocols, *folders.layers.allowed_protocols]:
        if name not in found:
            yield f"protocols: {name} hides no call upwards any more"


def _bounds(folders):
    graph = folders.graph
    now = {
        "misnamed-files": len(names.misnamed(graph)),
        "folders-in-a-cycle": max(map(len, folders.cycles), default=1),
        "stored-properties": max((count for count, _ in properties.of_classes(graph)), default=0),
    }
    for name, bound in folders.layers.bounds.items():
        if now[name] < bound:
            yield f"bounds: {name} is {now[name]} now, not {bound}"
