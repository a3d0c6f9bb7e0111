# SPDX-License-Identifier: MIT
"""What Chromium, GTK and Qt make of touches that are withdrawn from them: Tests/toolkits/plan.py."""

import json
import os
import re
import time

import devtools
from desktop import HERE, LOGS, drops_palms
from expected import is_expected
from page import Log
from plan import CANCELS, SIZE, TRIALS, effects, layout, steady
from process import wait_until
from service import PAUSE
from stage import PAGES, scenario

# Seconds: the most that a state may change for; until a client shows itself, and until it answers.
FLING, START, ANSWER = 20.0, 300.0, 60.0
# Before everything else that runs: on one slow processor fingers come late otherwise.
PRIORITY = 10

# Every toolkit has the touches from libwayland, which writes down what comes; not every one shows them all to a program.
COMMON = {
    "WAYLAND_DEBUG": "client", "GDK_BACKEND": "wayland", "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "NO_AT_BRIDGE": "1",
}
QT = {
    "QT_QPA_PLATFORM": "wayland", "QT_QUICK_BACKEND": "software", "QT_WAYLAND_DISABLE_WINDOWDECORATION": "1",
    "QT_ENABLE_HIGHDPI_SCALING": "0",
}

# Under Xorg, and for the clients whose names say so: in a compositor's Xwayland.
X11 = {"GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb"}

TOUCH = re.compile(r"wl_touch[@#]\d+\.(down|up|cancel)\(")


def wrapped(name, command):
    """A script that is the command: compositors take words apart by rules of their own."""
    script = LOGS / f"{name}.sh"
    words = " ".join("'" + word.replace("'", "'\\''") + "'" for word in command)
    script.write_text(f"#!/bin/sh\nexec {words} 2>{LOGS / name}.errors\n")
    script.chmod(0o755)
    return [str(script)]


def is_x11(name):
    return "xorg" in name or "x11" in name


class Client(Log):
    """A client of clients/*.py, by its pipe and its log."""

    def __init__(self, name, program):
        super().__init__(LOGS / f"{name}.client")
        self._commands = LOGS / f"{name}.commands"
        os.mkfifo(self._commands)
        self._commands.chmod(0o666)
        self._pipe = os.open(self._commands, os.O_RDWR)
        self._number = 0
        self._wayland = Log(LOGS / f"{name}.errors")
        environment = [f"{key}={value}" for key, value in (COMMON | QT | (X11 if is_x11(name) else {})).items()]
        self.command = wrapped(name, [
            "env", *environment, "python3", "-B", str(HERE / program), str(self._commands), str(self.path)])

    @property
    def _said(self):
        return [json.loads(line) for line in self.all()]

    @property
    def size(self):
        return next((tuple(line["ready"]) for line in self._said if "ready" in line), None)

    @property
    def toolkit(self):
        return next(line["toolkit"] for line in self._said if "toolkit" in line)

    held = frozenset()

    def _ask(self, word):
        self._number += 1
        os.write(self._pipe, f"{word} {self._number}\n".encode())

        return wait_until(
            lambda: next((line for line in reversed(self._said) if line.get(word) == self._number), None),
            f"the client does not answer `{word}` in {ANSWER:.0f} s", PAUSE, ANSWER)

    def open(self):
        pass

    def reset(self):
        self._ask("reset")
        self._wayland.mark()

    def state(self):
        state = self._ask("state")
        del state["state"]
        words = [match[1] for match in map(TOUCH.search, self._wayland.new()) if match]
        ends = [word for word in words if word != "down"]
        # One `cancel` is for all fingers.
        return state | {"pointers": ends, "held": words.count("down") > len(ends) and "cancel" not in ends}


class Chromium(Log):
    """Chromium, by its developer tools."""

    held = frozenset()

    def __init__(self, name, *options):
        super().__init__(LOGS / f"{name}.errors")
        folder = LOGS / f"{name}.pipes"
        folder.mkdir()
        folder.chmod(0o755)
        self._pipes = devtools.Pipes(folder)
        self.tab = None
        self.command = wrapped(name, self._pipes.wrapped([
            "chromium", f"--ozone-platform={'x11' if is_x11(name) else 'wayland'}", "--disable-gpu", "--kiosk",
            f"--window-size={SIZE[0]},{SIZE[1]}", "--window-position=0,0", *devtools.OPTIONS, *options,
            "--user-data-dir=/tmp/profile", "--remote-debugging-pipe", "about:blank"]))

    @property
    def size(self):
        if not self.tab:
            self.tab = devtools.Tab(self._pipes, START)
        # Under X11 it leaves a pixel of the screen free on its own account, for window managers.
        shown = self.tab.value("[innerWidth, innerHeight]")
        return SIZE if all(wanted - 1 <= size <= wanted for size, wanted in zip(shown, SIZE)) else None

    @property
    def toolkit(self):
        return self.tab.toolkit

    def open(self):
        devtools.open_page(self.tab, HERE / "page.html")

    def reset(self):
        devtools.reset_page(self.tab, HERE / "page.html")

    def state(self):
        state = self.tab.value("state()")
        return state | {"held": state["downs"] > len(state["pointers"])}


class Bench:
    """The trials with one client."""

    def __init__(self, stage, toolkit):
        self._stage, self._page = stage, stage.desktop.page
        self._toolkit, self._text = toolkit, None
        self._started = False

    def use(self, text):
        """Has touchd use a layout."""
        if text == self._text:
            return
        self._text = text
        (HERE / "layout_trial.yaml").write_text(text)
        if self._started:
            self._stage.filter.change("trial", SIZE)
        else:
            self._stage.begin("trial")
            os.sched_setscheduler(self._stage.filter.pid, os.SCHED_FIFO, os.sched_param(PRIORITY))
        self._started = True

    def perform(self, trial, cancel):
        """The state after a trial, and that beside which its end is measured, if it is looked at meanwhile."""
        is_control = cancel in ("none", "rest")
        self.use(layout() if is_control else layout(trial.fingers, cancel))
        self._page.reset()
        steady(self._page.state, FLING)
        frames = trial.rest if cancel == "rest" else trial.frames
        look = None if is_control else trial.look
        seen, start = None, time.monotonic()
        for moment, frame in frames:
            if look and moment > look:
                time.sleep(max(start + look - time.monotonic(), 0))
                look, seen = None, self._page.state()
            time.sleep(max(start + moment - time.monotonic(), 0))
            self._stage.panel.touch(frame)
        late = time.monotonic() - start - frames[-1][0]
        # A slide rests for 100 ms before it lifts.
        time.sleep(0.3)
        return steady(self._page.state, FLING), seen, late

    def run(self):
        compositor = self._stage.desktop.compositor
        rests, is_dropped = {}, drops_palms(compositor)
        with open(LOGS / f"{compositor}-{self._toolkit}.measured", "w") as measured:
            for cancel in ("none", "rest", *CANCELS):
                for trial in TRIALS:
                    if cancel == "rest" and not trial.rest:
                        continue
                    outcome, seen, late = self.perform(trial, cancel)
                    if cancel == "rest":
                        rests[trial.name] = outcome
                    beside = None if cancel in ("none", "rest") else seen or rests.get(trial.name)
                    words = effects(outcome, beside)
                    print(json.dumps({
                        "toolkit": self._page.toolkit, "through": compositor, "cancel": cancel, "fingers": trial.fingers,
                        "target": trial.target, "effects": words, "outcome": outcome, "late": round(late, 4),
                    }), file=measured, flush=True)
                    self._stage.check(
                        f"{cancel}, {trial.name}",
                        is_expected(self._toolkit, cancel, trial.name, words, is_dropped),
                        f"{', '.join(words) or 'nothing'}; {', '.join(outcome['pointers'])}; "
                        f"{late * 1000:.0f} ms late")
                    if outcome["held"]:
                        # For all that comes after it this finger is down.
                        return


def bench(name, page):
    def run(stage):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
        stage.desktop.page.open()
        Bench(stage, name).run()

    run.__name__ = name
    PAGES[name] = page
    scenario(run)


bench("gtk", lambda name: Client(name, "client_gtk.py"))
bench("qt", lambda name: Client(name, "client_qt.py"))
bench("quick", lambda name: Client(name, "client_quick.py"))
bench("chromium", Chromium)
