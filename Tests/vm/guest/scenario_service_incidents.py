# SPDX-License-Identifier: MIT
"""Killed at random frames, the service has in an incident all that it had read; a disk that takes nothing stops nothing."""

import json
import math
import os
import random
import shutil
import signal
import time
from pathlib import Path
from threading import Thread

from fingers import move
from page import HOLDING, SIZE, page_nodes
from node import is_held
from process import wait_until
from rig import BESIDE, HERE, IN_BUTTON, now, scenario
from scenario_service_page import holding
from service import TOUCHD, daemon_file, layout, require, run, systemctl
from verdicts import show

STATE, STARTS = Path("/var/lib/touchd"), Path("/run/touchd/starts")
SAVING = daemon_file("kiosk.yaml") + "incidents: true\nrecorder: { keep: 5s, size: 1MiB }\n"
# Each with what makes it, and what is to be unmounted.
DISKS = {
    "full": (f"mount -t tmpfs -o size=64k,mode=700 tmpfs {STATE} && chown touchd:touchd-events {STATE}"
             f" && ! dd if=/dev/zero of={STATE}/filler bs=1k", STATE),
    "read-only": ("mount --bind /var /var && mount -o remount,bind,ro /var", "/var"),
}
KILLS, PACE = int((HERE / "kills").read_text()), 0.0005  # Seconds between two frames, of a fast panel.


class Finger(Thread):
    """Moves over the panel until it is to stop. `sent` has its places, none twice; the last may not be written yet."""

    def __init__(self, panel):
        super().__init__()
        self._panel, self.sent, self.ends = panel, [BESIDE], False

    def run(self):
        self._panel.land((0, BESIDE))
        while not self.ends:
            step = len(self.sent)
            self.sent.append((BESIDE[0] + step % 1000, BESIDE[1] + step // 1000))
            self._panel.frame(*move(0, *self.sent[-1]))
            time.sleep(PACE)

    def stop(self):
        self.ends = True
        self.join()


@scenario
def service_killed(rig):
    service, panel, page = holding(rig, {"touchd.yaml": SAVING, "kiosk.yaml": HOLDING})
    chance, wrong, total, short, start = random.Random(KILLS), [], 0, 0, now()
    held = []
    # Before what it starts and what it tests, so that a kill hits touchd anywhere.
    os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(10))
    for number in range(KILLS):
        pid, finger, until = service.pid, Finger(panel), now() + chance.uniform(0.05, 0.5)
        finger.start()
        while (left := until - now()) > 0:
            page.read()
            time.sleep(min(left, 0.01))
        os.kill(pid, signal.SIGKILL)
        sent = len(finger.sent)
        finger.stop()
        # The last that the page had: what is delivered was remembered before.
        place = [part * 4096 / whole for part, whole in zip(page.place(), SIZE)]
        had = min(range(sent), key=lambda step: math.dist(finger.sent[step], place))
        panel.lift(0)
        wait_until(
            lambda: held.append(is_held(panel.node)) or list((STATE / "incidents").glob("*-killed.evemu.gz")),
            "no incident is saved", 0.02)
        service.uses(panel)
        (saved,) = (STATE / "incidents").glob("*-killed.evemu.gz")
        replay = run(TOUCHD, "replay", saved, "-c", "/etc/touchd/kiosk.yaml", "--json", "--trace", "touch")
        touches = [line for line in map(json.loads, replay.output.splitlines()) if line["kind"] == "touch"]
        first = max(index for index, line in enumerate(touches) if line["phase"] == "began")
        found = [tuple(line["raw"]) for line in touches[first:] if line["phase"] in ("began", "moved")]
        if not (found == finger.sent[:len(found)] and had < len(found) <= sent):
            wrong.append(f"kill {number}: {len(found)} of {sent}, the page had {had + 1}, the last is {found[-1:]}")
        total, short = total + len(found), max(short, sent - len(found))
        # Collected, and no program that does not run.
        if number < KILLS - 1:
            saved.unlink()
        STARTS.unlink(missing_ok=True)
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    rig.check(
        "each kill is an incident", not wrong,
        f"{KILLS} kills in {now() - start:.0f} s, {total} frames, all that the page had; at most the last {short} sent "
        f"were not read yet; {len(wrong)} wrong {wrong[:3]}")
    rig.check("never free", all(held), f"of {len(held)} looks, {held.count(False)} found the panel free for other programs")
    before = len(page.read())
    panel.tap(BESIDE)
    page.expect(before + 2)
    rig.check(
        "the same device, and nothing down on it", page_nodes() == [page.node] and not page.contacts(20) | page.down,
        f"{page.node}, {page.seen[-2:]}")
    page.close()
    incidents = service.status()["incidents"]
    copied = run(TOUCHD, "record", "--incident", str(incidents.get("last")), "-o", "/run/killed.evemu")
    systemctl("stop")
    rig.check(
        "one is named and copied, and the stop is saved", incidents["count"] == 1 and copied.status == 0
        and (STATE / "incidents/last.evemu.gz").exists(), f"{incidents}; {copied}")
    shutil.rmtree(STATE / "incidents")


@scenario
def service_incident_disk(rig):
    service = rig.service({"touchd.yaml": SAVING})
    for disk, (mount, place) in DISKS.items():
        systemctl("stop")
        require("sh", "-c", mount)
        before = len(service.journal.messages("an incident was not saved"))
        panel = rig.plug()
        service.start({"kiosk.yaml": layout()})
        service.uses(panel)
        panel.tap(IN_BUTTON)
        service.journal.message("gesture press ended on button")
        service.write("kiosk.yaml", "version: 0\n")
        reload = run(TOUCHD, "reload")
        service.journal.message("an incident was not saved")
        panel.land((0, IN_BUTTON))
        panel.unplug()
        back = rig.plug()
        service.uses(back)
        back.tap(IN_BUTTON)
        service.journal.message("gesture press ended on button")
        status = service.status()["incidents"]
        back.unplug()
        systemctl("stop")
        service.journal.message("Deactivated successfully")
        result = show("Result")
        said = service.journal.messages("an incident was not saved")[before:]
        rig.check(
            f"a disk that is {disk}",
            reload.status == 1 and len(said) == 1 and status["count"] == 0 and result == "success",
            f"two incidents and a stop say {said}; {status['count']} saved, taps act, stopped: {result}")
        require("umount", place)
