# SPDX-License-Identifier: MIT
"""The programs of these scenarios: one for each client, which all do the same as a user's program would."""

import shutil
import sys
from pathlib import Path

import pytest
from process import Process, plain
from rig import LAYOUT, Service

HERE = Path(__file__).parent
CLIENTS = HERE.parent.parent / "clients"

# What the tests' layout says of programs: one answers for the game, and may show and hide.
GAME = LAYOUT.read_text().replace(
    "  audit: { plugin: log, level: notice }\n",
    "  audit: { plugin: log, level: notice }\n  game: { plugin: socket }\n",
).replace("on_touch: { to: audit, forward: true }", "on_touch: { to: game, forward: true }").replace(
    "to: [audit]", "to: [audit, game]"
).replace("responders:\n", "socket: { commands: [show] }\nresponders:\n", 1)


def command(language):
    """What starts the program of a language."""
    if language == "javascript":
        if not shutil.which("node"):
            pytest.skip("there is no node")
        return ["node", HERE / "hearer.mjs"]
    return [sys.executable, "-X", "dev", HERE / "hearer.py", language]


# The clients, each with the tests of them all.
each_language = pytest.mark.parametrize("language", ["python", "asyncio", "javascript"])


def hearer(language, *words, socket):
    """Starts the program of a language, as a user does."""
    return started(*command(language), *words, socket=socket)


def started(*words, socket, **options):
    """Starts any program."""
    environment = plain(
        TOUCHD_EVENTS_SOCKET=str(socket), PYTHONPATH=str(CLIENTS / "python"), PYTHONUNBUFFERED="1")
    return Process([str(word) for word in words], environment, **options)


def touchable(rig, text=GAME):
    """A daemon that uses the panel, with that layout."""
    return Service.touchable(rig, text)
