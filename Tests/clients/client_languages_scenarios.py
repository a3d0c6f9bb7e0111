# SPDX-License-Identifier: MIT
"""What each client does when touchd is there: it hears, answers, commands, and says what was refused."""

from hearers import LANGUAGES, hearer, touchable
from process import Failure
from rig import scenario

# What the program is asked to do, what a person then does, and what the program says of it.
ROWS = {
    "hears": (
        "a program that subscribes gets the state, then the tap",
        ["subscribe", "event"], True,
        [{"kind": "state_end"}, {"kind": "event", "name": "press", "view": "button", "state": "ended"}],
    ),
    "answers": (
        "a program that answers for a view gets its calls and gestures",
        ["respond", "game"], True,
        [
            {"kind": "call", "call": "touchesBegan", "to": "button", "responder": "game"},
            {"kind": "call", "call": "touchesEnded", "to": "button", "responder": "game"},
            {"kind": "event", "name": "press", "state": "ended"},
        ],
    ),
    "misspells": (
        "a request with a mistake is refused with what was meant",
        ["respond", "gaem", "subscribe", "evnt"], False,
        [
            {"refused": 'no layout has a responder "gaem" with `plugin: socket`; did you mean "game"?'},
            {"refused": 'unknown kind "evnt": did you mean "event"?'},
        ],
    ),
    "commands": (
        "what the layout allows is done, and what it does not is refused",
        ["subscribe", "change", '{"hide":"button"}', '{"cancel":true}'], False,
        [
            {"refused": '"rig" does not allow this: a layout does with `socket: { commands: [cancel] }`'},
            {"kind": "change", "what": "view", "id": "button", "hidden": True},
        ],
    ),
}


def register(language, name):
    title, words, taps, expected = ROWS[name]

    def play(rig):
        service = touchable(rig)
        program = hearer(rig, language, *words, socket=service.events)
        program.expect(done=True)
        if taps:
            service.tap(rig.panel)
        for line in expected:
            program.expect(**line)

    play.__name__ = f"{language}_{name}"
    scenario(f"{language}: {title}")(play)


for language in LANGUAGES:
    for name in ROWS:
        register(language, name)
