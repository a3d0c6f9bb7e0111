# SPDX-License-Identifier: MIT
"""What the promises of Examples say of several panels at once, which no replay of one recording shows."""

import shutil
from pathlib import Path

from rig import Service

EXAMPLES = Path(__file__).resolve().parents[2] / "Examples"


def test_wall_panels(rig):
    """Examples/wall-panel: of two panels of one kind, each has its layout, in whatever order they are plugged in"""
    for name in ("hall.yaml", "kitchen.yaml"):
        shutil.copy(EXAMPLES / "wall-panel" / name, rig.folder)
    service = Service(rig, daemon_file=(EXAMPLES / "wall-panel" / "touchd.yaml").read_text())
    ports = {"kitchen": 2, "hall": 1}
    for number, (name, port) in enumerate(ports.items()):
        rig.another(port).plug(number)
        service.daemon.expect_text(rf"event{number}.*{name}\.yaml")
    used = {Path(device["path"]).name: Path(device["layout"]).stem for device in service.status["devices"]}
    assert used == {"event0": "kitchen", "event1": "hall"}
