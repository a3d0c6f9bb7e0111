# SPDX-License-Identifier: MIT
"""Fingers reach the client whole: in their order, in their places, and those that moved together in one frame."""

from math import cos, pi, sin

from desktop import forgets_last_frame
from stage import scenario

STEPS = 60  # Frames of a movement.


def between(start, end, size, steps=STEPS):
    """The places of a straight way, both ends included; they are parts of the page's width and height."""
    for step in range(steps + 1):
        part = step / steps
        yield tuple((a + (b - a) * part) * whole for a, b, whole in zip(start, end, size))


@scenario
def tap(stage):
    panel = stage.begin()
    width, height = panel.size
    panel.tap_at((width * 0.25, height * 0.25))
    stage.check_whole()
    if stage.desktop.page.count("frame"):
        # As the documents say. If this fails, it has learnt it.
        is_last = stage.desktop.page.events()[-1].word == "frame"
        stage.check(
            "wl_touch.frame after the last lift, but by Debian 12's weston",
            is_last != forgets_last_frame(stage.desktop.compositor), "it comes" if is_last else "none comes")
    stage.mark()
    # In the very same place: the kernel sends no value that a slot has already.
    panel.tap_at((width * 0.25, height * 0.25))
    panel.tap_at((width * 0.75, height * 0.75), slot=3)
    stage.check_whole()
    nodes = stage.desktop.libinput.nodes()
    stage.check("nothing of the panel itself", nodes == {stage.filter.node.name}, f"touches of {', '.join(sorted(nodes))}")
    stage.check_nothing_down()


@scenario
def scribble(stage):
    """Ten fingers, each on a circle of its own; two come later, and two go sooner."""
    panel = stage.begin()
    width, height = panel.size

    def place(finger, step):
        angle = 2 * pi * step / STEPS + finger
        return (
            width * (0.1 + 0.2 * (finger % 5)) + 0.06 * width * cos(angle),
            height * (0.3 + 0.4 * (finger // 5)) + 0.06 * width * sin(angle))

    late, hasty = {8, 9}, {0, 4}
    for step in range(2 * STEPS):
        fingers = set(range(10)) - (late if step < 10 else set()) - (hasty if step > 100 else set())
        lifts = dict.fromkeys(hasty & set(panel.down) if step > 100 else ())
        panel.play([{finger: place(finger, step) for finger in sorted(fingers)} | lifts])
    panel.lift_all()
    stage.check_whole()
    stage.check_nothing_down()
