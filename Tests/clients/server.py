# SPDX-License-Identifier: MIT
"""A daemon that says what a test wants."""

import json
import socket
import threading
from contextlib import suppress

HELLO = '{"kind":"hello","protocol":1,"touchd":"0.1.0","pid":1}\n'
OK = None
UNTIL_IT_LEAVES = UNTIL_IT_ASKS = 0


class Server:
    """Stands in for touchd: each connection gets its script, after so many requests as it answers; functions are called."""

    def __init__(self, path, *conversations):
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        # What was asked, a list for each connection.
        self.asked = []
        self.thread = threading.Thread(target=self._serve, args=(conversations,), daemon=True)
        self.thread.start()

    def _serve(self, conversations):
        for conversation in conversations:
            connection, _ = self._listener.accept()
            # A client may leave with lines that it has not read.
            with connection, connection.makefile("r") as requests, suppress(ConnectionError):
                self.asked.append([])
                for step in conversation:
                    if isinstance(step, str):
                        connection.sendall(step.encode())
                    elif callable(step):
                        step()
                    elif line := requests.readline():
                        request = json.loads(line)
                        self.asked[-1].append({key: request[key] for key in request if key != "id"})
                        if step is OK:
                            connection.sendall(json.dumps({"kind": "ok", "id": request["id"]}).encode() + b"\n")
