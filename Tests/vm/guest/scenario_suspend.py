# SPDX-License-Identifier: MIT
"""The machine is suspended under a finger, in a rehearsal that the kernel offers for tests: pm_test.

The kernel lets go of every key then: BTN_TOUCH 0, and a SYN_REPORT of value 1. It leaves the slots as they
are, and after the resume the driver goes on with the same contact.
"""

from pathlib import Path

from rig import IN_BUTTON, now, scenario
from fingers import move

POWER = Path("/sys/power")
HOLD = 0.5  # Seconds; a long press takes so long in hold.yaml.
REHEARSAL = 1  # Seconds that it sleeps. The kernel only counts meanwhile, which is slow where time is instructions.


def sleep():
    """Suspends the machine, and comes back after the resume. Says for how many seconds that was."""
    Path("/sys/module/suspend/parameters/pm_test_delay").write_text(str(REHEARSAL))
    (POWER / "pm_test").write_text("devices")
    start = now()
    (POWER / "state").write_text("freeze")
    return now() - start


def sleeps():
    """How often it has been suspended."""
    return int((POWER / "suspend_stats/success").read_text())


@scenario
def suspend(rig):
    panel, dump = rig.ready("hold.yaml")
    panel.land((0, IN_BUTTON))
    touch = dump.expect(kind="touch", phase="began")["touch"]
    count, asleep = sleeps(), sleep()
    count = sleeps() - count
    rig.check("the machine slept", count == 1 and asleep > HOLD, f"{count} suspend, {asleep:.1f} s")
    # What is sent before touchd has noticed may be thrown away.
    for change in ("suspended", "resumed"):
        dump.expect(kind="device", change=change, path=panel.node)
    dump.expect(kind="touch", phase="cancelled", touch=touch)

    # The finger still lies there, moves a little, and lifts.
    for step in range(1, 6):
        panel.frame(*move(0, IN_BUTTON[0] + step, IN_BUTTON[1]))
    panel.lift(0)
    # Whatever comes of these comes before what comes of the tap.
    panel.tap(IN_BUTTON, slot=1)
    after = dump.expect(kind="touch", phase="began", slot=1)
    dump.expect(kind="touch", phase="ended", slot=1)
    dump.expect(kind="event", name="press", state="ended")

    phases = [line["phase"] for line in dump.lines("touch", touch=touch)]
    rig.check("cancelled, and silent from then on", phases == ["began", "cancelled"], ", ".join(phases))
    others = [line["touch"] for line in dump.lines("touch", phase="began")]
    rig.check("no touch of the same contact", others == [touch, after["touch"]], f"{len(others)} began")
    events = [f"{line['name']} {line['state']}" for line in dump.lines("event")]
    rig.check("no gesture but the next tap", events == ["press ended"], ", ".join(events))
    changes = [line["change"] for line in dump.lines("device", path=panel.node)]
    rig.check("said so once", changes == ["added", "suspended", "resumed"], ", ".join(changes))
    rig.end(dump)
