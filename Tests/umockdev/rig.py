# SPDX-License-Identifier: MIT
"""What every scenario with a panel has: a testbed, and the programs on it. The fixture `rig` makes one."""

import json
import os
import signal
import socket
import time
from pathlib import Path

from evdev_mock import FakeTouchscreen, UMockdev
from panel import Panel
from process import Failure, Process, replace, wait_until

LAYOUT = Path(__file__).parent.with_name("live") / "layout.yaml"

# Two points of the panel, in its own units: in the button's half, and beside it.
IN_BUTTON, BESIDE = (1000, 2000), (3000, 2000)
# How often wear is repeated; until the second number caches fill, and tables take their size.
TIMES, WARM = 1000, 100
# What an allocator may hold on to; a leak of 300 bytes a time is more.
SLACK = 256 << 10


class Rig:
    """A testbed with one panel, not plugged in yet, and the processes that were started on it."""

    def __init__(self, binary, folder, panel=None):
        if "umockdev" not in os.environ.get("LD_PRELOAD", ""):
            raise Failure("without umockdev-wrapper no udev event is sent: begin with the folder's `run`")
        self.binary, self.folder = binary, folder
        self.testbed = UMockdev.Testbed.new()
        self.panel = FakeTouchscreen(self.testbed, panel or Panel.multitouch())
        self.services = []
        self._service = {}

    def another(self, port, **identity):
        """One more panel, of the same kind if it has no other name, at a port of its own."""
        place = {"phys": f"usb-0000:00:14.0-{port}/input0", "id_path": f"pci-0000:00:14.0-usb-0:{port}:1.0"}
        return FakeTouchscreen(self.testbed, Panel.multitouch(**place, **identity))

    def start(self, *arguments, environment={}, before=(), **options):
        """Starts touchd, by the words before it perhaps."""
        return Process([*before, self.binary, *map(str, arguments)], self.environment | environment, **options)

    def run(self, *arguments, status=None, **options):
        """Starts touchd and waits for its end, with a status perhaps."""
        process = self.start(*arguments, **options)
        process.wait()
        if status is not None:
            process.require_status(status)
        return process

    @property
    def environment(self):
        return os.environ | {"UMOCKDEV_DIR": self.testbed.get_root_dir()} | self._service

    def service_manager(self, watchdog, folder=None):
        """Stands in for systemd, for what is started from now on. The watchdog's time is in seconds; the folder is the
        service's own."""
        manager = ServiceManager((folder or self.folder) / "notify")
        own = {"STATE_DIRECTORY": str(folder)} if folder else {}
        self._service = own | {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": str(int(watchdog * 1e6))}
        return manager

    def end_services(self):
        """Each ends well when it is asked to."""
        for service in self.services:
            service.daemon.end(signal.SIGTERM)


class ServiceManager:
    """The end of systemd: what a service sends it, message by message."""

    def __init__(self, path):
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(Process.patience)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()
        self.path.unlink()

    def expect(self, words):
        """Waits for a message with these words."""
        seen = []
        deadline = time.monotonic() + Process.patience
        while time.monotonic() < deadline:
            try:
                seen.append(self._socket.recv(4096).decode())
            except TimeoutError:
                break
            if words in seen[-1]:
                return seen[-1]
        raise Failure(f"the service manager never got {words}; it got {seen[-5:]}")


class Service:
    """A daemon with its own layout file and sockets, which has to end well with the scenario."""

    def __init__(self, rig, text=None, *, daemon_file=None, **options):
        self.rig, self._options = rig, options
        self.layout = self.config = rig.folder / "layout.yaml"
        self.replace(text or LAYOUT.read_text())
        self.socket, self.events = rig.folder / "control.sock", rig.folder / "events.sock"
        if daemon_file:
            self.config = rig.folder / "touchd.yaml"
            self.config.write_text(daemon_file)
        rig.services.append(self)
        self.begin()

    @classmethod
    def touchable(cls, rig, *arguments, **options):
        """One that uses the panel."""
        service = cls(rig, *arguments, **options)
        rig.panel.plug(0)
        service.daemon.expect_text(r"using.*event0")
        return service

    def begin(self):
        """Starts it, again perhaps."""
        self.socket.unlink(missing_ok=True)
        self.daemon = self.rig.start("run", "-c", self.config, "--socket", self.socket, "--events", self.events,
                                     **self._options)
        wait_until(lambda: self.is_listening or not self.daemon.is_running, "there is no control socket")

    def ask(self, *words, status=None):
        return self.rig.run(*words, "--socket", self.socket, status=status)

    def reload(self):
        self.ask("reload", status=0)

    @property
    def status(self):
        return json.loads(self.ask("status", "--json", status=0).output[0])

    def rewrite(self, *changes):
        """Changes the layout."""
        text = self.layout.read_text()
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        self.replace(text)

    def replace(self, text):
        replace(self.layout, text)

    def tap(self, panel, place=IN_BUTTON, *, tracking_id=1):
        panel.tap(place, tracking_id)

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
        assert verdict["kind"] == "ok"
        return verdict["text"]

    def quick_status(self):
        return json.loads(self.answer(self.converse(status="json")))


class Footprint:
    """What a process holds: memory that it has written to, in bytes, and descriptors.

    Pages of the program and of libraries are left out: whether they count as its own depends on other processes.
    """

    def __init__(self, pid):
        self._pid = pid
        with open(f"/proc/{pid}/smaps_rollup") as sums:
            sizes = dict(line.split(":") for line in list(sums)[1:])
        self.bytes, self.resident = (int(sizes[key].split()[0]) << 10 for key in ("Anonymous", "Rss"))
        self.descriptors = len(os.listdir(f"/proc/{pid}/fd"))

    def __str__(self):
        return f"{self.bytes >> 10} KiB of {self.resident >> 10} resident and {self.descriptors} descriptors"

    def require_flat(self, before, what):
        """Says how much it was and is. A client that has just gone is there for a moment."""
        wait_until(lambda: Footprint(self._pid).descriptors <= before.descriptors, f"{self}; before {before}")
        assert self.bytes - before.bytes <= SLACK
        return f"after {WARM} {what} {before}, after {TIMES} {self}"
