# SPDX-License-Identifier: MIT
"""A service whose files are bad."""

import os
import signal

from rig import LAYOUT, Service
from process import wait_until

BAD = "version: 1\nscreen: {}\n"


def test_bad_at_start(rig):
    """bad at the start, the files are waited for: READY, the status names the file, and it is taken when it is good"""
    rig.panel.plug(0)
    with rig.service_manager(watchdog=5, folder=rig.folder) as told:
        service = Service(rig, BAD)
        assert "layout.yaml" in told.expect("READY=1")
        service.ask("reload", status=1).require_errors(r"layout\.yaml")
        assert service.status["configuration"]["state"] == "waiting"
        service.replace(LAYOUT.read_text())
        told.expect("STATUS=using")
        service.tap(rig.panel)
        service.daemon.expect_text(r"gesture press ended")


def test_last_good_copy(rig):
    """killed while a file is bad, it uses its last good copy, says so, and takes the file when it is good"""
    good = LAYOUT.read_text()
    rig.panel.plug(0)
    with rig.service_manager(watchdog=5, folder=rig.folder) as told:
        service = Service(rig, good, daemon_file="version: 1\nlayouts: [layout.yaml]\n")
        told.expect("STATUS=using")
        wait_until((rig.folder / "last-good").exists, "no copy is kept")
        service.rewrite(("gestures:", "gesturs:"))
        service.daemon.expect_text(r"layout\.yaml stays in use")
        for how in (signal.SIGKILL, signal.SIGTERM):
            service.daemon.signal(how)
            service.daemon.wait()
            service.begin()
            said = told.expect("last good copy")
            assert "layout.yaml" in said
            told.expect("READY=1")
        service.daemon.expect_text(r"config error: .*layout\.yaml:\d+:\d+: error: unknown key")
        service.daemon.expect_text(r"the last good copy of .*layout\.yaml is in use")
        service.tap(rig.panel)
        service.daemon.expect_text(r"gesture press ended")
        text = service.ask("status", status=0)
        assert any("configuration: last good copy since 20" in line and "because" in line for line in text.output)
        service.ask("reload", status=1).require_errors("unknown key")
        service.replace(good.replace("name: press", "name: mended"))
        service.daemon.expect_text(r"in use: read again by a changed file")
        service.tap(rig.panel)
        service.daemon.expect_text(r"gesture mended ended")
        assert service.status["configuration"]["state"] == "files"


def test_bad_by_hand(rig):
    """without a service manager, a bad file ends it with 1, one that may not be read with 3"""
    layout = rig.folder / "layout.yaml"
    layout.write_text(BAD)
    daemon = rig.run("run", "-c", layout, status=1)
    daemon.require_errors(r"layout\.yaml:\d+:\d+: error")
    daemon = rig.run("run", "-c", rig.folder / "missing.yaml", status=1)
    if os.geteuid() == 0:
        layout.write_text(LAYOUT.read_text())
        layout.chmod(0o000)
        rig.folder.chmod(0o755)
        os.chmod(rig.testbed.get_root_dir(), 0o755)
        daemon = rig.run("run", "-c", layout, as_user=65534, status=3)
        daemon.require_errors(r"Permission denied")
