# SPDX-License-Identifier: MIT
"""What a kiosk goes through in years, in a minute: nothing of it may be left in the daemon."""

import os
import signal

from rig import BESIDE, IN_BUTTON, LAYOUT, scenario
from fingers import land, lift, touching
from footprint import TIMES, WARM, Footprint
from process import Failure, wait_until
from service import Service


def require_balance(counters, touches):
    told = counters["touches"], counters["ended"] + counters["cancelled"]
    if told != (touches, touches):
        raise Failure(f"{touches} fingers came down, and the daemon counts {counters}")


@scenario(f"{TIMES} times unplugged under two fingers and back again: nothing grows, and every finger ends")
def replugs(rig):
    service = Service(rig)
    service.daemon.expect_text(r"waiting for one")
    before = None
    for number in range(TIMES):
        rig.panel.plug(number)
        wait_until(lambda: any(d["state"] == "used" for d in service.quick_status()["devices"]), "it is not used")
        rig.panel.frame(*land(0, 1, *IN_BUTTON), *land(1, 2, *BESIDE), *touching(True))
        wait_until(lambda: service.quick_status()["counters"]["touches"] == 2 * number + 2, "no fingers are down")
        rig.panel.unplug()
        wait_until(lambda: service.quick_status()["counters"]["cancelled"] == 2 * number + 2, "none is cancelled")
        if number + 1 == WARM:
            before = Footprint(service.daemon.pid)
    require_balance(service.quick_status()["counters"], 2 * TIMES)
    figures = Footprint(service.daemon.pid).require_flat(before, "replugs")
    service.daemon.end(signal.SIGTERM)
    return figures


@scenario(f"{TIMES} reloads while it is being touched: nothing grows, and every finger ends")
def reloads(rig):
    service = Service(rig)
    panel = rig.panel
    panel.plug(0)
    service.daemon.expect_text(r"using.*Touchd Test Panel")
    texts = LAYOUT.read_text(), LAYOUT.read_text().replace("name: press", "name: other")
    before = None
    for number in range(TIMES):
        panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
        service.layout.write_text(texts[number % 2])
        asked = service.converse(reload=True)
        panel.frame(*lift(0), *touching(False))
        service.answer(asked)
        if number + 1 == WARM:
            before = Footprint(service.daemon.pid)
    status = service.quick_status()
    counters = status["counters"]
    # A finger that lands in the moment of a reload is dead until it lifts: it never began.
    require_balance(counters, counters["touches"])
    if counters["touches"] < TIMES * 9 // 10 or status["reloads"]["done"] < TIMES:
        raise Failure(f"{TIMES} taps and reloads, and the daemon counts {counters} and {status['reloads']}")
    figures = Footprint(service.daemon.pid).require_flat(before, "reloads")
    service.daemon.end(signal.SIGTERM)
    return figures
