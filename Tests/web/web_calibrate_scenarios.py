# SPDX-License-Identifier: MIT
"""The page with crosses: a panel of a running daemon is calibrated, and the layout written."""

import http.client
import json
import re
import signal
import socket
import struct

import pytest
from inspector import HERE, Inspector, text
from process import wait_until
from rig import Service

LAYOUT = HERE / "calibrate.yaml"
# Where the middle of the cross is, as a fraction of the page.
CROSS = """(() => { const box = document.getElementById("cross").getBoundingClientRect();
  return [(box.x + box.width / 2) / innerWidth, (box.y + box.height / 2) / innerHeight]; })()"""
WORDS = text("#words")


@pytest.fixture
def daemon(rig):
    return Service.touchable(rig, LAYOUT.read_text())


@pytest.fixture
def inspector(rig, daemon):
    return Inspector(rig, "--events", daemon.events)


def touch_crosses(rig, browser, to_panel, wild=None):
    """Touches each cross where the page shows it, but for one."""
    for number in range(1, 11):
        browser.wait(f"document.getElementById('words').textContent.startsWith('{number} of 10')")
        rig.panel.press(to_panel(*((0.6, 0.7) if number == wild else browser.value(CROSS))))


def test_calibrate_turned(rig, daemon, browser):
    """calibrate: nine crosses tell that the panel is turned, one press elsewhere is left out; written, and undone"""
    inspector = Inspector(rig, "--events", daemon.events, "--write")
    before = daemon.layout.read_bytes()
    browser.open(f"{inspector.origin}/calibrate?show=shield&token={inspector.token}")
    browser.expect(WORDS, "1 of 10: touch the cross")
    browser.screenshot("first")
    assert browser.value(CROSS) == [0.1, 0.1], "the first cross"
    # A press that the page's layout sees as one on the window in front of all others.
    touch_crosses(rig, browser, lambda x, y: (y, 1 - x), wild=5)
    browser.wait("!document.getElementById('found').hidden")
    browser.screenshot("found")
    assert browser.value(WORDS) == "The panel is turned a quarter clockwise.", "what is found"
    assert "rotate: 90" in browser.value(text("#lines")), "the lines"
    assert browser.value(text("#done")) == "Left out, since it fits none of the others: cross 5."
    assert float(re.match(r"[\d.]+", browser.value(text("#after td:last-child")))[0]) <= 1
    browser.value("document.getElementById('write').click()")
    browser.wait("/^wrote /.test(document.getElementById('done').textContent)")
    written = daemon.layout.read_text()
    assert written.replace("    rotate: 90\n", "").encode() == before, "the layout, but for the line"
    rig.run("check", daemon.layout, status=0)
    browser.value("document.getElementById('undo').click()")
    browser.wait("/as it was before/.test(document.getElementById('done').textContent)")
    assert daemon.layout.read_bytes() == before, "the layout after the undo"
    browser.require_calm(inspector.origin)
    for width, height in ((320, 640), (3840, 2160)):
        browser.resize(width, height)
        assert browser.value("document.documentElement.scrollWidth <= innerWidth")
        browser.screenshot(f"found-{width}")


def is_hidden(inspector, name="shield"):
    """True if a view or window, by default the one that is shown meanwhile, is hidden now."""
    state = json.loads(inspector.ask("/state")[2])
    return next(view["hidden"] for layout in state["layouts"] for view in layout["views"] if view["id"] == name)


def test_calibrate_shield(rig, inspector, browser):
    """calibrate: while it asks, the layout shows the window that the address names, and hides it then"""
    assert is_hidden(inspector), "the window before"
    browser.open(f"{inspector.origin}/calibrate?show=shield&token={inspector.token}")
    browser.expect(WORDS, "1 of 10: touch the cross")
    wait_until(lambda: not is_hidden(inspector), "the window is not shown")
    touch_crosses(rig, browser, lambda x, y: (x, y))
    browser.expect(WORDS, "The panel is upright.")
    wait_until(lambda: is_hidden(inspector), "the window is not hidden")


def test_calibrate_gone(rig, daemon):
    """calibrate: however the page goes, the window is hidden again"""
    inspector = Inspector(rig, "--events", daemon.events)

    for reset in (False, True):
        page = Page(inspector)
        assert page.show("shield") == 202, "the answer"
        wait_until(lambda: not is_hidden(inspector), "the window is not shown")
        if reset:
            page.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        page.close()
        wait_until(lambda: is_hidden(inspector), f"the window is not hidden, with reset {reset}")
    page = Page(inspector)
    page.show("shield")
    wait_until(lambda: not is_hidden(inspector), "the window is not shown")
    inspector.process.end(signal.SIGTERM)
    inspector = Inspector(rig, "--events", daemon.events)
    wait_until(lambda: is_hidden(inspector), "the window is not hidden when the server ends")


def test_calibrate_address(inspector):
    """calibrate: no address shows or hides anything by itself, and what is in sight is not hidden at the end"""
    page = Page(inspector, "?show=shield")
    assert is_hidden(inspector), "the window"
    for shown, status in (("page", 409), ("none", 409), ("shield", 202), ("shield", 409)):
        assert page.show(shown) == status
    page.close()
    wait_until(lambda: is_hidden(inspector), "the window is not hidden")
    assert not is_hidden(inspector, "page"), "the view that was in sight before"


class Page:
    """The stream of a page that asks for the first cross."""

    def __init__(self, inspector, query=""):
        self._inspector = inspector
        self._connection = http.client.HTTPConnection(inspector.host, inspector.port, timeout=60)
        self._connection.request("GET", f"/calibration{query}", headers={"Authorization": f"Bearer {inspector.token}"})
        self.socket = self._connection.sock
        self._answer = self._connection.getresponse()
        lines = (json.loads(line[6:]) for line in self._answer if line.startswith(b"data: "))
        self._stream = next(line["stream"] for line in lines if line["kind"] == "stream")
        next(line for line in lines if line["kind"] == "ask")

    def show(self, view):
        """Asks for a view or window to be shown meanwhile; returns the status of the answer."""
        return self._inspector.ask(f"/calibration?stream={self._stream}", "POST", json.dumps({"show": view}).encode())[0]

    def close(self):
        self._connection.close()
        self._answer.close()


def test_calibrate_refused(rig, daemon, browser):
    """calibrate: without --write no file changes; nothing found is nothing written; nonsense is refused"""
    reading, writing = Inspector(rig, "--events", daemon.events), Inspector(rig, "--events", daemon.events, "--write")
    before = daemon.layout.read_bytes()

    def change(inspector, body, stream="x"):
        return inspector.ask(f"/calibration?stream={stream}", "POST", body.encode())[0]

    assert change(reading, '{"write":"layout"}') == 403, "without --write"
    assert change(writing, '{"write":"layout"}') == 404, "without a calibration"
    assert change(reading, '{"show":"shield"}') == 404, "without a stream"
    for body in ("", "{}", '{"write":"/etc/passwd"}', '{"show":1}', '{"write":"layout","undo":"layout"}', "[1]"):
        assert change(writing, body) == 400
    assert writing.ask("/calibration", "PUT")[0] == 405, "another method"
    browser.open(f"{writing.origin}/calibrate?token={writing.token}")
    browser.expect(WORDS, "1 of 10: touch the cross")
    # The last cross is missed: nothing comes of it.
    touch_crosses(rig, browser, lambda x, y: (x, y), wild=10)
    browser.wait("/^Nothing is changed: the touch on the last cross is/.test(document.getElementById('words').textContent)")
    assert daemon.layout.read_bytes() == before, "the layout"


@pytest.mark.asked
def test_calibrate_document(rig, inspector, browser):
    """calibrate: the screenshot of docs/calibration.md, taken anew"""
    browser.resize(1120, 640)
    browser.open(f"{inspector.origin}/calibrate?token={inspector.token}")
    browser.expect(WORDS, "1 of 10: touch the cross")
    touch_crosses(rig, browser, lambda x, y: (0.97 - 0.95 * x, 0.02 + 0.95 * y), wild=4)
    browser.wait("!document.getElementById('found').hidden")
    browser.value("document.getElementById('lines').firstChild.data = document.getElementById('lines').textContent.replace(/\\/.*\\//, '/etc/touchd/')")
    browser.document("calibrated")
