# SPDX-License-Identifier: MIT
"""The service's process is killed: systemd brings it back."""

import os
import signal

from rig import IN_BUTTON, now, scenario

BACK = 2.0  # Seconds from a crash until it is active again.


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
