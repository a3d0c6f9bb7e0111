# SPDX-License-Identifier: MIT
"""Answers for the responder `machine`: draws the ring, starts the machine, and halts it. Here it prints that.

A program of the page's session, with touchd.py beside it. What it does to the machine is for you to write, and the machine
itself decides whether it is safe.
"""

import touchd

WIDTH = 20


def ring(progress):
    """How far a hold has come, as a bar."""
    done = round(progress * WIDTH)
    return f"[{'#' * done}{'.' * (WIDTH - done)}]"


def answer(event):
    """What to say of an event; None for the end of a hold that has done its work."""
    name, state = event["name"], event["state"]
    if state == "possible":
        return f"{name} {ring(event['progress'])}"
    if state == "failed":
        return f"{name} let go too soon"
    if state == "began":
        return "the machine halts" if name == "halt" else "the machine starts"
    return None


def main():
    with touchd.Client() as client:
        client.respond("machine")
        # A replay begins when its programs have subscribed; live, the claim is enough.
        client.subscribe("device")
        for line in client:
            words = answer(line) if line["kind"] == "event" else None
            if words:
                print(words, flush=True)


if __name__ == "__main__":
    main()
