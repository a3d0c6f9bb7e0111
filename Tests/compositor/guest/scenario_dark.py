# SPDX-License-Identifier: MIT
"""The screen is dark: the touch that wakes it is for no program, and the compositor hears KEY_WAKEUP instead."""

import time

from page import Log
from process import Failure, wait_until
from stage import scenario

KEY_WAKEUP = 143
IDLE = 1  # Seconds without input after which swayidle calls it idle.
SETTLE = 0.7  # Seconds for which a screen that was lit is still taken for dark.
# weston has no protocol for idle managers.
WITHOUT_IDLE = ("weston",)


@scenario
def wake(stage):
    panel = stage.begin("wake")
    idle = _idle(stage)
    if idle:
        wait_until(lambda: "idle" in idle.all(), "swayidle never says idle", 0.1)
    stage.filter.screen("dark")
    stage.mark()
    panel.tap_at((300, 300))
    # Sooner than the glass is lit.
    panel.tap_at((300, 300), slot=1)
    stage.check_nothing_seen("the touch that wakes, and one before the glass is lit")
    keys = [event.text for event in stage.desktop.page.events() if event.word == "key"]
    stage.check(
        "KEY_WAKEUP instead", keys == [f"key code={KEY_WAKEUP} state={state}" for state in (1, 0)],
        ", ".join(keys) or "no key")
    if idle:
        stage.check("swayidle resumes", idle.all()[-1:] == ["resume"], ", ".join(idle.all()))
    stage.filter.screen("lit")
    time.sleep(SETTLE + 0.3)
    stage.check_tap()


def _idle(stage):
    """What swayidle says of this compositor; None if it cannot."""
    if stage.desktop.compositor in WITHOUT_IDLE:
        return None
    said = Log(stage.desktop.log("idle"))
    process = stage.desktop.start(
        "swayidle", "swayidle", "-w", "timeout", str(IDLE), f"echo idle >>{said.path}", "resume",
        f"echo resume >>{said.path}")
    time.sleep(0.3)
    if process.poll() is not None:
        raise Failure(f"swayidle ends with {process.returncode}: {stage.desktop.log('swayidle').read_text()[-300:]}")
    return said
