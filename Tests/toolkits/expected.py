# SPDX-License-Identifier: MIT
"""What comes of the trials in plan.py, as it was measured, without the figures; what is not here comes to nothing.

`none` is the page without a gesture, and `rest` what its end is measured beside: they show that the trials can find
something.
"""

PRESSES = {"tap, button": "clicks", "tap, release": "acts", "hold, button": "clicks", "hold, release": "acts"}
RELEASES = {name: word for name, word in PRESSES.items() if word == "acts"}
# That the finger has landed is enough for a slider.
LANDS = {"tap, slider": "moves", "hold, slider": "moves"}
LISTS = {"drag, row": "scrolls", "drag, list": "scrolls"}
DRAGS = {"drag, slider": "moves"} | LISTS
# What can only go sideways goes with a slide.
SIDEWAYS = {"tap, row": "scrolls", "hold, row": "scrolls", "drag, slider": "moves", "drag, row": "scrolls"}
# And what goes up and down, with a way to the lower edge.
UPRIGHT = {"tap, list": "scrolls", "hold, list": "scrolls"}
# The way back is gone already when the finger has come so far.
GONE = {"far drag, history": "goes"}

EXPECTED = {
    # A finger is still while it has gone no farther than 30 points, so that 24 are a tap.
    "chromium": {
        "none": PRESSES | LANDS | DRAGS | GONE | {"drag, history": "goes", "spread, blank": "zooms"},
        "rest": DRAGS | GONE,
        "slide 24": PRESSES | LANDS | {"drag, slider": "moves", "drag, row": "scrolls"} | GONE,
        "slide": LANDS | SIDEWAYS | GONE,
        "edge": LANDS | DRAGS | UPRIGHT | GONE | {"spread, blank": "zooms"},
        # What still moves when it lifts, flings.
        "lift": PRESSES | LANDS | LISTS | GONE,
        "palm": LANDS | GONE,
    },
    # The buttons take a finger that lifts inside them.
    "gtk": {
        "none": PRESSES | LANDS | DRAGS | {"spread, blank": "zooms"},
        "rest": DRAGS,
        "slide 24": PRESSES | LANDS | SIDEWAYS | {"drag, list": "scrolls"},
        "slide": PRESSES | LANDS | SIDEWAYS | {"drag, list": "scrolls"},
        "edge": RELEASES | LANDS | DRAGS | UPRIGHT | {"two held, blank": "zooms", "spread, blank": "zooms"},
        "lift": PRESSES | LANDS | LISTS,
        "palm": LANDS,
    },
    # The mouse that widgets have in the place of a finger knows no cancel: it lets the button go.
    "qt": {
        "none": PRESSES | LANDS | DRAGS | {"spread, blank": "zooms"},
        "rest": DRAGS,
        "slide 24": PRESSES | LANDS | SIDEWAYS,
        "slide": PRESSES | LANDS | SIDEWAYS,
        "edge": RELEASES | LANDS | DRAGS | UPRIGHT,
        "lift": PRESSES | LANDS | LISTS,
        # The scroller of a list does not hear of the cancel, and misses the next finger, which is on the other list.
        "palm": PRESSES | LANDS | {"drag, list": "scrolls"},
    },
    "quick": {
        "none": PRESSES | LANDS | DRAGS | {"spread, blank": "zooms"},
        "rest": DRAGS,
        "slide 24": PRESSES | LANDS | {"drag, slider": "moves", "drag, row": "scrolls"},
        "slide": PRESSES | LANDS | {"drag, slider": "moves", "drag, row": "scrolls"},
        # At the edge the two fingers come together.
        "edge": RELEASES | LANDS | DRAGS | {"two held, blank": "zooms", "spread, blank": "zooms"},
        "lift": PRESSES | LANDS | LISTS,
        "palm": {},
    },
}


def is_expected(toolkit, cancel, trial, words, is_dropped=False):
    """Whether the words of `plan.effects` are those that are known of a trial.

    `is_dropped` is for a compositor that does not hand a palm on.
    """
    if cancel == "palm" and is_dropped:
        return words[:1] == ["stays down"]
    return " ".join(word.split(" ")[0] for word in words) == EXPECTED[toolkit][cancel].get(trial, "")
