# SPDX-License-Identifier: MIT
"""The package of fixtures/House, built and read once for all tests: three targets that break each rule."""
import functools
import os

import main
from package import Package

HOUSE = os.path.join(main.HERE, "fixtures", "House")
SCRATCH = os.path.join(main.ROOT, ".build", "structure-fixture")


@functools.cache
def house():
    """The folders of the fixture."""
    package = Package(HOUSE, SCRATCH)
    package.build()
    return main.read(package, os.path.join(HOUSE, "layers.toml"))


def picture_of(text):
    """The lines of a picture, without the indentation of the test."""
    return "\n".join(line.removeprefix("        ") for line in text.strip("\n").splitlines()).rstrip()
