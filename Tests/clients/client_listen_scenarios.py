# SPDX-License-Identifier: MIT
"""`touchd listen`: what it prints and what it starts, and how it ends."""

import json
import os
import shlex
import shutil
import signal
from pathlib import Path

import pytest
from fingers import land, lift, touching
from hearers import GAME, started, touchable
from process import wait_until, written
from rig import IN_BUTTON

ROOT = Path(__file__).parents[2]
# Also a long press on the button.
HOLD = GAME.replace(
    "        gestures:\n", "        gestures:\n          - { long_press: { minimum: 50ms }, name: hold, to: audit }\n")


def listening(rig, service, *arguments):
    """A `touchd listen` that has heard the state."""
    process = rig.start("listen", "--state", "--socket", service.events, *arguments)
    process.expect(kind="state_end")
    return process


# What is asked for, and the lines that a tap makes then.
ROWS = {
    # A tap is one line, as it came.
    "prints": ([], [{"kind": "event", "name": "press", "state": "ended", "layout": "rig"}]),
    # Of several kinds, each line in the order of a trace.
    "kinds": (
        ["--kind", "touch", "--kind", "event"],
        [{"kind": "touch", "phase": "began"}, {"kind": "touch", "phase": "ended"}, {"kind": "event", "name": "press"}],
    ),
    "view": (["--kind", "deliver", "--view", "content"], []),
    "layout": (["--layout", "rig"], [{"kind": "event", "name": "press"}]),
}


@pytest.mark.parametrize("arguments, expected", ROWS.values(), ids=ROWS)
def test_listen(rig, arguments, expected):
    """listen: it prints what is asked for, and no more; Ctrl-C ends it with 0"""
    service = touchable(rig)
    process = listening(rig, service, *arguments)
    state = len(process.output)
    witness = listening(rig, service)
    service.tap(rig.panel)
    witness.expect(kind="event", name="press")
    for line in expected:
        process.expect(**line)
    process.end(signal.SIGINT)
    assert len(process.output) == state + len(expected)


def test_listen_variable(rig):
    """listen: a variable names the socket, as for the other clients; the replay there begins when it subscribes"""
    demo = ROOT / "Sources" / "TouchdKit" / "Demo"
    path = rig.folder / "replay.sock"
    replay = rig.start("replay", demo / "demo.evemu", "-c", demo / "demo.yaml", "--events", path)
    replay.expect_text(f"begins when a program has subscribed at {path}")
    process = rig.start("listen", environment={"TOUCHD_EVENTS_SOCKET": str(path)})
    process.expect(kind="event", name="service")
    for program in (process, replay):
        program.wait(status=0)


def test_listen_reader(rig):
    """listen: it ends with 0 when its reader has enough, before it has more to say"""
    service = touchable(rig)
    listen = shlex.join([str(rig.binary), "listen", "--state", "--socket", str(service.events)])
    shell = started("bash", "-c", f"{listen} | head -n 1; echo ${{PIPESTATUS[0]}}", socket=service.events)
    shell.wait()
    assert len(shell.output) == 2 and shell.output[1] == "0" and json.loads(shell.output[0])["kind"] == "hello"


def test_listen_alone(rig):
    """listen: without a daemon it ends with 3, and says what to do"""
    process = rig.run("listen", "--socket", rig.folder / "events.sock", status=3)
    process.require_errors(r"ENOENT.*systemctl start touchd.*TOUCHD_EVENTS_SOCKET")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run it as another user")
def test_listen_forbidden(rig):
    """listen: without the right to it ends with 3, and names the group"""
    service = touchable(rig)
    rig.folder.chmod(0o755)
    binary = shutil.copy(rig.binary, rig.folder / "touchd")
    service.events.chmod(0o660)
    process = started(binary, "listen", "--socket", service.events, socket=service.events, as_user=65534)
    process.wait(status=3)
    process.require_errors(r"EACCES.*sudo usermod -aG touchd-events \$USER.*log in again")


def test_listen_unknown(rig):
    """listen: a layout that there is not is refused, with those there are"""
    service = touchable(rig)
    process = rig.run("listen", "--layout", "lobby", "--socket", service.events, status=1)
    process.require_errors(r'there is no layout "lobby"; there is "rig"')


def test_listen_restart(rig):
    """listen: it goes on after touchd was killed and started again"""
    service = touchable(rig)
    process = listening(rig, service)
    service.daemon.end(signal.SIGKILL, status=-signal.SIGKILL)
    process.expect_text("waiting for touchd")
    service.begin()
    service.daemon.expect_text(r"using.*event0")
    process.expect_text("listening again")
    process.expect(kind="state_end")
    service.tap(rig.panel)
    process.expect(kind="event", name="press")
    process.end(signal.SIGTERM)


def session(rig, text):
    path = rig.folder / "session.yaml"
    path.write_text("version: 1\nrun:\n" + text)
    return path


def program(rig, text):
    """The path of a program that does what a shell makes of this."""
    path = rig.folder / f"program-{len(list(rig.folder.iterdir()))}"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_session_starts(rig):
    """listen --run: a tap starts a program with the event, and with the session's variables"""
    service = touchable(rig)
    made = rig.folder / "made"
    writes = f"cat >{made}.part; env >>{made}.part; echo $1 >>{made}.part; mv {made}.part {made}"
    words = f"[{program(rig, writes)}, 'a b']"
    process = rig.start(
        "listen", "--run", session(rig, f"  press: {words}\n"), "--socket", service.events,
        environment={"WAYLAND_DISPLAY": "wayland-7", "TOUCHD_VIEW": "stale"})
    process.expect_text("touchd: listening")
    witness = listening(rig, service)
    service.tap(rig.panel)
    event = witness.expect(kind="event", name="press")
    wait_until(made.exists, "the program was not started")
    lines = made.read_text().splitlines()
    assert json.loads(lines[0]) == event
    x, y = json.loads(lines[0])["at"]
    for line in ["WAYLAND_DISPLAY=wayland-7", "TOUCHD_VIEW=button", "TOUCHD_EVENT=press", "TOUCHD_STATE=ended",
                 f"TOUCHD_X={x:g}", f"TOUCHD_Y={y:g}", "a b"]:
        assert line in lines
    process.end(signal.SIGTERM)


def test_session_states(rig):
    """listen --run: a long press starts its program when it begins, and at the states that the file says"""
    service = touchable(rig, HOLD)
    said = rig.folder / "said"
    once, both = (program(rig, f'echo "{word} $TOUCHD_STATE" >>{said}') for word in ("once", "both"))
    processes = [
        rig.start("listen", "--run", rig.folder / name, "--socket", service.events)
        for name, text in [("once.yaml", f"[{once}]"), ("both.yaml", f"{{ run: [{both}], states: [began, ended] }}")]
        if (rig.folder / name).write_text(f"version: 1\nrun: {{ hold: {text} }}\n")
    ]
    for process in processes:
        process.expect_text("touchd: listening")
    witness = listening(rig, service)
    rig.panel.frame(*land(0, 1, *IN_BUTTON), *touching(True))
    witness.expect(kind="event", name="hold", state="began")
    rig.panel.frame(*lift(0), *touching(False))
    witness.expect(kind="event", name="hold", state="ended")
    expected = ["both began", "both ended", "once began"]
    wait_until(lambda: len(written(said).splitlines()) >= 3, lambda: f"it says {written(said)}")
    # A second one: what came of the first is all there by then.
    rig.panel.frame(*land(0, 2, *IN_BUTTON), *touching(True))
    witness.expect(kind="event", name="hold", state="began")
    rig.panel.frame(*lift(0), *touching(False))
    wait_until(lambda: len(written(said).splitlines()) >= 6, lambda: f"it says {written(said)}")
    assert sorted(written(said).splitlines()) == sorted(2 * expected)
    for process in processes:
        process.end(signal.SIGTERM)


def test_session_waits(rig):
    """listen --run: it waits for a daemon that comes later, and says so once"""
    said = rig.folder / "said"
    process = rig.start(
        "listen", "--run", session(rig, f"  press: [{program(rig, f'echo $TOUCHD_EVENT >>{said}')}]\n"), "--socket",
        rig.folder / "events.sock")
    process.expect_text("waiting for touchd")
    service = touchable(rig)
    process.expect_text("touchd: listening")
    service.tap(rig.panel)
    wait_until(lambda: written(said) == "press\n", "the program was not started")
    process.end(signal.SIGTERM)
    assert sum("waiting for touchd" in line for line in process.errors) == 1
