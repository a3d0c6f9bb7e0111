# SPDX-License-Identifier: MIT
"""The screen is dark: the touch that wakes it is for no program, and the compositor hears KEY_WAKEUP instead."""

import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

from page import Log
from process import Failure, wait_until
from stage import scenario

KEY_WAKEUP = 143
IDLE = 1  # Seconds without input after which swayidle calls it idle.
SETTLE = 0.7  # Seconds for which a screen that was lit is still taken for dark.
# weston has no protocol for idle managers.
WITHOUT_IDLE = ("weston",)


# A file system in the place of the graphics cards': none of them switches here.
CARDS = Path("/sys/class/drm")
OUTPUT = CARDS / "card0-Virtual-1"


@contextmanager
def output():
    """An output that is lit, and dark when the file says `Off`."""
    subprocess.run(["mount", "-t", "tmpfs", "outputs", str(CARDS)], check=True)
    try:
        OUTPUT.mkdir()
        dpms = OUTPUT / "dpms"
        dpms.write_text("On\n")
        yield dpms
    finally:
        subprocess.run(["umount", "--lazy", str(CARDS)], check=True)


@scenario
def wake(stage):
    with output() as dpms:
        panel = stage.begin("wake")
        idle = swayidle(stage, IDLE)
        if idle:
            wait_until(lambda: "idle" in idle.all(), "swayidle never says idle", 0.1)
        dpms.write_text("Off\n")
        stage.mark()
        panel.tap_at((300, 300))
        dpms.write_text("On\n")
        # Sooner than the glass is lit.
        panel.tap_at((300, 300), slot=1)
        stage.check_nothing_seen("the touch that wakes, and one before the glass is lit")
        keys = keys_seen(stage)
        stage.check(
            "KEY_WAKEUP instead", keys == [f"key code={KEY_WAKEUP} state={state}" for state in (1, 0)],
            ", ".join(keys) or "no key")
        if idle:
            stage.check("swayidle resumes", idle.all()[-1:] == ["resume"], ", ".join(idle.all()))
        time.sleep(SETTLE + 0.3)
        stage.check_tap()

        stage.filter.screen("dark")
        stage.mark()
        panel.tap_at((300, 300))
        stage.check_nothing_seen("what a program darkened, the program lights: the touch")
        stage.check("and no key", not keys_seen(stage), ", ".join(keys_seen(stage)) or "no key")
        time.sleep(SETTLE + 0.3)
        stage.check_tap()


def keys_seen(stage):
    """The keys that the client got."""
    return [event.text for event in stage.desktop.page.events() if event.word == "key"]


def swayidle(stage, seconds):
    """What swayidle says of this compositor after so long without input; None if it cannot."""
    if stage.desktop.compositor in WITHOUT_IDLE:
        return None
    said = Log(stage.desktop.log("idle"))
    process = stage.desktop.start(
        "swayidle", "swayidle", "-w", "timeout", str(seconds), f"echo idle >>{said.path}", "resume",
        f"echo resume >>{said.path}")
    time.sleep(0.3)
    if process.poll() is not None:
        raise Failure(f"swayidle ends with {process.returncode}: {stage.desktop.log('swayidle').read_text()[-300:]}")
    return said
