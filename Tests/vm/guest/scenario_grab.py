# SPDX-License-Identifier: MIT
"""Another program takes the panel for itself for a while: a dump, which grabs nothing, hears nothing then."""

import time

from rig import BESIDE, IN_BUTTON, TICKS_A_SECOND, now, scenario
from fingers import move
from node import Node

FRAMES, PACE = 100, 0.01  # Seconds between two frames: for a second, a finger moves as one does.


@scenario
def grab(rig):
    panel, dump = rig.ready()
    with Node(panel.node) as other:
        other.grab()
        ticks, start = dump.ticks, now()
        panel.land((0, IN_BUTTON))
        for step in range(1, FRAMES + 1):
            panel.frame(*move(0, IN_BUTTON[0] + step, IN_BUTTON[1] + step))
            time.sleep(PACE)
        panel.lift(0)
        ticks, took = dump.ticks - ticks, now() - start
        kept = other.read()
        other.release()
    dump.require_alive()

    # In another slot and another place: what the kernel told the other program it does not say again.
    panel.tap(BESIDE, slot=1)
    touch = dump.expect(kind="touch", phase="began")
    dump.expect(kind="touch", phase="ended")
    frames = len(dump.lines("frame"))
    rig.check(
        "nothing while it is grabbed", frames == 2 and kept > FRAMES,
        f"{kept} events for the other program, {frames - 2} frames for touchd")
    rig.check(
        "no spinning", ticks <= TICKS_A_SECOND * took / 10,
        f"{ticks} ticks of {TICKS_A_SECOND} a second used in {took:.1f} s")
    rig.check(
        "a tap after it", touch["slot"] == 1 and touch["raw"] == list(BESIDE),
        f"raw {touch['raw']} in slot {touch['slot']}")
    rig.end(dump)
