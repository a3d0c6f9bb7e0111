# SPDX-License-Identifier: MIT
"""A layout on a mount that does not answer any more, as a network's that is dead."""

import ctypes
import os
import signal
from contextlib import contextmanager
from pathlib import Path

from rig import IN_BUTTON, now, scenario
from journal import words
from process import wait_until
from service import PAUSE, TOUCHD, daemon_file, layout, run

MOUNT = Path("/srv/dead")
GIVEN_UP = "/srv/dead/other.yaml: its reading has not ended in 10 s"


@scenario
def service_hung(rig):
    service = rig.service()
    panel = rig.plug()
    service.uses(panel)
    wait_until(Path("/var/lib/touchd/last-good").exists, "no copy is kept", PAUSE)
    with dead_mount():
        saved = now()
        service.write("touchd.yaml", daemon_file("kiosk.yaml", f"{MOUNT}/other.yaml"))
        service.journal.message(GIVEN_UP)
        given_up = now() - saved
        panel.tap(IN_BUTTON)
        service.journal.message("gesture press ended on button")
        rig.check("given up", 9 < given_up < 25, f"{given_up:.1f} s after it was saved, and a tap acts")

        asked = run(TOUCHD, "reload")
        hanging = service.status()["configuration"]["hanging"]
        rig.check(
            "a reload is answered", asked.status == 1 and GIVEN_UP in asked.errors and hanging,
            f"{asked}; hanging: {hanging}")

        former, killed = service.pid, now()
        os.kill(former, signal.SIGKILL)
        back = service.restarted(former) - killed
        configuration = service.status()["configuration"]
        rig.check(
            "a start meanwhile", configuration["state"] == "copy" and back < 25,
            f"READY after {back:.1f} s with the last good copy, because {configuration['because']}")
        service.uses(panel)
        panel.tap(IN_BUTTON)
        service.journal.message("gesture press ended on button")
        rig.check("a tap on the copy", True, "acts")
    # The mount answers again: that the file is not there.
    wait_until(lambda: not service.status()["configuration"]["hanging"], "the reading still hangs", PAUSE)
    service.write("touchd.yaml", daemon_file("kiosk.yaml"))
    wait_until(lambda: service.status()["configuration"]["state"] == "files", "the mended file is not taken", PAUSE)
    rig.check("mended", True, "taken without a hand")


@scenario
def service_hung_program(rig):
    hung = layout(to="audit, hung").replace(
        "responders:\n", f"responders:\n  hung: {{ plugin: exec, run: [{MOUNT}/program], timeout: 3s }}\n")
    service = rig.service({"kiosk.yaml": hung})
    panel = rig.plug()
    service.uses(panel)
    pid = service.pid
    with dead_mount():
        panel.tap(IN_BUTTON)
        service.journal.message("gesture press ended on button")
        panel.tap(IN_BUTTON)
        service.journal.message("gesture press ended on button")
        line = service.journal.message("program has not started in 3")
        rig.check("a program that lies there", service.pid == pid, f"both taps act; {words(line)}")


@contextmanager
def dead_mount():
    """A file system in user space whose program never answers."""
    libc = ctypes.CDLL(None, use_errno=True)
    MOUNT.mkdir(parents=True, exist_ok=True)
    program = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    options = f"fd={program},rootmode=40000,user_id=0,group_id=0,allow_other".encode()
    if libc.mount(b"dead", bytes(MOUNT), b"fuse", 0, options) != 0:
        raise OSError(ctypes.get_errno(), "mount")
    try:
        yield
    finally:
        # All that hangs in it ends, with ENOTCONN.
        os.close(program)
        run("umount", "--lazy", MOUNT)
