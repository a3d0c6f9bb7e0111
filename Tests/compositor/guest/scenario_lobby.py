# SPDX-License-Identifier: MIT
"""Examples/lobby, as it is installed: what the page of a kiosk gets, and what the journal has of a PIN.

The image has no polkit, so systemd starts no unit for touchd; Tests/examples proves that it is asked.
"""

import time

from process import wait_until
from stage import scenario

SIZE = (1920, 1080)  # Of the layout, in points.
CORNER, BUTTON, OTHER = (1870, 50), (600, 800), (300, 800)
KEYS = [(840, 440), (960, 560), (1080, 680), (960, 800)]
# Seconds, of the layout: how long the corner waits for its five taps, and a touch is ignored after the dark.
WITHIN, SETTLE = 3.0, 3.0


@scenario
def lobby(stage):
    panel = stage.begin("lobby")

    def place(at):
        return tuple(part / whole * page for part, whole, page in zip(at, SIZE, panel.size))

    for _ in range(4):
        panel.tap_at(place(CORNER))
    panel.play([{0: place(CORNER)}], 1.2)
    panel.play([{0: None}], 0.5)
    stage.check_nothing_seen("the secret of the corner: nothing")
    journal = stage.filter.journal

    def audit(words, count):
        """The lines of the responder `audit`, once there are so many."""
        pattern = f'"audit": .*{words}'
        wait_until(lambda: len(journal.messages(pattern)) >= count, f"the journal has not {count} lines of {words}")
        return journal.messages(pattern)

    audit("service", 1)

    stage.mark()
    for _ in range(3):
        panel.tap_at(place(CORNER))
    time.sleep(WITHIN + 0.3)
    stage.check_whole()

    stage.mark()
    panel.play([{0: place(BUTTON)}, {1: place(OTHER)}, {1: None}, {0: None}], 0.05)
    stage.desktop.quiet()
    downs = stage.desktop.page.count("down")
    stage.check("one finger at a time", downs == 1, f"{downs} down")

    stage.mark()
    # Two for each finger: of the three taps, and of the first of the two fingers.
    known = len(audit("touches", 8))
    for key in KEYS:
        panel.tap_at(place(key))
    stage.check_whole()
    lines = audit("touches", known + 2 * len(KEYS))[known:]
    places = [line for line in lines if " at " in line]
    stage.check("the journal has no place of the PIN", not places, places or f"{len(lines)} lines, none with a place")

    stage.filter.screen("dark")
    stage.mark()
    panel.tap_at(place(BUTTON))
    panel.tap_at(place(BUTTON))
    stage.check_nothing_seen("the touch that wakes, and the next one")
    time.sleep(SETTLE + 0.3)
    stage.check_tap(at=(0.3, 0.7))
    stage.check_nothing_down()
