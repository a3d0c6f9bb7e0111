# SPDX-License-Identifier: MIT
"""The service's panel is unplugged under a finger and comes back: once, and many times."""

from rig import IN_BUTTON, elapsed, now, scenario
from journal import seconds
from proc import open_files, resident, waits_for
from process import wait_until

WARM_UP, CYCLES = 5, 50
GROWTH = 256  # kB that its memory may grow by in all cycles: 5 kB in each would be a leak.


@scenario
def service_replug(rig):
    service = rig.service()
    panel = rig.plug()
    service.uses(panel)
    panel.land((0, IN_BUTTON))
    service.journal.message("touchesBegan on button")
    pulled = now()
    panel.unplug()
    cancelled = service.journal.message("touchesCancelled on button")
    gone = service.journal.message("is gone")

    # The lowest number is another device's now.
    rig.plug_keyboard()
    back = rig.plug()
    used = service.uses(back)
    back.tap(IN_BUTTON)
    service.journal.message("gesture press ended on button")
    counters, cancels = service.counters, service.journal.messages("touchesCancelled")
    rig.check(
        "mid-touch", counters["cancelled"] == len(cancels) == 1,
        f"{counters['cancelled']} cancelled, {elapsed(seconds(cancelled), pulled)} after the unplug, "
        f"`gone` {elapsed(seconds(gone), pulled)}")
    rig.check(
        "back", back.node != panel.node,
        f"{panel.node} is {back.node} now, used {elapsed(seconds(used), back.created)} after it was made")
    rig.check(
        "a tap after it", (counters["touches"], counters["ended"]) == (2, 1),
        f"{counters['touches']} touches, {counters['ended']} ended")


@scenario
def service_cycles(rig):
    service = rig.service()
    pid, begun = service.pid, now()
    for cycle in range(WARM_UP + CYCLES):
        if cycle == WARM_UP:
            memory, descriptors = resident(pid), len(open_files(pid))
        panel = rig.plug()
        wait_until(lambda: waits_for(pid, panel.node), f"{panel.node} is not taken up in cycle {cycle}")
        panel.land((0, IN_BUTTON))
        service.journal.message("touchesBegan on button")
        panel.unplug()
        service.journal.message("touchesCancelled on button")
        wait_until(lambda: panel.node not in open_files(pid).values(), f"{panel.node} stays open in cycle {cycle}")
    grown, after = resident(pid) - memory, len(open_files(pid))
    rig.check(
        "memory", grown <= GROWTH,
        f"{memory} kB, {grown:+d} kB after {CYCLES} cycles of {(now() - begun) / (WARM_UP + CYCLES) * 1e3:.0f} ms")
    rig.check("descriptors", after == descriptors, f"{descriptors} before, {after} after")
    counters = service.counters
    rig.check(
        "no lost end", counters["touches"] == counters["cancelled"] == WARM_UP + CYCLES and counters["ended"] == 0,
        f"{counters['touches']} touches, {counters['cancelled']} cancelled")
