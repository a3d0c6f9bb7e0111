# SPDX-License-Identifier: MIT
"""The service's layout changes while it runs, by mistake."""

import re

from rig import BESIDE, IN_BUTTON, scenario
from journal import words
from service import TOUCHD, layout, run, systemctl

LOCATED = r"kiosk\.yaml:\d+:\d+: error: "


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
