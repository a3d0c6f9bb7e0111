# SPDX-License-Identifier: MIT
"""Several layouts in one daemon that match one panel: it says what is missing."""

import re

from rig import IN_BUTTON, scenario
from journal import words
from proc import open_files
from service import TOUCHD, daemon_file, layout, run

NAME = 'name: "Touchd Test Panel"'


@scenario
def service_undecided(rig):
    names = ("left", "right")
    service = rig.service({
        "touchd.yaml": daemon_file(*(f"{name}.yaml" for name in names)),
        **{f"{name}.yaml": layout(name=name, gesture=name) for name in names}})
    panel = rig.plug(phys="usb-0000:00:14.0-2/input0")
    line = words(service.journal.message(r"Touchd Test Panel.*match: \{"))
    advice = re.search(r"match: \{ *(.*?) *\}", line)[1]
    (device,) = [device for device in service.status()["devices"] if device["path"] == panel.node]
    is_open = panel.node in open_files(service.pid).values()
    rig.check("refused", device["state"] != "used" and not is_open, f"{device['state']}: {line}")

    service.write("right.yaml", layout(name="right", gesture="right", match=f"{NAME}, {advice}"))
    reload = run(TOUCHD, "reload")
    service.uses(panel)
    panel.tap(IN_BUTTON)
    service.journal.message("gesture right ended on button")
    rig.check("with the line it says", reload.returncode == 0, f"used; match: {{ {NAME}, {advice} }}")
