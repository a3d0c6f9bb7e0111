# SPDX-License-Identifier: MIT
"""udev has a calibration matrix for the panel, which hangs upside down: it is applied once."""

from filters import Reference
from stage import Comparison, scenario

# The rule of Tests/vm/guest/init is for this product.
TURNED = 0x7011


@scenario
def matrix(stage):
    stage.begin(product=TURNED)
    _check(stage, "while it filters", (0.1, 0.2))
    if isinstance(stage.filter, Reference):
        stage.filter.stop()
        stage.filter.lets_go(stage.panel)
        _check(stage, "without it", (0.2, 0.3))
        return
    stage.filter.reload("observe")
    stage.filter.lets_go(stage.panel)
    _check(stage, "while it observes", (0.2, 0.3))


def _check(stage, what, place):
    """In another place each time: what a slot has already, the kernel does not send to readers that missed it."""
    width, height = stage.panel.size
    stage.mark()
    stage.panel.tap_at((width * place[0], height * place[1]))
    stage.desktop.quiet()
    told = Comparison(stage.panel.script, stage.desktop.page, lambda at: (width - at[0], height - at[1]))
    seen = next((event.text for event in stage.desktop.page.events() if event.word == "down"), "nothing")
    stage.check(f"turned once, {what}", not told.difference, seen)
