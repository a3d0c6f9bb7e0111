# SPDX-License-Identifier: MIT
"""Grabs a touchscreen, and passes each event of it on, as users write it with python-evdev: pass.py NODE"""

import sys

from evdev import InputDevice, UInput, ecodes

panel = InputDevice(sys.argv[1])
abilities = {
    kind: codes for kind, codes in panel.capabilities().items() if kind not in (ecodes.EV_SYN, ecodes.EV_FF)
}
copy = UInput(
    abilities,
    name="pass",
    phys="pass/0",
    vendor=panel.info.vendor,
    product=panel.info.product,
    version=panel.info.version,
    bustype=ecodes.BUS_VIRTUAL,
    input_props=panel.input_props(),
)
panel.grab()
for event in panel.read_loop():
    copy.write_event(event)
