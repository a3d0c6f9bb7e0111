# SPDX-License-Identifier: MIT
"""A speech-dispatcher that writes down what it would say, and when: enough of SSIP for python3-speechd."""

import socketserver
import threading
import time


class Conversation(socketserver.StreamRequestHandler):
    """A client. An utterance lasts until `Dispatcher.finish` is called, or a client cancels it."""

    def handle(self):
        server, settings = self.server.dispatcher, {}
        while line := self.rfile.readline().decode().strip():
            words = line.split()
            if words[0] == "SPEAK":
                self.reply("230 OK RECEIVING DATA")
                text = []
                # A client may end in the middle of it.
                while (part := self.rfile.readline()) not in (b"", b".\r\n"):
                    text.append(part.decode().rstrip("\r\n"))
                server.add(self, " ".join(text), dict(settings))
            elif line.startswith("HISTORY GET CLIENT_ID"):
                self.reply("245-1\r\n245 OK")
            else:
                if words[0] == "SET":
                    settings[words[2].lower()] = words[3]
                if words[0] == "CANCEL":
                    server.end(self, "703-{}\r\n703-1\r\n703 CANCELED")
                self.reply("208 OK")
                if words[0] == "QUIT":
                    return

    def reply(self, text):
        with self.server.dispatcher.lock:
            self.wfile.write(text.encode() + b"\r\n")


class Dispatcher:
    """`said` has tuples: the text, its language, rate and volume, and the time at which it came."""

    def __init__(self, path, lasts=None):
        self.lock, self.said, self._open, self._number, self._lasts = threading.RLock(), [], None, 0, lasts
        server = socketserver.ThreadingUnixStreamServer(str(path), Conversation)
        server.daemon_threads, server.dispatcher = True, self
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def add(self, client, text, settings):
        with self.lock:
            now, self._number = time.monotonic(), self._number + 1
            self._open = (client, self._number)
            client.reply(f"225-{self._number}\r\n225 OK MESSAGE QUEUED")
            self.said.append((text, settings.get("language"), settings.get("rate"), settings.get("volume"), now))
        if self._lasts == 0:
            self.finish()

    def finish(self):
        self.end(None, "702-{}\r\n702-1\r\n702 END")

    def end(self, client, words):
        with self.lock:
            if self._open and (client is None or client is self._open[0]):
                (client, number), self._open = self._open, None
                client.reply(words.format(number))

    @property
    def texts(self):
        return [entry[0] for entry in self.said]
