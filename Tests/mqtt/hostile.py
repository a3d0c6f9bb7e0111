# SPDX-License-Identifier: MIT
"""Brokers that break the protocol, or send as much as they can: one attack each, for as long as a client stays."""
import itertools
import json
import socket
import threading


def head(kind, rest):
    """How a control packet begins: its kind and its length, seven bits a byte."""
    length = bytearray()
    while True:
        rest, low = divmod(rest, 128)
        length.append(low | (0x80 if rest else 0))
        if not rest:
            return bytes([kind]) + bytes(length)


def publish(topic, payload, qos=0, number=1, retained=False):
    name = topic.encode()
    identifier = number.to_bytes(2, "big") if qos else b""
    body = len(name).to_bytes(2, "big") + name + identifier + payload
    return head(0x30 | qos << 1 | retained, len(body)) + body


ACCEPTED = head(0x20, 2) + b"\0\0"
DISCOVERY = "homeassistant/device/{}/config"


def unreleased(_):
    """QoS 2, and never a PUBREL."""
    for start in itertools.count():
        yield b"".join(publish("k/command/show", b"x" * 2048, 2, 1 + (start * 64 + n) % 65535) for n in range(64))


def large(_):
    """Payloads of some megabytes each, and longer ones."""
    for size in itertools.cycle([2, 20, 40, 60, 100, 140]):
        yield from long(size)


def long(megabytes):
    """A message of that length."""
    topic = b"\0\x0ek/command/show"
    yield head(0x30, (megabytes << 20) - 1) + topic + b"x" * ((1 << 20) - 1 - len(topic))
    for _ in range(megabytes - 1):
        yield b"x" * (1 << 20)


def components(identity):
    """Configurations for Home Assistant, each with new keys."""
    for start in itertools.count():
        keys = {f"event_{start}_{n}" + "x" * 100: {"p": "event"} for n in range(512)}
        yield publish(DISCOVERY.format(identity), json.dumps({"cmps": keys}).encode(), retained=True)


# Bytes that each sends to a client of an identity.
ATTACKS = {
    "unreleased": unreleased,
    # A payload of 256 MB.
    "huge": lambda _: long(256),
    "large": large,
    "components": components,
    # Home Assistant starts all the time, and nothing is acknowledged.
    "births": lambda _: itertools.repeat(publish("homeassistant/status", b"online") * 500),
    # It accepts the client again and again.
    "acceptances": lambda _: itertools.repeat(ACCEPTED * 1000),
    # Commands that the layout has not.
    "commands": lambda _: itertools.repeat(publish("k/command/reboot", b"now") * 500),
    # The client's answers are never read.
    "unread": lambda _: itertools.repeat(publish("k/command/show", b"", 1) * 500),
    # Payloads as long as may be, faster than they are taken.
    "waiting": lambda _: itertools.repeat(publish("homeassistant/status", b"x" * ((1 << 20) - 64)) * 8),
    # It accepts the client, and closes.
    "hangs_up": lambda _: iter(()),
}


class Hostile:
    """Serves an attack to one client after another, until it is closed."""

    def __init__(self, attack, port):
        self.port, self.connections, self.sent = port, 0, 0
        self._attack, self._client = attack, None
        self._listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        try:
            self._client.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # It has gone.

    def _serve(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self._client = client
            self.connections += 1
            with client:
                try:
                    self._fight(client)
                except (OSError, IndexError):
                    pass  # It has gone, maybe before it said who it is.

    def _fight(self, client):
        # The client's id ends with the kiosk's: `touchd-` and 32 digits.
        identity = client.recv(4096).split(b"touchd-")[1][:32].decode()
        client.sendall(ACCEPTED)
        if self._attack != "unread":
            threading.Thread(target=_drain, args=[client.dup()], daemon=True).start()
        for data in ATTACKS[self._attack](identity):
            client.sendall(data)
            self.sent += len(data)
        client.shutdown(socket.SHUT_RDWR)


def _drain(client):
    with client:
        try:
            while client.recv(1 << 16):
                pass
        except OSError:
            pass
