# SPDX-License-Identifier: MIT
"""The service starts on a machine without a touchscreen, and says so."""

from rig import elapsed, scenario
from journal import seconds


@scenario
def service_start(rig):
    service = rig.service()
    unit = service.properties(
        "Type", "ActiveState", "StatusText", "ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    executed, active = (int(unit[f"{name}TimestampMonotonic"]) / 1e3 for name in ("ExecMainStart", "ActiveEnter"))
    rig.check(
        "ready", unit["Type"] == "notify" and unit["ActiveState"] == "active" and executed < active,
        f"Type={unit['Type']}, {active - executed:.0f} ms from its exec to READY")
    rig.check("no panel", "no touchscreen" in unit["StatusText"], f"STATUS={unit['StatusText']}")

    panel = rig.plug()
    line = service.uses(panel)
    status = service.properties("StatusText")["StatusText"]
    rig.check(
        "a panel comes", panel.node in status,
        f"used {elapsed(seconds(line), panel.created)} after it was made, STATUS={status}")
