# SPDX-License-Identifier: MIT
"""A Chromium that is spoken to by the protocol of its developer tools, over a pair of pipes.

With --remote-debugging-pipe it reads commands from descriptor 3 and writes answers to 4: JSON, with a zero after each.
"""

import json
import os
import select
import time
from pathlib import Path

from process import wait_until

# Seconds for an answer, and until a question is asked again: one that meets a change of documents may get none.
PATIENCE = 60.0
AGAIN = 10.0

OPTIONS = (
    "--no-sandbox", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-extensions", "--disable-dev-shm-usage", "--password-store=basic", "--noerrdialogs",
    # A touch of a kiosk goes back in the history as one of a laptop does.
    "--overscroll-history-navigation=1", "--touch-events=enabled",
)


class Refusal(Exception):
    """What Chromium does not do, or does not say in time."""


class Silence(Refusal):
    """No answer."""


class Pipes:
    """The pipes, which have names, so that a program between does not have to hand descriptors on."""

    def __init__(self, folder):
        self.commands, self.answers = (Path(folder) / name for name in ("commands", "answers"))
        for path in (self.commands, self.answers):
            os.mkfifo(path)
            path.chmod(0o666)
        # For both directions, so that opening waits for no other end.
        self._out, self._in = (os.open(path, os.O_RDWR) for path in (self.commands, self.answers))

    def wrapped(self, command):
        """The command, with the pipes where Chromium looks for them."""
        return ["/bin/sh", "-c", f'exec "$@" 3<{self.commands} 4>{self.answers}', "sh", *command]

    def write(self, message):
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data) :]

    def read(self, seconds):
        """What has come; nothing after so many seconds."""
        ready, _, _ = select.select([self._in], [], [], max(seconds, 0))
        return os.read(self._in, 65536) if ready else b""


class Tab:
    """The one page of a Chromium."""

    def __init__(self, pipes, patience=PATIENCE):
        self._pipes, self._patience = pipes, patience
        self._number = 0
        self._sent, self._answers = {}, {}
        self._rest = b""
        self._session = None
        product = self.call("Browser.getVersion")["product"]
        self.toolkit = product.replace("/", " ").replace("Chrome", "Chromium")
        page, *_ = wait_until(self._pages, "Chromium opens no page", 0.1, patience)
        self._session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]

    def _pages(self):
        return [info for info in self.call("Target.getTargets")["targetInfos"] if info["type"] == "page"]

    def call(self, method, **parameters):
        """Sends a command and waits for its answer."""
        return self.answer(self.send(method, **parameters))

    def send(self, method, **parameters):
        """Sends a command, and returns its number."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        self._sent[self._number] = method
        self._pipes.write(message | ({"sessionId": self._session} if self._session else {}))
        return self._number

    def answer(self, number, seconds=None):
        """Waits for the answer to a command that was sent."""
        method = self._sent.pop(number)
        deadline = time.monotonic() + (seconds or self._patience)
        while number not in self._answers:
            message = self._message(deadline, method)
            if "id" in message:
                self._answers[message["id"]] = message
        answer = self._answers.pop(number)
        if "error" in answer:
            raise Refusal(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def _message(self, deadline, method):
        while b"\0" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Silence(f"{method}: no answer in time")
            self._rest += self._pipes.read(left)
        first, _, self._rest = self._rest.partition(b"\0")
        return json.loads(first)

    def value(self, expression):
        """The value of an expression, or of the promise that it is."""
        deadline = time.monotonic() + self._patience
        while True:
            number = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
            try:
                result = self.answer(number, AGAIN)
                break
            except Silence:
                if time.monotonic() > deadline:
                    raise
        if "exceptionDetails" in result:
            raise Refusal(f"{expression}: {result['exceptionDetails']['exception'].get('description')}")
        return result["result"].get("value")

    def wait(self, expression):
        def is_so():
            try:
                return self.value(expression)
            except Refusal:  # Between two documents.
                return False

        wait_until(is_so, f"{expression} does not become true in {self._patience:.0f} s", 0.05, self._patience)


def open_page(tab, path):
    """The page, with another behind it in the history. By the browser, for it skips what a page has added."""
    for part in ("before", "here"):
        tab.call("Page.navigate", url=f"{path.as_uri()}#{part}")
        tab.wait(f'location.hash === "#{part}" && document.readyState === "complete"')


def reset_page(tab, path):
    if tab.value("visualViewport.scale !== 1 || location.hash !== '#here'"):
        tab.call("Page.navigate", url="about:blank")
        open_page(tab, path)
    tab.value("reset()")
