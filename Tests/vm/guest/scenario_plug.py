# SPDX-License-Identifier: MIT
"""The panel is unplugged under a finger, and returns under another event number."""

from rig import IN_BUTTON, milliseconds, now, scenario, settled


@scenario
def replug(rig):
    panel, dump = rig.ready()
    panel.land((0, IN_BUTTON))
    before = dump.expect(kind="touch", phase="began")
    panel.unplug()
    dump.expect(kind="device", change="removed", path=panel.node)
    dump.expect(kind="touch", phase="cancelled", touch=before["touch"])

    keyboard = rig.plug_keyboard()
    settled(keyboard)
    back = rig.plug()
    added = dump.expect(kind="device", change="added", path=back.node)
    refused = dump.expect(kind="device", change="refused", path=keyboard.node)
    rig.check(
        "another number", keyboard.node == panel.node != back.node and added["name"] == "Touchd Test Panel",
        f"{panel.node} is {back.node} now, `added` {milliseconds(added, back.created)} after it was made; "
        f"{refused['path']} refused: {refused['reason']}")

    back.tap(IN_BUTTON)
    after = dump.expect(kind="touch", phase="began")
    dump.expect(kind="touch", phase="ended", touch=after["touch"])
    dump.expect(kind="event", name="press", state="ended")
    events = len(dump.lines("event"))
    rig.check(
        "a tap after it", events == 1 and after["touch"] != before["touch"] and after["at"] == before["at"],
        f"{events} event, touch {after['touch']} at {after['at']}, as touch {before['touch']} was")
    rig.end(dump)
