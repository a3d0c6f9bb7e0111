# SPDX-License-Identifier: MIT
"""What a kiosk goes through in years, in a minute: nothing of it may be left in the daemon."""

import itertools
import os
import time
from collections import Counter

import pytest
from fingers import ABS_MT_TRACKING_ID, land, lift, touching
from process import wait_until
from replay_scenarios import Script
from rig import BESIDE, Footprint, IN_BUTTON, LAYOUT, SLACK, Service, TIMES, WARM

MINUTES = float(os.environ.get("SOAK_MINUTES", "20"))
# Seconds between two frames of a finger or more: fifty times as many as on a kiosk with a gesture every four seconds.
FRAME = 1 / 120


def is_used(service):
    return any(device["state"] == "used" for device in service.quick_status()["devices"])


def test_replugs(rig, figure):
    """a thousand times unplugged under two fingers and back again: nothing grows, and every finger ends"""
    service = Service(rig)
    service.daemon.expect_text(r"waiting for one")
    before = None
    for number in range(TIMES):
        rig.panel.plug(number)
        wait_until(lambda: is_used(service), "it is not used")
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


@pytest.mark.asked
@pytest.mark.seconds(int(MINUTES * 60 + 300))
def test_soak(rig, service, figure):
    """minutes at 50 times a kiosk's traffic, with lost lifts and replugs: memory is flat, counters are exact"""
    panel, sent, early, start = rig.panel, Counter(), None, time.monotonic()
    due = start

    def frame(events):
        nonlocal due
        due = max(due + FRAME, time.monotonic() - 1)
        time.sleep(max(0, due - time.monotonic()))
        panel.frame(*events)
        ids = [value for _, code, value in events if code == ABS_MT_TRACKING_ID]
        sent.update(frames=1, touches=sum(value >= 0 for value in ids), ended=sum(value < 0 for value in ids))

    def come_to(counter):
        wait_until(lambda: service.quick_status()["counters"][counter] == sent[counter], f"not {sent[counter]} {counter}")

    for seed in itertools.count():
        for _, events in Script(seed).steps:
            if not isinstance(events, bool):
                frame(events)
        frame([*land(0, 1, *IN_BUTTON), *touching(True)])
        come_to("touches")
        sent["cancelled"] += 1
        if seed % 20 == 19:
            panel.unplug()
            come_to("cancelled")
            panel.plug(seed)
            wait_until(lambda: is_used(service), "it is not used again")
        else:
            # The kernel loses the lift, and says so. What is sent while the daemon asks for the state is thrown away.
            panel.hide(*lift(0), *touching(False))
            panel.drop()
            sent.update(frames=1, dropped=1)
            come_to("dropped")
        elapsed = time.monotonic() - start
        if early is None and elapsed > MINUTES * 6:
            early = Footprint(service.daemon.pid)
        if elapsed > MINUTES * 60:
            break
    come_to("frames")
    counters, late = service.quick_status()["counters"], Footprint(service.daemon.pid)
    assert {key: counters[key] for key in sent} == sent
    assert late.bytes - early.bytes <= SLACK and late.descriptors <= early.descriptors
    figure(f"{dict(sent)} in {elapsed:.0f} s; late {counters['late']}, coalesced {counters['coalesced']};"
           f" after a tenth of the time {early}, at the end {late}")
