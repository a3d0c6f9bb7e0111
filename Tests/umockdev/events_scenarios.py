# SPDX-License-Identifier: MIT
"""The events socket, as programs find it: what they hear, what they may do, and what becomes of them."""

import json
import socket

from process import Process, wait_until


class Client:
    """A program on the events socket."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(Process.patience)
        wait_until(lambda: self._connected(path), "nothing listens at the events socket")
        self._rest = b""
        self.hello = self.next()

    def _connected(self, path):
        try:
            self._socket.connect(str(path))
        except OSError:
            return False
        return True

    def ask(self, **request):
        self.say(json.dumps(request) + "\n")

    def say(self, text):
        self._socket.sendall(text.encode())

    def next(self):
        """The next line; None at the end."""
        while b"\n" not in self._rest:
            more = self._socket.recv(1 << 16)
            if not more:
                return None
            self._rest += more
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def until(self, **wanted):
        """The lines up to the first that has these values, that one included."""
        lines = []
        while True:
            line = self.next()
            assert line is not None
            lines.append(line)
            if all(line.get(key) == value for key, value in wanted.items()):
                return lines

    def close(self):
        self._socket.close()


def kinds(lines):
    return [line["kind"] for line in lines]


def test_events_tap(rig, service):
    """a client gets what there is, then each line of a tap, in the order of a trace"""
    client = Client(service.events)
    assert (client.hello["kind"] == "hello" and client.hello["protocol"] == 1 and client.hello["pid"]
        == service.daemon.pid)
    client.ask(subscribe=["event", "touch", "deliver"], id="a")
    state = client.until(kind="state_end")
    assert (state[0] == {"kind": "ok", "id": "a"} and kinds(state[1:])
        == ["state", "layout", "view", "view", "view", "device", "state_end"])
    service.tap(rig.panel)
    lines = client.until(kind="event")
    said = [(line["kind"], line.get("phase") or line.get("call") or line.get("state")) for line in lines]
    assert (said
        == [("touch", "began"), ("deliver", "touchesBegan"), ("touch", "ended"), ("deliver", "touchesEnded"), ("event", "ended"), ]
        or said == [("touch", "began"), ("deliver", "touchesBegan"), ("touch", "ended"), ("event", "ended"), ])
    client.close()
