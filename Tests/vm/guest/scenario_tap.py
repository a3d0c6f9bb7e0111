# SPDX-License-Identifier: MIT
"""A finger comes down and goes."""

from rig import IN_BUTTON, milliseconds, now, scenario


@scenario
def tap(rig):
    panel, dump = rig.ready()
    written = now()
    panel.tap(IN_BUTTON)
    began = dump.expect(kind="touch", phase="began", slot=0)
    ended = dump.expect(kind="touch", phase="ended", slot=0)
    event = dump.expect(kind="event", name="press", state="ended")
    answered = now()
    rig.check(
        "one touch", began["touch"] == ended["touch"] and began["tapCount"] == ended["tapCount"] == 1,
        f"tapCount {ended['tapCount']}, began and ended {milliseconds(began, written)} and "
        f"{milliseconds(ended, written)} after the first write")
    events = dump.lines("event")
    rig.check(
        "one event", len(events) == 1 and event["tapCount"] == 1,
        f"{len(events)} of the gesture, tapCount {event['tapCount']}, "
        f"told {(answered - written) * 1e3:.1f} ms after the first write")

    # In the very same place: the kernel sends no value that the slot has already.
    panel.land((0, IN_BUTTON))
    again = dump.expect(kind="touch", phase="began")
    panel.lift(0)
    dump.expect(kind="touch", phase="ended")
    sent = [code for _, code, _ in dump.lines("frame")[2]["events"]]
    rig.check(
        "again in the same place", again["raw"] == began["raw"] and "ABS_MT_POSITION_X" not in sent,
        f"raw {again['raw']} of {' '.join(sent)}")
    rig.end(dump)
