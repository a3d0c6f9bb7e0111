# SPDX-License-Identifier: MIT
"""A daemon as a service: its layout, and its control socket."""

import json
import socket

from rig import IN_BUTTON, LAYOUT
from fingers import land, lift, touching
from process import Failure, Process, wait_until


class Service:
    """A daemon with its own layout file and control socket."""

    def __init__(self, rig, text=None, *, daemon_file=None, spoil=None):
        self.rig = rig
        self.layout = rig.folder / "layout.yaml"
        self.replace(text or LAYOUT.read_text())
        self.socket = rig.folder / "control.sock"
        self.events = rig.folder / "events.sock"
        self.config = self.layout
        if daemon_file:
            self.config = rig.folder / "touchd.yaml"
            self.config.write_text(daemon_file)
        if spoil:
            spoil(self)
        self.begin()

    def begin(self):
        """Starts it, again perhaps."""
        self.socket.unlink(missing_ok=True)
        self.daemon = self.rig.start("run", "-c", self.config, "--socket", self.socket, "--events", self.events)
        wait_until(lambda: self.is_listening or not self.daemon.is_running, "there is no control socket")

    def ask(self, *words):
        return self.rig.run(*words, "--socket", self.socket)

    def reload(self):
        client = self.ask("reload")
        client.require_status(0)

    @property
    def status(self):
        client = self.ask("status", "--json")
        client.require_status(0)
        return json.loads(client.output[0])

    def rewrite(self, *changes):
        """Writes the layout as an editor does: a new file takes the name of the old one."""
        text = self.layout.read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        self.replace(text)

    def replace(self, text):
        fresh = self.layout.with_suffix(".new")
        fresh.write_text(text)
        if self.layout.is_dir():
            self.layout.rmdir()
        fresh.rename(self.layout)

    def tap(self, panel, place=IN_BUTTON, *, tracking_id=1):
        panel.frame(*land(0, tracking_id, *place), *touching(True))
        panel.frame(*lift(0), *touching(False))

    @property
    def is_listening(self):
        """Whether a client can connect: the socket's file is there a moment before that."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            return client.connect_ex(str(self.socket)) == 0

    def converse(self, **request):
        """Asks without a program in between: opens a conversation, of which `answer` is the end."""
        conversation = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        conversation.settimeout(Process.patience)
        conversation.connect(str(self.socket))
        conversation.sendall(f"{json.dumps(request)}\n".encode())
        return conversation

    @staticmethod
    def verdict(conversation):
        """The answer, good or bad: the second line, after `hello`."""
        with conversation, conversation.makefile() as lines:
            return [json.loads(lines.readline()) for _ in range(2)][1]

    @classmethod
    def answer(cls, conversation):
        verdict = cls.verdict(conversation)
        if verdict["kind"] != "ok":
            raise Failure(f"the daemon said {verdict}")
        return verdict["text"]

    def quick_status(self):
        return json.loads(self.answer(self.converse(status="json")))
