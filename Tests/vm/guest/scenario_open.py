# SPDX-License-Identifier: MIT
"""touchd finds a panel that is there already, and asks what it is: the kernel, and udev's database."""

import json

from rig import BESIDE, now, scenario, settled

# The rule in `init` hangs the panel of this product number upside down.
TURNED, HALF_A_TURN = 0x7011, [-1, 0, 1, 0, -1, 1]


@scenario
def open(rig):
    panel = settled(rig.plug(product=TURNED))
    listing = json.loads("\n".join(rig.run("devices", "--json").output))
    (found,) = [device for device in listing["devices"] if device["path"] == panel.node]
    rig.check(
        "the kernel's description", found["touchscreen"] is True and found["slots"] == panel.slots,
        f"{found['slots']} slots, {found['size_mm']} mm, ranges {found['range']}, match {found['match']}")
    rig.check(
        "udev's database", found["calibration"] == HALF_A_TURN, f"calibration {found['calibration']}")

    start = now()
    dump = rig.dump()
    added = dump.expect(kind="device", change="added", path=panel.node)
    rig.check("added", True, f"{panel.node} {added['t'] / 1e3 - start * 1e3:.1f} ms after the start")

    # Read later than written: only the kernel can have put the time of writing on it.
    dump.stop()
    before = now()
    panel.land((0, BESIDE))
    after = now()
    panel.lift(0)
    dump.go_on()
    began = dump.expect(kind="touch", phase="began")
    moment = began["t"] / 1e6
    rig.check(
        "CLOCK_MONOTONIC", before - 1e-6 <= moment <= after,
        f"stamped {(moment - before) * 1e3:.2f} ms into a write of {(after - before) * 1e3:.2f} ms")
    rig.check(
        "upside down", began["view"] == "button" and began["raw"] == list(BESIDE),
        f"raw {began['raw']} is {began['at']}, in {began['view']}")
    dump.expect(kind="touch", phase="ended")
    rig.end(dump)
