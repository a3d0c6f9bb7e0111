# SPDX-License-Identifier: MIT
"""What the promises of Examples say of several panels at once, which no replay of one recording shows."""

import shutil
import signal
from pathlib import Path

from evdev_mock import FakeTouchscreen
from panel import Panel
from process import Failure
from rig import scenario
from service import Service

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples"


@scenario("Examples/wall-panel: of two panels of one kind, each has its layout, in whatever order they are plugged in")
def wall_panels(rig):
    for name in ("hall.yaml", "kitchen.yaml"):
        shutil.copy(EXAMPLES / "wall-panel" / name, rig.folder)
    service = Service(rig, daemon_file=(EXAMPLES / "wall-panel" / "touchd.yaml").read_text())
    ports = {"kitchen": 2, "hall": 1}
    for number, (name, port) in enumerate(ports.items()):
        identity = {"phys": f"usb-0000:00:14.0-{port}/input0", "id_path": f"pci-0000:00:14.0-usb-0:{port}:1.0"}
        FakeTouchscreen(rig.testbed, Panel.multitouch(**identity)).plug(number)
        service.daemon.expect_text(rf"event{number}.*{name}\.yaml")
    used = {Path(device["path"]).name: Path(device["layout"]).stem for device in service.status["devices"]}
    if used != {"event0": "kitchen", "event1": "hall"}:
        raise Failure(f"the status says otherwise: {used}")
    service.daemon.end(signal.SIGTERM)
