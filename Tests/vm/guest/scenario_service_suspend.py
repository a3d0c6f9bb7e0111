# SPDX-License-Identifier: MIT
"""The machine is suspended under a finger of the service's panel."""

from rig import IN_BUTTON, scenario
from sleeping import sleep, sleeps


@scenario
def service_suspend(rig):
    service = rig.service()
    panel = rig.plug()
    service.uses(panel)
    panel.land((0, IN_BUTTON))
    service.journal.message("touchesBegan on button")
    former, count = service.pid, sleeps()
    asleep = sleep()
    rig.check("the machine slept", sleeps() == count + 1, f"{asleep:.1f} s")
    service.journal.message("was asleep")
    service.journal.message("touchesCancelled on button")

    panel.lift(0)
    panel.tap(IN_BUTTON, slot=1)
    service.journal.message("gesture press ended on button")
    counters = service.counters
    rig.check(
        "the finger", (counters["touches"], counters["cancelled"], counters["ended"]) == (2, 1, 1),
        f"{counters['cancelled']} cancelled, {counters['ended']} ended of {counters['touches']} touches")
    unit = service.properties("MainPID", "NRestarts", "WatchdogUSec", "ActiveState")
    rig.check(
        "the watchdog lets it live", int(unit["MainPID"]) == former and unit["NRestarts"] == "0",
        f"{unit['ActiveState']}, {unit['NRestarts']} restarts, WatchdogSec={unit['WatchdogUSec']}")
