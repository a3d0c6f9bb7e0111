# SPDX-License-Identifier: MIT
"""What is counted and drawn, on fixtures/House and on files that are made up."""
import os
import unittest

import closures
import picture
import properties
import report
from fixture import house, picture_of
from index_library import Kind, Role
from index_store import Occurrence, Symbol
from names import is_named_well
from source_graph import SourceGraph

PICTURE = """
        Roof   → House
        House  → Cellar
          High → Low
          Low  ↑ High
        Cellar
"""

# Given a file with these types and extensions, then whether it is named well.
NAMES = [
    ("Finger.swift", ["Finger"], [], True),
    ("Finger.swift", ["Hand", "Finger"], [], True),
    ("Finger.swift", ["Hand"], [], False),
    ("Finger.swift", [], ["Finger"], False),
    ("Finger+Tip.swift", [], ["Finger"], True),
    ("Finger+Tip.swift", ["Tip"], ["Finger", "Hand"], True),
    ("Finger+Tip.swift", ["Finger"], [], False),
    ("Finger+Tip.swift", [], ["Hand"], False),
    ("Pointing.swift", [], [], True),
    ("main.swift", ["Options"], [], True),
]

# Given a stored closure, then its type, and the places that set it.
CLOSURES = {
    "Bell.onKnock": ("(Swift.Int) -> ()", {"House/High": ["Sources/House/High/Ear.swift:7"]}),
    "Bell.whenBroken": ("(() -> ())?", {"House/High": ["Sources/House/High/Ear.swift:5"]}),
}


def definitions(types, extensions):
    """Occurrences that define these."""
    kinds = [(name, Kind.STRUCT) for name in types] + [(name, Kind.EXTENSION) for name in extensions]
    return [Occurrence(Symbol(name, name, kind, 0), Role.DEFINITION, 1, 1, ()) for name, kind in kinds]


class Shapes(unittest.TestCase):
    """Names, properties, comments, closures, circles and the picture."""

    def test_a_file_has_the_name_of_a_type_in_it(self):
        for file, types, extensions, expected in NAMES:
            with self.subTest(file=file, types=types, extensions=extensions):
                self.assertEqual(is_named_well(f"Sources/{file}", definitions(types, extensions)), expected)

    def test_stored_properties_are_counted_and_computed_and_static_ones_are_not(self):
        counts = {definition.symbol.name: count for count, definition in properties.of_classes(house().graph)}
        self.assertEqual(counts, {"Bell": 6, "Ear": 0})

    def test_a_closure_is_set_where_it_is_written_and_where_it_is_handed_to_an_initializer(self):
        found = {each.name: (each.type, each.setters) for each in closures.stored_closures(house())}
        self.assertEqual(found, CLOSURES)

    def test_a_circle_is_cut_where_the_fewest_references_are(self):
        low_first = ("House/Low", "House/High")
        self.assertEqual(house().cycles, [list(low_first)])
        order, cut = house().cheapest_cut(house().cycles[0])
        fewer = min((low_first, low_first[::-1]), key=lambda pair: len(house().uses[pair]))
        self.assertEqual((order, cut), (fewer, [fewer]))

    def test_the_picture_has_the_highest_first_and_marks_what_goes_upwards(self):
        self.assertEqual(picture.picture(house()), picture_of(PICTURE))

    def test_the_picture_is_written_between_its_markers(self):
        text = "a\n<!-- structure -->\nold\n<!-- /structure -->\nb\n"
        written = picture.written(text, house())
        self.assertEqual(written, f"a\n<!-- structure -->\n```\n{picture_of(PICTURE)}\n```\n<!-- /structure -->\nb\n")
        self.assertEqual(picture.written(written, house()), written)
        self.assertIsNone(picture.written("no markers", house()))

    def test_a_source_that_is_newer_than_its_index_is_refused(self):
        package = house().graph.package
        file = os.path.join(package.root, "Sources", "Cellar", "Coal.swift")
        before = os.stat(file)
        self.addCleanup(os.utime, file, ns=(before.st_atime_ns, before.st_mtime_ns))
        os.utime(file)
        with self.assertRaisesRegex(SystemExit, "Coal.swift is newer than its index"):
            SourceGraph(package)

    def test_the_report_has_each_edge_with_its_symbols(self):
        text = report.report(house())
        self.assertIn("  - House/High ↑: 11 (", text)
        self.assertIn("- `Watching` of House/Low", text)


if __name__ == "__main__":
    unittest.main()
