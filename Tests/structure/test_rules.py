# SPDX-License-Identifier: MIT
"""Each rule is broken once or more in fixtures/House; `check` must find each breach at its place, and nothing else."""
import unittest

import main
from fixture import house

LOW, HIGH, ROOF = "Sources/House/Low", "Sources/House/High", "Sources/Roof"

# Given the code, then a finding at the place, with these words.
BREACHES = [
    # Uses of an upper folder.
    ("the name of a type above", f"{LOW}/Entering.swift:1", "House/Low uses Attic of House/High"),
    ("a member that an extension above adds, of a type below", f"{LOW}/Entering.swift:4", "Stair.height"),
    ("a function above", f"{LOW}/Entering.swift:8", "store(_:)"),
    ("an initializer without a name, which the compiler makes", f"{LOW}/Entering.swift:8", "Attic.init(boxes:)"),
    ("the label of such an initializer, which is a property", f"{LOW}/Entering.swift:8", "Attic.boxes"),
    ("a function above that is given a value without a name", f"{LOW}/Entering.swift:9", "paint(_:)"),
    ("a member without a name, which the compiler makes", f"{LOW}/Entering.swift:9", "Tile of House/High, "
     "which is above it (by init(rawValue:))"),
    ("a cast to a protocol above", f"{LOW}/Entering.swift:13", "Climbing"),
    ("a cast to a type above", f"{LOW}/Entering.swift:17", "Attic of House/High"),
    ("an extension of a type above", f"{LOW}/Dust.swift:1", "Attic of House/High"),
    ("a member of a type above, in an extension of it", f"{LOW}/Dust.swift:2", "Attic.boxes"),
    # Uses of a target.
    ("an import that is not declared", f"{ROOF}/Chimney.swift:1", "Roof imports Cellar, which neither"),
    ("a type of a target that is not declared", f"{ROOF}/Chimney.swift:6", "Roof uses Cellar of Cellar"),
    ("a member of that type", f"{ROOF}/Chimney.swift:6", "Cellar.coal"),
    ("a member of such a target's type, without its name or an import", f"{ROOF}/Smoke.swift:11", "Coal.weight"),
    ("an import of the toolchain that is not listed", f"{LOW}/Bell.swift:1", "House imports Glibc"),
    ("a file beside the folders", "Sources/House/Heating.swift", "in no layer"),
    # Protocols that hide a call.
    ("a protocol with one conformer, above", f"{LOW}/Bell.swift:3", f"Ear of House/High ({HIGH}/Ear.swift:1)"),
    ("one that a protocol above refines", f"{LOW}/Protocols.swift:1", f"Lamp of House/High ({HIGH}/Lamp.swift:3)"),
    # Bounds.
    ("folders in a circle", "Sources", "2 folders use each other in a circle, above the bound of 1"),
    ("files that have no type of their name", "Sources", "2 files are not named after a type"),
    ("a class with six stored properties", f"{LOW}/Bell.swift:7", "Bell has 6 stored properties"),
    ("a picture of other layers", "ARCHITECTURE.md", "the picture of the layers is not that of the sources"),
]

# Given these, then no finding.
FINE = [
    ("a protocol with one conformer, with a reason", "Kept"),
    ("a protocol with one conformer, which is known", "Painted"),
    ("a protocol with two conformers", "Watching"),
    ("a protocol with a conformer below", "Wooden"),
]


class Rules(unittest.TestCase):
    """`check` on the fixture."""

    @classmethod
    def setUpClass(cls):
        cls.findings = main.check(house())

    def test_each_breach_is_found_at_its_place(self):
        for given, place, words in BREACHES:
            with self.subTest(given):
                self.assertEqual(len([each for each in self.findings if each.place == place and words in each.text]), 1)

    def test_nothing_else_is_found(self):
        self.assertEqual(len(self.findings), len(BREACHES))

    def test_what_is_fine_is_not_found(self):
        for given, name in FINE:
            with self.subTest(given):
                self.assertEqual([each for each in self.findings if each.text.startswith(name + " of")], [])


if __name__ == "__main__":
    unittest.main()
