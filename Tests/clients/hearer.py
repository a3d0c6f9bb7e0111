# SPDX-License-Identifier: MIT
"""Does as its arguments say, then prints each line that it hears:  hearer.py [subscribe KIND…] [respond NAME]…

Each word of a JSON object is a command.
"""

import json
import sys

import touchd

with touchd.Client() as client:
    words = sys.argv[1:]
    while words:
        word = words.pop(0)
        try:
            if word.startswith("{"):
                client.command(**json.loads(word))
            elif word == "respond":
                client.respond(words.pop(0))
            else:
                client.subscribe(*words.pop(0).split(","))
        except touchd.Refused as refusal:
            print(json.dumps({"refused": str(refusal)}), flush=True)
    print(json.dumps({"done": True}), flush=True)
    for line in client:
        print(json.dumps(line), flush=True)
