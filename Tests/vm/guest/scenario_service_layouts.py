# SPDX-License-Identifier: MIT
"""Several layouts in one daemon: each has its panel, or says what is missing."""

import re

from rig import IN_BUTTON, elapsed, now, scenario
from journal import seconds, words
from proc import open_files
from service import TOUCHD, daemon_file, layout, run

NAME = 'name: "Touchd Test Panel"'
PORTS = {"left": "usb-0000:00:14.0-1/input0", "right": "usb-0000:00:14.0-2/input0"}


def bound(port):
    return f'{NAME}, phys: "{PORTS[port]}"'


@scenario
def service_twins(rig):
    service = rig.service({
        "touchd.yaml": daemon_file("left.yaml", "right.yaml"),
        **{f"{port}.yaml": layout(name=port, gesture=port, match=bound(port)) for port in PORTS}})
    for order in (("left", "right"), ("right", "left")):
        panels = {port: rig.plug(phys=PORTS[port]) for port in order}
        found = {}
        for port, panel in panels.items():
            service.uses(panel)
            lifted = now()
            panel.tap(IN_BUTTON)
            line = service.journal.message("gesture (left|right) ended on button")
            found[port] = re.search("gesture (left|right)", words(line))[1]
        rig.check(
            f"{order[0]} comes first", all(found[port] == port for port in PORTS),
            ", ".join(f"{panels[port].node} is {found[port]}" for port in order)
            + f"; {elapsed(seconds(line), lifted)} after the last lift")
        for panel in panels.values():
            panel.unplug()
            service.journal.message(rf"{panel.node}\) is gone")


@scenario
def service_undecided(rig):
    names = ("left", "right")
    service = rig.service({
        "touchd.yaml": daemon_file(*(f"{name}.yaml" for name in names)),
        **{f"{name}.yaml": layout(name=name, gesture=name) for name in names}})
    panel = rig.plug(phys=PORTS["right"])
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
