# SPDX-License-Identifier: MIT
"""A compositor with one client, as a kiosk has them, and `libinput debug-events` beside it."""

import grp
import os
import re
import subprocess
import time
from pathlib import Path

from page import LibinputLog, Page
from process import Failure, wait_until
from service import PAUSE

LOGS = Path("/run/log/rig")
RUNTIME = Path("/run/user/1000")
HERE = Path(__file__).parent
USER = 1000
# Seconds in which nothing comes any more, when what was written has arrived everywhere.
QUIET = 0.25

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "XDG_RUNTIME_DIR": str(RUNTIME),
    "LIBSEAT_BACKEND": "seatd",
}
# wlroots on a screen of its own making; the input is the machine's.
HEADLESS = {
    "WLR_BACKENDS": "headless,libinput",
    "WLR_RENDERER": "pixman",
    "WLR_LIBINPUT_NO_DEVICES": "1",
    "WLR_HEADLESS_OUTPUTS": "1",
}


def prepare():
    """What all compositors need: a user, since they refuse to be root, and a seat."""
    with open("/etc/passwd", "a") as users, open("/etc/group", "a") as groups:
        users.write(f"kiosk:x:{USER}:{USER}::/tmp:/bin/sh\n")
        groups.write(f"kiosk:x:{USER}:\n")
    RUNTIME.mkdir(parents=True)
    os.chown(RUNTIME, USER, USER)
    RUNTIME.chmod(0o700)
    LOGS.mkdir(parents=True)
    LOGS.chmod(0o1777)
    Path("/tmp/.X11-unix").mkdir(mode=0o1777, exist_ok=True)
    # The cage of Debian 12 does not start without an Xwayland. It would start it at the first X client.
    xwayland = Path("/usr/bin/Xwayland")
    if not xwayland.exists():
        xwayland.write_text("#!/bin/sh\nexit 1\n")
        xwayland.chmod(0o755)
    _start(["seatd", "-g", "video", "-l", "error"], LOGS / "seatd", ENVIRONMENT | {"SEATD_VTBOUND": "0"})
    wait_until(Path("/run/seatd.sock").exists, "seatd does not start", PAUSE)


def _start(command, log, environment, as_user=False):
    identity = {"user": USER, "group": USER, "extra_groups": [grp.getgrnam("video").gr_gid]} if as_user else {}
    with open(log, "w") as output:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, env=environment,
            start_new_session=True, **identity)


def sockets():
    """The names of compositors' sockets."""
    return [path.name for path in RUNTIME.glob("wayland-*") if path.suffix != ".lock"]


def drops_palms(compositor):
    """Whether it keeps from its clients that a touch is withdrawn. Of Debian's, sway from 1.9 does not."""
    if compositor != "sway":
        return True
    version = re.search(r"(\d+)\.(\d+)", subprocess.run(["sway", "--version"], capture_output=True, text=True).stdout)
    return (int(version[1]), int(version[2])) < (1, 9)


def forgets_last_frame(compositor):
    """Whether no wl_touch.frame comes after the last finger has lifted."""
    return compositor == "weston" and is_old_weston()


def is_old_weston():
    """Whether it is Debian 12's."""
    return " 10." in subprocess.run(["weston", "--version"], capture_output=True, text=True).stdout


class Desktop:
    """The processes, with their logs below LOGS."""

    def __init__(self, compositor, tag, page=None):
        """`page` is a client of another kind, with its `command`, in the place of the one that prints its touches."""
        self.compositor = compositor
        self._tag = tag
        self._processes = []
        self.page = page or Page(LOGS / f"{tag}.client")
        self.libinput = LibinputLog(LOGS / f"{tag}.libinput")
        for socket in RUNTIME.glob("wayland-*"):
            socket.unlink()
        try:
            self._open(page.command if page else [str(HERE / "client"), str(self.page.path)])
        except BaseException:
            # The next one would meet what is left of it.
            self.close()
            raise

    def _open(self, client):
        self._main = getattr(self, f"_{self.compositor}")(client)
        wait_until(lambda: self.page.size or self._main.poll() is not None, self._complaint, PAUSE)
        if not self.page.size:
            raise Failure(self._complaint())
        self.environment = ENVIRONMENT | ({"WAYLAND_DISPLAY": sockets()[0]} if sockets() else {})
        self.start("libinput", "stdbuf", "-oL", "libinput", "debug-events")

    # -- Compositors

    def _cage(self, client):
        return self._compositor(["cage", "-d", "--", *client], HEADLESS)

    def _sway(self, client):
        configuration = Path("/tmp/sway.conf")
        configuration.write_text(f"default_border none\nexec {' '.join(client)}\n")
        return self._compositor(["sway", "-d", "-c", str(configuration)], HEADLESS)

    def _labwc(self, client):
        return self._compositor(["labwc", "-d", "-s", " ".join(client)], HEADLESS)

    def _weston(self, client):
        """Its headless backend has no input, so it has the machine's graphics card; the client comes after it."""
        # Debian 12's has no libseat, so it is root's, with a terminal.
        is_old = is_old_weston()
        configuration = Path("/tmp/weston.ini")
        shell = "kiosk-shell.so" if is_old else "kiosk"
        configuration.write_text(f"[core]\nidle-time=0\nrequire-input=false\nshell={shell}\nxwayland={str(not is_old).lower()}\n")
        command = ["weston", "-c", str(configuration), "--continue-without-input"]
        command += (
            ["--backend=drm-backend.so", "--use-pixman", "--tty=1"] if is_old
            else ["--backend=drm", "--renderer=pixman"])
        main = self._compositor(command, {}, as_user=not is_old)
        wait_until(lambda: sockets() or main.poll() is not None, "weston makes no socket", PAUSE)
        display = (sockets() or ["none"])[0]
        self._after(client, {"WAYLAND_DISPLAY": display, "DISPLAY": ":0"}, not is_old)
        return main

    def _xorg(self, client):
        """No compositor: an X server on a screen of its own making, with libinput's driver."""
        main = self._compositor(
            ["Xorg", ":0", "-ac", "-novtswitch", "-sharevts", "-config", str(HERE / "xorg.conf")], {}, as_user=False)
        wait_until(lambda: Path("/tmp/.X11-unix/X0").exists() or main.poll() is not None, "Xorg makes no socket", PAUSE)
        self._after(client, {"DISPLAY": ":0"}, True)
        return main

    def _after(self, client, display, as_user):
        self._keep(_start(client, LOGS / f"{self._tag}.page", ENVIRONMENT | display, as_user))

    def _compositor(self, command, more, as_user=True):
        return self._keep(_start(command, LOGS / f"{self._tag}.compositor", ENVIRONMENT | more, as_user))

    def _complaint(self):
        said = (LOGS / f"{self._tag}.compositor").read_text(errors="replace").splitlines()
        return f"{self.compositor} shows no client; it said last: {' | '.join(said[-4:])}"

    # -- Processes

    def _keep(self, process):
        self._processes.append(process)
        return process

    def start(self, name, *command):
        """Starts a program beside it, as root; its log is what it writes."""
        return self._keep(_start(command, LOGS / f"{self._tag}.{name}", self.environment))

    def log(self, name):
        return LOGS / f"{self._tag}.{name}"

    def close(self):
        for process in reversed(self._processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    # -- What it sees

    def has_open(self, node):
        for file in Path(f"/proc/{self._main.pid}/fd").iterdir():
            try:
                if os.readlink(file) == str(node):
                    return True
            except OSError:  # Closed meanwhile.
                pass
        return False

    def uses(self, node):
        """Waits until compositor and libinput have opened a node: what is written before is lost."""
        wait_until(lambda: self.has_open(node), f"{self.compositor} does not open {node}", PAUSE)
        wait_until(lambda: self.libinput.knows(node), f"libinput does not open {node}", PAUSE)
        self.quiet()

    def quiet(self):
        """Waits until nothing has come for a while."""
        size, since = -1, time.monotonic()
        while time.monotonic() - since < QUIET:
            now = self.page.length + self.libinput.length
            if now != size:
                size, since = now, time.monotonic()
            time.sleep(0.02)

    def mark(self):
        """What comes from now on is new."""
        self.quiet()
        self.page.mark()
        self.libinput.mark()

    @property
    def held(self):
        """What is still down, in words; empty if nothing is."""
        said = [f"client: ids {sorted(self.page.held)}"] if self.page.held else []
        return ", ".join(said + ([f"libinput: {sorted(self.libinput.held)}"] if self.libinput.held else []))
