# SPDX-License-Identifier: MIT
"""A replay at an events socket, with the programs that listen to it, a broker, and a client of the test's own."""

import json
import socket
import subprocess
import threading
from pathlib import Path

from verdict import Failure

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "clients" / "python"
# Seconds; a replay takes a fraction of one.
PATIENCE = 60


class Served:
    """The replay begins when all have subscribed, the test's client last: what was asked for until then holds from the
    first frame on, in the same way each time."""

    def __init__(self, words, environment, folder, example, promise):
        self._socket = folder / "events.sock"
        self._words = [*map(str, words), "--events", str(self._socket)]
        self._environment = environment | {"TOUCHD_EVENTS_SOCKET": str(self._socket)}
        self._folder, self._example, self._promise = folder, example, promise
        self._is_ready = threading.Event()
        self._log = []
        self.printed, self.messages = [], []

    @staticmethod
    def is_needed(promise):
        return any(promise.get(key) is not None for key in ("dark", "commands", "messages", "prints"))

    @property
    def _has_broker(self):
        return "commands" in self._promise or "messages" in self._promise

    def play(self, program):
        """Status, trace and log of the replay."""
        programs = [self._example["program"]] if "prints" in self._promise else []
        clients = len(programs) + self._has_broker + 1
        with open(self._folder / "trace", "w+", encoding="utf-8") as trace:
            replay = subprocess.Popen(
                [*self._words, "--clients", str(clients)], env=self._environment, stdin=subprocess.DEVNULL, stdout=trace,
                stderr=subprocess.PIPE, text=True)
            reader = threading.Thread(target=self._read, args=[replay.stderr])
            reader.start()
            try:
                self._is_ready.wait(PATIENCE)
                if self._socket.exists():
                    self._serve(Path(program).with_name("touchd-mqtt"), programs)
                status = replay.wait(PATIENCE)
            finally:
                replay.kill()
                reader.join()
            trace.seek(0)
            return status, trace.read(), "".join(self._log)

    def _read(self, errors):
        for line in errors:
            self._log.append(line)
            if "subscribed at" in line:
                self._is_ready.set()
        # It may have ended at once.
        self._is_ready.set()

    def _serve(self, bridge, programs):
        house, end_all = None, None
        listeners = [self._listener(words) for words in programs]
        try:
            if self._has_broker:
                # Only here: it needs what the tests of touchd-mqtt need.
                from broker import House, end_all
                house = House(bridge, self._example["broker"], self._folder, self._socket)
                for command in self._promise.get("commands", []):
                    house.command(*command)
            first = [{"screen": "dark"}] if self._promise.get("dark") else []
            self._ask([*first, {"subscribe": ["event"]}], listeners)
            self.messages = house.messages() if house else []
            self.printed = [line for listener in listeners for line in self._output(listener)]
        finally:
            for listener in listeners:
                listener.kill()
            if end_all:
                end_all()

    def _ask(self, requests, listeners):
        """As a client: asks, and hears the replay to its end."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            client.connect(str(self._socket))
            client.sendall("".join(json.dumps(request) + "\n" for request in requests).encode())
            try:
                refusals = [line for line in client.makefile() if '"kind":"error"' in line]
            except TimeoutError:
                complaints = [self._complaints(listener) for listener in listeners]
                raise Failure(f"the replay does not go on: {''.join([*self._log, *complaints])}") from None
            if refusals:
                raise Failure(f"touchd refuses: {refusals}")

    def _listener(self, words):
        return subprocess.Popen(
            words, env=self._environment | {"PYTHONPATH": str(CLIENT)}, cwd=ROOT / "Examples",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    @staticmethod
    def _complaints(listener):
        listener.kill()
        return listener.communicate()[1]

    @staticmethod
    def _output(listener):
        output, complaints = listener.communicate(timeout=PATIENCE)
        if listener.returncode or complaints:
            raise Failure(f"{listener.args} ends with {listener.returncode}: {complaints}")
        return output.splitlines()
