# SPDX-License-Identifier: MIT
"""Suspends the machine, in a rehearsal that the kernel offers for tests: pm_test.

The kernel lets go of every key then: BTN_TOUCH 0, and a SYN_REPORT of value 1. It leaves the slots as they
are, and after the resume the driver goes on with the same contact.
"""

from pathlib import Path

from rig import now

POWER = Path("/sys/power")
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
