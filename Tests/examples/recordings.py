#!/usr/bin/python3 -B
# SPDX-License-Identifier: MIT
"""Writes the recordings of Examples:  Tests/examples/recordings.py [check]

Each has scenes, one for each promise of the example's README; a comment in the recording names the scene. With `check`,
says which file is not what would be written.
"""

import sys
from math import cos, radians, sin
from pathlib import Path

from glass import Glass, Panel, drag, tap

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples"
MINUTES = 60.0


def lobby():
    """A monitor of 24 inches; lobby.yaml says where its corner and its PIN pad are."""
    corner, beside, button, pin = (1870, 50), (1700, 60), (600, 800), (840, 560)
    glass = Glass(
        Panel("Lobby Touch Monitor", (1920, 1080), (16383, 9599), (527, 296), identity="0003 222a 0001 0110"),
        "A made-up monitor with ten slots, in the lobby of Examples/lobby.")
    glass.scene("page", "a visitor presses a button, and scrolls", tap(0, button), drag(1, 0.3, (500, 900), (520, 500)))
    glass.scene("two-fingers", "two fingers that would zoom", drag(0, 0.3, (500, 500), (300, 500)),
                drag(0.03, 0.27, (600, 500), (700, 500)))
    glass.scene("two-views", "a finger beside the PIN pad, and one on it", drag(0, 0.3, (700, 500), (500, 500)),
                drag(0.03, 0.27, (900, 500), (1100, 500)))
    taps = [tap(0.35 * number, corner) for number in range(4)]
    glass.scene("service", "five taps in the corner, the last one held", *taps, tap(1.4, corner, 1.2))
    glass.scene("no-hold", "five taps, none of them held", *taps, tap(1.4, corner))
    glass.scene("three-taps", "three taps in the corner", *taps[:3])
    glass.scene("slow", "five taps in more than three seconds, the last one held",
                *(tap(0.9 * number, corner) for number in range(4)), tap(3.6, corner, 1.2))
    glass.scene("beside", "five taps beside the corner, the last one held",
                *(tap(0.35 * number, beside) for number in range(4)), tap(1.4, beside, 1.2))
    keys = [(840, 440), (960, 560), (1080, 680), (960, 800)]
    glass.scene("pin", "four digits of a PIN", *(tap(0.4 * number, at) for number, at in enumerate(keys)))
    glass.scene("smudge", "a finger wipes over the PIN pad", drag(0, 0.5, (700, 600), (1250, 640)))
    glass.scene("night", "a touch, one a second later, and one when the monitor is lit", tap(0, button), tap(1, pin),
                tap(6, button), pause=4 * MINUTES)
    glass.scene("visit", "a visitor after four minutes", tap(0, button), pause=11 * MINUTES)
    glass.scene("morning", "a visitor after eleven minutes", tap(0, button))
    return glass


def hall():
    """A panel of 10 inches on a wall."""
    page = (500, 300)
    glass = Glass(
        Panel("Wall Panel", (1280, 800), (4095, 4095), (217, 136), identity="0003 222a 0001 0110", hertz=80),
        "A made-up panel, the one in the hall of Examples/wall-panel.", seed=2)
    glass.scene("page", "one finger taps, and another one scrolls", tap(0, page), drag(1, 0.3, (500, 600), (520, 300)))
    glass.scene("two-fingers", "a tap of two fingers", tap(0, page), tap(0.025, (640, 330), 0.1))
    glass.scene("swipe", "two fingers to the left", drag(0, 0.2, (900, 300), (500, 310)),
                drag(0.025, 0.2, (900, 420), (500, 430)))
    glass.scene("dimmer", "a finger goes up in the strip, and another one taps there",
                drag(0, 0.5, (1240, 600), (1242, 400), wobble=2), tap(1.5, (1240, 300)))
    glass.scene("night", "a touch, and one when the screen is lit", tap(0, page), tap(2, page))
    return glass


def kitchen():
    """One of 7 inches, which reports how large a contact is."""
    glass = Glass(
        Panel("Wall Panel", (1024, 600), (4095, 4095), (154, 86), identity="0003 222a 0001 0110", hertz=80, major=2000),
        "A made-up panel, the one in the kitchen of Examples/wall-panel.", seed=3)
    finger = {"size": 200}
    glass.scene("timer", "two fingers rest for more than a second", tap(0, (400, 300), 1.3, **finger),
                tap(0.05, (560, 320), 1.3, **finger))
    glass.scene("short", "two fingers rest for half a second", tap(0, (400, 300), 0.5, **finger),
                tap(0.05, (560, 320), 0.5, **finger))
    glass.scene("recipes", "a finger pulls up from the lower edge",
                drag(0, 0.4, (512, 596), (520, 350), **finger))
    glass.scene("wipe", "a hand with a cloth wipes over the glass",
                drag(0, 0.8, (200, 200), (800, 260), (220, 330), size=1100, wobble=6))
    return glass


def machine():
    """A resistive panel of 10 inches with several fingers, which reports how hard and how large a contact is."""
    glass = Glass(
        Panel("Machine Panel", (1024, 600), (1023, 1023), (222, 125), identity="0003 0eef 0001 0210", hertz=60,
              pressure=255, major=500),
        "A made-up resistive panel, of the machine of Examples/machine-panel.", seed=4)
    start, corner = (512, 490), (900, 100)
    # In units: 4.6 a millimetre.
    finger = {"pressure": 90, "size": 46}
    glove = {"pressure": 130, "size": 110}
    glass.scene("tap", "a finger taps", tap(0, (300, 300), 0.12, wobble=1, **finger))
    glass.scene("hold", "a finger holds the button", tap(0, start, 1.8, wobble=1, **finger))
    glass.scene("released", "a finger lets the button go too soon", tap(0, start, 0.9, wobble=1, **finger))
    glass.scene("glove", "a glove holds the button, and rolls", drag(0, 1.8, start, (528, 496), wobble=2, **glove))
    glass.scene("noise", "light contacts on the button and on the page",
                *(tap(0.2 * number, (400 + 40 * number, 470), 0.15, pressure=9, size=10, wobble=2)
                  for number in range(6)),
                tap(1.4, start, 1.9, pressure=12, size=10, wobble=2))
    glass.scene("bounce", "a tap that the panel reports as two",
                tap(0, (300, 300), 0.1, wobble=1, **finger), tap(0.12, (301, 300), 0.1, wobble=1, **finger))
    glass.scene("pressing", "a tap whose first report is far away",
                tap(0, (300, 300), 0.15, first=(480, 210), wobble=1, **finger))
    glass.scene("rest", "a finger rests on the page, and the panel jitters",
                tap(0, (300, 300), 1.5, wobble=4, **finger))
    glass.scene("drop", "a drop runs along the upper edge, and down at the right",
                drag(0, 2, (300, 2), (1021, 2), (1021, 300), pressure=60, size=20))
    glass.scene("sleeve", "a sleeve lies on the button", tap(0, start, 2, pressure=70, size=300, wobble=3))
    glass.scene("puddle", "a puddle stays for half a minute, while a finger taps",
                drag(0, 36, (190, 400), *[(200, 400)] * 180, pressure=60, size=100),
                *(tap(start, (700, 300), 0.15, wobble=1, **finger) for start in (1, 31, 34)))
    glass.scene("one-finger", "one finger in the corner", tap(0, corner, 1, wobble=1, **finger))
    glass.scene("two-fingers", "two fingers in the corner", tap(0, corner, 0.6, wobble=1, **glove),
                tap(0.08, (960, 120), 0.6, wobble=1, **glove))
    glass.scene("edge", "a finger is pulled in from the left edge", drag(0, 0.25, (1, 300), (180, 310), **finger))
    glass.scene("middle", "a finger goes the same way in the middle", drag(0, 0.3, (300, 300), (480, 310), **finger))
    return glass


def table():
    """A table of 55 inches with a frame of light, which sees 40 fingers and how large each is."""
    glass = Glass(
        Panel("Museum Table", (1280, 720), (32767, 32767), (1210, 680), identity="0003 1ff7 0013 0110", slots=40,
              hertz=60, major=6000),
        "A made-up table with forty slots, of Examples/museum-table.", seed=5)
    finger = {"size": 300}

    def middle(column, row):
        return 12 + 1268 / 6 * (column + 0.5) - 6, 12 + 708 / 4 * (row + 0.5) - 6

    def around(centre, start, seconds, radii, angles):
        """Two fingers opposite each other, whose distance and direction go from one to the other."""
        steps = [(radii[0] + (radii[1] - radii[0]) * step / 20, angles[0] + (angles[1] - angles[0]) * step / 20)
                 for step in range(21)]
        return [drag(start + side * 0.02, seconds, *(
            (centre[0] + radius * cos(radians(angle + 180 * side)), centre[1] + radius * sin(radians(angle + 180 * side)))
            for radius, angle in steps), **finger) for side in (0, 1)]

    whale, fox = middle(0, 0), middle(1, 0)
    glass.scene("drag", "a finger drags the whale", drag(0, 0.5, whale, (whale[0] + 60, whale[1] - 20), **finger))
    glass.scene("twice", "two taps on the whale", tap(0, whale, **finger), tap(0.2, whale, **finger))
    glass.scene("turn", "two fingers spread the fox, and turn it", *around(fox, 0, 0.6, (30, 60), (0, 90)))
    glass.scene("crowd", "twenty fingers on ten pictures, each two with one of their own",
                *(stroke for number in range(10) for stroke in around(
                    middle(number % 5, number // 5), 0.03 * number, 0.6, (40, 40 + 3 * number), (0, 9 * number))))
    glass.scene("third", "a third finger lands on the fox that two fingers move",
                *(drag(side * 0.02, 0.6, (fox[0] + 40 * side, fox[1]), (fox[0] + 40 * side + 50, fox[1]), **finger)
                  for side in (0, 1)),
                tap(0.3, (fox[0], fox[1] + 50), 0.2, **finger))
    glass.scene("beside", "a finger goes from the whale over to the fox",
                drag(0, 0.5, whale, fox, **finger))
    glass.scene("elbow", "an elbow lies on the whale, and slips",
                drag(0, 1, whale, (whale[0] + 60, whale[1] + 30), size=3000), pause=70)
    glass.scene("later", "a finger taps after more than a minute", tap(0, fox, **finger))
    return glass


RECORDINGS = {
    "museum-table/table.evemu": table,
    "machine-panel/machine.evemu": machine,
    "lobby/lobby.evemu": lobby, "wall-panel/hall.evemu": hall, "wall-panel/kitchen.evemu": kitchen,
}


def main(*words):
    differing = []
    for name, make in RECORDINGS.items():
        path, text = EXAMPLES / name, make().text()
        if words != ("check",):
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            differing.append(name)
    if differing:
        print(f"not what Tests/examples/recordings.py writes: {', '.join(differing)}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
