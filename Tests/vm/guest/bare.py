# SPDX-License-Identifier: MIT
"""touchd where neither systemd nor udevd runs: the guest's only process in their place, started by init. Verdicts on
standard output, then a line `done`."""

import subprocess
from pathlib import Path

from process import wait_until
from rig import HERE, IN_BUTTON, Rig
from service import TOUCHD
from verdicts import perform

LAYOUT = (HERE / "layout.yaml").read_text()
RUN = Path("/run/touchd")


def bare(rig):
    running = [name.read_text().strip() for name in Path("/proc").glob("[0-9]*/comm")]
    alone = not any("systemd" in name or "udev" in name for name in running)
    rig.check("neither systemd nor udevd", alone, f"{len(running)} processes, most of the kernel's")
    subprocess.run(["dpkg", "--unpack", HERE / "touchd.deb"], check=True)
    RUN.mkdir()
    panel, keyboard = rig.plug(), rig.plug_keyboard()
    # Not by `path`, which is udev's.
    layouts = {"by name": 'name: "Touchd Test Panel"', "by what it can": ""}
    for how, match in layouts.items():
        file = RUN / "layout.yaml"
        file.write_text(LAYOUT.replace('match: { name: "Touchd Test Panel" }', f"match: {{ {match} }}" if match else "{}"))
        dump = rig.dump(file)
        dump.expect(kind="device", change="added", path=panel.node)
        panel.tap(IN_BUTTON)
        event = dump.expect(kind="event", name="press", state="ended")
        added = [line["path"] for line in dump.lines("device", change="added")]
        rig.check(f"a panel {how}", added == [panel.node], f"{added} of {keyboard.node}, too; {event['name']} on {event['view']}")
        rig.end(dump)
    daemon = rig.background(TOUCHD, "run", "-c", RUN / "layout.yaml", "--socket", RUN / "s", "--events", RUN / "e")
    wait_until(lambda: "using" in daemon.everything, lambda: f"it uses no panel: {daemon.everything}")
    listener = rig.background(TOUCHD, "listen", "--state", "--socket", RUN / "e")
    listener.expect(kind="state_end")
    panel.tap(IN_BUTTON)
    heard = listener.expect(kind="event", name="press")
    rig.check("the daemon, and a program on its socket", True, f"heard of {heard['name']} on {heard['view']}")
    panel.unplug()
    daemon.expect_text("is gone; waiting")
    panel = rig.plug()
    wait_until(lambda: daemon.everything.count("using") == 2, lambda: f"it is not used again: {daemon.everything}")
    panel.tap(IN_BUTTON)
    heard = listener.expect(kind="event", name="press")
    rig.check("unplugged, and plugged in again, by the kernel's word", True, f"heard of {heard['name']} on {heard['view']}")


perform(bare, Rig("bare"))
print("done  1 scenario", flush=True)
