# SPDX-License-Identifier: MIT
"""The steps of docs/upgrading.md, one after the other, on one machine. Verdicts, then a line `done`."""

import grp
import os
import pwd
import shutil
from pathlib import Path

from journal import seconds
from process import wait_until
from rig import HERE, IN_BUTTON, Rig, now, settled
from service import CONFIGURATION, PAUSE, TOUCHD, Service, daemon_file, layout, run, systemctl
from verdicts import perform, show

OLD, NEW = HERE / "old.deb", HERE / "new.deb"
BACKUP = Path("/root/touchd-backup")
MARK = Path("/run/touchd/mark")
FILES = {"touchd.yaml": daemon_file("kiosk.yaml"), "kiosk.yaml": layout(to="audit, mark")}
# The facts of a line of the trace that no version may change.
FACTS = ("kind", "phase", "slot", "raw", "at", "view", "name", "state")


def apt(*words):
    """As the document has it, but for the questions, which have no answer here."""
    return run(
        "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "--no-install-recommends", "-o",
        "Dpkg::Options::=--force-confold", *words)


def extracted(package, folder):
    """The program of a package that is not installed."""
    run("dpkg-deb", "--extract", package, folder)
    return f"{folder}/usr/bin/touchd"


class Story:
    def __init__(self, rig):
        self.rig, self.check = rig, rig.check
        self.service = Service()
        self.panel = None

    def installed(self, what, result, package):
        """The package is there, and the service runs it."""
        version = run("dpkg-deb", "--field", package, "Version").output.strip()
        known = run("dpkg-query", "--show", "--showformat=${Version} ${db:Status-Status}", "touchd").output
        wait_until(
            lambda: systemctl("is-active").output.strip() == "active",
            lambda: f"the service does not run: {self.service.journal.last_words()}", PAUSE)
        status = self.service.status()
        self.check(
            what, result.status == 0 and known == f"{version} installed" and version.startswith(status["version"]),
            f"dpkg has {known}, the service is {status['version']}; {result if result.status else 'status 0'}")

    def touch(self):
        """What a tap on the button becomes: in a dump's trace, in the journal, and for a program of `exec`."""
        MARK.unlink(missing_ok=True)
        dump = self.rig.dump()
        dump.expect(kind="device", change="added", path=self.panel.node)
        self.panel.tap(IN_BUTTON)
        self.service.journal.message("gesture press ended on button")
        wait_until(lambda: MARK.exists() and MARK.stat().st_size, "the program of `exec` has left nothing")
        dump.expect(kind="event", name="press", state="ended")
        dump.expect(kind="touch", phase="ended")
        dump.end(2)
        trace = [[line.get(fact) for fact in FACTS] for line in dump.lines("touch") + dump.lines("event")]
        told = dict(pair.split("=", 1) for pair in MARK.read_text().rstrip("\0").split("\0"))
        return trace, {key: told.get(key) for key in ("TOUCHD_EVENT", "TOUCHD_VIEW", "TOUCHD_STATE", "TOUCHD_X", "TOUCHD_Y")}

    def same(self, what):
        """A tap comes to what it came to at first."""
        trace, told = touch = self.touch()
        self.check(what, touch == self.before, f"{len(trace)} lines of the trace, the program got {told}"
                   + ("" if touch == self.before else f"; it was {self.before}, it is {touch}"))

    def files(self, what):
        kept = {name: (CONFIGURATION / name).read_text() == text for name, text in FILES.items()}
        beside = sorted(path.name for path in CONFIGURATION.iterdir() if path.name not in FILES)
        self.check(what, all(kept.values()), f"{', '.join(kept)} as they were, beside {', '.join(beside)}")

    # -- The steps

    def first(self):
        self.installed("0.1.0", apt(OLD), OLD)
        self.service.start(FILES)
        self.panel = self.rig.plug()
        self.service.uses(self.panel)
        settled(self.panel)
        self.before = self.touch()
        trace, told = self.before
        self.check(
            "a tap with 0.1.0", len(trace) == 3 and told["TOUCHD_EVENT"] == "press",
            f"{len(trace)} lines of the trace, the program got {told}")

    def prepare(self):
        shutil.copytree(CONFIGURATION, BACKUP)
        program = extracted(NEW, "/run/new")
        verdict = run(program, "check", "--strict", CONFIGURATION / "touchd.yaml")
        self.check(
            "the new program checks the files", verdict.status == 0, verdict)

    def upgrade(self, what):
        former = self.service.pid
        self.panel.land((0, IN_BUTTON))
        started = now()
        result = apt(NEW)
        took = now() - started
        stopped = int(show("InactiveEnterTimestampMonotonic")) / 1e6
        # What the old process has said of it does not count.
        used = 0
        while used < stopped:
            used = seconds(self.service.uses(self.panel))
        gap = used - stopped
        self.installed(what, result, NEW)
        # The old one ends what it has begun; the new one knows nothing of the finger, and waits for the next.
        self.service.journal.message("touchesCancelled on button")
        self.panel.lift(0)
        self.check(
            f"{what}, the panel", self.service.pid != former and 0 <= gap < 10,
            f"used again {gap:.1f} s after the old process ended; apt took {took:.0f} s")

    def look(self):
        group = grp.getgrnam("touchd-events")
        status = Path(f"/proc/{self.service.pid}/status").read_text()
        gid = next(int(line.split()[2]) for line in status.splitlines() if line.startswith("Gid:"))
        self.check("the group of the events", gid == group.gr_gid, f"touchd-events, {group.gr_gid}, and the process has it")
        socket = Path("/run/touchd-events/events.sock")
        mode = socket.stat()
        self.check(
            "the events socket", mode.st_gid == group.gr_gid and mode.st_mode & 0o777 == 0o660,
            f"{socket} of touchd-events, mode {mode.st_mode & 0o777:04o}")
        owner = pwd.getpwuid(Path("/dev/uinput").stat().st_uid).pw_name
        self.check("/dev/uinput", owner == "touchd", f"belongs to {owner}")
        kept = Path("/var/lib/touchd/last-good")
        wait_until(kept.exists, "there is no copy of the last good files", PAUSE)
        self.check("the copy of the last good files", True, f"{kept}, {kept.stat().st_size} bytes")
        listener = self.rig.background(TOUCHD, "listen", "--state")
        listener.expect(kind="state_end")
        self.panel.tap(IN_BUTTON)
        heard = listener.expect(kind="event", name="press", state="ended")
        self.check("a program that listens", heard["view"] == "button", f"heard {heard['name']} on {heard['view']}")
        files = [os.readlink(file) for file in Path(f"/proc/{self.service.pid}/fd").iterdir()]
        listener.kill()
        self.check("the panel is open", self.panel.node in files, f"{len(files)} descriptors")

    def back(self):
        # What 0.2.0 alone has is a mistake for 0.1.0, which does not start then.
        self.service.write("touchd.yaml", FILES["touchd.yaml"] + "units: [kiosk.service]\n")
        accepted = run(TOUCHD, "check", CONFIGURATION / "touchd.yaml")
        refused = run(extracted(OLD, "/run/old"), "check", CONFIGURATION / "touchd.yaml")
        self.check(
            "a key of 0.2.0", accepted.status == 0 and refused.status == 1, f"0.2.0: {accepted}; 0.1.0: {refused}")
        shutil.copytree(BACKUP, CONFIGURATION, dirs_exist_ok=True)
        self.installed("back to 0.1.0", apt("--allow-downgrades", OLD), OLD)
        self.service.uses(self.panel)
        self.files("the files of 0.1.0")
        self.same("a tap with 0.1.0 again")

    def tell(self):
        self.first()
        self.prepare()
        self.upgrade("0.2.0")
        self.files("the administrator's files")
        self.same("the same tap")
        self.look()
        self.back()
        self.upgrade("0.2.0 again")
        self.same("the same tap again")


began = now()
perform(lambda rig: Story(rig).tell(), Rig("upgrade"))
print(f"done  in {now() - began:.0f} s", flush=True)
