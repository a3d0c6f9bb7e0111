# SPDX-License-Identifier: MIT
"""Prints each gesture."""

import touchd

for event in touchd.listen("event"):
    x, y = event["at"] or ("?", "?")
    print(f"{event['name']} {event['state']} on {event['view']} at {x}, {y}", flush=True)
