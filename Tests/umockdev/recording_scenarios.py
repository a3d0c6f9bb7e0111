# SPDX-License-Identifier: MIT
"""What is written to disk, and what may never leave the program."""

import json
import re
import signal

import pytest
import power_loss as power
from rig import LAYOUT, Service
from fingers import land, lift, move, position, touching
from process import wait_until, written


@pytest.mark.parametrize("old", [None, power.OLD], ids=["new", "old"])
@pytest.mark.parametrize("how", ["before", "torn", "full"])
def test_power_loss(rig, how, old):
    """wherever the program ends while it records, the file is complete, or as it was before"""
    preload = power.library(rig.folder)
    power.check(rig, LAYOUT, preload, how, old)


SENSITIVE = """
      - id: pin
        frame: { right: 0, top: 0, width: 25%, height: 100% }
        sensitive: true
"""


def test_sensitive(rig):
    """what is on a sensitive view is in no dump, raw frame, log or recording; what is beside it is in all"""
    panel, layout, file = rig.panel, rig.folder / "private.yaml", rig.folder / "panel.evemu"
    layout.write_text(LAYOUT.read_text().rstrip("\n") + SENSITIVE)
    panel.plug(0)
    # A finger was on the view before.
    panel.hide(*position(3901, 1901))
    dump = rig.start("--dump", "--json", "--raw", "-c", layout, "--record", file)
    dump.expect(kind="device", change="added", path=panel.node)
    # A finger on the view, and one beside it; the first goes elsewhere.
    panel.frame(*land(0, 1, 3902, 1902), *land(1, 2, 1000, 2000), *touching(True))
    panel.frame(*move(0, 2902, 1902), *move(1, 1100, 2100))
    # The second passes over the view, and the first lifts.
    panel.frame(*lift(0), *move(1, 3903, 2100))
    panel.frame(*move(1, 2900, 2100))
    # Lost events, and a finger that landed on the view meanwhile.
    panel.hide(*land(2, 3, 3904, 1904))
    panel.drop()
    dump.expect(kind="device", change="resynced")
    panel.frame(*lift(1), *lift(2), *touching(False))
    dump.expect(kind="touch", phase="ended", slot=1)
    dump.end(signal.SIGINT)
    said = dump.everything + file.read_text()
    for secret in ("3901", "3902", "3903", "3904", "1901", "1902", "1904", "2902"):
        assert not re.search(rf"\b0*{secret}\b", said)
    seen = [(line["phase"], line["raw"]) for line in dump.trace if line["kind"] == "touch" and line["slot"] == 1]
    expected = [("began", [1000, 2000]), ("moved", [1100, 2100]), ("moved", None), ("moved", [2900, 2100])]
    assert seen[:4] == expected
    replay = rig.run("replay", file, "-c", layout, "--json", "--trace", "touch", status=0)
    replayed = [(line["phase"], line["raw"]) for line in replay.trace if line["kind"] == "touch"]
    assert (replayed[:3] == [step for step in expected if step[1]] and {line["slot"] for line in replay.trace[:-1]}
        == {1})


def test_last_minutes(rig):
    """the daemon remembers what was touched, and `record --last` writes it while the daemon goes on"""
    service, file = Service.touchable(rig), rig.folder / "last.evemu"
    service.tap(rig.panel)
    service.daemon.expect_text(r"gesture press ended")
    service.ask("record", "--last", "1min", "-o", file, status=0)
    assert f"\t{service.layout}\t" in file.read_text()
    service.ask("record", "--last", "1min", "--layout", "other", "-o", file, status=1).require_errors("there is")
    assert service.status["incidents"]["count"] == 0


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


def test_sensitive_record(rig):
    """`touchd record` leaves out what is on the sensitive views of a layout"""
    panel, layout, file = rig.panel, rig.folder / "private.yaml", rig.folder / "panel.evemu"
    layout.write_text(LAYOUT.read_text().rstrip("\n") + SENSITIVE)
    panel.plug(0)
    recorder = rig.start("record", "-c", layout, "-o", file)
    recorder.expect_text(f"recording.*{re.escape(panel.node)}")
    panel.frame(*land(0, 1, 3902, 1902), *land(1, 2, 1000, 2000), *touching(True))
    panel.frame(*lift(0), *lift(1), *touching(False))
    wait_until(lambda: "0003 0039 -001" in written(f"{file}.part"), "the lift is not in the file")
    recorder.end(signal.SIGINT)
    text = file.read_text()
    assert "3902" not in text and "1902" not in text and "1000" in text
