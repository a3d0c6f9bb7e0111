# SPDX-License-Identifier: MIT
"""What is written to disk, and what may never leave the program."""

import json
import os
import re
import signal

import pytest
import power_loss as power
from rig import LAYOUT, Service
from fingers import land, lift, touching
from process import wait_until, written


@pytest.mark.parametrize("old", [None, power.OLD], ids=["new", "old"])
@pytest.mark.parametrize("how", ["before", "torn", "full"])
def test_power_loss(rig, how, old):
    """wherever the program ends while it records, the file is complete, or as it was before"""
    rig.panel.plug(0)
    # A recording writes its head and four frames; the rest makes the file, and puts it into its place.
    power.end_at_each_call(
        rig, how, 5 if how == "full" else 9, lambda at, environment: power.Recording(rig, how, old, at).ends_well(environment))


SENSITIVE = """
      - id: pin
        frame: { right: 0, top: 0, width: 25%, height: 100% }
        sensitive: true
"""


@pytest.mark.parametrize("words", [["record", "-o"], ["--dump", "--json", "--raw", "--record"]], ids=["record", "dump"])
def test_sensitive(rig, words):
    """what is on a sensitive view of a layout is in no recording and no raw frame; what is beside it is in all"""
    panel, layout, file = rig.panel, rig.folder / "private.yaml", rig.folder / "panel.evemu"
    layout.write_text(LAYOUT.read_text().rstrip("\n") + SENSITIVE)
    panel.plug(0)
    program = rig.start(*words, file, "-c", layout)
    program.expect_text(re.escape(panel.node))
    panel.frame(*land(0, 1, 3902, 1902), *land(1, 2, 1000, 2000), *touching(True))
    panel.frame(*lift(0), *lift(1), *touching(False))
    wait_until(lambda: "0003 0039 -001" in written(f"{file}.part"), "the lift is not in the file")
    program.end(signal.SIGINT)
    said = program.everything + file.read_text()
    for secret, other in ((3902, 1000), (1902, 2000)):
        assert re.search(rf"\b0*{other}\b", said) and not re.search(rf"\b0*{secret}\b", said)


def test_last_minutes(rig):
    """the daemon remembers what was touched, and `record --last` writes it while the daemon goes on"""
    service, file = Service.touchable(rig), rig.folder / "last.evemu"
    service.tap(rig.panel)
    service.daemon.expect_text(r"gesture press ended")
    service.ask("record", "--last", "1min", "-o", file, status=0)
    assert f"\t{service.layout}\t" in file.read_text()
    service.ask("record", "--last", "1min", "--layout", "other", "-o", file, status=1).require_errors("there is")
    assert service.status["incidents"]["count"] == 0


def test_old_incidents(rig):
    """what was saved is removed when it is too old, though nothing is saved any more"""
    folder = rig.folder / "incidents"
    folder.mkdir()
    for name in "1-1728000000-killed.evemu.gz", "last.evemu.gz":
        (folder / name).touch()
        os.utime(folder / name, (0, 0))
    with rig.service_manager(watchdog=30, folder=rig.folder):
        Service(rig, LAYOUT.read_text())
        wait_until(lambda: not any(folder.iterdir()), "what is two weeks old is still there")


def test_statistics(rig):
    """what visitors did is written when the daemon stops, and is known again after its start; a few give no more"""
    rig.panel.plug(0)
    with rig.service_manager(watchdog=30, folder=rig.folder) as manager:
        service = Service(rig, LAYOUT.read_text() + "statistics: { session_gap: 1s }\n")
        manager.expect("STATUS=using")
        service.tap(rig.panel)
        service.daemon.expect_text(r"gesture press ended")
        for start in range(2):
            [day] = json.loads(service.ask("stats", "--json", status=0).output[0])["days"]
            [section] = day["layouts"][0]["sections"]
            assert section["total"]["sessions"] == section["total"]["touches"] == 1 and "views" not in section
            assert service.ask("stats", status=0).output[0].startswith("rig, 20")
            service.ask("stats", "--day", "2020-02-02", status=1).require_errors("nothing is known of this day")
            if start == 0:
                service.daemon.end(signal.SIGTERM)
                [file] = (rig.folder / "stats").iterdir()
                views = json.loads(file.read_text())["layouts"][0]["sections"][0]["views"]
                assert sum(view["gestures"] for view in views.values()) == 1
                service.begin()
        service.ask("stats", "--svg", "-o", rig.folder / "day.svg", status=1).require_errors("too few")
        service.ask("stats", "--svg", "-o", service.layout, status=64).require_errors("which is read; name another")
