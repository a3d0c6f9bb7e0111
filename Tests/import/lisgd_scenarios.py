# SPDX-License-Identifier: MIT
"""Random swipes on the real lisgd, and on touchd with the imported layout: the commands that each carries out."""

import json
import math
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from fingers import land, lift, move, touching
from panel import Panel
from process import Process

pytest.importorskip("gi")
from evdev_mock import FakeTouchscreen  # noqa: E402

IMPORT = Path(__file__).parents[2] / "clients" / "touchd-import"
SEED, PANELS, SWIPES, WIDTH, HEIGHT = 33, 8, 125, 1280, 800
# Of each call: -t, -m, -r and -o; and its rules, whose commands are their numbers.
CALLS = [
    ((125, 800, 15, 0), "1,LR,L 1,LR,* 1,RL,R 1,RL,* 1,UD,T 1,UD,N 1,DU,B 1,DU,* 1,ULDR,TL 1,DRUL,BR 1,DLUR,* 1,URDL,*"
     " 2,LR,* 2,RL,* 2,UD,* 2,DU,* 3,UD,* 3,DU,*"),
    ((200, 500, 22, 1), "1,LR,T 1,LR,N 1,LR,* 1,RL,* 1,UD,* 1,DU,* 1,ULDR,* 1,DRUL,* 2,LR,* 2,DU,* 3,RL,*"),
    ((60, 1000, 10, 3), "1,LR,* 1,RL,B 1,RL,* 1,UD,TR 1,UD,* 1,DU,* 1,DLUR,BL 1,URDL,* 2,UD,* 3,LR,*"),
]
# libinput compares a node with what udev says of it.
UDEV = ("mount -t tmpfs tmpfs /run && mkdir -p /run/udev/data && : >/run/udev/control && "
        "printf 'I:1\\nE:ID_INPUT=1\\nE:ID_INPUT_TOUCHSCREEN=1\\n' >/run/udev/data/c$0 && exec \"$@\"")


def command_line(call):
    numbers, rules = CALLS[call]
    options = zip(("-t", "-m", "-r", "-o", "-w", "-h"), map(str, (*numbers, WIDTH, HEIGHT)))
    pairs = [word for number, rule in enumerate(rules.split(), 1) for word in ("-g", f"{rule},*,R,echo {number}")]
    return ["lisgd", *(word for pair in options for word in pair), *pairs]


def swipe(dice):
    """Places of the first finger with their times, of one that goes almost straight; and of each frame, the events."""
    while True:
        count, angle = dice.choices((1, 2, 3), (70, 20, 10))[0], dice.choice(range(8)) * 45 + dice.gauss(0, 6)
        length = math.exp(dice.uniform(math.log(60), math.log(900)))
        seconds, edge = dice.uniform(0.06, 1), dice.uniform(0, 70)
        edges = [(edge, None), (WIDTH - edge, None), (None, edge), (None, HEIGHT - edge)]
        x, y = dice.choice(edges + [(None, None)] * 8)
        x, y = dice.uniform(0, WIDTH) if x is None else x, dice.uniform(0, HEIGHT) if y is None else y
        way = length * math.cos(math.radians(angle)), length * math.sin(math.radians(angle))
        # Fingers stay on the glass, the others 70 pixels beside the first.
        beside = (70, 0) if abs(way[1]) > abs(way[0]) else (0, 70)
        ends = [(x + beside[0] * n + way[0] * part, y + beside[1] * n + way[1] * part)
                for n in (0, count - 1) for part in (0, 1)]
        if all(5 <= at[0] < WIDTH - 5 and 5 <= at[1] < HEIGHT - 5 for at in ends):
            break
    steps, bend, path, frames = max(3, round(seconds / 0.01)), dice.gauss(0, 0.03), [], []
    for part in (step / steps for step in range(steps + 1)):
        aside = bend * math.sin(math.pi * part)
        first = (x + way[0] * part - aside * way[1] + dice.gauss(0, 0.5),
                 y + way[1] * part + aside * way[0] + dice.gauss(0, 0.5))
        path.append((seconds * part, *map(round, first)))
        places = [(path[-1][1] + beside[0] * n, path[-1][2] + beside[1] * n) for n in range(count)]
        events = [each for n, place in enumerate(places)
                  for each in (move(n, *place) if part else land(n, n + 1, *place))]
        frames.append((seconds * part, events if part else events + touching(True)))
    return path, [*frames, (seconds, [each for n in range(count) for each in lift(n)] + touching(False))]


def lisgd(rig, number, call, swipes):
    """What the real lisgd carries out for each swipe, when the thread has ended."""
    panel = FakeTouchscreen(rig.testbed, Panel.multitouch(width=WIDTH - 1, height=HEIGHT - 1, phys=f"usb-{number}"))
    panel.plug(number)
    # fstat shows libinput the terminal behind the node, so all else shows its numbers, too.
    root, terminal = Path(rig.testbed.get_root_dir()), panel.terminal
    minor, old = terminal.rpartition("/")[2], f"13:{64 + number}"
    for link in (root / f"dev/.node/input_event{number}", root / "dev/.ptymap" / terminal.replace("/", "_")):
        link.unlink()
        link.symlink_to(f"136:{minor}")
    node = root / f"sys/devices/virtual/input/input{number}/event{number}"
    said = (node / "uevent").read_text().replace("MAJOR=13", "MAJOR=136")
    (node / "uevent").write_text(said.replace(f"MINOR={64 + number}", f"MINOR={minor}"))
    (node / "dev").write_text(f"136:{minor}")
    (root / "sys/dev/char" / old).rename(root / f"sys/dev/char/136:{minor}")
    command = ["unshare", "-rm", "sh", "-c", UDEV, f"136:{minor}", *command_line(call), "-d", panel.node]
    process, found = Process(command, rig.environment), []

    def play():
        time.sleep(3)
        for _, frames in swipes:
            begun, before = time.monotonic(), len(process.output)
            for at, events in frames:
                time.sleep(max(0, begun + at - time.monotonic()))
                panel.frame(*events)
            time.sleep(0.3)
            found.append(process.output[before:])

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    return thread, found


def touchd(program, folder, call, swipes):
    """What touchd starts for each swipe, by a recording in which each has two seconds."""
    layout, recording = folder / "layout.yaml", folder / "recording.evemu"
    subprocess.run([sys.executable, IMPORT, "lisgd", shlex.join(command_line(call)), "-o", layout], check=True)
    panel = Panel.multitouch(10, WIDTH - 1, HEIGHT - 1, resolution=(0, 0))
    recording.write_text(panel.recording(
        (1 + 2 * index + at, events) for index, (_, frames) in enumerate(swipes) for at, events in frames))
    replay = subprocess.run([program, "replay", recording, "-c", layout, "--json", "--trace", "event"], check=True,
                            capture_output=True, text=True)
    found = [[] for _ in swipes]
    for line in map(json.loads, replay.stdout.splitlines()):
        if line["kind"] == "event":
            found[int(line["t"] / 2e6)] += [each.removeprefix("rule-") for each in line["responders"]]
    return found


def cause(call, path):
    """The first definition by which the two differ, of those that apply to a swipe."""
    travel, milliseconds, *_ = CALLS[call][0]
    (_, x, y), (end, *last) = path[0], path[-1]
    angle = round(math.atan2(last[1] - y, last[0] - x) / (math.pi / 4)) * math.pi / 4
    along = [(px - x) * math.cos(angle) + (py - y) * math.sin(angle) for _, px, py in path]
    begin = along[:next((index for index, way in enumerate(along) if way >= travel), len(along))]
    for why, is_so in (
        ("it lasts longer than -m", end * 1000 > milliseconds - 25),
        ("it ends at an edge, and does not begin there", any(
            50 < at < size - 50 and not 50 < finish < size - 50
            for at, finish, size in ((x, last[0], WIDTH), (y, last[1], HEIGHT)))),
        ("it begins on the 50th pixel, which lisgd counts to the edge", 50 in (x, y)),
        ("it goes a pixel back at its begin", min(begin) < -0.01),
        ("it is as long as -t, but not along its direction", max(along) < travel),
        ("it bends, and is within -r on its way or at its end only", True),
    ):
        if is_so:
            return why


@pytest.mark.asked
def test_swipes(rig, program, folder, figure):
    for need in ("lisgd", "unshare"):
        if not shutil.which(need):
            pytest.skip(f"{need} is missing: sudo apt install lisgd")
    dice = random.Random(SEED)
    parts = [(number % len(CALLS), [swipe(dice) for _ in range(SWIPES)]) for number in range(PANELS)]
    runs, counts = [lisgd(rig, number, *part) for number, part in enumerate(parts)], Counter()
    for (call, swipes), (thread, real) in zip(parts, runs):
        thread.join()
        own = Path(tempfile.mkdtemp(dir=folder))
        for (path, _), one, other in zip(swipes, real, touchd(program, own, call, swipes), strict=True):
            kind = "only touchd" if not one else "only lisgd" if not other else "others"
            kind = "the same" if one == other else kind
            counts[kind, cause(call, path) if one != other else "a command" if one else "none"] += 1
    figure("; ".join(f"{number} {kind}: {why}" for (kind, why), number in counts.most_common()))
    same, others = counts["the same", "a command"], sum(number for (kind, _), number in counts.items() if kind == "others")
    assert same >= 0.99 * (same + others) and same >= 200, counts
