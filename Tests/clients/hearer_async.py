# SPDX-License-Identifier: MIT
"""The same as hearer.py, with asyncio: it asks in one task while another reads."""

import asyncio
import json
import sys

import touchd


async def ask(client):
    words = sys.argv[1:]
    while words:
        word = words.pop(0)
        try:
            if word.startswith("{"):
                await client.command(**json.loads(word))
            elif word == "respond":
                await client.respond(words.pop(0))
            else:
                await client.subscribe(*words.pop(0).split(","))
        except touchd.Refused as refusal:
            print(json.dumps({"refused": str(refusal)}), flush=True)
    print(json.dumps({"done": True}), flush=True)


async def hear(client):
    async for line in client:
        print(json.dumps(line), flush=True)


async def main():
    async with touchd.AsyncClient() as client:
        await asyncio.gather(ask(client), hear(client))


asyncio.run(main())
