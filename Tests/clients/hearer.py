# SPDX-License-Identifier: MIT
"""Does as its arguments say, then prints each line that it hears:

    hearer.py python|asyncio [subscribe KIND…] [respond NAME]…

Each word of a JSON object is a command. With asyncio it asks in one task while another reads.
"""

import asyncio
import json
import sys
from functools import partial

import touchd


def say(line):
    print(json.dumps(line), flush=True)


def requests(client, words):
    """What the words ask the client, each to be called."""
    words = iter(words)
    for word in words:
        if word.startswith("{"):
            yield partial(client.command, **json.loads(word))
        elif word == "respond":
            yield partial(client.respond, next(words))
        else:
            yield partial(client.subscribe, *next(words).split(","))


def hear(words):
    with touchd.Client() as client:
        for ask in requests(client, words):
            try:
                ask()
            except touchd.Refused as refusal:
                say({"refused": str(refusal)})
        say({"done": True})
        for line in client:
            say(line)


async def ask_async(client, words):
    for ask in requests(client, words):
        try:
            await ask()
        except touchd.Refused as refusal:
            say({"refused": str(refusal)})
    say({"done": True})


async def hear_async(words):
    async def read():
        async for line in client:
            say(line)

    async with touchd.AsyncClient() as client:
        await asyncio.gather(ask_async(client, words), read())


kind, *words = sys.argv[1:]
hear(words) if kind == "python" else asyncio.run(hear_async(words))
