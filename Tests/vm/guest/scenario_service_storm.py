# SPDX-License-Identifier: MIT
"""More devices come and go than udev's socket holds, while the service does not look."""

import os
import signal

from rig import IN_BUTTON, now, scenario
from process import wait_until
from service import run

FLAPS = 200


@scenario
def service_storm(rig):
    # What does not go round for so long would be replaced.
    service = rig.service(settings=["WatchdogSec=600s"])
    panel = rig.plug()
    service.uses(panel)
    pid = service.pid
    os.kill(pid, signal.SIGSTOP)
    begun = now()
    flap(rig)
    panel.unplug()
    back = rig.plug()
    flap(rig)
    run("udevadm", "settle", "--timeout=120")
    stormed = now() - begun
    os.kill(pid, signal.SIGCONT)
    service.uses(back)
    overflown = service.journal.messages("more devices came and went at once than udev's socket holds")
    rig.check("the socket overflowed", overflown, f"{2 * FLAPS} devices in {stormed:.0f} s: {overflown[:1]}")
    back.tap(IN_BUTTON)
    service.journal.message("gesture press ended on button")
    rig.check("used again", back.node == panel.node, f"{panel.node} is {back.node} again, and a tap on it acts")

    # And once more with a finger on it, which nothing of this concerns.
    back.land((0, IN_BUTTON))
    wait_until(lambda: service.counters["touches"] == 2, "the finger is not down")
    os.kill(pid, signal.SIGSTOP)
    flap(rig)
    run("udevadm", "settle", "--timeout=120")
    os.kill(pid, signal.SIGCONT)
    back.lift(0)
    # It lay for too long to be a tap.
    service.journal.message("touchesEnded on button: #2")
    counters = service.counters
    rig.check(
        "a finger that was down", (counters["ended"], counters["cancelled"]) == (2, 0),
        f"{counters['ended']} ended, {counters['cancelled']} cancelled, process {service.pid} of {pid}")


def flap(rig):
    for _ in range(FLAPS):
        rig.plug(name="Loose Cable", phys="usb-0000:00:14.0-9/input0").unplug()
