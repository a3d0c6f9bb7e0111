# SPDX-License-Identifier: MIT
"""A daemon at work for a long time: run only when it is asked for by name (`make test PARTS=soak`)."""

import os
import random
import time

import pytest
from fingers import land, lift, move, touching
from process import wait_until
from rig import Footprint, SLACK

MINUTES = float(os.environ.get("SOAK_MINUTES", "20"))
# A busy kiosk has a gesture every four seconds.
TIMES_A_KIOSK = 50
GESTURES_PER_SECOND = 0.25 * TIMES_A_KIOSK
FRAME = 1 / 120
SEED = 20300


class Visitor:
    """Touches the panel, and keeps count of what was sent."""

    def __init__(self, service, panel):
        self.service, self.panel = service, panel
        self.random = random.Random(SEED)
        self.sent = dict.fromkeys(("frames", "touches", "ended", "cancelled", "dropped"), 0)
        self._tracking_id = 0
        self._next = time.monotonic()

    def gesture(self):
        self.random.choices((self.tap, self.drag, self.pinch, self.loss), (700, 200, 95, 5))[0]()

    def tap(self):
        self._land(0)
        self._frame(*lift(0), *touching(False))
        self.sent["ended"] += 1

    def drag(self):
        x, y = self._land(0)
        for step in range(self.random.randint(5, 20)):
            self._frame(*move(0, x + step, y + step))
        self._frame(*lift(0), *touching(False))
        self.sent["ended"] += 1

    def pinch(self):
        places = [self._land(slot) for slot in (0, 1)]
        for step in range(self.random.randint(5, 20)):
            self._frame(*(event for slot, (x, y) in enumerate(places) for event in move(slot, x + step, y + step)))
        self._frame(*lift(0), *lift(1), *touching(False))
        self.sent["ended"] += 2

    def loss(self):
        """The kernel loses the lift, and says so."""
        self._land(0)
        self.wait_for("touches")
        self.panel.hide(*lift(0), *touching(False))
        self.panel.drop()
        self.sent["frames"] += 1
        self.sent["dropped"] += 1
        self.sent["cancelled"] += 1
        # What is sent while the daemon asks for the state is thrown away, as it must be.
        self.wait_for("dropped")

    def replug(self, number):
        """The cable is pulled and plugged in again, with a finger on the glass."""
        self._land(0)
        self.wait_for("touches")
        self.panel.unplug()
        self.sent["cancelled"] += 1
        self.wait_for("cancelled")
        self.panel.plug(number)
        wait_until(lambda: any(d["state"] == "used" for d in self.service.quick_status()["devices"]), "not used again")

    def wait_for(self, counter):
        wait_until(
            lambda: self.service.quick_status()["counters"][counter] == self.sent[counter],
            f"{counter} never came to {self.sent[counter]}",
        )

    def _land(self, slot):
        x, y = self.random.randrange(4000), self.random.randrange(4000)
        self._tracking_id = (self._tracking_id + 1) % 65536
        self._frame(*land(slot, self._tracking_id, x, y), *(touching(True) if slot == 0 else ()))
        self.sent["touches"] += 1
        return x, y

    def _frame(self, *events):
        self._next = max(self._next + FRAME, time.monotonic() - 1)
        time.sleep(max(0, self._next - time.monotonic()))
        self.panel.frame(*events)
        self.sent["frames"] += 1


@pytest.mark.asked
@pytest.mark.seconds(int(MINUTES * 60 + 300))
def test_soak(rig, service, figure):
    """minutes at fifty times a kiosk's traffic: memory is flat, counters are exact"""
    visitor = Visitor(service, rig.panel)
    start, gestures, plugs, early = time.monotonic(), 0, 0, None
    while (elapsed := time.monotonic() - start) < MINUTES * 60:
        if gestures > elapsed * GESTURES_PER_SECOND:
            time.sleep(FRAME)
            continue
        visitor.gesture()
        gestures += 1
        if early is None and elapsed > MINUTES * 6:
            early = Footprint(service.daemon.pid)
        if elapsed > (plugs + 1) * 60:
            plugs += 1
            visitor.replug(plugs)
    visitor.wait_for("frames")
    status, late = service.quick_status(), Footprint(service.daemon.pid)
    counted = {key: status["counters"][key] for key in visitor.sent}
    figures = (
        f"{gestures} gestures in {elapsed:.0f} s, {plugs} replugs; {counted};"
        f" late {status['counters']['late']}, coalesced {status['counters']['coalesced']};"
        f" after a tenth of the time {early}, at the end {late}"
    )
    assert counted == visitor.sent
    assert late.bytes - early.bytes <= SLACK and late.descriptors <= early.descriptors
    figure(figures)
