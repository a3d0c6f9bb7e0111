# SPDX-License-Identifier: MIT
"""From the lines of touchd to speech, and from its questions to answers: all that is decided, and nothing that waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from words import LONGEST_TEXT, Utterance, clean, words

Line = dict[str, Any]
# Seconds from the end of an element to its hint, after which an utterance counts as over, and in which an element that is
# answered again is the same visit of a finger, and until it is looked whether it is still there; elements that are read in
# one go, that touchd has not given the focus; the step of rate and volume.
HINT_PAUSE, LONGEST_UTTERANCE, VISIT, LOOK, MOST_READ, MOST_OFFERS, STEP = 0.8, 60.0, 0.1, 0.5, 1000, 4, 20


class Speaker:
    """Its surroundings are functions: `send(request, refused)` to touchd; `say(utterance, ended)`, None for silence;
    `page(method, arguments, then)`, whose result is None where there is no page; `later(seconds, action)`."""

    def __init__(
        self, send: Callable[..., object], say: Callable[..., object], page: Callable[..., object],
        later: Callable[..., object], language: str = "en", rate: int = 0, volume: int = 50,
    ) -> None:
        self._send, self._voice, self._page, self._later = send, say, page, later
        self._defaults = {"language": language, "rate": rate, "volume": volume}
        self._number, self._is_speaking = 0, False
        self._begin()

    def _begin(self) -> None:
        """The state outside of the mode."""
        self._now: dict[str, Any] = dict(self._defaults)
        self._is_on = False
        # The focus: the line of an element of the layout, or an element of the page. And the elements that were answered,
        # by their points: each is spoken once touchd has given it the focus, unless the finger was on it already.
        self._focus: Any = None
        self._offers: dict[tuple[float, float], tuple[Any, bool]] = {}
        self._visited: Any = None
        # Set while the element of the page with the focus is for headphones, and there are none.
        self._is_secret = False
        # The hint of what is spoken, and what is said after it.
        self._hint = ""
        self._waiting: tuple[str, str | None] = ("", None)
        # How many more elements are read, and whether touchd was asked for one.
        self._reading, self._is_asking = 0, False

    def take(self, line: Line) -> None:
        """Takes in a line of the events socket."""
        if line.get("kind") == "hello":
            self._is_speaking = False
            self.on_silence({})
            self._turn(False)
            self._begin()
        elif line.get("kind") == "explore":
            if line.get("page") and "ask" not in line:
                self._is_secret = line.get("label", "") is None
            getattr(self, "on_question" if "ask" in line else f"on_{line.get('act')}", lambda _: None)(line)

    def _turn(self, is_on: bool) -> bool:
        """The mode is on, or not; returns whether it was. The page is heard meanwhile."""
        was, self._is_on = self._is_on, is_on
        if was != is_on:
            self._page("listen", (is_on,))
        return was

    def announce(self, text: str, is_urgent: bool, language: str | None = None) -> None:
        """An alert or a live region of the page: what is urgent interrupts, what is not waits for the end."""
        if self._is_on and self._is_speaking and not is_urgent:
            self._waiting = (text, language)
        elif self._is_on:
            self._say(text, language)

    def on_question(self, line: Line) -> None:
        act, focus, is_layout = line.get("act"), self._focus, isinstance(self._focus, dict)

        def answer(element: Any) -> None:
            is_visited, self._visited = bool(element) and act == "focus" and element.node == self._visited, None
            if element:
                self._offers[element.point] = (element, is_visited)
                self._offers = dict([*self._offers.items()][-MOST_OFFERS:])
                if act == "focus":
                    self._visited = element.node
                    self._later(VISIT, lambda: self._leave(element.node))
                label = {"label": element.label} if element.label else {}
                self._request(explore="focus", ask=line["ask"], frame=element.frame, point=element.point, **label)
                return
            self._request(explore="done", ask=line["ask"])
            if act != "focus" and is_layout and self._focus is focus:  # At an end the focus is spoken again.
                self._speak()

        if act == "focus":
            self._page("at", line["at"], answer)
        elif act == "next" or not is_layout:
            self._page("step", (self._node, 1 if act == "next" else -1), answer)
        else:  # The page follows the layout: before its first element there is nothing.
            answer(None)

    def _leave(self, node: Any) -> None:
        self._visited = None if self._visited == node else self._visited

    # -- Acts, by the names in their lines

    def on_mode(self, line: Line) -> None:
        was = self._turn(line.get("state") == "on")
        if not self._is_on:
            self._say(self._words["off"])
            self._begin()
            return
        self._now["language"] = line.get("language") or self._now["language"]
        said = [] if was else [clean(line.get("label"), LONGEST_TEXT) or self._words["on"]]
        for key in ("volume", "rate"):
            if (way := line.get(key)) in ("up", "down"):
                self._now[key] = max(-100, min(100, self._now[key] + (STEP if way == "up" else -STEP)))
                said.append(self._words[f"{key}_{way}"])
        self._say(", ".join(said) or self._words["name"])

    def on_focus(self, line: Line) -> None:
        self._turn(True)
        was_asked, self._is_asking, former = self._is_asking, False, self._focus
        if not line.get("page"):
            self._focus = line
        elif place := line.get("at"):
            element, is_visited = self._offers.pop((place[0], place[1]), (former, True))
            self._use(element)
            if is_visited:
                return
        else:  # The focus once more, whose state may be another one.
            self._if_page(line, "element", self._renew)
            return
        is_same = was_asked and former is not None and _name(former) == _name(self._focus)
        self._reading = self._reading if was_asked and not is_same else 0
        if not is_same:
            self._speak()

    def _use(self, element: Any) -> None:
        if element is not self._focus:
            self._focus = element
            self._watch(element)

    def _watch(self, element: Any, was_there: bool = True) -> None:
        """Tells touchd that the element of the page with the focus is not there any more, once two looks have said so."""

        def decide(is_there: Any) -> None:
            if is_there or was_there:
                self._later(LOOK, lambda: self._watch(element, bool(is_there)))
            elif element is self._focus:
                self._request(explore="gone", point=element.point)

        if element is self._focus and self._is_on:
            self._page("holds", (element.node, element.point), decide)

    def on_silence(self, _: Line) -> None:
        self._number, self._reading, self._hint, self._waiting = self._number + 1, 0, "", ("", None)
        self._voice(None, lambda: None)
        self._tell(False)

    def on_activate(self, _: Line) -> None:
        self._reading = 0

    def on_read(self, _: Line) -> None:
        self._reading = MOST_READ
        self._speak() if self._focus else self._read_on()

    def on_position(self, line: Line) -> None:
        def say(position: Any) -> None:
            if position:
                self._say(self._words["position"].format(*position))

        is_asked = line.get("page") and not self._is_secret
        self._page("position", (self._node,), say) if is_asked else say(line.get("position"))

    def on_reach(self, line: Line) -> None:
        self._say(self._words["reach_began" if line.get("state") == "began" else "reach_ended"])

    def on_announcement(self, line: Line) -> None:
        self.announce(clean(line.get("label"), LONGEST_TEXT), True, line.get("language"))

    def on_empty(self, _: Line) -> None:
        # The layout has no element; the page may have.
        self._page("step", (None, 1), lambda first: None if first else self.announce(self._words["empty"], False))

    def on_increment(self, line: Line) -> None:
        def say(value: str | None) -> None:
            text = self._words["fixed"] if value is None else value or self._words["blank"]
            self._speak() if self._is_secret else self._say(text)

        self._if_page(line, "adjust", say, 1 if line["act"] == "increment" else -1)

    on_decrement = on_increment

    def on_scroll(self, line: Line) -> None:
        self._if_page(line, "scroll", lambda done: self._say(self._words["scrolled" if done else "end"]), line.get("direction"))

    def on_escape(self, line: Line) -> None:
        self._if_page(line, line["act"], lambda done: None if done else self._say(self._words["end"]))

    on_magic = on_escape

    def _if_page(self, line: Line, method: str, then: Callable[[Any], object], *more: Any) -> None:
        if line.get("page") and (node := self._node):
            # An answer may come when the focus is somewhere else.
            self._page(method, (node, *more), lambda result: then(result) if self._node == node else None)

    # -- Speech

    @property
    def _words(self) -> dict[str, str]:
        return words(self._now["language"])

    @property
    def _node(self) -> Any:
        return getattr(self._focus, "node", None)

    def _renew(self, element: Any) -> None:
        self._use(element or self._focus)
        self._speak()

    def _speak(self) -> None:
        """Speaks the focus: its label, traits and value, and later its hint."""
        if isinstance(line := self._focus, dict):
            label, traits, value = clean(line.get("label")), line.get("traits") or (), clean(line.get("value"))
            language, hint, secret = line.get("language"), clean(line.get("hint")), line.get("label", "") is None
        else:
            secret = self._is_secret
            label, traits, value, hint, language = ("", (), "", "", None) if secret else line[3:]
        here = words(language or self._now["language"])
        blank = here["blank"] if "text_field" in traits and not value else ""
        label = label or here["headphones" if secret else "unlabelled"]
        parts = (label, *(here.get(trait, "") for trait in traits), value, blank)
        self._say(", ".join(filter(None, parts)), language, hint)

    def _say(self, text: str, language: str | None = None, hint: str = "") -> None:
        self._number += 1
        number, self._hint, self._waiting = self._number, hint, ("", None)
        self._tell(True)

        def ended() -> None:
            if number != self._number or not self._is_speaking:
                return
            waiting = self._waiting
            self._tell(False)
            if waiting[0]:
                self._say(*waiting)
            elif self._reading:
                self._read_on()
            elif self._hint:
                self._later(HINT_PAUSE, lambda: self._say(self._hint, language) if number == self._number else None)

        self._voice(Utterance(text, language or self._now["language"], self._now["rate"], self._now["volume"]), ended)
        self._later(LONGEST_UTTERANCE, ended)

    def _read_on(self) -> None:
        self._reading, self._is_asking = self._reading - 1, True
        self._send({"explore": "next"}, lambda: self.on_activate({}))

    def _tell(self, is_speaking: bool) -> None:
        if is_speaking != self._is_speaking:
            self._is_speaking = is_speaking
            self._request(explore="speaking", state=is_speaking)

    def _request(self, **request: Any) -> None:
        self._send(request, lambda: None)


def _name(focus: Any) -> Any:
    """The element that has the focus."""
    return focus.get("view") if isinstance(focus, dict) else focus.node
