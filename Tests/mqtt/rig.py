# SPDX-License-Identifier: MIT
"""The two ends of touchd-mqtt: a daemon that says what a test wants, and a broker with programs on it."""
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import threading
from pathlib import Path

from process import Process, wait_until

# Debian keeps the broker where only root looks.
MOSQUITTO = shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin")
STATE = [
    {"kind": "state"},
    {"kind": "layout", "layout": "lobby", "file": "lobby.yaml", "size": [800, 600], "delivery": "observe",
     "commands": ["show", "cancel"]},
    {"kind": "view", "layout": "lobby", "id": "page", "parent": None, "hidden": False, "sensitive": False,
     "gestures": ["service"]},
    {"kind": "view", "layout": "lobby", "id": "menu", "parent": None, "hidden": True, "sensitive": False,
     "gestures": []},
    {"kind": "device", "name": "Panel", "path": "/dev/input/event1", "change": "added"},
    {"kind": "state_end"},
]


class Daemon:
    """Serves the events socket to one client after another, and keeps what each asks."""

    def __init__(self, folder):
        self.path = str(Path(folder) / "events.sock")
        self.requests = queue.Queue()
        self.client = None
        self._listener = None
        self.start()

    def start(self):
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self.path)
        self._listener.listen()
        threading.Thread(target=self._serve, args=[self._listener], daemon=True).start()

    def stop(self):
        """Ends as a service that is stopped: no socket is left."""
        os.unlink(self.path)
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        client, self.client = self.client, None
        client.shutdown(socket.SHUT_RDWR)

    def say(self, *lines):
        client = wait_until(lambda: self.client, "there is no client")
        client.sendall("".join(json.dumps({"t": 1, **line}) + "\n" for line in lines).encode())

    def event(self, number):
        self.say({"kind": "event", "layout": "lobby", "name": "service", "view": "page", "state": "ended",
                  "responders": [], "at": [number, 0], "tapCount": 1})

    def _serve(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            client.sendall(b'{"kind":"hello","protocol":1,"touchd":"0.1.0","pid":1}\n')
            with client, client.makefile() as lines:
                for line in lines:
                    request = json.loads(line)
                    if "subscribe" in request:
                        client.sendall(json.dumps({"kind": "ok", "id": request["id"]}).encode() + b"\n")
                        client.sendall("".join(json.dumps({"t": 1, **line}) + "\n" for line in STATE).encode())
                        self.client = client
                    else:
                        self.requests.put(request)
            self.client = None


class Broker:
    """A mosquitto of its own."""

    def __init__(self, folder, options=(), port=None):
        self.folder = Path(folder)
        self.port = port or free_port()
        self._file = self.folder / "mosquitto.conf"
        self._file.write_text("\n".join([
            f"listener {self.port} 127.0.0.1", "allow_anonymous true", "persistence true", "max_queued_messages 10000",
            f"persistence_location {self.folder}/", "user root", *options]) + "\n")
        self._process = None
        self.start()

    def start(self):
        with open(self.folder / "mosquitto.log", "a", encoding="utf-8") as log:
            self._process = Process([MOSQUITTO, "-c", self._file], None, stdout=log, stderr=log)
        wait_until(self._accepts, "the broker accepts nothing")

    def stop(self):
        self._process.end(signal.SIGTERM, status=None)

    def signal(self, number):
        self._process.signal(number)

    def _accepts(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Listener:
    """A program that has subscribed: the messages as they came."""

    def __init__(self, broker, topic, *options):
        self._process = Process(
            ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(broker.port), "-q", "1", "-t", topic, "-F", "%r %t %p",
             *options], None)

    @property
    def messages(self):
        """Each its topic, its payload, and whether it was retained."""
        lines = [line.split(" ", 2) for line in list(self._process.output)]
        return [(topic, payload, retained == "1") for retained, topic, payload in lines]

    def forget(self):
        self._process.output.clear()

    def expect(self, topic, payload=None):
        """Waits for a message, and returns its payload."""
        def found():
            return [p for t, p, _ in self.messages if t == topic and (payload is None or p == payload)]
        return wait_until(found, lambda: f"no {topic} {payload}, but {self.messages[-5:]}")[0]

    def last(self, topic):
        """The latest message of a topic."""
        return next((p for t, p, _ in reversed(self.messages) if t == topic), "")


def publish(broker, topic, payload, *options):
    subprocess.run(["mosquitto_pub", "-h", "127.0.0.1", "-p", str(broker.port), "-q", "1", "-t", topic, "-m", payload,
                    *options], check=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
