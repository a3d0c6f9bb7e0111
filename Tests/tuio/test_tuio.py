# SPDX-License-Identifier: MIT
"""From lines of touchd to bundles of TUIO: given, when, then. Time and network are the tests'."""

import argparse
import asyncio
import heapq
import importlib.util
import math
import random
import socket
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from receiver import Receiver, decoded

CLIENTS = Path(__file__).parents[2] / "clients"
sys.path[:0] = [str(CLIENTS / "touchd-tuio"), str(CLIENTS / "python")]
liblo = pytest.importorskip("liblo", reason="python3-liblo is missing")
import osc  # noqa: E402
import surface  # noqa: E402

spec = importlib.util.spec_from_file_location("touchd_tuio", CLIENTS / "touchd-tuio" / "__main__.py")
program = importlib.util.module_from_spec(spec)
spec.loader.exec_module(program)

MAP = {"id": "map", "parent": "wall", "frame": [100, 100, 400, 200], "transform": [0, 1, -1, 0, 0, 0]}
VIEWS = [{"id": "window", "parent": None, "frame": [0, 0, 1000, 500]}, {"id": "wall", "parent": "window", "frame": [0, 0, 1000, 500]},
         MAP, {"id": "flat", "parent": "map", "frame": [0, 0, 40, 20], "transform": [0, 0, 0, 0, 0, 0]},
         {"id": "side", "parent": None, "frame": [200, 100, 100, 100]}]
STATE = [{"kind": "state"}, {"kind": "layout", "layout": "l", "size": [1000, 500]},
         *({"kind": "view", "layout": "l", "transform": None, **view} for view in VIEWS), {"kind": "state_end"}]


def touch(t, touch, *at, view="wall", **more):
    """A line; without a place it is on a sensitive view."""
    usual = {"kind": "touch", "layout": "l", "phase": "moved", "type": "direct", "force": 0.5, "radius": 10, "window": "window"}
    return {**usual, "t": t, "touch": touch, "at": [*at] or None, "view": view, **more}


def up(t, finger, phase="ended"):
    return touch(t, finger, 1, 1, phase=phase)


def frames(lines, profile="2Dcur", view=None):
    """What each frame says, without its head, its number and its source, in words."""
    said, encoder = [], osc.Encoder([profile], "s", 0)

    def end(changed):
        for first, *middle, last in encoder.bundles(on.fingers.values(), changed, on.size, 0):
            alive = [*last[1:]] if profile == "2.0" else [*middle.pop(0)[2:]]
            middle = [[part if isinstance(part, str) else round(part, 4) for part in message[1:]] for message in middle]
            said.append(" ".join(map(str, [alive, *[part for message in middle for part in message if part != "set"]])))

    on = surface.Surface(end, view)
    for line in [*STATE, *lines]:
        on.take(line)
    on.flush()
    return said


S = 1_000_000
PEN = {"type": "stylus", "azimuth": 0, "altitude": 1, "force": 3}
# What touchd says, and what is alive and was set, frame by frame.
FRAMES = {
    "a finger": ([touch(0, 7, 250, 250)], ["[1] 1 0.25 0.5 0.0 0.0 0.0"]),
    "over the width in a second, as in the specification": (
        [touch(0, 7, 0, 0), touch(S, 7, 1000, 0)], ["[1] 1 0.0 0.0 0.0 0.0 0.0", "[1] 1 1.0 0.0 1.0 0.0 1.0"]),
    "and slower": (
        [touch(0, 7, 0, 0), touch(S, 7, 800, 0), touch(3 * S, 7, 800, 500)],
        ["[1] 1 0.0 0.0 0.0 0.0 0.0", "[1] 1 0.8 0.0 0.8 0.0 0.8", "[1] 1 0.8 1.0 0.0 0.5 -0.15"]),
    "a frame of two, of which one goes in the next": (
        [touch(0, 7, 0, 0), touch(0, 8, 500, 0), up(9, 7)],
        ["[1, 2] 1 0.0 0.0 0.0 0.0 0.0 2 0.5 0.0 0.0 0.0 0.0", "[2]"]),
    "a tap that is read in one go is two frames": ([touch(0, 7, 0, 0), up(9, 7)], ["[1] 1 0.0 0.0 0.0 0.0 0.0", "[]"]),
    "a session is used once": (
        [touch(0, 7, 0, 0), up(9, 7, "cancelled"), touch(10, 8, 0, 0)],
        ["[1] 1 0.0 0.0 0.0 0.0 0.0", "[]", "[2] 2 0.0 0.0 0.0 0.0 0.0"]),
    "beside the surface is its edge": ([touch(0, 7, -3, 501)], ["[1] 1 0.0 1.0 0.0 0.0 0.0"]),
    "landed on a sensitive view: never alive": ([touch(0, 7), touch(1, 7), up(2, 7)], []),
    "over a sensitive view: gone, and then another finger": (
        [touch(0, 7, 0, 0), touch(1, 7), touch(2, 7), touch(3, 7, 500, 0)],
        ["[1] 1 0.0 0.0 0.0 0.0 0.0", "[]", "[2] 2 0.5 0.0 0.0 0.0 0.0"]),
    "a reload takes what the new state does not list": (
        [touch(0, 7, 0, 0), touch(0, 8, 0, 0), *STATE[:-1], touch(1, 8, 0, 0, phase="stationary"), STATE[-1]],
        ["[1, 2] 1 0.0 0.0 0.0 0.0 0.0 2 0.0 0.0 0.0 0.0 0.0", "[1, 2] 2 0.0 0.0 0.0 0.0 0.0", "[2]"]),
    "touchd was started again": ([touch(0, 7, 0, 0), {"kind": "hello"}], ["[1] 1 0.0 0.0 0.0 0.0 0.0", "[]"]),
    "a window with a frame of its own": ([touch(0, 7, 50, 50, window="side")], ["[1] 1 0.25 0.3 0.0 0.0 0.0"]),
    "not of a layout that is known": ([touch(0, 7, 50, 50, layout="m")], []),
    "blob: a circle of 10 points on 1000 by 500": (
        [touch(0, 7, 250, 250)], ["[1] 1 0.25 0.5 0.0 0.02 0.04 0.0006 0.0 0.0 0.0 0.0 0.0"], "2Dblb"),
    "pointer, bounds, and the view as a symbol": (
        [touch(0, 7, 250, 250)],
        ["[1] 1 0 0 0.25 0.5 0.0 0.0 0.02 0.5 0.0 0.0 0.0 0.0 0.0 1 0.25 0.5 0.0 0.02 0.04 0.0006 0.0 0.0 0.0 0.0 0.0 "
         "1 0 0 touchd/view wall"], "2.0"),
    "on no view there is no symbol; a pen has a direction; pressure ends at 1": (
        [touch(0, 7, 250, 250, view=None, **PEN)],
        ["[1] 1 11 0 0.25 0.5 0.0 1.0 0.02 1.0 0.0 0.0 0.0 0.0 0.0 1 0.25 0.5 0.0 0.02 0.04 0.0006 0.0 0.0 0.0 0.0 0.0"], "2.0"),
    "a view, turned by a quarter: its corner, and its middle": (
        [touch(0, 7, 400, 0, view="map"), touch(0, 8, 300, 200, view="map")],
        ["[1, 2] 1 0.0 0.0 0.0 0.0 0.0 2 0.5 0.5 0.0 0.0 0.0"], "2Dcur", "map"),
    "a view: a pen turns with it": (
        [touch(0, 7, 300, 200, view="map", **PEN)],
        ["[1] 1 11 0 0.5 0.5 4.7124 1.0 0.05 1.0 0.0 0.0 0.0 0.0 0.0 1 0.5 0.5 0.0 0.05 0.1 0.0039 0.0 0.0 0.0 0.0 0.0 "
         "1 11 0 touchd/view map"], "2.0", "map"),
    "a view: on one in it, not beside it, not on no view": (
        [touch(0, 7, 300, 200, view="flat"), touch(0, 8, 300, 200), touch(0, 9, 300, 200, view=None)],
        ["[1] 1 0.5 0.5 0.0 0.0 0.0"], "2Dcur", "map"),
    "a view without an extent": ([touch(0, 7, 300, 200, view="flat")], [], "2Dcur", "flat"),
    "a view that is not there": ([touch(0, 7, 300, 200)], [], "2Dcur", "lid"),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames(name):
    """of lines, what is alive and set"""
    lines, expected, *more = FRAMES[name]
    assert frames(lines, *more) == expected


def test_bounds():
    """128 fingers are alive; one more comes once there is room, and session ids start over beside those in use"""
    on = surface.Surface(lambda _: None)
    for line in [*STATE, *[touch(0, finger, 0, 0) for finger in range(130)]]:
        on.take(line)
    assert len(on.fingers) == 128 and 129 not in on.fingers
    on._session = osc.LAST_SESSION - 1
    for line in up(1, 5), touch(2, 129, 0, 0), up(3, 129), touch(4, 128, 0, 0):
        on.take(line)
    assert on.fingers[128].session == 6 and len(on.fingers) == 128
    assert surface.clean("é" * 99 + "\0") == "é" * 64 and surface.clean("\ud800a") == "?a"


# -- The sender, with a time and a network of its own


class Loop:
    """A loop whose time is a number."""

    def __init__(self):
        self.now, self.waiting, self.count = 0.0, [], 0

    def time(self):
        return self.now

    def call_soon(self, action):
        return self.call_later(0, action)

    def call_later(self, pause, action):
        self.count += 1
        heapq.heappush(self.waiting, entry := [self.now + pause, self.count, action])
        return SimpleNamespace(cancel=lambda: entry.__setitem__(2, lambda: None), when=lambda: entry[0])

    def run(self, until):
        while self.waiting and self.waiting[0][0] <= until:
            self.now, _, action = heapq.heappop(self.waiting)
            action()
        self.now = until


class Wall:
    """A sender whose datagrams come to receivers, or are lost."""

    def __init__(self, monkeypatch, *profiles, loss=0.0, seed=1):
        self.loop, self.loss, self.dice, self.sent = Loop(), loss, random.Random(seed), []
        fake = SimpleNamespace(time=lambda: 1e6 + self.loop.now, Message=lambda *parts: parts, Bundle=lambda _, *parts: [*parts])
        monkeypatch.setattr(program, "liblo", fake)
        self.receivers = {profile: Receiver() for profile in profiles}
        targets = [SimpleNamespace(profiles=(profile,), send=lambda bundle, profile=profile: self.carry(bundle, profile))
                   for profile in profiles]
        self.sender = program.Sender(SimpleNamespace(view=None, name="touchd", targets=targets), self.loop)
        self.take(*STATE)

    def carry(self, bundle, profile):
        self.sent.append(bundle)
        if self.dice.random() >= self.loss:
            self.receivers[profile].take(bundle)

    def take(self, *lines):
        for line in lines:
            self.sender.take(line)
        self.loop.run(self.loop.now)

    def is_right(self, profile):
        truth = {finger.session: tuple(round(part, 5) for part in finger.at) for finger in self.sender.surface.fingers.values()}
        return self.receivers[profile].fingers == truth


PROFILES = [*osc.MESSAGES]


def test_states(monkeypatch):
    """all is sent five times a second while a finger is down and a second longer, then each second; a still one has stopped"""
    wall = Wall(monkeypatch, "2Dcur")
    wall.loop.run(3.5)
    assert len(wall.sent) == 4
    wall.take(touch(0, 7, 0, 0))
    wall.take(touch(10_000, 7, 10, 0))
    assert wall.sent[-1][2][5:] == (1.0, 0.0, 100.0)
    wall.loop.run(4.51)
    assert len(wall.sent) == 4 + 2 + 5 and wall.sent[-1][2][2:] == (1, 0.01, 0.0, 0.0, 0.0, 0.0)
    wall.take(up(20_000, 7))
    wall.loop.run(9.5)
    assert len(wall.sent) == 11 + 1 + 5 + 4 and wall.sent[-1][1] == ("/tuio/2Dcur", "alive")


@pytest.mark.parametrize("seed", range(3))
def test_loss(monkeypatch, figure, seed):
    """of sixty fingers at 125 Hz 20 % of the datagrams are lost: nothing is wrong for a second, nor a second after the loss"""
    wall, dice, wrong, worst = Wall(monkeypatch, *PROFILES, loss=0.2, seed=seed), random.Random(seed), dict.fromkeys(PROFILES, 0.0), 0.0
    for frame in range(1, 1000):
        now, on = frame * 8000, wall.sender.surface.fingers
        lines = [touch(now, finger, *(500 * dice.random() for _ in "xy")) for finger in on if dice.random() < 0.7]
        if dice.random() < 0.1:
            lines += [up(now, finger) for finger in dice.sample(sorted(on), min(len(on), 3))]
        lines += [touch(now, frame * 100 + finger, 1, finger) for finger in range(min(60 - len(on), 3))]
        # The last fingers leave in a frame that no profile's receiver gets.
        wall.loss = 1.0 if frame == 999 else 0.2
        wall.take(*([up(now, finger) for finger in on] if frame == 999 else lines))
        wall.loss = 0.2
        # What one bundle lacks the next one has, but for fingers that stand still since.
        wall.loop.run(now / 1e6)
        for profile in PROFILES:
            wrong[profile] = 0.0 if wall.receivers[profile].fingers.keys() == {f.session for f in on.values()} else wrong[profile] + 0.008
            worst = max(worst, wrong[profile])
    assert not any(map(wall.is_right, PROFILES)) and worst < 1
    wall.loop.run(wall.loop.now + 1)
    assert all(map(wall.is_right, PROFILES))
    figure(f"at most {worst * 1000:.0f} ms with a wrong set of fingers")


def test_numbers(monkeypatch):
    """each bundle of a target has the next number, begun from the clock; 0 and -1 are no number; targets are numbered apart"""
    wall = Wall(monkeypatch, *PROFILES)
    wall.take(*[touch(0, finger, 0, 0) for finger in range(60)])
    for profile in PROFILES:
        bundles = [bundle for bundle in wall.sent if bundle[-1][0] == {"2.0": "/tuio2/alv"}.get(profile, f"/tuio/{profile}")]
        numbers = [bundle[0][1] if profile == "2.0" else bundle[-1][2] for bundle in bundles]
        assert numbers == [*range(100_000_001, 100_000_001 + len(numbers))] and len(numbers) > 4
        assert wall.is_right(profile) and wall.receivers[profile].ever == {*range(1, 61)}
    encoder = osc.Encoder(["2Dcur"], "s", 0)
    encoder._number = osc.LAST_SESSION - 1
    assert [bundle[-1][2] for _ in "abc" for bundle in encoder.bundles([], [], (0, 0), 0)] == [osc.LAST_SESSION, 1, 2]


def test_gone(monkeypatch):
    """touchd goes: at once nothing is alive, without a line that says so"""
    wall = Wall(monkeypatch, *PROFILES)
    wall.take(touch(0, 7, 0, 0))
    wall.sender.surface.leave()
    assert [receiver.fingers for receiver in wall.receivers.values()] == [{}] * 3 and len(wall.sent) == 9


def test_unknown_lines(monkeypatch, caplog):
    """a line that is not as it should be is left out, and the next one is not"""
    wall = Wall(monkeypatch, "2Dcur")
    wall.take({"kind": "touch"}, {"kind": "touch", "touch": 1, "phase": 2, "at": "x"}, {"kind": "sky", "t": None}, touch(0, 7, 0, 0))
    assert len(caplog.records) == 2 and wall.is_right("2Dcur") and wall.receivers["2Dcur"].ever == {1}


@pytest.fixture
def wire():
    """Sends a bundle through liblo and UDP, and returns its datagram."""
    there = socket.socket(type=socket.SOCK_DGRAM)
    there.bind(("127.0.0.1", 0))
    there.settimeout(30)
    target = program.Target(f"localhost:{there.getsockname()[1]}")
    target.address = liblo.Address("127.0.0.1", target.port)

    def sent(bundle):
        packed = liblo.Bundle(program.IMMEDIATELY, *[liblo.Message(*message) for message in bundle])
        liblo.send(target.address, packed)
        return there.recv(1 << 16)

    yield sent
    there.close()


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("count, size", [(0, (1920, 1080)), (1, (70000, 0)), (60, (40000, 3)), (128, (1, 1))])
def test_datagrams(wire, profile, count, size):
    """through liblo and UDP: no datagram is longer than 1472 bytes, each has the size that was counted, and says what it should"""
    fingers = [surface.Finger(n + 1, "é" * (n % 65), at=(n / 128, 0.5), velocity=(math.pi, -1e9)) for n in range(count)]
    encoder, got = osc.Encoder([profile], "touchd@" + "h" * 64, 4e9), Receiver()
    for bundle in encoder.bundles(fingers, fingers, size, 4e9):
        data = wire(bundle)
        assert len(data) == osc.BUNDLE_HEAD + sum(map(osc.size, bundle)) <= osc.LONGEST_DATAGRAM
        got.take(decoded(data))
    assert got.fingers == {finger.session: tuple(round(part, 5) for part in finger.at) for finger in fingers}
    if profile == "2.0":
        assert got.symbols == {finger.session: ("touchd/view", finger.view) for finger in fingers if finger.view}
        assert [got.dimension >> 16 & 0xFFFF, got.dimension & 0xFFFF] == [min(part, 0xFFFF) for part in size]


@pytest.mark.parametrize("text, expected", [
    ("10.0.0.2", ("10.0.0.2", 3333, ("2Dcur",))), ("wall:4000/2.0", ("wall", 4000, ("2.0",))),
    ("a/2Dblb,2Dcur,2Dblb", ("a", 3333, ("2Dblb", "2Dcur"))), ("a:0", None), ("a:65536", None), ("::1", None), ("", None),
    ("a/3Dcur", None), ("a b", None), ("a/", None), pytest.param("x" * 254, None, id="long"),
])
def test_targets(text, expected):
    """a target is a host, with a port and profiles if need be"""
    if expected is None:
        with pytest.raises(argparse.ArgumentTypeError):
            program.Target(text)
    else:
        target = program.Target(text)
        assert (target.host, target.port, target.profiles) == expected


def test_address(monkeypatch, caplog):
    """the address of a target is looked up until there is one, and again: it may be another one, or not known for a while"""
    target, answers, seen = program.Target("wall"), ["", "10.0.0.1", "", "10.0.0.2", None], []
    monkeypatch.setattr(program, "LOOKUP", 0)
    monkeypatch.setattr(program, "RENEWAL", 0)

    async def getaddrinfo(*_, **__):
        seen.append(target.address and target.address.hostname)
        if (answer := answers.pop(0)) is None:
            raise asyncio.CancelledError
        if not answer:
            raise OSError("it is not known")
        return [(0, 0, 0, "", (answer, 0))]

    async def look():
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
        await target.look_up()
        await target.follow()

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(look())
    assert (seen, len(caplog.records)) == ([None, None, "10.0.0.1", "10.0.0.1", "10.0.0.2"], 1)


def test_python_tuio(monkeypatch, wire):
    """python-tuio, which others wrote, follows cursors and blobs"""
    pythontuio = pytest.importorskip("pythontuio", reason="python-tuio of PyPI is missing; touchd-tuio does not need it")
    client, wall, ever = pythontuio.TuioClient(("127.0.0.1", 0)), Wall(monkeypatch, "2Dcur", "2Dblb"), []
    client.add_listener(SimpleNamespace(
        add_tuio_cursor=ever.append, add_tuio_blob=ever.append, refresh=lambda _: None,
        **{f"{what}_tuio_{kind}": lambda _: None for what in ("update", "remove") for kind in ("cursor", "blob")}))
    wall.take(*[touch(0, finger, 10 * finger, 250) for finger in range(60)])
    wall.take(touch(S, 3, 1000, 500), up(S, 4))
    for bundle in wall.sent:
        client.call_handlers_for_packet(wire(bundle), ("127.0.0.1", 0))
    for found in client.cursors, client.blobs:
        assert {each.session_id: each.position for each in found} == {
            finger + 1: pytest.approx((1, 1) if finger == 3 else (finger / 100, 0.5)) for finger in range(60) if finger != 4}
    assert len(ever) == 120 and client.blobs[0].dimension == pytest.approx((0.02, 0.04))
