# SPDX-License-Identifier: MIT
"""From lines of touchd to what is said and answered: given, when, then. Time is the tests'; no line waits."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

SPEAK = Path(__file__).parents[2] / "clients" / "touchd-speak"
sys.path.insert(0, str(SPEAK))
pytest.importorskip("gi")
from speaker import Speaker  # noqa: E402
from words import Utterance, clean, words  # noqa: E402


def element(name, **more):
    """An element of the page."""
    from page import Element

    return Element(name, (0, 0, 10, 10), (5, 5), name, **{"traits": ("button",)} | more)


class Kiosk:
    """A speaker in surroundings that write down what it does."""

    # Of the page: elements by their x, in reading order.
    def __init__(self, page=()):
        self.page, self.said, self.asked, self.timers, self.ended, self.now = list(page), [], [], [], None, 0.0
        self.refuses, self.pressed = (), []
        self.speaker = Speaker(self.send, self.say, self.call, self.later, "en", 0, 50)

    def send(self, request, refused):
        self.asked.append(request)
        if request["explore"] in self.refuses:
            refused()

    def say(self, utterance, ended):
        self.ended = ended if utterance else None
        self.said.append(utterance)

    def later(self, seconds, action):
        self.timers.append((self.now + seconds, action))

    def call(self, method, words, then=lambda _: None):
        names = [each.node for each in self.page]
        found = None
        if method == "at":
            found = next((each for each in self.page if each.frame[0] <= words[0] < each.frame[0] + 10), None)
        elif method == "step" and self.page:
            place = names.index(words[0]) + words[1] if words[0] in names else 0 if words[1] > 0 else -1
            found = self.page[min(max(place, -1 if place == -1 and words[0] not in names else 0), len(names) - 1)]
        elif method == "element":
            found = self.page[names.index(words[0])]
        elif method == "holds":
            found = words[0] in names
        elif method == "position":
            found = (names.index(words[0]) + 1, len(names))
        else:
            self.pressed.append((method, *words))
            found = {"adjust": "3", "scroll": True}.get(method)
        then(found)

    # -- What happens

    def play(self, *acts):
        for act, more in acts:
            self.act(act, **more)

    def act(self, act, **more):
        if act == "finish":
            ended, self.ended = self.ended, None
            return ended() if ended else None
        if act == "wait":
            self.now += more["seconds"]
            due, self.timers = [each for each in self.timers if each[0] <= self.now], [e for e in self.timers if e[0] > self.now]
            for _, action in due:
                action()
            return None
        if act == "announce":
            return self.speaker.announce(more["text"], more.get("urgent", False), more.get("language"))
        if act == "hello":
            return self.speaker.take({"kind": "hello"})
        self.speaker.take({"kind": "explore", "act": act} | more)
        # touchd gives the focus to an answer, and says so.
        if "ask" in more and self.asked and self.asked[-1]["explore"] == "focus" and not more.get("late"):
            answer = self.asked[-1]
            self.speaker.take({"kind": "explore", "act": "focus", "page": True, "at": answer["point"], "label": answer.get("label")})
        return None


ON = ("mode", {"state": "on", "language": "en"})
TICKETS = ("focus", {"view": "tickets", "label": "Buy a ticket", "traits": ["button"], "hint": "Opens the list",
                     "language": "en", "position": [1, 2]})
HELP = ("focus", {"view": "help", "label": "Hilfe", "traits": ["link", "not_enabled"], "language": "de", "position": [2, 2]})
FINISH, WAIT = ("finish", {}), ("wait", {"seconds": 0.8})
AT = ("focus", {"ask": 1, "page": True, "at": [2, 2]})
NEXT, PREVIOUS = ("next", {"ask": 2, "page": True}), ("previous", {"ask": 3, "page": True})
PAGE = (element("Pay"), element("Zone", traits=("adjustable",), value="2", hint="How far")._replace(frame=(10, 0, 10, 10)))

# What happens, and what is said; "-" is silence, and of another language, rate or volume that follows.
SAID = {
    "greeting": ([("mode", {"state": "on", "label": "Tickets", "language": "en"})], ["Tickets"]),
    "begin and end": ([ON, ("mode", {"state": "off"})], ["Spoken guidance is on", "Spoken guidance is off"]),
    "German": ([("mode", {"state": "on", "language": "de"}), ("mode", {"state": "off"})],
               ["Sprachführung ist an de", "Sprachführung ist aus de"]),
    "label and trait": ([ON, TICKETS], ["Spoken guidance is on", "Buy a ticket, button"]),
    "hint after a pause": ([TICKETS, FINISH, WAIT], ["Buy a ticket, button", "Opens the list"]),
    "no hint before its end": ([TICKETS, WAIT], ["Buy a ticket, button"]),
    "no hint of the one before": ([TICKETS, FINISH, HELP, WAIT],
                                  ["Buy a ticket, button", "Hilfe, Link, nicht verfügbar de"]),
    "silence drops the hint": ([TICKETS, FINISH, ("silence", {}), WAIT], ["Buy a ticket, button", "-"]),
    "sensitive": ([("focus", {"view": "pin", "label": None})], ["Only with headphones"]),
    "no label": ([("focus", {"view": "x"})], ["without a name"]),
    "other language": ([ON, ("mode", {"state": "on", "language": "de"})], ["Spoken guidance is on", "Deutsch de"]),
    "louder, faster, and back": (
        [ON, ("mode", {"state": "on", "language": "en", "volume": "up"}), ("mode", {"state": "on", "language": "en", "rate": "up"}),
         ("mode", {"state": "off"}), ON],
        ["Spoken guidance is on", "Louder 0/70", "Faster 20/70", "Spoken guidance is off 20/70", "Spoken guidance is on"]),
    "at most": ([ON, *[("mode", {"state": "on", "volume": "down"})] * 9],
                ["Spoken guidance is on", *(f"Softer 0/{volume}" for volume in (30, 10, -10, -30, -50, -70, -90, -100, -100))]),
    "position": ([TICKETS, ("position", {"view": "tickets", "position": [1, 2]})], ["Buy a ticket, button", "1 of 2"]),
    "reach": ([("reach", {"state": "began"}), ("reach", {"state": "ended"})],
              ["The upper half is lower", "The upper half is back"]),
    "empty, and no page": ([ON, FINISH, ("empty", {})], ["Spoken guidance is on", "Nothing to read here"]),
    "a plugin's announcement": ([ON, ("announcement", {"label": "Zug um 9", "language": "de"})],
                                ["Spoken guidance is on", "Zug um 9 de"]),
    "empty waits for the greeting": ([ON, ("empty", {}), FINISH], ["Spoken guidance is on", "Nothing to read here"]),
    "page: at": ([AT], ["Pay, button"], PAGE),
    "page: a finger that moves within it": ([AT, AT], ["Pay, button"], PAGE),
    "page: a finger that comes again": ([AT, WAIT, AT], ["Pay, button"] * 2, PAGE),
    "page: a finger that was beside it": ([AT, ("focus", AT[1] | {"at": [99, 99]}), AT], ["Pay, button"] * 2, PAGE),
    "page: an answer that touchd did not take is not spoken": ([("focus", AT[1] | {"late": True})], [], PAGE),
    "page: order, and its end": ([NEXT, NEXT, NEXT], ["Pay, button", "Zone, adjustable, 2", "Zone, adjustable, 2"], PAGE),
    "page: back": ([NEXT, NEXT, PREVIOUS], ["Pay, button", "Zone, adjustable, 2", "Pay, button"], PAGE),
    "page: last of all without a focus": ([PREVIOUS], ["Zone, adjustable, 2"], PAGE),
    "page: follows the layout": ([HELP, NEXT], ["Hilfe, Link, nicht verfügbar de", "Pay, button"], PAGE),
    "layout: before its first, it is spoken again": ([TICKETS, PREVIOUS], ["Buy a ticket, button"] * 2, PAGE),
    "layout: after its last without a page": ([HELP, NEXT], ["Hilfe, Link, nicht verfügbar de"] * 2),
    "page: value": ([NEXT, NEXT, ("increment", {"page": True})], ["Pay, button", "Zone, adjustable, 2", "3"], PAGE),
    "page: repeat": ([AT, ("focus", {"page": True})], ["Pay, button"] * 2, PAGE),
    "page: position": ([NEXT, NEXT, ("position", {"page": True})], ["Pay, button", "Zone, adjustable, 2", "2 of 2"], PAGE),
    "page: scroll": ([AT, ("scroll", {"page": True, "direction": "up"})], ["Pay, button", "Scrolled"], PAGE),
    "page: on a sensitive view": (
        [AT, *[(act, {"page": True, "label": None}) for act in ("focus", "read", "position", "increment")],
         ("focus", {"page": True})],
        ["Pay, button", *["Only with headphones"] * 3, "Pay, button"], PAGE),
    "page: no way out": ([AT, ("escape", {"page": True})], ["Pay, button", "No more here"], PAGE),
    "alert interrupts": ([ON, ("announce", {"text": "Fire", "urgent": True})], ["Spoken guidance is on", "Fire"]),
    "live region waits, the newest of them": (
        [ON, ("announce", {"text": "1"}), ("announce", {"text": "2", "language": "de"}), FINISH],
        ["Spoken guidance is on", "2 de"]),
    "outside of the mode the page is not heard": ([("announce", {"text": "Fire", "urgent": True})], []),
    "an act that is not known does nothing": ([("dance", {})], []),
    "a new connection is a new mode": ([ON, ("hello", {}), ON], ["Spoken guidance is on", "-", "Spoken guidance is on"]),
}


def shown(utterance):
    if utterance is None:
        return "-"
    rest = f"{utterance.rate}/{utterance.volume}" if (utterance.rate, utterance.volume) != (0, 50) else ""
    return " ".join(filter(None, [utterance.text, utterance.language if utterance.language != "en" else "", rest]))


@pytest.mark.parametrize("name", SAID)
def test_said(name):
    """of lines, what is said"""
    happens, said, *page = SAID[name]
    kiosk = Kiosk(*page)
    kiosk.play(*happens)
    assert [shown(utterance) for utterance in kiosk.said] == said


def test_reading():
    """all is read from the focus on: each element is asked for at the end of the one before, until one is the same"""
    kiosk = Kiosk()
    asked = {"explore": "next"}
    kiosk.play(TICKETS, ("read", {"view": "tickets"}), FINISH)
    assert kiosk.asked[-1] == asked
    kiosk.play(HELP, FINISH)
    assert kiosk.asked[-1] == asked
    kiosk.play(HELP)
    assert [shown(each) for each in kiosk.said][1:] == ["Buy a ticket, button", "Hilfe, Link, nicht verfügbar de"]
    assert kiosk.asked.count(asked) == 2


@pytest.mark.parametrize("end", [("silence", {}), ("activate", {"view": "tickets"}), HELP, ("mode", {"state": "off"})])
def test_reading_ends(end):
    """reading ends with silence, an activation, another focus, and the mode"""
    kiosk = Kiosk()
    kiosk.play(TICKETS, ("read", {}), end, FINISH)
    assert {"explore": "next"} not in kiosk.asked


def test_speaking():
    """touchd hears when speech begins and ends, once each, and an utterance without an end is over after a minute"""
    kiosk = Kiosk()
    kiosk.play(ON, TICKETS, FINISH, HELP, ("wait", {"seconds": 60}))
    assert [each["state"] for each in kiosk.asked] == [True, False, True, False]


def test_listening():
    """the page is heard during the mode, also by a speaker that comes later, and not after a new connection"""
    kiosk = Kiosk()
    kiosk.play(ON, TICKETS, ("mode", {"state": "off"}), TICKETS, ("hello", {}), ("hello", {}))
    assert [is_on for _, is_on in kiosk.pressed] == [True, False, True, False]


def test_answers_in_a_row():
    """of two answers, touchd may give the focus to the first after the second: each is spoken for its own"""
    kiosk = Kiosk((PAGE[0], PAGE[1]._replace(point=(15, 5))))
    for ask, place in (1, 2), (2, 12):
        kiosk.speaker.take({"kind": "explore", "act": "focus", "page": True, "ask": ask, "at": [place, 2]})
    for place in 5.0, 15:
        kiosk.speaker.take({"kind": "explore", "act": "focus", "page": True, "at": [place, 5], "label": "x"})
    assert [shown(each) for each in kiosk.said] == ["Pay, button", "Zone, adjustable, 2"]


@pytest.mark.parametrize("begin, line, then, said", [
    ((AT,), ("focus", {"page": True}), (TICKETS,), "Buy a ticket, button"),
    ((AT,), ("increment", {"page": True}), (TICKETS,), "Buy a ticket, button"),
    ((AT,), ("focus", {"page": True}), (("mode", {"state": "off"}),), "Spoken guidance is off"),
    ((TICKETS,), NEXT, (("mode", {"state": "off"}),), "Spoken guidance is off"),
])
def test_late_answers(begin, line, then, said):
    """what the page answers when the focus is somewhere else, or the mode is over, is not spoken"""
    kiosk, answers = Kiosk(PAGE), []
    kiosk.play(ON, *begin)
    kiosk.speaker._page = lambda method, words, then: answers.append((method, then))
    kiosk.act(line[0], **line[1] | {"late": True})
    kiosk.speaker._page = lambda *_: None
    kiosk.play(*then)
    for method, answer in answers:
        answer(None if method == "step" else PAGE[0])
    assert (bool(answers), shown(kiosk.said[-1])) == (True, said)


@pytest.mark.parametrize("goes, told", [(True, [{"explore": "gone", "point": (5, 5)}]), (False, [])])
def test_gone(goes, told):
    """touchd hears, once, that the element of the page with the focus has gone, also after it was repeated"""
    kiosk = Kiosk(PAGE)
    kiosk.play(ON, AT, *[("focus", {"page": True})] * 2, ("wait", {"seconds": 0.5}))
    kiosk.page = kiosk.page[goes:]
    for _ in range(4):
        kiosk.act("wait", seconds=0.5)
    assert [each for each in kiosk.asked if each["explore"] == "gone"] == told


def test_answers():
    """an answer has frame and point; of nothing it is `done`"""
    kiosk = Kiosk(PAGE)
    kiosk.act("focus", ask=7, page=True, at=[99, 99])
    kiosk.act("focus", ask=8, page=True, at=[12, 3])
    assert kiosk.asked[0] == {"explore": "done", "ask": 7}
    assert kiosk.asked[1] == {"explore": "focus", "ask": 8, "frame": (10, 0, 10, 10), "point": (5, 5), "label": "Zone"}


@pytest.mark.parametrize("text, expected", [
    ("  Buy\n a\tticket ", "Buy a ticket"), ("a\u202eb\u0000c\ufffcd", "a b c d"), ("x" * 300, "x" * 199 + "…"), (None, ""),
    ("\ud800.", "."),
])
def test_clean(text, expected):
    """labels are one line without signs of control, and not too long"""
    assert clean(text) == expected


def test_words():
    """both languages have the same words"""
    assert words("de-AT").keys() == words("fr").keys() and words("de")["name"] == "Deutsch"


def sink(index, name, port="Headphones", form="", availability="available"):
    return {"index": index, "name": name, "active_port": "p", "properties": {"device.form_factor": form},
            "ports": [{"name": "p", "type": port, "availability": availability}]}


def stream(index, binary="sd_espeak-ng"):
    return {"sink": index, "properties": {"application.process.binary": binary}}


@pytest.mark.parametrize("sinks, default, streams, expected", [
    ([sink(0, "jack")], "jack", [stream(0)], True),
    ([sink(0, "jack")], "jack", [stream(0, "speech-dispatcher")], True),
    ([sink(0, "jack")], "jack", [], None),
    ([sink(0, "jack")], "jack", [stream(0, "chromium")], None),
    ([sink(0, "jack", "Speaker")], "jack", [stream(0)], False),
    ([sink(0, "usb", "Analog", "headset")], "usb", [stream(0)], True),
    ([sink(0, "jack", availability="not available")], "jack", [stream(0)], False),
    ([sink(0, "jack"), sink(1, "box", "Speaker")], "box", [stream(0)], False),
    ([sink(0, "jack"), sink(1, "box", "Speaker")], "jack", [stream(0), stream(1)], False),
    ([sink(0, "jack"), sink(1, "box", "Speaker")], "jack", [stream(1, "chromium"), stream(0)], True),
    ([sink(0, "jack")], "jack", [stream(4)], False),
    ([], "", [], False),
])
def test_headset(sinks, default, streams, expected):
    """speech is private if it goes into a headset, new streams would, and nothing goes elsewhere"""
    if not importlib.util.find_spec("speechd"):
        pytest.skip("python3-speechd is missing")
    from voice import is_private

    assert is_private(sinks, default, streams) is expected


class Client:
    """Of speech-dispatcher. `calls` are those of all clients; the first `absent` are not there."""

    calls, absent = [], 0

    def __init__(self, name):
        if Client.absent:
            Client.absent -= 1
            raise ConnectionError("no socket\nand more")

    def __getattr__(self, name):
        return lambda *words, **_: Client.calls.append(" ".join([name, *map(str, words)]))


class News:
    """A semaphore for which nothing waits."""

    count = 0

    def release(self):
        self.count += 1

    def acquire(self):
        was, self.count = self.count, max(self.count - 1, 0)
        return was > 0


@pytest.fixture
def voice(monkeypatch):
    pytest.importorskip("speechd")
    import voice as voices

    clock = SimpleNamespace(now=10.0)
    monkeypatch.setattr(voices.speechd, "SSIPClient", Client)
    monkeypatch.setattr(voices, "threading", SimpleNamespace(
        Semaphore=lambda _: News(), Thread=lambda **_: SimpleNamespace(start=lambda: None)))
    monkeypatch.setattr(voices, "time", SimpleNamespace(monotonic=lambda: clock.now))
    Client.calls, Client.absent = [], 0
    voice = voices.Voice(SimpleNamespace(call_soon_threadsafe=lambda then: then()))
    voice.clock, voice.ends = clock, []
    voice.speak = lambda text: voice.say(Utterance(text, "de", 0, 50), lambda: voice.ends.append(text))
    return voice


def test_voice(voice):
    """of utterances that come while one is handed over, the last is spoken, in the place of the one before"""
    for text in "abc":
        voice.speak(text)
    voice._work()
    assert Client.calls == ["cancel", "set_language de", "set_rate 0", "set_volume 50", "speak c"]
    voice.say(None, lambda: None)
    voice._work()
    assert Client.calls[5:] == ["cancel"] and voice.ends == []


def test_voice_returns(voice, caplog):
    """without speech-dispatcher it says so once, is at the end of each utterance at once, and tries again after 2 s"""
    Client.absent = 2
    for text, now in [("a", 10), ("b", 11), ("c", 13), ("d", 14), ("e", 16)]:
        voice.clock.now = now
        voice.speak(text)
        voice._work()
    assert voice.ends == ["a", "b", "c", "d"] and Client.calls[-1] == "speak e"
    assert [record.message for record in caplog.records] == [
        "speech-dispatcher does not speak: no socket; is it installed, with a voice?"]


def test_voice_hangs(folder):
    """a speech-dispatcher that does not answer holds the end of the program up as little as its start"""
    (folder / "speechd.py").write_text("""import threading, time
hangs = threading.Event()
def SSIPClient(_):
    hangs.set()
    time.sleep(3600)
""")
    program = "import voice; spoken = voice.Voice(None); spoken.say(None, None); voice.speechd.hangs.wait()"
    subprocess.run([sys.executable, "-Bc", program], env={"PYTHONPATH": str(folder)}, check=True, timeout=60, cwd=SPEAK)
