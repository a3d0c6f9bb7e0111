# SPDX-License-Identifier: MIT
"""One finger rests on the panel, and others tap beside it for as long as a kiosk stands."""

import time
from pathlib import Path

from rig import IN_BUTTON, scenario
from process import wait_until
from proc import resident

# Before what is over was forgotten, the watchdog ended the service after fewer than 5,000.
TAPS, WINDOW = 20_000, 1_000
# Of a window's processor time. The guest counts instructions, the kernel's and the timer's among them.
MOST_RATIO, MOST_KILOBYTES = 1.1, 512
NEAR = (1200, 2200)

LISTENER = """version: 1
screen:
  size: [1024, 640]
  touchscreen:
    match: { name: "Touchd Test Panel" }
responders:
  audit: { plugin: log, level: debug }
views:
  - id: button
    frame: { left: 0, top: 0, width: 50%, height: 100% }
    multiple_touch: true
    gestures:
      - { tap: { count: 1 }, requires_failure_of: [twice], to: audit }
      - { name: twice, tap: { count: 2 }, to: audit }
      - { pan: {}, to: audit }
      - { pinch: {}, to: audit }
      - { rotation: {}, to: audit }
      - { swipe: { direction: left }, to: audit }
      - { long_press: {}, to: audit }
"""


@scenario
def service_resting(rig):
    service = rig.service({"kiosk.yaml": LISTENER}, settings=["WatchdogSec=10s"])
    panel = rig.plug()
    service.uses(panel)
    pid = service.pid
    panel.land((0, IN_BUTTON))
    time.sleep(2)

    tap(panel, WINDOW)
    first, memory = cost(panel, pid), resident(pid)
    tap(panel, TAPS - 3 * WINDOW)
    last, more = cost(panel, pid), resident(pid) - memory
    rig.check(
        "the last thousand taps", last <= first * MOST_RATIO,
        f"after {TAPS:,} of them {last / WINDOW * 1e3:.1f} us of processor time each, {last / first:.3f} of the first")
    rig.check("memory", more <= MOST_KILOBYTES, f"{more:+} kB")
    wait_until(lambda: service.counters["touches"] == TAPS + 1, lambda: f"touches are missing: {service.counters}")
    panel.lift(0)
    wait_until(lambda: service.counters["ended"] == TAPS + 1, lambda: f"not every touch ended: {service.counters}")
    rig.check("every tap counts", service.pid == pid, f"{service.counters}, process {service.pid} of {pid}")


def tap(panel, count):
    """So slowly that the kernel's buffer holds them, in a time that the guest jumps over."""
    for _ in range(count):
        panel.land((1, NEAR))
        panel.lift(1, last=False)
        time.sleep(0.003)


def cost(panel, pid):
    """The processor time of a window, in milliseconds."""
    before = processor_time(pid)
    tap(panel, WINDOW)
    time.sleep(0.1)
    return processor_time(pid) - before


def processor_time(pid):
    """Of a process, in milliseconds; the kernel counts in nanoseconds."""
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e6
