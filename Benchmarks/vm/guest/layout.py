# SPDX-License-Identifier: MIT
"""The layout that touchd runs: a screen full of views, each of which takes touches."""

COLUMNS, ROWS = 40, 25
WIDTH, HEIGHT = 1024, 640

HEAD = """\
version: 1
screen:
  size: [{width}, {height}]
  touchscreen:
    match: {{ name: "Touchd Test Panel" }}
responders:
  reader: {{ plugin: latency, fingers: {fingers}, file: {figures} }}
views:
  - id: page
    frame: full
    children:
"""


def write_layout(path, fingers, figures):
    """A page of 1,000 views side by side; the plugin is bound to each."""
    width, height = WIDTH / COLUMNS, HEIGHT / ROWS
    views = (
        f"      - {{ id: view{row}-{column}, on_touch: {{ to: reader }}, "
        f"frame: [{column * width}, {row * height}, {width}, {height}] }}\n"
        for row in range(ROWS) for column in range(COLUMNS)
    )
    head = HEAD.format(width=WIDTH, height=HEIGHT, fingers=fingers, figures=figures)
    path.write_text(head + "".join(views))
