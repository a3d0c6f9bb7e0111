# SPDX-License-Identifier: MIT
"""What each client does when touchd is there: it hears, answers, commands, and says what was refused."""

import pytest
from hearers import each_language, hearer, touchable

# What the program is asked to do, what a person then does, and what the program says of it.
ROWS = {
    # A program that subscribes gets the state, then the tap.
    "hears": (
        ["subscribe", "event"], True,
        [{"kind": "state_end"}, {"kind": "event", "name": "press", "view": "button", "state": "ended"}],
    ),
    # One that answers for a view gets its calls and gestures.
    "answers": (
        ["respond", "game"], True,
        [
            {"kind": "call", "call": "touchesBegan", "to": "button", "responder": "game"},
            {"kind": "call", "call": "touchesEnded", "to": "button", "responder": "game"},
            {"kind": "event", "name": "press", "state": "ended"},
        ],
    ),
    # A request with a mistake is refused with what was meant.
    "misspells": (
        ["respond", "gaem", "subscribe", "evnt"], False,
        [
            {"refused": 'no layout has a responder "gaem" with `plugin: socket`; did you mean "game"?'},
            {"refused": 'unknown kind "evnt": did you mean "event"?'},
        ],
    ),
    # What the layout allows is done, and what it does not is refused.
    "commands": (
        ["subscribe", "change", '{"hide":"button"}', '{"cancel":true}'], False,
        [
            {"refused": '"rig" does not allow this: a layout does with `socket: { commands: [cancel] }`'},
            {"kind": "change", "what": "view", "id": "button", "hidden": True},
        ],
    ),
}


@pytest.mark.parametrize("words, taps, expected", ROWS.values(), ids=ROWS)
@each_language
def test_client(rig, language, words, taps, expected):
    """a program does as it is asked, and hears what comes of it"""
    service = touchable(rig)
    program = hearer(language, *words, socket=service.events)
    program.expect(done=True)
    if taps:
        service.tap(rig.panel)
    for line in expected:
        program.expect(**line)
