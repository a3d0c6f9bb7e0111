# SPDX-License-Identifier: MIT
"""The package: its targets in Sources, the modules that each declares, and what SwiftPM says of the build."""
import functools
import json
import os
import subprocess
from dataclasses import dataclass

SOURCES = "Sources"
SUFFIXES = (".swift", ".c", ".h")


@dataclass(frozen=True)
class Target:
    """A target of Package.swift. `folder` is relative to the package; `modules` may be imported."""

    name: str
    folder: str
    modules: frozenset


class Package:
    """A package at a root, built into a scratch folder (`.build` unless another is given) for debug or release."""

    def __init__(self, root, scratch=None, configuration="debug"):
        self.root = os.path.realpath(root)
        self.configuration = configuration
        self.scratch = os.path.abspath(scratch or os.path.join(self.root, ".build"))

    def swift(self, *arguments):
        """What a swift command says on standard output."""
        command = [os.environ.get("SWIFT", "swift"), *arguments]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"structure: {' '.join(command)} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    @property
    def places(self):
        """The options that name the package and its scratch folder."""
        return ["--package-path", self.root, "--scratch-path", self.scratch]

    def build(self):
        """Builds with an index store. What is built already is not built again."""
        self.swift("build", *self.places, "--configuration", self.configuration, "--enable-index-store")

    @property
    def products(self):
        """The folder of the build."""
        return os.path.realpath(os.path.join(self.scratch, self.configuration))

    @functools.cached_property
    def targets(self):
        """The targets of Sources with sources, by name."""
        manifest = json.loads(self.swift("package", *self.places, "dump-package"))
        found = [self._target(each) for each in manifest["targets"] if each["type"] in ("regular", "executable")]
        return {each.name: each for each in found if each.folder.startswith(SOURCES + "/")}

    @staticmethod
    def _target(dumped):
        names = [dependency[key][0] for dependency in dumped["dependencies"] for key in dependency
                 if key in ("byName", "target", "product")]
        folder = dumped.get("path") or f"{SOURCES}/{dumped['name']}"
        return Target(dumped["name"], folder, frozenset(names))

    @functools.cached_property
    def files(self):
        """The sources of the targets, relative to the package, with the target of each."""
        return {file: target for target in self.targets.values() for file in self.below(target.folder)}

    def below(self, folder, suffixes=SUFFIXES):
        """The files of a folder with these suffixes, relative to the package."""
        found = []
        for parent, _, names in os.walk(os.path.join(self.root, folder)):
            found += [os.path.join(parent, name) for name in names if name.endswith(suffixes)]
        return sorted(os.path.relpath(file, self.root) for file in found)

    def text(self, file):
        """What a file says."""
        with open(os.path.join(self.root, file), encoding="utf-8") as opened:
            return opened.read()
