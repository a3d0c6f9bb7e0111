# SPDX-License-Identifier: MIT
"""Writes the layout of the table:  python3 layout.py >table.yaml

24 pictures would be long to write by hand, and are one rule: each can be moved, spread and turned at the same time.
"""

SIZE, GRID, GAP = (1280, 720), (6, 4), 12
EXHIBITS = """
whale fox owl bee oak moss
amber flint coin urn mask loom
drum harp globe lens clock press
kite sail wheel lamp bridge tower
""".split()

HEAD = """# A table with {count} pictures, for many visitors at once. Written by layout.py: change that.
version: 1
screen:
  name: table
  size: [{width}, {height}]
  size_mm: [1210, 680]
  touchscreen:
    stuck_after: 60s
    # Elbows, bags and children that climb onto it.
    filters:
      - size: 60mm
idle:
  - {{ after: 1min, name: alone, to: journal }}
responders:
  journal: {{ plugin: log, level: trace }}
views:"""

PICTURE = """  - id: {name}
    frame: [{x:g}, {y:g}, {width:g}, {height:g}]
    multiple_touch: true
    gestures:
      - pan: {{ max_touches: 2 }}
        to: journal
        simultaneous_with: [{name}.pinch, {name}.rotation]
      - pinch:
        to: journal
        simultaneous_with: {name}.rotation
      - rotation:
        to: journal
      - tap: {{ count: 2 }}
        to: journal"""


def pictures():
    """The text of each picture, line by line of the table."""
    width, height = ((whole - GAP) / number - GAP for whole, number in zip(SIZE, GRID))
    for index, name in enumerate(EXHIBITS):
        row, column = divmod(index, GRID[0])
        x, y = GAP + column * (width + GAP), GAP + row * (height + GAP)
        yield PICTURE.format(name=name, x=round(x, 3), y=round(y, 3), width=round(width, 3), height=round(height, 3))


def text():
    return "\n".join([HEAD.format(count=len(EXHIBITS), width=SIZE[0], height=SIZE[1]), *pictures(), ""])


if __name__ == "__main__":
    print(text(), end="")
