# SPDX-License-Identifier: MIT
"""A finger reaches what the layout bound to its view, and a program on the events socket."""

import pwd
import time
from pathlib import Path

from rig import IN_BUTTON, now, scenario
from journal import seconds
from process import wait_until
from service import TOUCHD, layout

MARK = Path("/run/touchd/mark")


@scenario
def service_tap(rig):
    service = rig.service({"kiosk.yaml": layout(to="audit, mark")})
    panel = rig.plug()
    service.uses(panel)
    listener = rig.background(TOUCHD, "listen", "--state")
    listener.expect(kind="state_end")
    panel.land((0, IN_BUTTON))
    clock, lifted = time.time(), now()
    panel.lift(0)

    line = service.journal.message("gesture press ended on button")
    rig.check("a line in the journal", True, f"{(seconds(line) - lifted) * 1e3:.1f} ms after the lift")
    heard = listener.expect(kind="event", name="press")
    rig.check("a program on the events socket", True, f"heard of it, {heard['state']} on {heard['view']}")
    wait_until(lambda: MARK.exists() and MARK.stat().st_size, "the program of `exec` has left nothing")
    mark = MARK.stat()
    told = dict(pair.split("=", 1) for pair in MARK.read_text().rstrip("\0").split("\0"))
    owner = pwd.getpwuid(mark.st_uid).pw_name
    rig.check(
        "a program", told["TOUCHD_EVENT"] == "press" and told["TOUCHD_VIEW"] == "button" and owner == "touchd",
        f"left a file {(mark.st_mtime - clock) * 1e3:.0f} ms after the lift, as {owner}, "
        f"told {told['TOUCHD_EVENT']} at {told['TOUCHD_X']}, {told['TOUCHD_Y']}")
    counters = service.counters
    rig.check(
        "counted", (counters["touches"], counters["ended"], counters["cancelled"]) == (1, 1, 0),
        f"{counters['frames']} frames, {counters['touches']} touch, {counters['ended']} ended")
