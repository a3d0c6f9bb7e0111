# SPDX-License-Identifier: MIT
"""The inspector, and a browser that shows it."""

import base64
import http.client
import json
import socket
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from devtools import OPTIONS, Pipes, Tab
from process import Process, plain, wait_until

HERE = Path(__file__).parent
SCREENSHOTS = HERE.parent.parent / ".build" / "web"
PICTURES = HERE.parent.parent / "docs" / "pictures"
LAYOUT, RECORDING = HERE / "lobby.yaml", HERE / "lost.fingers"


class Inspector:
    """A running touchd-web."""

    def __init__(self, rig, *arguments, program=None):
        program = program or Path(rig.binary).with_name("touchd-web")
        # There it makes the sockets of replays.
        environment = plain(XDG_RUNTIME_DIR=str(rig.folder))
        self.process = Process([str(program), "--listen", "127.0.0.1:0", *map(str, arguments)], environment)
        self.url = self.process.expect_text(r"^http://")
        parts = urlsplit(self.url)
        self.host, self.port = parts.hostname, parts.port
        self.origin = f"http://{self.host}:{self.port}"
        self.token = parts.query.removeprefix("token=")

    def ask(self, path, method="GET", body=None, headers=(), authorized=True):
        """An answer: its status, headers and body."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        connection.putrequest(method, path, skip_host=any(name.lower() == "host" for name, _ in headers))
        if authorized:
            connection.putheader("Authorization", f"Bearer {self.token}")
        for name, value in headers:
            connection.putheader(name, value)
        if body is not None:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, answer.headers, text

    def connected(self, sent=b"", room=None):
        """A connection of its own, by which something is sent; with room for so many bytes that are not read."""
        connection = socket.socket()
        connection.settimeout(60)
        if room:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        connection.connect((self.host, self.port))
        connection.sendall(sent)
        return connection

    def question(self, path):
        """A request with the token, as it is sent."""
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self.token}\r\n\r\n".encode()

    @contextmanager
    def stream(self, query):
        """The lines of a stream, as they come."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        connection.request("GET", f"/events{query}", headers={"Authorization": f"Bearer {self.token}"})
        answer = connection.getresponse()
        assert answer.status == 200
        try:
            yield (json.loads(line[6:]) for line in answer if line.startswith(b"data: "))
        finally:
            connection.close()


class Watched(Tab):
    """A tab that keeps what the browser reports by itself."""

    def __init__(self, pipes):
        self.reports = []
        super().__init__(pipes)
        for domain in ("Network", "Log", "Runtime", "Page", "Accessibility", "Performance", "HeapProfiler"):
            self.call(f"{domain}.enable")

    def _message(self, deadline, method):
        message = super()._message(deadline, method)
        if "method" in message:
            self.reports.append(message)
        return message

    def reported(self, method):
        return [report["params"] for report in self.reports if report["method"] == method]


class Browser:
    """A Chromium without a window, which ends with the scenario."""

    def __init__(self, folder, name):
        self._name = name
        folder.mkdir()
        pipes = Pipes(folder)
        Process(pipes.wrapped([
            "chromium", "--headless=new", *OPTIONS, f"--user-data-dir={folder}/profile", "--remote-debugging-pipe",
            "about:blank"]), plain(HOME=str(folder)), start_new_session=True)
        self.tab = Watched(pipes)
        self.value, self.wait = self.tab.value, self.tab.wait
        self.resize(1280, 800)

    def open(self, url):
        self.tab.call("Page.navigate", url=url)

    def resize(self, width, height):
        self.tab.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.settle()

    def prefer(self, scheme):
        # Without transitions: on a busy machine they take their time.
        wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
        self.tab.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": wishes[name]} for name in wishes])
        self.settle()

    def settle(self):
        """Until all that is waited for is drawn: the panels are, ten times a second."""
        self.tab.value("new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 250))")

    def press(self, key, code=None, shift=False, text=None):
        """A key, as from a keyboard."""
        facts = {"key": key, "code": code or key, "modifiers": 8 if shift else 0}
        numbers = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39}
        facts["windowsVirtualKeyCode"] = numbers.get(key, ord(key[0].upper()))
        text = {"Enter": "\r", " ": " "}.get(key, text)
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self.tab.call("Input.dispatchKeyEvent", **down, **facts)
        self.tab.call("Input.dispatchKeyEvent", type="keyUp", **facts)

    def expect(self, expression, value):
        """Waits until an expression has a value."""
        found = None

        def has():
            nonlocal found
            found = self.value(expression)
            return found == value

        wait_until(has, lambda: f"{expression} is {found!r}, and not {value!r}", pause=0.05, patience=20)

    def screenshot(self, name):
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self._write(SCREENSHOTS / f"{self._name}-{name}.png")

    def document(self, name):
        """A screenshot for the documents."""
        self._write(PICTURES / f"{name}.png")

    def _write(self, path):
        path.write_bytes(base64.b64decode(self.tab.call("Page.captureScreenshot", format="png")["data"]))

    def require_calm(self, origin):
        """No request went elsewhere, and neither a script nor the policy complained."""
        urls = {event["request"]["url"] for event in self.tab.reported("Network.requestWillBeSent")}
        foreign = [url for url in urls if not url.startswith(f"{origin}/") and not url.startswith("data:")]
        words = [event["entry"]["text"] for event in self.tab.reported("Log.entryAdded")]
        words += [event["exceptionDetails"]["text"] for event in self.tab.reported("Runtime.exceptionThrown")]
        assert urls and not foreign and not words


def showing(rig, browser, layout=LAYOUT, recording=RECORDING):
    """Shows a recording, at its start."""
    inspector = Inspector(rig, "--recording", recording, "-c", layout)
    browser.open(inspector.url)
    browser.wait("globalThis.inspector?.history().now.counters?.kind === 'summary'")
    browser.settle()
    return inspector


def seek(browser, seconds):
    """Moves the scrubber, as a person with a mouse does."""
    browser.value(
        f"(() => {{ const it = document.getElementById('scrubber'); it.value = {seconds * 1000};"
        " it.dispatchEvent(new Event('input')); })()")
    browser.settle()


def text(selector):
    return f"document.querySelector({json.dumps(selector)})?.textContent"
