# SPDX-License-Identifier: MIT
"""The service's process is killed, or stops to answer: systemd brings it back."""

import os
import signal

from rig import IN_BUTTON, now, scenario
from process import wait_until
from service import PAUSE

BACK = 2.0  # Seconds from a crash until it is active again.
WATCHDOG = 2.0  # Seconds without a sign of life, in the drop-in of the scenario; the unit's own would take too long.
ABORT = 2.0  # Seconds that systemd gives it to die of SIGABRT.


@scenario
def service_killed(rig):
    service = rig.service()
    panel = rig.plug()
    service.uses(panel)
    former, killed = service.pid, now()
    os.kill(former, signal.SIGKILL)
    took = service.restarted(former) - killed
    rig.check("active again", took <= BACK, f"{took:.2f} s after SIGKILL, of {BACK:.0f} s allowed")
    service.uses(panel)
    panel.tap(IN_BUTTON)
    service.journal.message("gesture press ended on button")
    rig.check("a tap after it", True, f"process {service.pid}, was {former}")


@scenario
def service_watchdog(rig):
    service = rig.service(settings=[f"WatchdogSec={WATCHDOG:.0f}s"])
    panel = rig.plug()
    service.uses(panel)
    times = []

    def is_fed():
        """Twice, so that the start is not what counts."""
        time = int(service.properties("WatchdogTimestampMonotonic")["WatchdogTimestampMonotonic"])
        if time not in times:
            times.append(time)
        return len(times) > 2

    wait_until(is_fed, "the watchdog is not fed", PAUSE)
    former = service.pid
    rig.check("fed", True, f"every {(times[-1] - times[-2]) / 1e6:.2f} s of the {WATCHDOG:.0f} s")

    stopped = now()
    os.kill(former, signal.SIGSTOP)
    took = service.restarted(former) - stopped
    (said,) = service.journal.messages("Watchdog timeout") or ["nothing of a watchdog in the journal"]
    rig.check(
        "a stopped process", "Watchdog timeout" in said and took <= WATCHDOG + ABORT + BACK,
        f"active again {took:.2f} s after SIGSTOP; {said}")
    service.uses(panel)
    panel.tap(IN_BUTTON)
    service.journal.message("gesture press ended on button")
    rig.check("a tap after it", True, f"process {service.pid}, was {former}")
