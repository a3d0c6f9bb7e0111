# SPDX-License-Identifier: MIT
"""What a kiosk goes through in years, in a minute: nothing of it may be left in the daemon."""

from rig import BESIDE, Footprint, IN_BUTTON, LAYOUT, Service, TIMES, WARM
from fingers import land, lift, touching
from process import wait_until


def test_replugs(rig, figure):
    """a thousand times unplugged under two fingers and back again: nothing grows, and every finger ends"""
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
    counters = service.quick_status()["counters"]
    assert (counters["touches"], counters["ended"] + counters["cancelled"]) == (2 * TIMES, 2 * TIMES)
    figure(Footprint(service.daemon.pid).require_flat(before, "replugs"))


def test_reloads(rig, service, figure):
    """a thousand reloads while it is being touched: nothing grows, and every finger ends"""
    panel = rig.panel
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
    assert counters["touches"] == counters["ended"] + counters["cancelled"]
    assert counters["touches"] >= TIMES * 9 // 10 and status["reloads"]["done"] >= TIMES
    figure(Footprint(service.daemon.pid).require_flat(before, "reloads"))
