# SPDX-License-Identifier: MIT
"""Answers for the responder `game`: counts the fingers on its view, and hides the view `help` while there are any."""

import touchd

fingers = set()
with touchd.Client() as client:
    client.respond("game")
    for line in client:
        if line["kind"] == "hello":
            # A new connection: which fingers were down is not known any more.
            fingers.clear()
        if line["kind"] != "call":
            continue
        if line["call"] == "touchesBegan":
            fingers.update(line["touches"])
        elif line["call"] in ("touchesEnded", "touchesCancelled"):
            fingers.difference_update(line["touches"])
        else:
            continue
        print(f"{len(fingers)} on {line['to']}", flush=True)
        client.command(**{"hide" if fingers else "show": "help"})
