# SPDX-License-Identifier: MIT
"""The kernel's buffer overflows under a reader that does not read: SYN_DROPPED."""

from rig import BESIDE, IN_BUTTON, now, scenario
from fingers import move
from node import Node

FLOOD = 5_000  # Frames; the buffer of a panel of ten slots holds some hundred.


@scenario
def lost(rig):
    panel, dump = rig.plug(), rig.dump()
    dump.expect(kind="device", change="added", path=panel.node)
    panel.land((0, IN_BUTTON), (1, BESIDE))
    vanishing = dump.expect(kind="touch", phase="began", slot=0)["touch"]
    staying = dump.expect(kind="touch", phase="began", slot=1)["touch"]

    # The first finger lifts and a third lands in the gap; the second goes on meanwhile.
    dump.stop()
    flood(panel)
    panel.lift(0)
    panel.land((2, (3200, 600)))
    flood(panel)
    with Node(panel.node) as node:
        kernel = node.contacts(panel.slots)
    stalled = now()
    dump.go_on()

    dump.expect(kind="device", change="resynced", path=panel.node)
    dump.expect(kind="touch", phase="cancelled", touch=vanishing)
    landed = dump.expect(kind="touch", phase="began", slot=2)
    caught_up = now()
    rig.check(
        "the new finger", landed["raw"] == kernel[2] and set(kernel) == {1, 2},
        f"raw {landed['raw']}, the kernel's are {kernel}; {(caught_up - stalled) * 1e3:.0f} ms after SIGCONT")

    panel.lift(1, 2)
    dump.expect(kind="touch", phase="ended", touch=staying)
    dump.expect(kind="touch", phase="ended", touch=landed["touch"])
    rig.end(dump)

    frames, drops = dump.lines("frame"), len(dump.lines("device", change="resynced"))
    where = [line["raw"] for line in dump.lines("touch", touch=staying)][-1]
    rig.check(
        "the finger that stayed", where == kernel[1],
        f"ended at {where}, the kernel's {kernel[1]}")
    events = len(dump.lines("event"))
    rig.check("the finger that vanished", events == 0, f"{events} events of its tap")
    rig.check(
        "one drop", drops == 1, f"{drops} SYN_DROPPED, {len(frames)} of {2 * FLOOD + 4} frames seen")


def flood(panel):
    for step in range(FLOOD):
        panel.frame(*move(1, 2500 + step % 1000, 1500 + step % 1000))
