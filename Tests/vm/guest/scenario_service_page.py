# SPDX-License-Identifier: MIT
"""The service with `delivery: filter`: it holds the panel, and the page gets what nothing keeps, whatever happens."""

import os
import signal
import time

from node import is_held
from page import HOLDING, Page
from process import wait_until
from rig import BESIDE, IN_BUTTON, scenario
from service import run, systemctl


def holding(rig, files={"kiosk.yaml": HOLDING}):
    """The service with a layout that holds its panel, which is there already, and a program that reads the page."""
    panel = rig.plug()
    service = rig.service(files)
    service.journal.message("is held; what nothing keeps goes to")
    return service, panel, Page()


@scenario
def service_page(rig):
    service, panel, page = holding(rig)
    panel.tap(BESIDE)
    page.expect(2)
    place = page.place()
    panel.tap(IN_BUTTON)
    service.journal.message("touchesEnded on button")
    time.sleep(0.2)
    rig.check(
        "a tap beside the button", page.seen == ["down 0", "up 0"] and abs(place[0] - BESIDE[0] * 1024 / 4096) < 0.25,
        f"the page saw {page.seen} at {place}; nothing of the tap on the button")
    rig.check("other programs", is_held(panel.node), "get nothing of the panel")
    state = service.status()["layouts"][0]["page"]
    rig.check("the status", state["state"] == "held" and state["path"] == page.node, f"{state}")
    info = run("udevadm", "info", "--query=property", page.node).output
    matrix = [line for line in info.splitlines() if "CALIBRATION" in line]
    rig.check("udev", matrix == ["LIBINPUT_CALIBRATION_MATRIX=1 0 0 0 1 0"], f"{matrix}")
    owner = os.stat("/dev/uinput")
    user = int(run("id", "-u", "touchd").output)
    rig.check(
        "the right to make devices", owner.st_uid == user and not owner.st_mode & 0o077,
        f"/dev/uinput belongs to {owner.st_uid}, mode {owner.st_mode & 0o777:o}")
    page.close()


@scenario
def service_page_given_up(rig):
    service, panel, page = holding(rig)
    for _ in range(3):
        pid = service.pid
        os.kill(pid, signal.SIGKILL)
        service.restarted(pid)
    service.journal.message("it lets it go, and only listens")
    wait_until(lambda: not is_held(panel.node), "the panel stays held")
    state = service.status()["layouts"][0]["page"]
    rig.check("three kills in a row", state["state"] == "failed", f"the panel is free; {state['reason']}")
    page.close()
    systemctl("stop")
    service.start({})
    service.journal.message("is held; what nothing keeps goes to")
    rig.check("started by hand", is_held(panel.node), "it holds the panel again")
