# SPDX-License-Identifier: MIT
"""The page with a running daemon and a fake touchscreen."""

import ctypes
import json
import math
import os
import platform
import shutil
import signal
import socket
import termios
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from fingers import land, lift, move, touching
from inspector import HERE, LAYOUT, Inspector, text
from process import Process, wait_until
from rig import Footprint, Service

# Seconds of ten fingers, and frames a second.
SECONDS, RATE = float(os.environ.get("WEB_SECONDS", "60")), 125
# What the page keeps, in seconds: it is full long before the end.
KEEP = min(10, SECONDS / 4)
# Bytes: what a heap may differ by after a collection, and what an allocator may hold on to.
PAGE_SLACK, PROGRAM_SLACK = 2 << 20, 1 << 20
CLIENT = HERE.parent.parent / "clients" / "javascript" / "touchd.mjs"
LIBC = ctypes.CDLL(None)
IOCTL = 29 if platform.machine() == "aarch64" else 16


@pytest.fixture
def daemon(rig):
    return Service.touchable(rig, LAYOUT.read_text())


@pytest.fixture
def inspector(rig, daemon):
    return Inspector(rig, "--events", daemon.events)


def place(finger, step):
    """Where a finger is, in units of the panel: each in a circle of its own, on the map."""
    angle = step / 20 + finger
    return round(700 + 250 * (finger % 5) + 90 * math.cos(angle)), round(900 + 1400 * (finger // 5) + 200 * math.sin(angle))


class Fingers:
    """Ten fingers that circle, in the time of the clock."""

    def __init__(self, panel):
        self._panel, self.frames, self._next = panel, 0, time.monotonic()
        self._terminal = os.open(panel.terminal, os.O_RDWR | os.O_NOCTTY)

    def land(self):
        events = [event for finger in range(10) for event in land(finger, finger + 1, *place(finger, 0))]
        self._frame(*events, *touching(True))

    def circle(self, seconds):
        end = self.frames + round(seconds * RATE)
        while self.frames < end:
            self._frame(*(event for finger in range(10) for event in move(finger, *place(finger, self.frames))))

    def lift(self):
        self._frame(*(event for finger in range(10) for event in lift(finger)), *touching(False))
        os.close(self._terminal)

    def _frame(self, *events):
        self._next = max(self._next + 1 / RATE, time.monotonic() - 1)
        time.sleep(max(0, self._next - time.monotonic()))
        # A terminal cuts events where more than 4 KiB are unread.
        wait_until(lambda: self._unread < 2048, "the daemon does not read", pause=0.0005)
        self._panel.frame(*events)
        self.frames += 1

    @property
    def _unread(self):
        count = ctypes.c_int()
        # Past umockdev, which answers the ioctls of the node's own.
        LIBC.syscall(IOCTL, self._terminal, termios.FIONREAD, ctypes.byref(count))
        return count.value


# Counts what comes: lines of moves by finger, and moments with a move.
COUNTING = """(() => {
  const history = inspector.history(), add = history.add.bind(history), moved = {}; let last = null, moments = 0;
  history.add = (text, line) => {
    if (line.kind === "touch" && line.phase === "moved") {
      moved[line.touch] = (moved[line.touch] ?? 0) + 1;
      if (line.t !== last) { last = line.t; moments += 1; }
    }
    add(text, line);
  };
  globalThis.counted = () => ({ moved, moments, counters: history.now.counters, lines: history.count,
    seconds: (history.last - history.first) / 1e6 });
})()"""


def test_live_fingers(rig, inspector, daemon, browser, figure):
    """live: ten fingers at 125 Hz: every frame is shown, and nothing grows; a client that does not read is dropped"""
    browser.open(f"{inspector.url}&keep={KEEP}")
    browser.wait("globalThis.inspector?.history().now.counters")
    browser.value(COUNTING)
    # So that not all of it fits into the kernel.
    deaf = inspector.connected(inspector.question("/events?kind=touch,deliver,forward,gesture,event,hit"), room=4096)
    # One that never says what it wants.
    mute = inspector.connected(b"GET /state HTTP/1.1\r\nHost: loc")

    fingers, heaps, programs = Fingers(rig.panel), [], []
    fingers.land()
    for _ in range(3):
        fingers.circle(SECONDS / 3)
        browser.tab.call("HeapProfiler.collectGarbage")
        heaps.append(browser.tab.call("Runtime.getHeapUsage")["usedSize"])
        programs.append(Footprint(inspector.process.pid))
    browser.screenshot("fingers")
    fingers.lift()
    wait_until(
        lambda: (browser.value("counted().counters") or {}).get("ended") == 10,
        lambda: f"the page counts {browser.value('counted()')}", pause=0.1)
    status, page = daemon.status["counters"], browser.value("counted()")
    assert status["frames"] == fingers.frames, "frames that the daemon read, and that were sent"
    assert page["counters"]["frames"] == fingers.frames, "frames that the page counts"
    assert page["counters"]["dropped"] == 0, "lost events"
    moves = sum(page["moved"].values())
    # All but the first frame and the last are moves of ten fingers. On a busy machine some are late, and not shown.
    late = 10 * (fingers.frames - 2) - moves
    assert late == 0 or late >= status["coalesced"] > 0
    heap, memory = heaps[-1] - heaps[0], programs[-1].bytes - programs[0].bytes
    figures = (
        f"{fingers.frames} frames sent, read and counted, {moves} moves in {page['moments']} moments shown,"
        f" {status['coalesced']} late; page {' '.join(f'{it / 1e6:.1f}' for it in heaps)} MB,"
        f" touchd-web {' '.join(f'{it.bytes >> 10}' for it in programs)} KiB,"
        f" {page['seconds']:.1f} s kept of {page['lines']} lines")
    assert heap <= PAGE_SLACK and memory <= PROGRAM_SLACK
    wait_until(lambda: is_closed(mute), "a client that never asks is still served", pause=0.2, patience=40)
    # What the kernel has of its answer is still there to be read.
    wait_until(
        lambda: "touchd_web_streams 1\n" in inspector.ask("/metrics")[2], "a client that reads nothing is still served", pause=0.2,
        patience=40)
    browser.require_calm(inspector.origin)
    figure(figures)


def is_closed(connection):
    """Whether the server has closed it, as the kernel knows."""
    state = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0]
    return state not in (1, 2, 3)


def steps_back(browser):
    browser.press("ArrowLeft")
    browser.settle()
    return browser.value(text("#touches .chip"))


def test_live_tap(rig, inspector, browser):
    """live: a tap is shown with its view and its latency; stepped back, and on again"""
    browser.open(inspector.url)
    browser.expect(text("#devices .name"), "Touchd Test Panel")
    assert browser.value(text("#source")) == "live", "what is shown"
    # In the legend: a panel of 4095 units for 1024 by 640 points.
    at = (2040, 2900)
    rig.panel.frame(*land(0, 1, *at), *touching(True))
    browser.expect(text("#touches .chip"), "began")
    browser.expect(text("#touches .at"), "legend")
    rig.panel.frame(*lift(0), *touching(False))
    browser.expect(text("#gestures [data-gesture=explain] .chip"), "ended")
    browser.expect(text("#counters [data-counter=ended]"), "1")
    browser.wait("/ms|µs/.test(document.querySelector('#counters [data-counter=\"latency, median\"]')?.textContent)")
    browser.press(" ")
    # Counters come in between, and are moments, too.
    wait_until(lambda: steps_back(browser) == "began", "the landing was not come by")
    assert browser.value(text("#time")).startswith("−"), "the time, before now"
    browser.press("End")
    browser.expect(text("#time"), "now")
    browser.screenshot("tap")


def test_live_restart(rig, inspector, daemon, browser):
    """live: the page waits for a daemon that ends, and goes on with the next one"""
    browser.open(inspector.url)
    browser.expect(text("#devices .name"), "Touchd Test Panel")
    daemon.daemon.end(signal.SIGTERM)
    browser.wait("/touchd/.test(document.getElementById('status').textContent)")
    browser.expect("document.body.dataset.mode", "lost")
    daemon.begin()
    browser.expect(text("#status"), "")
    browser.expect("document.body.dataset.mode", "live")
    daemon.daemon.expect_text(r"using.*event0")
    rig.panel.frame(*land(0, 1, 2040, 2900), *touching(True))
    browser.expect(text("#touches .at"), "legend")


def test_live_requests(rig):
    """live: a stream hears what it asks for, and a page's request is done as the layout allows"""
    daemon = Service.touchable(
        rig, LAYOUT.read_text().replace("responders:", "socket: { commands: [show] }\nresponders:", 1))
    inspector = Inspector(rig, "--events", daemon.events)
    with inspector.stream("") as lines:
        stream = next(lines)
        assert (stream["kind"], stream["mode"]) == ("stream", "live"), "the first line"
        assert next(lines)["kind"] == "hello", "the second line"

        def ask(**request):
            body = json.dumps(request).encode()
            return inspector.ask(f"/events?stream={stream['stream']}", "POST", body)[0]

        assert ask(subscribe=["change"], id=1) == 202, "a subscription"
        assert next(lines) == {"kind": "ok", "id": 1}, "its answer"
        while next(lines)["kind"] != "state_end":
            pass
        assert ask(hide="menu", id=2) == 202, "a command"
        change = next(lines)
        assert (change["kind"], change["id"], change["hidden"]) == ("change", "menu", True), "what came of it"
        assert next(lines) == {"kind": "ok", "id": 2}, "its answer"
        assert ask(cancel=True, id=3) == 202, "one that the layout does not allow"
        assert next(lines)["kind"] == "error", "its answer"
        assert inspector.ask(f"/events?stream={stream['stream']}", "POST", b"{}\n{}")[0] == 400, "two lines"


# A page of the kiosk's own, with the client beside it.
KIOSK = """<!doctype html><script type="module">
import { Client } from "./touchd.mjs";
const client = new Client({ url: "%s", token: "%s", warn: (words) => (document.title = words) });
globalThis.heard = [];
await client.subscribe(["event", "change"]);
await client.respond("game");
await client.command({ hide: "menu" });
globalThis.refused = await client.command({ cancel: true }).catch((error) => `${error.name}: ${error.message}`);
for await (const line of client) heard.push(line);
</script>"""


@pytest.fixture
def serving():
    """Serves a folder at a port of its own: the address."""
    class Quiet(SimpleHTTPRequestHandler):
        extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript"}

        def log_message(self, *_):
            pass

    def serve(folder):
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://localhost:{server.server_port}"

    return serve


def test_live_kiosk_page(rig, browser, serving):
    """live: a page on the kiosk hears events, answers for a view and gives a command, if its origin is allowed"""
    daemon = Service.touchable(rig, LAYOUT.read_text().replace(
        "responders:\n", "socket: { commands: [show] }\nresponders:\n  game: { plugin: socket }\n", 1
    ).replace("to: [audit]", "to: [game]"))
    folder = rig.folder / "kiosk"
    folder.mkdir()
    shutil.copy(CLIENT, folder)
    origin = serving(folder)
    allowed, other = (
        Inspector(rig, "--events", daemon.events, *more) for more in (["--allow-origin", origin], []))
    (folder / "index.html").write_text(KIOSK % (f"http://localhost:{allowed.port}", allowed.token))
    (folder / "other.html").write_text(KIOSK % (f"http://localhost:{other.port}", other.token))
    browser.open(origin)
    browser.wait("globalThis.refused")
    assert "Refused" in browser.value("refused"), "what the layout does not allow"
    rig.panel.tap((2040, 2900))
    browser.wait("heard.some(it => it.kind === 'event' && it.name === 'explain' && it.state === 'ended')")
    assert browser.value("heard.some(it => it.kind === 'change' && it.id === 'menu' && it.hidden)"), "hidden"
    browser.open(f"{origin}/other.html")
    browser.wait("/does not let this page listen/.test(document.title)")
    assert browser.value("heard.length") == 0, "what another origin hears"
    # A picture is asked for without an Origin, and with the cookie that the ports of a host share.
    browser.open(f"http://localhost:{other.port}/?token={other.token}")
    browser.expect(text("#source"), "live")
    picture = f"http://localhost:{other.port}/layout.svg"
    (folder / "picture.html").write_text(f'<img src="{picture}" onerror="document.title = \'asked\'">')
    browser.open(f"{origin}/picture.html")
    browser.wait("document.title === 'asked'")

    def answers():
        # What the browser has reported by then.
        browser.settle()
        asked = [it["requestId"] for it in browser.tab.reported("Network.requestWillBeSent") if it["request"]["url"] == picture]
        return [it["statusCode"] for it in browser.tab.reported("Network.responseReceivedExtraInfo") if it["requestId"] in asked]

    wait_until(lambda: answers() == [403], lambda: f"the picture is answered by {answers()}")


def test_live_rights(rig, daemon):
    """live: without the right to listen it ends with 3, and names the group"""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    rig.folder.chmod(0o755)
    daemon.events.chmod(0o660)
    # As another user, whose groups have no right here.
    process = Process([rig.binary, "web", "--listen", "127.0.0.1:0", "--events", daemon.events], {"PATH": os.environ["PATH"]},
                      as_user=65534)
    process.wait(status=3)
    process.require_errors("touchd-events")
