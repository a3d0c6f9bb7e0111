# SPDX-License-Identifier: MIT
"""What programs make of the mouse that touchd moves, by the layout of the recipe `old-program`: TIMES menus and double
clicks, a slider, a list beside a real wheel, momentum that a finger stops, and a kill at each frame of a drag."""

import math
import os
import random
import re
import time
from contextlib import suppress
from pathlib import Path

from desktop import HERE, LOGS
from filters import NODES
from fingers import EV_KEY, EV_REL, EV_SYN, SYN_REPORT
from node import Node
from page import Log
from plan import KNOB, PACE, SIZE, steady
from process import wait_until
from scenario_toolkits import FLING, PRIORITY, Chromium, Client, wrapped
from service import PAUSE
from stage import PAGES, scenario

TIMES, KILLS = int((HERE / "times").read_text()), 50
REL_WHEEL, REL_WHEEL_HI_RES = 8, 11
# Seconds: in which a program shows what a press has done; after which GTK 4 counts a click elsewhere as the first.
SHOWN, APART = 2.0, 0.55
NOTCHES = 10
BUTTON = re.compile(
    r"Button(Press|Release) event.*?time (\d+), .*?root:\((\d+),(\d+)\),\s+state \w+, button (\d)", re.DOTALL)
MOVED = re.compile(r"MotionNotify event.*?root:\((\d+),(\d+)\),", re.DOTALL)
DRAGGED = re.compile(r"MotionNotify event.*?root:\((\d+),\d+\),\s+state 0x1\w\w,", re.DOTALL)


class XEvents(Log):
    """xev: a window of X11, in a compositor's Xwayland."""

    held, toolkit = frozenset(), "xev"

    def __init__(self, name):
        super().__init__(LOGS / f"{name}.client")
        self.command = wrapped(name, [
            "sh", "-c", f"exec stdbuf -oL xev -geometry {SIZE[0]}x{SIZE[1]}+0+0 >{self.path}"])

    @property
    def size(self):
        return SIZE if any("VisibilityNotify" in line for line in self.all()) else None

    open = reset = Log.mark

    def state(self):
        """Its list is a line a notch, and its slider as far as a drag goes."""
        text = "\n".join(self.new())
        buttons = [(word, int(at), (int(x), int(y)), int(button)) for word, at, x, y, button in BUTTON.findall(text)]
        presses = [press for press in buttons if press[0] == "Press"]
        clicks = [press for press in presses if press[3] == 1]
        way = list(map(int, DRAGGED.findall(text)))
        return {
            "menus": [place for _, _, place, button in presses if button == 3], "items": 0,
            "doubles": [b[2] for a, b in zip(clicks, clicks[1:]) if b[1] - a[1] < 400 and a[2] == b[2]],
            "list": sum({5: 1, 4: -1}.get(button, 0) for *_, button in presses),
            "value": way[-1] - clicks[-1][2][0] if way and clicks else 0, "down": 2 * len(presses) - len(buttons),
        }


class Mouse(Node):
    """What touchd's mouse sends, read at its node: `units` of the wheel, 120 a notch, and events of `buttons`."""

    def __init__(self, stage):
        def nodes():
            return [NODES / name.parent.parent.name for name in Path("/sys/class/input").glob("event*/device/name")
                    if re.fullmatch("touchd .* pointer\n", name.read_text())]

        (node,) = wait_until(nodes, "touchd makes no mouse", PAUSE)
        stage.desktop.uses(node)
        super().__init__(node)
        self.units = self.buttons = 0

    def read(self):
        """The units so far."""
        with suppress(BlockingIOError):
            for kind, code, value in self.events():
                self.buttons += kind == EV_KEY
                if (kind, code) == (EV_REL, REL_WHEEL_HI_RES):
                    self.units += value
        return self.units


class Program:
    """The trials with one program."""

    def __init__(self, stage):
        self._stage, self._page, self._panel = stage, stage.desktop.page, stage.panel
        self._mouse = Mouse(stage)
        if stage.desktop.compositor == "weston":  # It announces a mouse with its first event, too late for that press.
            self._panel.tap_at((720, 400))
        self._chance, self._last = random.Random(30), (0, 0)

    def _somewhere(self):
        """A place of what has a menu, so far from the last one that no press is a second click."""
        former = self._last
        while math.dist(former, self._last) < 60:
            self._last = self._chance.randrange(940, 1100), self._chance.randrange(120, 560)
        return self._last

    def repeat(self, what, key, act):
        """Whether an act at a place comes to just one thing there, each time."""
        good, worst, odd = 0, 0, []
        for _ in range(TIMES):
            self._page.reset()
            place = self._somewhere()
            act(place)
            until = time.monotonic() + SHOWN
            while not (state := self._page.state())[key] and time.monotonic() < until:
                time.sleep(0.02)
            others = state["items"] + len(state["menus"]) + len(state["doubles"])
            off = math.dist(state[key][0], place) if state[key] else math.inf
            is_good = others == 1 and off < 1.5
            good += is_good
            worst = max(worst, off)
            odd += [] if is_good else [{"at": place} | {name: state[name] for name in ("items", "menus", "doubles")}]
        self._stage.check(what, good == TIMES, f"{good} of {TIMES}, at most {worst:.1f} points off {odd[:2] or ''}")

    def menus(self):
        self.repeat(
            "a long press opens the menu", "menus", lambda place: self._panel.play([{0: place}, {0: None}], 0.6))

    def doubles(self):
        def twice(place):
            beside = tuple(part + self._chance.uniform(-12, 12) for part in place)
            self._panel.play([{0: place}, {0: None}, {0: beside}, {0: None}], 0.06)
            time.sleep(APART)

        self.repeat("two taps within 12 points are a double click", "doubles", twice)

    def slider(self):
        self._page.reset()
        self._panel.play(({0: (KNOB[0] + 2.4 * step, KNOB[1])} for step in range(26)), PACE)
        time.sleep(0.2)
        self._panel.lift_all()
        value = steady(self._page.state, FLING)["value"]
        # There, Chromium 156 takes a mouse with absolute places for a pen, which drags none of its sliders.
        is_pen = self._stage.desktop.compositor == "xorg" and isinstance(self._page, Chromium)
        what, good = ("a slider ignores a pen", value == 0) if is_pen else ("a slider follows", 54 <= value <= 70)
        self._stage.check(what, good, f"{value:+.0f} for a drag of 60 points")

    def _rolled(self, roll):
        self._page.reset()
        steady(self._page.state, FLING)
        before = self._mouse.read()
        roll()
        return steady(self._page.state, FLING)["list"], self._mouse.read() - before

    def _flick(self):
        self._panel.play(({0: (690, 560 - 14 * step), 1: (750, 560 - 14 * step)} for step in range(10)), PACE)
        self._panel.lift_all()
        self._mouse.read()

    def _wait(self, seconds):
        """Reads meanwhile: the kernel keeps some twenty frames of a mouse."""
        for _ in range(round(seconds / 0.02)):
            time.sleep(0.02)
            self._mouse.read()

    def wheel(self):
        def fingers():
            # A step beyond: of ten notches to the unit, X11's clients of some compositors get nine.
            start, y = self._mouse.read(), 600
            while self._mouse.read() - start >= -120 * NOTCHES and y > 350:
                self._panel.play([{0: (690, y), 1: (750, y)}], PACE)
                y -= 1.25
            time.sleep(0.3)
            self._panel.lift_all()

        def wheel():
            for _ in range(NOTCHES):
                real.write((EV_REL, REL_WHEEL, -1), (EV_REL, REL_WHEEL_HI_RES, -120), (EV_SYN, SYN_REPORT, 0))
                time.sleep(0.05)

        # Twice, for X11's clients lose the first event of a wheel. It turns where the fingers have left the pointer.
        for _ in range(2):
            way, units = self._rolled(fingers)
        real = self._stage.wheel()
        for _ in range(2):
            real_way = self._rolled(wheel)[0]
        ratio = way / units / real_way * -120 * NOTCHES if units and real_way else 0
        self._stage.check(
            "a list scrolls as by a wheel", 0.98 <= ratio <= 1.02,
            f"{way:+.1f} for {units} units, {real_way:+.1f} by {NOTCHES} notches of a wheel: {ratio:.3f}")
        free_way, free = self._rolled(lambda: (self._flick(), self._wait(2.5)))

        def stop():
            self._flick()
            self._wait(0.15)
            self._panel.tap_at((720, 400))
            seen.append(self._mouse.read())
            self._wait(1)
            seen.append(self._mouse.read())

        seen, buttons = [], self._mouse.buttons
        stopped_way, stopped = self._rolled(stop)
        self._stage.check(
            "a finger stops the momentum",
            seen[0] == seen[1] and abs(stopped) < 0.8 * abs(free) and self._mouse.buttons == buttons,
            f"{free_way:+.0f} by {free} units alone, {stopped_way:+.0f} by {stopped} stopped, {seen[1] - seen[0]} after "
            f"it, {self._mouse.buttons - buttons} events of buttons")


def trial(name, page):
    def run(stage):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
        (page := stage.desktop.page).open()
        before = page.state().get("hover")
        stage.begin("pointer")
        os.sched_setscheduler(stage.filter.pid, os.SCHED_FIFO, os.sched_param(PRIORITY))
        program = Program(stage)
        for act in (program.menus, program.doubles, program.slider, program.wheel):
            act()
        if before is not None:
            print(f"      {stage.name}, {page.toolkit}: (hover: hover) was {before}, is {page.state()['hover']}", flush=True)

    run.__name__ = f"pointer_{name}"
    PAGES[run.__name__] = page
    scenario(run)


trial("gtk3", lambda name: Client(name, "client_gtk3.py"))
trial("gtk4", lambda name: Client(name, "client_gtk.py"))
trial("qt", lambda name: Client(name, "client_qt.py"))
trial("chromium", Chromium)
trial("gtk3_x11", lambda name: Client(name, "client_gtk3.py"))
trial("xev", XEvents)


@scenario
def pointer_killed(stage):
    """By SIGKILL: the kernel lets the buttons of a mouse go whose process ends."""
    stage.begin("pointer")
    pressed, down = 0, []
    for frame in range(1, KILLS + 1):
        Mouse(stage)
        stage.desktop.page.mark()
        way = [{0: (KNOB[0] + 2.4 * step, KNOB[1])} for step in range(KILLS)]
        stage.panel.play(way[:frame], PACE)
        stage.filter.kill()
        stage.panel.play(way[frame:], PACE)
        stage.panel.lift_all()
        stage.filter.come_back()
        # No program that does not run.
        Path("/run/touchd/starts").unlink(missing_ok=True)
        stage.filter.holds(stage.panel)
        stage.desktop.quiet()
        said = [line for line in stage.desktop.libinput.all() if "POINTER_BUTTON" in line]
        balance = sum(1 if " pressed" in line else -1 for line in said), stage.desktop.page.state()["down"]
        pressed += any("Press" in line for line in stage.desktop.page.new() if "Button" in line)
        down += [(frame, *balance)] if any(balance) else []
    stage.check(
        "no button is down", not down and pressed > KILLS // 2,
        f"{KILLS} kills, at each frame of a drag; {pressed} with the button down before it; left down: {down or 'none'}")


@scenario
def pointer_park(stage):
    """With `park: true`, the pointer leaves what it has pressed."""
    stage.begin("park")
    Mouse(stage)
    stage.panel.tap_at((720, 400))
    time.sleep(SHOWN)
    way = MOVED.findall("\n".join(stage.desktop.page.new()))
    stage.check("the pointer goes to the corner", way[-1:] == [(str(SIZE[0] - 1), str(SIZE[1] - 1))], f"by {way}")


PAGES["pointer_killed"] = PAGES["pointer_park"] = XEvents
