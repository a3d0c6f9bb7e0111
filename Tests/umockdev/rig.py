# SPDX-License-Identifier: MIT
"""What every scenario has: the program on a testbed, and the table in which the scenarios stand."""

import os
import shutil
import socket
import tempfile
import time
from pathlib import Path

from evdev_mock import FakeTouchscreen, UMockdev
from panel import Panel
from process import Failure, Process

LAYOUT = Path(__file__).parent.with_name("live") / "layout.yaml"

# Two points of the panel, in its own units: in the button's half, and beside it.
IN_BUTTON, BESIDE = (1000, 2000), (3000, 2000)


class NotRun(Exception):
    """Why a scenario cannot be run here."""


class Rig:
    """A testbed with one panel, not plugged in yet, a folder for files, and the started processes."""

    def __init__(self, binary, panel=None):
        self.binary = binary
        self.testbed = UMockdev.Testbed.new()
        self.panel = FakeTouchscreen(self.testbed, panel or Panel.multitouch())
        self.folder = Path(tempfile.mkdtemp(prefix="touchd-test-"))
        self._processes = []
        self._service = {}

    def start(self, *arguments, environment={}, **options):
        return self.start_other([self.binary, *map(str, arguments)], self.environment | environment, **options)

    def start_other(self, command, environment, **options):
        """Starts any program, which ends with the scenario."""
        process = Process(command, environment, **options)
        self._processes.append(process)
        return process

    def run(self, *arguments, **options):
        """Starts touchd and waits for its end."""
        process = self.start(*arguments, **options)
        process.wait()
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

    def close(self):
        for process in self._processes:
            process.kill()
        shutil.rmtree(self.folder)


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


SCENARIOS = {}
ON_REQUEST = set()


def scenario(title, panel=None, asked=False):
    """A scenario of this title, on this panel. With `asked`, it is run only if it is named."""

    def register(function):
        SCENARIOS[function.__name__] = (title, panel, function)
        if asked:
            ON_REQUEST.add(function.__name__)
        return function

    return register
