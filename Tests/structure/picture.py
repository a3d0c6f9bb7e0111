# SPDX-License-Identifier: MIT
"""The picture of the layers that ARCHITECTURE.md holds between two markers.

A line for each target and each folder, the highest first, with what it uses. What it reaches anyway over another that
it uses is left out. After `↑` stands what it uses upwards, against the layers.
"""
from finding import Finding

DOCUMENT = "ARCHITECTURE.md"
BEGIN, END = "<!-- structure -->", "<!-- /structure -->"


def picture(folders):
    """The lines of the picture."""
    rows = []
    for target in _targets(folders):
        rows.append((target, _arrows(target, _between_targets(folders), folders.layers)))
        inner = [each for each in folders.names if each.startswith(target + "/")]
        rows += [("  " + _last(each), _arrows(each, _within(folders, target), folders.layers))
                 for each in reversed(inner)]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name.ljust(width)} {arrows}".rstrip() for name, arrows in rows)


def _targets(folders):
    """The targets, the highest first."""
    return sorted({each.split("/")[0] for each in folders.names}, key=folders.layers.height, reverse=True)


def _between_targets(folders):
    """The pairs of targets of which one uses the other."""
    pairs = {(user.split("/")[0], used.split("/")[0]) for user, used in folders.uses}
    return {pair for pair in pairs if pair[0] != pair[1]}


def _within(folders, target):
    """The pairs of folders of a target of which one uses the other."""
    return {pair for pair in folders.uses if all(each.split("/")[0] == target for each in pair)}


def _arrows(name, pairs, layers):
    """What one uses: downwards, without what is reached over others, and upwards."""
    down = {pair for pair in pairs if not layers.rises(*pair)}
    near = {used for user, used in down if user == name}
    near -= {far for each in near for far in _reached(each, down)}
    up = {used for user, used in pairs - down if user == name}
    texts = [f"{arrow} {_series(each, layers)}" for arrow, each in (("→", near), ("↑", up)) if each]
    return " ".join(texts)


def _reached(name, down):
    """All that one uses, over any number of others. Downwards there is no circle."""
    near = {used for user, used in down if user == name}
    return near.union(*(_reached(each, down) for each in near))


def _series(names, layers):
    return ", ".join(_last(each) for each in sorted(names, key=layers.height, reverse=True))


def _last(folder):
    return folder.partition("/")[2] or folder


def block(folders):
    """The picture as it stands in the document."""
    return f"{BEGIN}\n```\n{picture(folders)}\n```\n{END}"


def written(text, folders):
    """The document with the picture as it is now; None if it has no markers."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    return before + block(folders) + after if begin and end else None


def findings(folders):
    """Whether the document's picture is that of the sources."""
    text = folders.graph.package.text(DOCUMENT)
    wanted = written(text, folders)
    if wanted is None:
        yield Finding(DOCUMENT, f"has no place for the picture of the layers: {BEGIN} and {END}")
    elif wanted != text:
        yield Finding(DOCUMENT, "the picture of the layers is not that of the sources; "
                                "`Tests/structure/run write` writes it")
