# SPDX-License-Identifier: MIT
"""What a scenario works with: touchscreens, touchd as a dump and as a service, and verdicts with a figure."""

import os
import signal
import time
from collections import Counter

from node import udev_knows
from panel import Panel
from process import Process, wait_until, written
from service import HERE, TOUCHD, Service, daemon_file, layout
from uinput import KEY_A, Device, Touchscreen
from verdicts import Verdicts, scenario  # noqa: F401

# Two points of the panel, in its own units: in the button's half, and beside it.
IN_BUTTON, BESIDE = (1000, 2000), (3000, 2000)

# Seconds of the guest, whose processor is a slow one.
Process.patience = 30.0


class Dump(Process):
    """A running `touchd --dump --json --raw`."""

    def stop(self):
        """Keeps it from reading, until `go_on`."""
        self.signal(signal.SIGSTOP)
        wait_until(lambda: "\nState:\tT" in written(f"/proc/{self.pid}/status"), "the dump does not stop")

    def go_on(self):
        self.signal(signal.SIGCONT)

    def lines(self, kind, **wanted):
        """The lines of the trace so far that have these keys."""
        wanted["kind"] = kind
        return [line for line in self.trace if wanted.items() <= line.items()]

    @property
    def balance(self):
        """How many touches began, ended and were cancelled; and which did not begin and end just once."""
        phases = Counter(line["phase"] for line in self.lines("touch"))
        begun = Counter(line["touch"] for line in self.lines("touch", phase="began"))
        last = [line for line in self.lines("touch") if line["phase"] in ("ended", "cancelled")]
        over = Counter(line["touch"] for line in last)
        unequal = sorted(touch for touch in begun | over if not begun[touch] == over[touch] == 1)
        return phases["began"], phases["ended"], phases["cancelled"], unequal


class Rig(Verdicts):
    """The devices and processes of one scenario, and its verdicts."""

    def __init__(self, name):
        super().__init__(name)
        self._devices, self._processes, self._services = [], [], []

    def plug(self, **identity):
        """A touchscreen; the kernel gives it the lowest event number that is free."""
        return self._keep(Touchscreen(Panel.multitouch(**identity)))

    def plug_keyboard(self):
        """Something that is no touchscreen, and takes the lowest event number that is free."""
        return self._keep(Device("Keyboard in between", (0x03, 0x1234, 0x9ABC, 1), keys=(KEY_A,)))

    def _keep(self, device):
        self._devices.append(device)
        return device

    def dump(self, layout="layout.yaml"):
        return self._start(Dump, TOUCHD, "--dump", "--json", "--raw", "-c", HERE / layout)

    def run(self, *arguments):
        """Starts touchd and waits for its end."""
        process = self._start(Process, TOUCHD, *arguments)
        process.wait()
        process.require_status(0)
        return process

    def background(self, *command):
        """Starts a program, and goes on."""
        return self._start(Process, *command)

    def _start(self, kind, *command):
        process = kind(command, os.environ | {"RUNTIME_DIRECTORY": "/run"})
        self._processes.append(process)
        return process

    def service(self, files=None):
        """The service, started with its files below /etc/touchd. One in a scenario."""
        kiosk = {"touchd.yaml": daemon_file("kiosk.yaml"), "kiosk.yaml": layout()}
        service = Service()
        self._services.append(service)
        service.start(kiosk | (files or {}))
        return service

    def end(self, dump):
        """Ends the dump as Ctrl-C does. Whatever happened, each touch that began is over by then, once."""
        dump.end(signal.SIGINT)
        began, ended, cancelled, unequal = dump.balance
        self.check(
            "every touch ends once", began == ended + cancelled > 0 and not unequal,
            f"{began} began, {ended} ended, {cancelled} cancelled"
            + (f"; touches that did not: {unequal}" if unequal else ""))

    def close(self):
        for service in self._services:
            service.close()
        for process in self._processes:
            process.kill()
        for device in self._devices:
            device.unplug()


def settled(panel):
    """Waits until udev has finished with the panel."""
    wait_until(lambda: udev_knows(panel.node), f"udev says nothing of {panel.node}")
    return panel


def now():
    return time.monotonic()
