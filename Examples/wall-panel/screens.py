# SPDX-License-Identifier: MIT
"""Switches the outputs of sway off and on, as touchd reports that the screens are dark or lit.

A program of sway's session: `exec python3 /usr/local/lib/wall-panel/screens.py`, with touchd.py beside it.
"""

import subprocess

import touchd

# The output of each layout, as `swaymsg -t get_outputs` names them.
OUTPUTS = {"hall": "DSI-1", "kitchen": "HDMI-A-1"}


def switch(before, now):
    """Switches what is different, the layouts in their order."""
    for layout, output in OUTPUTS.items():
        if (layout in before) != (layout in now):
            power = "off" if layout in now else "on"
            subprocess.run(["swaymsg", "output", output, "power", power], check=False)


def main():
    dark, known, is_state = set(), set(), False
    with touchd.Client() as client:
        client.subscribe("change")
        for line in client:
            if line["kind"] == "state":
                # A touchd that was started again does not know a dark screen any more: it is lit, then.
                known, is_state = set(), True
            elif line["kind"] == "state_end":
                is_state = False
            elif line["kind"] == "change" and line["what"] == "display":
                known = known - {line["layout"]} | ({line["layout"]} if line["dark"] else set())
            if not is_state:
                switch(dark, known)
                dark = known


if __name__ == "__main__":
    main()
