# SPDX-License-Identifier: MIT
"""The page with crosses: a panel of a running daemon is calibrated, and the layout written."""

import http.client
import json
import re
import signal
import socket
import struct

from fingers import land, lift, touching
from inspector import Inspector, browsing, text
from process import wait_until
from rig import scenario
from service import Service
from web_page_scenarios import require

LAYOUT = """# The lobby's panel.
version: 1
screen:
  name: lobby
  size: [1024, 640]
  touchscreen:
    match: { name: "Touchd Test Panel" }  # the new one
socket: { commands: [show] }
windows:
  - id: main
    views:
      - id: page
        frame: full
      - id: pin
        frame: { left: 0, top: 0, width: 200, height: 120 }
        sensitive: SENSITIVE
  - id: shield
    level: 100
    hidden: true
    views: []
"""
# The last unit of the panel's axes.
END = 4095
# Where the middle of the cross is, as a fraction of the page.
CROSS = """(() => { const box = document.getElementById("cross").getBoundingClientRect();
  return [(box.x + box.width / 2) / innerWidth, (box.y + box.height / 2) / innerHeight]; })()"""
WORDS = text("#words")


def service(rig, sensitive="false"):
    daemon = Service(rig, LAYOUT.replace("SENSITIVE", sensitive))
    rig.panel.plug(0)
    daemon.daemon.expect_text(r"using.*event0")
    return daemon


def touch(panel, x, y):
    """A finger that lands and lifts, in fractions of the panel."""
    at = round(x * END), round(y * END)
    panel.frame(*land(0, 1, *at), *touching(True))
    panel.frame(*lift(0), *touching(False))


def touch_crosses(rig, browser, to_panel, wild=None):
    """Touches each cross where the page shows it, but for one."""
    for number in range(1, 11):
        browser.wait(f"document.getElementById('words').textContent.startsWith('{number} of 10')")
        x, y = browser.value(CROSS)
        touch(rig.panel, *to_panel(*((0.6, 0.7) if number == wild else (x, y))))


@scenario("calibrate: nine crosses tell that the panel is turned, one press elsewhere is left out; written, and undone")
def calibrate_turned(rig):
    daemon = service(rig)
    inspector = Inspector(rig, "--events", daemon.events, "--write")
    before = daemon.layout.read_bytes()
    with browsing("calibrate") as browser:
        browser.open(f"{inspector.origin}/calibrate?show=shield&token={inspector.token}")
        browser.expect(WORDS, "1 of 10: touch the cross")
        browser.screenshot("first")
        require(browser.value(CROSS), [0.1, 0.1], "the first cross")
        # A press that the page's layout sees as one on the window in front of all others.
        touch_crosses(rig, browser, lambda x, y: (y, 1 - x), wild=5)
        browser.wait("!document.getElementById('found').hidden")
        browser.screenshot("found")
        require(browser.value(WORDS), "The panel is turned a quarter clockwise.", "what is found")
        require("rotate: 90" in browser.value(text("#lines")), True, "the lines")
        require(browser.value(text("#done")), "Left out, since it fits none of the others: cross 5.", "what is left out")
        worst = float(re.match(r"[\d.]+", browser.value(text("#after td:last-child")))[0])
        require(worst <= 1, True, f"after: {worst} mm at most")
        browser.value("document.getElementById('write').click()")
        browser.wait("/^wrote /.test(document.getElementById('done').textContent)")
        written = daemon.layout.read_text()
        require(written.replace("    rotate: 90\n", "").encode(), before, "the layout, but for the line")
        rig.run("check", daemon.layout).require_status(0)
        browser.value("document.getElementById('undo').click()")
        browser.wait("/as it was before/.test(document.getElementById('done').textContent)")
        require(daemon.layout.read_bytes(), before, "the layout after the undo")
        browser.require_calm(inspector.origin)
        for width, height in ((320, 640), (3840, 2160)):
            browser.resize(width, height)
            require(browser.value("document.documentElement.scrollWidth <= innerWidth"), True, f"{width} pixels")
            browser.screenshot(f"found-{width}")


def is_hidden(inspector, name="shield"):
    """True if a view or window, by default the one that is shown meanwhile, is hidden now."""
    state = json.loads(inspector.ask("/state")[2])
    return next(view["hidden"] for layout in state["layouts"] for view in layout["views"] if view["id"] == name)


@scenario("calibrate: while it asks, the layout shows the window that the address names, and hides it then")
def calibrate_shield(rig):
    daemon = service(rig)
    inspector = Inspector(rig, "--events", daemon.events)

    with browsing("shield") as browser:
        require(is_hidden(inspector), True, "the window before")
        browser.open(f"{inspector.origin}/calibrate?show=shield&token={inspector.token}")
        browser.expect(WORDS, "1 of 10: touch the cross")
        wait_until(lambda: not is_hidden(inspector), "the window is not shown")
        touch_crosses(rig, browser, lambda x, y: (x, y))
        browser.expect(WORDS, "The panel is upright.")
        wait_until(lambda: is_hidden(inspector), "the window is not hidden")


@scenario("calibrate: however the page goes, the window is hidden again")
def calibrate_gone(rig):
    daemon = service(rig)
    inspector = Inspector(rig, "--events", daemon.events)

    for reset in (False, True):
        page = Page(inspector)
        require(page.show("shield"), 202, "the answer")
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


@scenario("calibrate: no address shows or hides anything by itself, and what is in sight is not hidden at the end")
def calibrate_address(rig):
    daemon = service(rig)
    inspector = Inspector(rig, "--events", daemon.events)
    page = Page(inspector, "?show=shield")
    require(is_hidden(inspector), True, "the window")
    for shown, status in (("page", 409), ("none", 409), ("shield", 202), ("shield", 409)):
        require(page.show(shown), status, f"the answer to {shown}")
    page.close()
    wait_until(lambda: is_hidden(inspector), "the window is not hidden")
    require(is_hidden(inspector, "page"), False, "the view that was in sight before")


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


@scenario("calibrate: without --write no file changes; nothing found is nothing written; nonsense is refused")
def calibrate_refused(rig):
    daemon = service(rig)
    reading, writing = Inspector(rig, "--events", daemon.events), Inspector(rig, "--events", daemon.events, "--write")
    before = daemon.layout.read_bytes()

    def change(inspector, body, stream="x"):
        return inspector.ask(f"/calibration?stream={stream}", "POST", body.encode())[0]

    require(change(reading, '{"write":"layout"}'), 403, "without --write")
    require(change(writing, '{"write":"layout"}'), 404, "without a calibration")
    require(change(reading, '{"show":"shield"}'), 404, "without a stream")
    for body in ("", "{}", '{"write":"/etc/passwd"}', '{"show":1}', '{"write":"layout","undo":"layout"}', "[1]"):
        require(change(writing, body), 400, body)
    require(writing.ask("/calibration", "PUT")[0], 405, "another method")
    with browsing("refused") as browser:
        browser.open(f"{writing.origin}/calibrate?token={writing.token}")
        browser.expect(WORDS, "1 of 10: touch the cross")
        # The last cross is missed: nothing comes of it.
        touch_crosses(rig, browser, lambda x, y: (x, y), wild=10)
        browser.wait("/^Nothing is changed: the touch on the last cross is/.test(document.getElementById('words').textContent)")
    require(daemon.layout.read_bytes(), before, "the layout")


@scenario("calibrate: a cross on a sensitive view is left out, and the page says so; no place of it is sent")
def calibrate_sensitive(rig):
    daemon = service(rig, sensitive="true")
    inspector = Inspector(rig, "--events", daemon.events)
    with browsing("sensitive") as browser:
        browser.open(f"{inspector.origin}/calibrate?token={inspector.token}")
        browser.expect(WORDS, "1 of 10: touch the cross")
        touch(rig.panel, 0.1, 0.1)
        browser.expect(WORDS, "2 of 10: touch the cross")
        for number in range(2, 11):
            browser.wait(f"document.getElementById('words').textContent.startsWith('{number} of 10')")
            touch(rig.panel, *browser.value(CROSS))
        browser.expect(WORDS, "The panel is upright.")
        sent = [event["data"] for event in browser.tab.reported("Network.eventSourceMessageReceived")]
        require(any("“pin” is sensitive" in line for line in sent), True, "what is said")


@scenario("calibrate: the screenshot of docs/calibration.md, taken anew", asked=True)
def calibrate_document(rig):
    daemon = service(rig)
    inspector = Inspector(rig, "--events", daemon.events)
    with browsing("documents") as browser:
        browser.resize(1120, 640)
        browser.open(f"{inspector.origin}/calibrate?token={inspector.token}")
        browser.expect(WORDS, "1 of 10: touch the cross")
        touch_crosses(rig, browser, lambda x, y: (0.97 - 0.95 * x, 0.02 + 0.95 * y), wild=4)
        browser.wait("!document.getElementById('found').hidden")
        browser.value("document.getElementById('lines').firstChild.data = document.getElementById('lines').textContent.replace(/\\/.*\\//, '/etc/touchd/')")
        browser.document("calibrated")
