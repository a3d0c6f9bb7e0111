# SPDX-License-Identifier: MIT
"""The daemon as a service: its layouts, read anew while it runs; its control socket."""

import os
import shutil
import signal
from pathlib import Path

from rig import BESIDE, IN_BUTTON, Service
from fingers import land, lift, move, touching
from process import wait_until

# The layout's button, moved to the panel's other half and called something else.
OTHER_WAY_ROUND = (("left: 0, top", "right: 0, top"), ("name: press", "name: moved"))
WALL = Path(__file__).resolve().parents[2] / "Examples" / "wall-panel"


def test_reload_good(rig, service):
    """a good layout is taken by `touchd reload`, by SIGHUP and by a changed file; its old tree is gone"""
    service.tap(rig.panel)
    service.daemon.expect_text(r"\bpress\b")
    # A watched file is read again without a request: a reload finds that done, or does it.
    service.rewrite(*OTHER_WAY_ROUND)
    service.reload()
    service.tap(rig.panel, BESIDE)
    service.daemon.expect_text(r"\bmoved\b")
    service.rewrite(("name: moved", "name: signalled"))
    os.kill(service.daemon.pid, signal.SIGHUP)
    service.daemon.expect_text(r"in use: read again by SIGHUP")
    service.tap(rig.panel, BESIDE)
    service.daemon.expect_text(r"\bsignalled\b")
    service.rewrite(("name: signalled", "name: noticed"))
    service.daemon.expect_text(r"in use: read again by a changed file")

    def is_noticed():
        # That line may be about the file that the signal was for: it was changed, too.
        service.tap(rig.panel, BESIDE)
        return "noticed" in service.daemon.everything

    wait_until(is_noticed, "the changed file is not in use", pause=0.3)


def test_reload_between_sequences(rig, service):
    """fingers that are down finish on the old tree, and the new one has the next"""
    panel = rig.panel
    panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    service.rewrite(*OTHER_WAY_ROUND)
    asked = rig.start("reload", "--socket", service.socket)
    wait_until(lambda: service.status["counters"]["touches"] == 1, "the finger is not down")
    panel.frame(*lift(0), *touching(False))
    service.daemon.expect_text(r"\bpress\b")
    asked.wait(status=0)
    service.tap(panel, BESIDE, tracking_id=2)
    service.daemon.expect_text(r"\bmoved\b")
    counters = service.status["counters"]
    assert (counters["touches"], counters["ended"], counters["cancelled"]) == (2, 2, 0)


def test_reload_loses_nothing(rig, service):
    """no tap is lost, however often the layouts are read anew"""
    panel = rig.panel
    taps = 200
    for number in range(taps):
        os.kill(service.daemon.pid, signal.SIGHUP)
        service.tap(panel, tracking_id=number)
    wait_until(lambda: service.quick_status()["counters"]["frames"] == 2 * taps, "frames are missing")
    counters = service.quick_status()["counters"]
    assert (counters["touches"], counters["ended"]) == (taps, taps)


def test_reload_storm(rig, service):
    """a finger that stays down holds up a reload no longer because others are asked for"""
    panel = rig.panel
    panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    wait_until(lambda: service.quick_status()["counters"]["touches"] == 1, "the finger is not down")

    def asked_again():
        os.kill(service.daemon.pid, signal.SIGHUP)
        return service.quick_status()["reloads"]["done"] > 0

    wait_until(asked_again, "the old layout stayed in use")


def test_followed_files(rig):
    """files are followed also after a bad one, and through changes while a reload waits"""
    service = Service(rig, daemon_file="version: 1\nlayouts: [layout.yaml]\n")
    panel = rig.panel
    panel.plug(0)
    service.daemon.expect_text(r"using.*Touchd Test Panel")
    good = service.config.read_text()
    service.config.write_text("nonsense\n")
    service.daemon.expect_text(r"config error.*touchd\.yaml")
    service.config.write_text(good)
    service.daemon.expect_text(r"good again")
    service.rewrite(("name: press", "name: second"))
    service.daemon.expect_text(r"in use: read again by a changed file")
    # A finger holds up what is on its way; meanwhile the file changes once more.
    panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    wait_until(lambda: service.quick_status()["counters"]["touches"] == 1, "the finger is not down")
    service.rewrite(("name: second", "name: third"))
    asked = service.converse(reload=True)
    service.rewrite(("name: third", "name: fourth"))
    panel.frame(*lift(0), *touching(False))
    service.answer(asked)

    def is_fourth():
        service.tap(panel)
        return any("gesture fourth" in line for line in service.daemon.errors)

    wait_until(is_fourth, "the last change was lost")


def test_reload_panels(rig):
    """a reload that takes the panel away says so; one that would leave it to chance is refused"""
    service = Service(rig)
    for number, port in enumerate((3, 4)):
        rig.another(port).plug(number)
        service.daemon.expect_text(rf"event{number}")
    # Asked for once more, the panel in use stays in use.
    service.reload()
    assert [device["state"] for device in service.status["devices"]] == ["used", "undecided"]
    service.rewrite(('name: "Touchd Test Panel"', 'name: "Tuochd"'))
    service.daemon.expect_text(r"event0\) is not used any more: its name is")
    service.daemon.expect_text(r"in use: read again.*no touchscreen yet; waiting for one \(name \"Tuochd\"\)")


def test_wall_panels(rig):
    """Examples/wall-panel: of two panels of one kind, each has its layout, in whatever order they are plugged in"""
    for name in ("hall.yaml", "kitchen.yaml"):
        shutil.copy(WALL / name, rig.folder)
    service = Service(rig, daemon_file=(WALL / "touchd.yaml").read_text())
    ports = {"kitchen": 2, "hall": 1}
    for number, (name, port) in enumerate(ports.items()):
        rig.another(port).plug(number)
        service.daemon.expect_text(rf"event{number}.*{name}\.yaml")
    used = {Path(device["path"]).name: Path(device["layout"]).stem for device in service.status["devices"]}
    assert used == {"event0": "kitchen", "event1": "hall"}


def test_counted_frames(rig, service):
    """what lost events make void is counted nowhere: as many latencies as frames"""
    panel = rig.panel
    os.kill(service.daemon.pid, signal.SIGSTOP)
    panel.drop()
    for step in range(30):
        panel.frame(*move(0, 100 + step, 100))
    os.kill(service.daemon.pid, signal.SIGCONT)
    wait_until(lambda: service.quick_status()["counters"]["dropped"] == 1, "no loss was noticed")
    status = service.quick_status()
    assert status["latency"]["count"] == status["counters"]["frames"]


def test_notify(rig):
    """the service manager gets: ready without a panel and what is waited for, alive, reloading, stopping"""
    with rig.service_manager(watchdog=0.2) as told:
        service = Service(rig)
        told.expect("READY=1\nSTATUS=no touchscreen yet")
        told.expect("WATCHDOG=1")
        told.expect("WATCHDOG=1")
        rig.panel.plug(0)
        told.expect('STATUS=using "Touchd Test Panel"')
        service.reload()
        told.expect("RELOADING=1")
        told.expect("READY=1")
        service.daemon.end(signal.SIGTERM)
        told.expect("STOPPING=1")
