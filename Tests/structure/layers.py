# SPDX-License-Identifier: MIT
"""The file of layers: the allowed order of targets and folders, what is known to break it, and the bounds."""
import functools
import tomllib

# Modules that every Swift file has without an import.
IMPLICIT = {"Swift", "_Concurrency", "_StringProcessing"}


class Layers:
    """`layers.toml`, read. A layer is a name, or a list of names that may not use each other."""

    def __init__(self, file):
        with open(file, "rb") as opened:
            read = tomllib.load(opened)
        self.targets = read["targets"]["order"]
        self.folders = read.get("folders", {})
        self.toolchain = read.get("toolchain", {})
        self.known = read.get("known", {})
        self.allowed_protocols = read.get("protocols", {}).get("allowed", {})
        self.known_protocols = read.get("protocols", {}).get("known", [])
        self.bounds = read.get("bounds", {})

    @functools.cache
    def folder(self, file, target):
        """The folder of a file, as TARGET/FOLDER: the deepest one that is listed, or the first; or TARGET alone."""
        parts = file.removeprefix(target.folder + "/").split("/")[:-1]
        listed = self._ranks(target.name)
        for depth in range(len(parts), 0, -1):
            if "/".join(parts[:depth]) in listed or depth == 1:
                return f"{target.name}/" + "/".join(parts[:depth]) if target.name in self.folders else target.name
        return target.name

    def is_stray(self, folder):
        """Whether a folder is in no layer, though those of its target are."""
        target, _, inner = folder.partition("/")
        return target not in self._ranks(None) or target in self.folders and inner not in self._ranks(target)

    def rises(self, lower, upper):
        """Whether a use of the second folder by the first goes upwards, or to the side."""
        if self.is_stray(lower) or self.is_stray(upper) or lower == upper:
            return False
        (target, _, inner), (other, _, outer) = lower.partition("/"), upper.partition("/")
        if target != other:
            return self._ranks(None)[other] >= self._ranks(None)[target]
        return self._ranks(target)[outer] >= self._ranks(target)[inner]

    def height(self, folder):
        """A key that sorts folders, the lowest first."""
        target, _, inner = folder.partition("/")
        far = len(self.targets)
        return self._ranks(None).get(target, far), target, self._ranks(target).get(inner, 1000), inner

    @functools.cache
    def _ranks(self, target):
        """The number of the layer of each folder of a target; None: of each target."""
        order = self.targets if target is None else self.folders.get(target, [])
        rows = [row if isinstance(row, list) else [row] for row in order]
        return {name: rank for rank, row in enumerate(rows) for name in row}

    def may_import(self, file, target):
        """The modules that a file may import: declared, of its toolchain, and its own."""
        own = file.removeprefix(target.folder + "/")
        allowed = set(target.modules) | IMPLICIT | {target.name}
        for path, modules in self.toolchain.items():
            if f"{target.name}/{own}" == path or f"{target.name}/{own}".startswith(path + "/"):
                allowed.update(modules)
        return allowed
