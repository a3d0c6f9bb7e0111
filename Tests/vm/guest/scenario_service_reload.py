# SPDX-License-Identifier: MIT
"""The service's layout changes while it runs: by systemctl, by mistake, and by an editor alone."""

import os
import re
import signal

from rig import BESIDE, IN_BUTTON, elapsed, now, scenario
from journal import seconds, words
from process import wait_until
from service import PAUSE, TOUCHD, UNIT, layout, run, systemctl

LOCATED = r"kiosk\.yaml:\d+:\d+: error: "


@scenario
def service_reload(rig):
    service = rig.service()
    panel = rig.plug()
    service.uses(panel)
    panel.land((0, IN_BUTTON))
    service.journal.message("touchesBegan on button")

    # The button moves to the other half, under a finger.
    service.write("kiosk.yaml", layout(gesture="moved", side="right"))
    reload = rig.background("systemctl", "reload", UNIT)
    wait_until(
        lambda: service.properties("ActiveState")["ActiveState"] != "active" or not reload.is_running,
        "no reload has begun", PAUSE)
    lifted = now()
    panel.lift(0)
    reload.wait()
    took = now() - lifted
    rig.check(
        "systemctl reload", reload.status == 0,
        f"status {reload.status} {took * 1e3:.0f} ms after the lift {reload.everything}")
    # It ends on the old tree, or is cancelled where it lay for too long.
    service.journal.message("touches(Ended|Cancelled) on button")
    over = service.journal.messages("touches(Ended|Cancelled)")
    rig.check("the finger that was down", len(over) == 1, " | ".join(over))

    panel.tap(BESIDE)
    service.journal.message("gesture moved ended on button")
    panel.tap(IN_BUTTON)
    panel.tap(BESIDE)
    service.journal.message("gesture moved ended on button")
    counters, former = service.counters, service.journal.messages("gesture press")
    rig.check(
        "the new layout", len(former) <= 1, f"2 taps on the new place act, the tap on the old one does not: {former}")
    rig.check(
        "no lost end", counters["touches"] == counters["ended"] + counters["cancelled"] == 4,
        f"{counters['touches']} touches, {counters['ended']} ended, {counters['cancelled']} cancelled")


@scenario
def service_bad_reload(rig):
    service = rig.service()
    panel = rig.plug()
    service.uses(panel)
    former = service.pid
    service.write("kiosk.yaml", layout(gesture="moved", side="rihgt"))

    reload = run(TOUCHD, "reload")
    located = re.search(LOCATED, reload.stderr)
    rig.check(
        "touchd reload", reload.returncode == 1 and located, f"status {reload.returncode}: {reload.stderr.strip()}")
    line = service.journal.message(LOCATED)
    rig.check("the journal", line["PRIORITY"] == "3", f"priority {line['PRIORITY']}: {words(line)}")
    asked = systemctl("reload")
    unit = service.properties("ActiveState", "MainPID")
    rig.check(
        "systemctl reload", asked.returncode != 0 and unit == {"ActiveState": "active", "MainPID": str(former)},
        f"status {asked.returncode}, the service is {unit['ActiveState']}")

    panel.tap(IN_BUTTON)
    service.journal.message("gesture press ended on button")
    rig.check("the old layout", True, "a tap on its button acts")
    service.write("kiosk.yaml", layout(gesture="moved", side="right"))
    mended = run(TOUCHD, "reload")
    panel.tap(BESIDE)
    service.journal.message("gesture moved ended on button")
    rig.check("mended", mended.returncode == 0, f"status {mended.returncode}, the new layout works")


@scenario
def service_edit(rig):
    service = rig.service()
    panel = rig.plug()
    service.uses(panel)
    edited = now()
    service.write("kiosk.yaml", layout(gesture="moved", side="right"))
    line = service.journal.message("in use")
    panel.tap(BESIDE)
    service.journal.message("gesture moved ended on button")
    rig.check("a renamed file", True, f"in use {elapsed(seconds(line), edited)} after the rename")

    asked = now()
    os.kill(service.pid, signal.SIGHUP)
    line = service.journal.message("in use")
    rig.check("SIGHUP", "SIGHUP" in words(line), f"{elapsed(seconds(line), asked)} after it: {words(line)}")
