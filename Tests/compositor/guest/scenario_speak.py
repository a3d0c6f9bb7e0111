# SPDX-License-Identifier: MIT
"""Tests/speak's page of twelve controls for a person who does not see it: explored by a finger, spoken by touchd-speak,
and pressed. A program that writes is speech-dispatcher's voice; how late words are is measured by a stand-in.
"""

import os
import time
from pathlib import Path

import devtools
from desktop import HERE, RUNTIME, USER
from page import Log
from process import wait_until
from scenario_toolkits import PRIORITY, Chromium, wrapped
from service import PAUSE
from ssip import Dispatcher
from stage import PAGES, scenario

ANYWHERE, CORNER = (500, 700), (945, 45)
# What a finger does, where, and the words that this comes to: of the page, and of the layout.
LOOKS = [
    ("rest", (55, 130), "Buy, button"), ("rest", (135, 130), "Sold out, button, not available"),
    ("rest", (455, 130), "Name, text field, Ada"), ("rest", (535, 130), "Class, choice, First"),
    ("rest", (40, 228), "Trains run every"), ("rest", (55, 630), "View 1, button"),
]
ACTS = [
    ("rest", (55, 130), "Buy, button"), ("press", ANYWHERE, "Bought"),
    ("rest", (295, 130), "Bicycle, check box, not checked"), ("press", ANYWHERE, "with a bicycle"),
    ("rest", (375, 130), "Zone, adjustable, 2"), ("flick", ANYWHERE, "3"),
    ("rest", (90, 320), "Station 1"), ("scroll", ANYWHERE, "Scrolled"),
]
LABELS = ("Buy", "Sold out", "Help", "Bicycle", "Zone", "Name", "Class", "Card", "Cash", "Count", "Receipt", "Pay now")
# A finger goes over them: how often, and the frames of each way.
WAYS, STEPS = 6, 250


class Spoken(Chromium):
    """It has a bus of its session, where it shows its elements."""

    def __init__(self, name):
        super().__init__(name, "--force-renderer-accessibility")
        self.bus = f"unix:path={RUNTIME / name}.bus"
        words = f"exec env GNOME_ACCESSIBILITY=1 DBUS_SESSION_BUS_ADDRESS={self.bus} {self.command[0]}"
        self.command = wrapped(f"{name}.session", ["sh", "-c", f"dbus-daemon --session --address={self.bus} --fork && {words}"])


def perform(panel, act, at):
    if act == "rest":
        panel.play([{0: at}], 0.6)
    elif act == "press":
        panel.play([{0: at}, {0: None}] * 2, 0.06)
    else:
        fingers = range(3 if act == "scroll" else 1)
        panel.play({finger: (at[0] + 60 * finger, at[1] - 25 * step) for finger in fingers} for step in range(9))
    panel.lift_all()


def latencies(panel, speech, y, labels):
    """From the frame in which a finger comes onto another of twelve elements to its words, in ms, sorted."""
    came, last = [], None
    panel.play([{0: (5, y)}], 0.6)
    for step in range(WAYS * STEPS):
        x = 990 - 985 * abs(1 - step % (2 * STEPS) / STEPS)
        place, inside = divmod(x - 20, 80)
        if 0 <= place < 12 and inside < 70 and place != last:
            came, last = [*came, (time.monotonic(), labels[int(place)])], place
        panel.play([{0: (x, y)}])
    time.sleep(1)
    panel.lift_all()
    said = [(text.partition(",")[0], at) for text, *_, at in speech.said]
    return sorted(1000 * min((when - at for text, when in said if when >= at and text == label), default=9) for at, label in came)


@scenario
def speak(stage):
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    page, folder = stage.desktop.page, Path(f"/tmp/speech-{stage.desktop.compositor}")
    devtools.open_page(page.tab, HERE / "twelve.html")
    (folder / "modules").mkdir(parents=True)
    for name in "speechd.conf", "modules/writer.conf":
        (folder / name).write_text((HERE / Path(name).name).read_text().format(folder=folder))
    for path in folder, folder / "modules":
        os.chown(path, USER, USER)
    said = Log(folder / "said")

    def start(name, *command, socket="ssip"):
        return stage.desktop.start(
            name, "setpriv", f"--reuid={USER}", f"--regid={USER}", "--groups=touchd-events", "--", "env", "TOUCHD_SPEAK_LOG=INFO",
            f"DBUS_SESSION_BUS_ADDRESS={page.bus}", f"SPEECHD_ADDRESS=unix_socket:{folder}/{socket}", *command)

    dispatcher = start("dispatcher", "speech-dispatcher", "--run-single", "-C", folder, "-t", "0", "-P", folder / "pid")
    panel = stage.begin("speak")
    os.sched_setscheduler(stage.filter.pid, os.SCHED_FIFO, os.sched_param(PRIORITY))
    speaks = start("speak", "python3", HERE / "touchd-speak")
    # A speaker has claimed long before the first visitor.
    time.sleep(6)

    def hear(acts):
        for act, at, words in acts:
            said.mark()
            perform(panel, act, at)
            wait_until(
                lambda: any(text.startswith(words) for text in said.new()),
                lambda: f"“{words}” is not said, but {said.new()}", PAUSE, 10)

    hear([("rest", CORNER, "Ticket machine"), *LOOKS])
    is_untouched = page.tab.value("document.getElementById('said').textContent") == ""
    stage.check("a finger that explores presses nothing", is_untouched, f"{len(LOOKS)} elements are spoken")
    hear(ACTS)
    value, top = page.tab.value("[document.querySelector('input[type=range]').value, document.getElementById('list').scrollTop]")
    stage.check(
        "two taps press, a flick raises, three fingers scroll", value == "3" and top > 0 and not stage.desktop.held,
        f"{page.toolkit}, {len(said.all())} utterances")
    for process in speaks, dispatcher:
        process.terminate()
        process.wait(10)
    speech = Dispatcher(folder / "timed", 0)
    (folder / "timed").chmod(0o777)
    start("speak-timed", "python3", HERE / "touchd-speak", socket="timed")
    time.sleep(5)
    for what, y, labels, limit in ("layout", 630, [f"View {number}" for number in range(1, 13)], 20), ("page", 130, LABELS, 150):
        times = latencies(panel, speech, y, labels)
        p50, p99 = (times[int(len(times) * part)] for part in (0.5, 0.99))
        stage.check(
            f"elements of the {what} are spoken in time", p99 <= limit,
            f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, most {times[-1]:.0f} ms of {len(times)}")


PAGES["speak"] = Spoken
