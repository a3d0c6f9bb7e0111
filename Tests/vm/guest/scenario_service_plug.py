# SPDX-License-Identifier: MIT
"""The service's panel is unplugged under a finger and comes back."""

from rig import IN_BUTTON, elapsed, now, scenario
from journal import seconds


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
