# SPDX-License-Identifier: MIT
"""The program with a real touchd, and a real page and speech-dispatcher where they are here."""

import getpass
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from devtools import OPTIONS, Pipes, Tab
from process import Process, wait_until, written
from server import HELLO, OK, UNTIL_IT_LEAVES, Server
from ssip import Dispatcher

HERE = Path(__file__).parent
CLIENTS = HERE.parents[1] / "clients"
BEGIN = "hold corner 700ms; wait 400ms"
# A browser needs a second to show itself to AT-SPI, which a kiosk has long before its first visitor.
READY = """import page, time
pages = page.Page(1, print)
while not page.tried(lambda: pages.step(None, 1)):
    page.GLib.MainContext.default().iteration(False)
    time.sleep(0.05)
print("ready", flush=True)
"""


class Kiosk:
    """A session of its own: a bus, a page if there is one, a speech-dispatcher, touchd-speak, and fingers on a touchd."""

    def __init__(self, touchd, folder):
        self.touchd, self.folder, self.tab = touchd, folder, None
        folder.chmod(0o700)
        keep = {key: value for key, value in os.environ.items() if key in ("PATH", "TMPDIR")}
        self.environment = keep | {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8",
                                   "PYTHONPATH": str(CLIENTS / "python"), "PYTHONWARNINGS": "ignore",
                                   "DBUS_SESSION_BUS_ADDRESS": f"unix:path={folder / 'no-bus'}"}
        (folder / "layout.yaml").write_text((HERE / "twelve.yaml").read_text().replace("USER", getpass.getuser()))

    def show(self, page, size="1000x740"):
        """A Chromium shows a page."""
        for program in ("chromium", "dbus-daemon"):
            if not shutil.which(program):
                pytest.skip(f"{program} is missing")
        bus = Process(["dbus-daemon", "--session", "--nofork", "--print-address"], self.environment)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.expect_text("^unix:")
        (self.folder / "pipes").mkdir()
        pipes = Pipes(self.folder / "pipes")
        command = ["chromium", "--headless=new", "--kiosk", f"--screen-info={{{size}}}", "--force-renderer-accessibility",
                   f"--user-data-dir={self.folder / 'chromium'}", "--remote-debugging-pipe", *OPTIONS, page.as_uri()]
        Process(pipes.wrapped(command), self.environment | {"GNOME_ACCESSIBILITY": "1"})
        self.tab = Tab(pipes)
        Process([sys.executable, "-c", READY], self.environment, cwd=CLIENTS / "touchd-speak").expect_text("^ready")

    def dispatch(self):
        """A stand-in for speech-dispatcher."""
        self.environment["SPEECHD_ADDRESS"] = f"unix_socket:{self.folder / 'ssip'}"
        return Dispatcher(self.folder / "ssip")

    def speak(self, fingers):
        """touchd-speak hears what fingers do, on touchd, in the time that they take."""
        socket = self.folder / "events"
        replay = ["replay", "--fingers", fingers, "-c", "layout.yaml", "--events", socket, "--speed", "1"]
        self.replay = Process([self.touchd, *replay, "--json", "--trace", "explore,screen,touch"], self.environment,
                              cwd=self.folder, stdout=subprocess.PIPE)
        self.replay.expect_text("begins when a program")
        self.program = Process([sys.executable, CLIENTS / "touchd-speak", "--socket", socket], self.environment)
        threading.Thread(target=self._follow, daemon=True).start()
        self.replay.wait(0)
        self.program.wait(0)

    def _follow(self):
        """What touchd would send the page comes to the page."""
        seen = 0
        while self.replay.is_running or seen < len(self.replay.output):
            for text in self.replay.output[seen:]:
                seen, line = seen + 1, json.loads(text)
                if line.get("kind") == "screen" and self.tab:
                    kind = {"began": "touchStart", "moved": "touchMove", "ended": "touchEnd"}.get(line["phase"], "touchCancel")
                    points = [dict(zip("xy", line["at"]))] if kind in ("touchStart", "touchMove") else []
                    self.tab.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
            time.sleep(0.001)


@pytest.fixture
def kiosk(program, folder):
    for module in ("gi", "speechd"):
        pytest.importorskip(module)
    if b"explore" not in program.read_bytes():
        pytest.skip("this touchd does not explore")
    return Kiosk(program, folder)


def begin(kiosk, *conversations, **environment):
    """touchd-speak, and a stand-in for touchd."""
    server = Server(kiosk.folder / "events", *conversations)
    command = [sys.executable, CLIENTS / "touchd-speak", "--socket", kiosk.folder / "events", "--layout", "hall"]
    return server, Process(command, kiosk.environment | environment)


def line(**members):
    return json.dumps({"t": 1, "kind": "explore", "layout": "hall"} | members) + "\n"


CLAIM = {"explore": "answer", "layout": "hall", "speaks": True, "headphones": False}
ON = line(act="mode", state="on", language="en", label="Welcome")


def test_reconnection(kiosk):
    """when touchd has gone, it claims and subscribes again, and speaks as if nothing had been"""
    speech = kiosk.dispatch()
    greeted = [lambda n=n: wait_until(lambda: len(speech.texts) == n, "no greeting") for n in (1, 2)]
    talks = [[HELLO, OK, OK, ON, wait, OK] for wait in greeted]
    server, program = begin(kiosk, talks[0], [*talks[1], line(act="focus", view="a", label="Help"), UNTIL_IT_LEAVES])
    wait_until(lambda: speech.texts[-1:] == ["Help"], "it did not speak again")
    assert speech.texts == ["Welcome", "Welcome", "Help"]
    asked = [CLAIM, {"subscribe": ["explore"]}, {"explore": "speaking", "state": True, "layout": "hall"}]
    assert server.asked[:2] == [asked, asked]
    program.end(signal.SIGTERM)


# A sound server with a headset, which says once that something has changed.
PACTL = """#!/bin/sh
case "$*" in
  subscribe) echo "Event 'change' on sink #0"; exec sleep 100 ;;
  *sinks) echo '[{"index":0,"name":"jack","active_port":"p","properties":{},
    "ports":[{"name":"p","type":"Headphones","availability":"available"}]}]' ;;
  *sink-inputs) echo '[{"sink":0,"properties":{"application.process.binary":"sd_espeak-ng"}}]' ;;
  get-default-sink) echo jack ;;
esac
"""


def test_headset(kiosk):
    """once the sound server says that a headset hears speech, it claims so, and again after each reload"""
    kiosk.dispatch()
    (kiosk.folder / "pactl").write_text(PACTL)
    (kiosk.folder / "pactl").chmod(0o755)
    state = '{"t":1,"kind":"state_end"}\n'
    server, _ = begin(kiosk, [HELLO, OK, OK, OK, state, OK, UNTIL_IT_LEAVES], PATH=f"{kiosk.folder}:{os.environ['PATH']}")
    wait_until(lambda: server.asked and len(server.asked[0]) == 4, lambda: f"it asked {server.asked}")
    assert server.asked[0] == [CLAIM, {"subscribe": ["explore"]}, *[CLAIM | {"headphones": True}] * 2]


@pytest.mark.parametrize("conversation, environment, message", [
    ([HELLO, '{"kind":"error","id":1,"message":"only the user \\"kiosk\\" may speak"}\n', UNTIL_IT_LEAVES], {},
     'touchd-speak: only the user "kiosk" may speak'),
    ([], {"PYTHONPATH": ""}, "touchd-speak: touchd is missing: sudo apt install python3-touchd"),
], ids=["refused", "module"])
def test_end(kiosk, conversation, environment, message):
    """what it cannot mend ends it with a sentence and status 3"""
    _, program = begin(kiosk, conversation, **environment)
    program.wait(3)
    assert message in program.errors


def test_page(kiosk, figure):
    """a page is explored, read, changed, scrolled and activated; a real speech-dispatcher says it, the page's answer too"""
    if not shutil.which("speech-dispatcher"):
        pytest.skip("speech-dispatcher is missing")
    kiosk.show(HERE / "twelve.html")
    (kiosk.folder / "modules").mkdir()
    for name in "speechd.conf", "modules/writer.conf":
        (kiosk.folder / name).write_text((HERE / Path(name).name).read_text().format(folder=kiosk.folder))
    Process(["speech-dispatcher", "--run-single", "-C", kiosk.folder, "-t", "0", "-P", kiosk.folder / "pid"], kiosk.environment)
    wait_until((kiosk.folder / "ssip").exists, "speech-dispatcher has made no socket")
    kiosk.environment["SPEECHD_ADDRESS"] = f"unix_socket:{kiosk.folder / 'ssip'}"
    acts = [
        "hold 55,130 600ms", "double tap 500,700",  # Buy, which the page answers.
        "hold 135,130 600ms", "hold 295,130 600ms", "double tap 500,700", "hold 375,130 600ms", "swipe up 500,700",
        "hold 455,130 600ms", "hold 535,130 600ms", "hold 935,130 600ms", "hold 40,228 600ms", "swipe right 500,700",
        "hold 90,320 600ms", "3 fingers: swipe up 500,700", "3 fingers: tap 500,700",
    ]
    kiosk.speak("; ".join([BEGIN, *(f"{act}; wait 800ms" for act in acts), "hold corner 700ms; wait 500ms"]))
    said = written(kiosk.folder / "said").splitlines()
    wanted = [
        "Ticket machine", "Buy, button", "Bought", "Sold out, button, not available", "Bicycle, check box, not checked",
        "with a bicycle", "Zone, adjustable, 2", "3", "Name, text field, Ada", "Class, choice, First", "Pay now, button",
        "Trains run every", "ten", "Station 1", "Scrolled", "Spoken guidance is off",
    ]
    rest = iter(said)
    assert [text for text in wanted if text not in rest] == [], " | ".join(said)
    assert kiosk.tab.value("document.querySelector('input[type=range]').value") == "3"
    assert kiosk.tab.value("document.getElementById('list').scrollTop") > 0
    figure(f"{len(said)} utterances")


def test_ticket_machine(kiosk, figure):
    """on the page of Examples/ticket-machine, the fingers of its example buy a ticket in English, and all is said"""
    example = HERE.parents[1] / "Examples" / "ticket-machine"
    layout = (example / "tickets.yaml").read_text().replace("speaker: tickets", f"speaker: {getpass.getuser()}")
    (kiosk.folder / "layout.yaml").write_text(layout)
    kiosk.show(example / "index.html", "1080x1920")
    speech = kiosk.dispatch()
    kiosk.speak((example / "tickets.fingers").read_text())
    rest = iter(speech.texts)
    wanted = ["Fahrkartenautomat", "Sprache, language, Taste", "English", "Buy a ticket, button", "Where to?", "Cologne, button",
              "Back, button", "Cologne, button", "Which ticket?", "Single, button, 3 euros 20", "Please pay", "Pay by card, button",
              "The ticket is being printed"]
    assert [text for text in wanted if not any(said.startswith(text) for said in rest)] == [], " | ".join(speech.texts)
    assert kiosk.tab.value("document.documentElement.lang + step") == "enstart"
    figure(f"{len(speech.texts)} utterances")
