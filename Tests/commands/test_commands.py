# SPDX-License-Identifier: MIT
"""The program from outside: what is typed, what it says, and the status it ends with.

Each scenario is given (files), when (a command line), then (status, and what standard output and standard error say).
"""
import gzip
import json
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
from process import Process, wait_until, written

ROOT = Path(__file__).parents[2]
FIXTURES = Path(__file__).with_name("fixtures")
TAPS, BARE, MIRRORED, VIEWS, MISTAKES, EXEC = (str(FIXTURES / name) for name in (
    "two-taps.evemu", "no-axes.evemu", "mirrored.evemu", "two-views.yaml", "ten-mistakes.yaml", "exec.yaml"))
DEMO_LAYOUT = str(ROOT / "Examples/demo/demo.yaml")
DEMO = str(ROOT / "Sources/TouchdKit/Demo/demo.evemu")


def fixture(path):
    return Path(path).read_bytes()


def test_recorded_udev(touchd, scratch):
    """what udev said where it was recorded decides where touches are, unless --no-udev is given"""
    text = fixture(TAPS).decode()
    head, rest = text.split("\nN:", 1)
    turned = scratch("turned.evemu", head + "\n# touchd: udev LIBINPUT_CALIBRATION_MATRIX=1 0 0.5 0 1 0\nN:" + rest)
    at = [line["at"] for line in touchd.trace(TAPS, "-c", VIEWS) if line["kind"] == "touch"]
    moved = [line["at"] for line in touchd.trace(turned, "-c", VIEWS) if line["kind"] == "touch"]
    assert moved != at and all(b[0] > a[0] and b[1] == a[1] for a, b in zip(at, moved))
    assert [line["at"] for line in touchd.trace(turned, "-c", VIEWS, "--no-udev") if line["kind"] == "touch"] == at
    touchd(["replay", turned, "-c", VIEWS, "--trace", "device", "--json"], 0, out=["calibration from udev: 1 0 0.5 0 1 0"],
           err=["udev's calibration matrix where it was recorded, 1 0 0.5 0 1 0, is used"])
    _, err = touchd(["replay", turned, "-c", VIEWS, "--no-udev"], 0)
    assert "udev" not in err


LOBBY = """# The lobby.
version: 1
screen:
  size: [1280, 800]   # points
  touchscreen:
    rotate: 180  # as it hangs
    match: {}
views: []
"""


def test_calibrate(touchd, scratch):
    """a recording of four touches gives words and lines; they are written, pass the check, and are taken back"""
    layout = scratch("calibrate.yaml", LOBBY)
    before = "before: mirrored top to bottom, "
    touchd(["calibrate", "-c", layout, "--recording", MIRRORED], 0,
           out=[": mirrored left to right\n", before, "at the touch that verifies it",
              "calibrate.yaml, without `rotate`:\n", "screen:\n  touchscreen:\n    flip: [x]\n"])
    assert fixture(layout).decode() == LOBBY, "the layout is changed without --write"
    _, said = touchd(["calibrate", "-c", layout, "--recording", MIRRORED, "--write"], 0, err=["--undo"])
    assert fixture(layout).decode() == LOBBY.replace("rotate: 180  # as it hangs\n", "# as it hangs\n    flip: [x]\n")
    touchd(["check", layout], 0)
    touchd(["calibrate", "-c", layout, "--recording", MIRRORED, "--write"], 0, err=["is right already"])
    touchd(["calibrate", "-c", layout, "--undo"], 0, err=["is as it was before"])
    assert fixture(layout).decode() == LOBBY
    touchd(["calibrate", "-c", layout, "--undo"], 1, err=["nothing to undo"])


def test_calibrate_rule(touchd, scratch):
    """udev's rule is shown, written beside others and taken back; beside a layout's keys it is warned of"""
    layout, rules = scratch("rule.yaml", LOBBY), scratch("99.rules")
    command = ["calibrate", "--recording", MIRRORED, "--udev", "--rules", rules]
    touchd(command, 0, out=["    flip: [x]", 'LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0"'])
    assert not os.path.exists(rules), "a rule is written without --write"
    touchd([*command, "-c", layout, "--write"], 0,
           err=["udevadm trigger", "take `rotate` out of", "and the rule both apply, one after the other"])
    assert fixture(layout).decode() == LOBBY, "the layout is changed"
    assert fixture(rules).decode().count("LIBINPUT_CALIBRATION_MATRIX") == 1
    touchd(["calibrate", "--udev", "--rules", rules, "--undo"], 0, err=["which was not there before"])
    assert not os.path.exists(rules), "the rule is still there"


def test_calibrate_mistakes(touchd, scratch):
    """what cannot be calibrated or written says why and what to do, and changes nothing"""
    layout = scratch("mistakes.yaml", LOBBY)
    for wrong, words in [
            (["--undo", "--write"], "--undo"), (["--rules", "x"], "--udev"), (["--timeout", "0"], "--timeout"),
            (["--device", "/dev/input/event0", "--recording", MIRRORED], "exclude"), (["extra"], "extra")]:
        touchd(["calibrate", *wrong], 64, err=[words])
    if not os.path.exists("/etc/touchd/touchd.yaml"):
        touchd(["calibrate", "--recording", MIRRORED, "--write"], 64, err=["--write needs a layout"])
    touchd(["calibrate", "-c", layout, "--recording", TAPS], 1,
           err=["ends where this was due: 2 of 4: touch the upper right corner"])
    touchd(["calibrate", "-c", layout, "--recording", BARE], 1)
    touchd(["calibrate", "-c", scratch("other.yaml", LOBBY.replace("{}", "{ name: Till* }")), "--recording", MIRRORED], 0,
           err=["other.yaml is not for \"eGalax Inc. USB TouchController\""])
    touchd(["calibrate", "-c", MISTAKES, "--recording", MIRRORED], 1, err=["error:"])
    commented = LOBBY.replace("180", "0").replace("    match", "    flip:\n      # why\n      - y\n    match")
    path = scratch("commented.yaml", commented)
    touchd(["calibrate", "-c", path, "--recording", MIRRORED, "--write"], 1,
           err=["a comment is between the lines of `flip`", "write below `touchscreen`", "    flip: [x]"])
    assert fixture(path).decode() == commented, "the layout is changed"
    # A number behind the sign of a file's several panels.
    touchd(["calibrate", "--recording", scratch("corners#3", fixture(MIRRORED))], 0, out=["corners#3): mirrored"])
    assert fixture(layout).decode() == LOBBY, "the layout is changed"


def test_calibrate_resistive(touchd, scratch):
    """a panel of one contact is touched twice in each corner, bounces do not count, and wrong ends of a press neither"""
    events = []
    corners = [(20, 30, 300), (24, 30, 300), (30, 980, 300), (34, 980, 300),
               (980, 970, -700), (984, 970, -700), (970, 20, -700), (974, 20, -700)]
    for time, (x, y, wrong) in enumerate(corners, start=1):
        for start, down in ((time, y), (time + 0.12, y + 1)):
            events.append((start, "0001 014a 0001"))
            for step, place in enumerate((x + wrong, x, x + 2, x - 2, x, x + wrong + 200)):
                at = start + step / 100
                events += [(at, f"0003 0000 {place:04}"), (at, f"0003 0001 {down:04}"), (at, "0000 0000 0000")]
            events += [(start + 0.08, "0001 014a 0000"), (start + 0.08, "0000 0000 0000")]
    lines = "".join(f"E: {at:.6f} {event}\n" for at, event in events)
    recording = scratch("resistive.evemu", fixture(FIXTURES / "resistive.desc").decode() + lines)
    touchd(["calibrate", "--recording", recording], 0,
           out=["\"resistive\"", ": x and y swapped\n", "    rotate: 90\n    flip: [x]"])


def test_usage(touchd):
    """wrong arguments end with 64"""
    touchd(["replay"], 64, err=["recording"])
    touchd(["replay", TAPS, "-c", VIEWS, "--trace", "touch,tuch"], 64, err=["tuch"])
    for speed in ["0", "1e-300", "nan", "inf", "-1", "fast"]:
        touchd(["replay", TAPS, "-c", VIEWS, f"--speed={speed}"], 64)
    touchd(["run", "--json"], 64, err=["--dump"])


def test_page(touchd):
    """asked for what the page gets, a layout that leaves the panel to it is named; not otherwise"""
    _, err = touchd(["replay", TAPS, "-c", VIEWS, "--trace", "event,screen"], 0,
                    err=["the page gets each touch from the panel"])
    assert err.count("delivery: filter") == 1
    _, err = touchd(["replay", TAPS, "-c", VIEWS], 0)
    assert "delivery" not in err


def test_replay(touchd):
    """a replay prints the contract's lines in order, the same twice, and a summary at the end"""
    lines = touchd.trace(TAPS, "-c", VIEWS)
    kinds = [(line["kind"], line.get("phase") or line.get("call") or line.get("state")) for line in lines]
    assert kinds == [
        ("touch", "began"), ("deliver", "touchesBegan"),
        ("touch", "ended"), ("gesture", "ended"), ("event", "ended"), ("deliver", "touchesCancelled"),
        ("touch", "began"), ("deliver", "touchesBegan"), ("forward", "touchesBegan"), ("forward", "touchesBegan"),
        *2 * [("touch", "moved"), ("deliver", "touchesMoved"), ("forward", "touchesMoved"), ("forward", "touchesMoved")],
        ("touch", "cancelled"), ("deliver", "touchesCancelled"), *2 * [("forward", "touchesCancelled")], ("summary", None)]
    assert lines[0] == {
        "t": 0, "kind": "touch", "touch": 1, "phase": "began", "slot": 0, "at": [100, 200], "raw": [100, 200],
        "type": "direct", "tapCount": 1, "force": 0, "radius": 0, "view": "left", "window": "window"}
    assert lines[1]["plugin"] == "audit" and lines[1]["to"] == "left" and lines[1]["touches"] == [1]
    assert [line["to"] for line in lines[7:10]] == ["right", "window", "application"]
    assert lines[4]["responders"] == ["audit"] and lines[4]["name"] == "knock"
    assert lines[-2]["t"] == 1_200_000, "contacts are cancelled at the last frame's time"
    assert lines[-1] == {"kind": "summary", "frames": 5, "touches": 2, "ended": 1, "cancelled": 1, "dropped": 0}
    assert lines == touchd.trace(TAPS, "-c", VIEWS), "two runs differ"


def test_kinds(touchd):
    """--trace chooses the kinds; text without --json has the same facts"""
    hits = [line for line in touchd.trace(TAPS, "-c", VIEWS, "--trace", "hit")]
    assert {line["kind"] for line in hits} == {"hit", "summary"}
    assert ([(line["step"], line["view"]) for line in hits[:4]]
        == [("enter", "window"), ("enter", "right"), ("leave", "right"), ("enter", "left")])
    assert hits[0]["next"] == "application" and hits[2]["result"] is None
    frames = touchd.trace(TAPS, "-c", VIEWS, "--trace", "frame,device")
    assert frames[0]["kind"] == "device" and frames[0]["change"] == "added"
    assert frames[1]["events"][0] == ["EV_ABS", "ABS_MT_TRACKING_ID", 1]
    text, _ = touchd(["replay", TAPS, "-c", VIEWS], 0, out=["phase=began", "call=touchesBegan", "summary"])
    assert len(text.splitlines()) == len(touchd.trace(TAPS, "-c", VIEWS)), "text and JSON have as many lines"


def test_without_axes(touchd, scratch):
    """a recording without axis ranges names the axes and ends with 1; --describe supplies them"""
    touchd(["replay", BARE, "-c", VIEWS], 1, err=["ABS_MT_POSITION_X", "ABS_MT_POSITION_Y", "--describe"])
    head = b"".join(line + b"\n" for line in fixture(TAPS).splitlines() if not line.startswith(b"E"))
    plain = touchd.trace(TAPS, "-c", VIEWS)
    assert touchd.trace(BARE, "-c", VIEWS, "--describe", scratch("panel.desc", head)) == plain, ".desc differs"
    axes = {"ABS_MT_SLOT": {"min": 0, "max": 4}, "ABS_MT_POSITION_X": {"min": 0, "max": 999},
            "ABS_MT_POSITION_Y": {"min": 0, "max": 999}, "ABS_MT_TRACKING_ID": {"min": 0, "max": 65535}}
    index = [{"file": "no-axes.evemu", "device": "two taps", "abs": axes, "props": ["INPUT_PROP_DIRECT"]}]
    assert touchd.trace(BARE, "-c", VIEWS, "--describe", scratch("index.json", json.dumps(index))) == plain, "JSON differs"


def test_layout_mistakes(touchd, scratch):
    """a layout with ten mistakes: ten located errors in one run, each with its line and a caret"""
    _, stderr = touchd(["check", MISTAKES], 1, err=["did you mean"])
    places = re.findall(r"^%s:(\d+):(\d+): error: (.+)$" % re.escape(MISTAKES), stderr, re.MULTILINE)
    assert len(places) >= 10
    assert stderr.count("^") >= 10
    code, stdout, _ = touchd.run("check", MISTAKES, VIEWS, "--json")
    report = json.loads(stdout)
    assert code == 1 and not report["ok"]
    assert [file["ok"] for file in report["files"]] == [False, True]
    assert len(report["files"][0]["problems"]) == len(places), "text and JSON differ"
    touchd(["replay", TAPS, "-c", MISTAKES], 1, err=[f"{MISTAKES}:"])
    touchd(["check", VIEWS, scratch("a\x1b[2J.yaml", fixture(VIEWS))], 0, out=["ok", "a\ufffd[2J.yaml: ok"])
    touchd(["check", "/nonexistent.yaml"], 1, err=["/nonexistent.yaml", "No such file"])


def test_layout_warnings(touchd, scratch):
    """what cannot work is a warning with its place; with --strict it is an error"""
    text = ("version: 1\nscreen: { size: [400, 300] }\nresponders:\n  a: { plugin: exec, run: [%s] }\n"
            "  b: { plugin: log }\nviews: [{ id: v, gestures: [{ tap: {}, to: a }] }, { frame: [0, 0, 0, 9] }]\n")
    layout = scratch("warnings.yaml", text % "/nonexistent/program")
    warnings = ['4:27: %s: there is no program "/nonexistent/program" on this machine',
                '5:3: %s: nothing uses the responder "b"', '6:61: %s: "window/1" has no area']
    touchd(["check", layout], 0, out=[f"{layout}: ok"], err=[f"{layout}:{line % 'warning'}" for line in warnings])
    stdout, _ = touchd(["check", "--strict", layout], 1, err=[f"{layout}:{line % 'error'}" for line in warnings])
    assert stdout == ""
    code, stdout, _ = touchd.run("check", "--strict", layout, VIEWS, "--json")
    report = json.loads(stdout)
    assert code == 1 and [file["ok"] for file in report["files"]] == [False, True]
    assert [problem["severity"] for problem in report["files"][0]["problems"]] == ["error"] * 3
    touchd(["check", "--strict", VIEWS, EXEC, DEMO_LAYOUT, ROOT / "Examples/mqtt/mqtt.yaml"], 0, out=["ok"])
    daemon = scratch("plain.yaml", f"version: 1\nlayouts: [{EXEC}]\n")
    touchd(["check", daemon], 0, err=["help: write `exec: true` into that file",
        f'{EXEC}:4:19: warning: "mark" does nothing: the daemon starts no programs with {daemon}'])
    _, said = touchd(["hit", "-c", layout, "1", "1"], 0)
    assert said == ""


def test_standard_input(touchd, scratch):
    """- is standard input where a file is read once, with the bounds of a file; a name that is - in a file is a file"""
    def given(content, *arguments):
        status, out, err = touchd.run(*arguments, stdin=None, input=content, text=False, cwd=touchd.folder)
        return status, out.decode(), err.decode()

    layout, recording = fixture(VIEWS), fixture(TAPS)
    assert given(layout, "check", "-")[:2] == (0, "-: ok\n"), "check"
    wanted = touchd.run("replay", TAPS, "-c", VIEWS)[1]
    for content, arguments in [(recording, ["-", "-c", VIEWS]), (gzip.compress(recording), ["-", "-c", VIEWS]),
                               (layout, [TAPS, "-c", "-"])]:
        assert given(content, "replay", *arguments)[:2] == (0, wanted)
    assert given(layout, "hit", "-c", "-", "600", "200")[:2] == touchd.run("hit", "-c", VIEWS, "600", "200")[:2], "hit"
    assert given(layout, "picture", "-")[1].startswith("<?xml"), "picture"
    assert given(recording, "plot", "-")[1] == touchd.run("plot", TAPS)[1].replace(os.path.basename(TAPS), "-"), "plot"
    status, _, said = given(b" " * (4 << 20) + b"#", "check", "-")
    assert status == 1 and "too long: at most 4194304 bytes are read" in said
    assert given(layout, "calibrate", "-c", "-", "--write")[0] == 64
    scratch("-", layout)
    scratch("dash.yaml", "version: 1\nlayouts: ['-']\n")
    assert given(b"", "check", "dash.yaml")[:2] == (0, "dash.yaml: ok\n./-: ok\n"), "a layout whose name is -"


@pytest.mark.parametrize("text, mistake", [
    ("version: 1", "1:1: error: a session's file must have `run`"),
    ("version: 2\nrun: { press: [a] }", "1:10: error: version 2 is not read here"),
    ("version: 1\nruns: { press: [a] }", '2:1: error: unknown key "runs" in a session\'s file'),
    ("version: 1\nrun: {}", "2:6: error: `run` must name at least one event"),
    ("version: 1\nrun: { press: wlopm }", "2:15: error: `press` must be a program and its arguments"),
    ("version: 1\nrun: { press: [] }", "2:15: error: `press` must hold at least one string"),
    ("version: 1\nrun: { press: [a, 1] }", '2:19: error: an item of `press` must be a string'),
    ("version: 1\nrun: { press: { run: [a], env: { TOUCHD_X: b } } }",
     "error: `TOUCHD_X` is one of touchd's own variables"),
    ("version: 1\nrun: { press: { run: [a], states: [begun] } }", 'did you mean "began"?'),
    ("version: 1\nrun: { press: { rnu: [a] } }", 'did you mean "run"?'),
    ("version: 1\nrun: { press: { run: [a], plugin: exec } }", 'unknown key "plugin" in an entry of `run`'),
    ("version: 1\nrun: { press: [a], press: [b] }", 'duplicate key "press"'),
    ("version: 1\nrun: {" + ", ".join(f"e{i}: [a]" for i in range(65)) + "}", "at most 64 events"),
])
def test_session_mistakes(touchd, scratch, text, mistake):
    """a session's file is checked as a layout is: each mistake has its place, and nothing is started"""
    touchd(["listen", "--run", scratch("session.yaml", text + "\n")], 1, err=[mistake])


def test_session_files(touchd):
    """a session without its file, or with a word that is for others, is refused"""
    touchd(["listen", "--run", "/nonexistent.yaml"], 1, err=["/nonexistent.yaml", "No such file"])
    touchd(["listen", "--run", "session.yaml", "--kind", "event"], 64, err=["--run is about events alone"])


def test_hit(touchd):
    """hit shows the steps, the view and its chain"""
    stdout, _ = touchd(["hit", "-c", VIEWS, "600", "200"], 0)
    assert stdout.splitlines()[-2:] == ["hit: inner", "inner --> right --> window --> application"]
    assert "enter right" in stdout and "leave inner = inner" in stdout
    touchd(["hit", "-c", VIEWS, "100", "100"], 0, out=["hit: left"])
    touchd(["hit", "-c", VIEWS, "100"], 64)


@pytest.mark.parametrize("arguments, words", [
    (["picture", VIEWS], 'data-view="inner"'),
    (["picture", VIEWS, "--at", "600,200"], "Responder chain: 1 inner → 2 right → 3 window → 4 application"),
    (["picture", VIEWS, "--at=-1,-1"], "A finger at -1, -1 hits left"),
    (["picture", VIEWS, "--recording", TAPS], "2 touches, 1 gesture<"),
    (["plot", TAPS], 'data-slot="1"'), (["plot", TAPS, "-c", VIEWS], 'data-responder="left"'),
], ids=["layout", "point", "point_beside", "fingers", "recording", "recording_layout"])
def test_drawings(touchd, arguments, words):
    """picture draws a layout, a point, the fingers of a recording; plot draws a recording over time"""
    text, _ = touchd(arguments, 0, out=[words])
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"


def test_drawings_go_wrong(touchd, scratch):
    """a drawing that cannot be made or written says why, and leaves no file"""
    for verb in [["picture", VIEWS], ["plot", TAPS]]:
        file = scratch("drawing.svg")
        touchd([*verb, "-o", file], 0)
        with open(file) as made:
            ElementTree.fromstring(made.read())
        os.remove(file)
        touchd([*verb, "-o", "/nonexistent/drawing.svg"], 3,
               err=["/nonexistent/drawing.svg", "No such file", "make the folder first"])
        touchd([*verb, "-o", touchd.folder], 3, err=["Is a directory", "name a file, not a folder"])
        touchd([*verb, "-o", "/dev/full"], 3, err=["No space left on device"])
        touchd([*verb, "-o", verb[1]], 64, err=["which is read; name another file"])
        touchd(verb[:1], 64)
    daemon = scratch("daemon.yaml", f"version: 1\nlayouts: [{VIEWS}]\n")
    for words in [["record", "-c", VIEWS, "-o", VIEWS], ["record", "-c", daemon, "-o", VIEWS],
                  ["--dump", "-c", VIEWS, "--record", VIEWS], ["test", VIEWS, "--junit", VIEWS]]:
        touchd(words, 64, err=[f"{words[-2]} names {VIEWS}, which is read; name another file"])
    full = tempfile.mkdtemp(dir=touchd.folder)
    status, _, said = touchd.run("picture", VIEWS, "-o", f"{full}/a.svg",
                                 program=["sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "sh", touchd.program])
    assert status == 3 and "File too large" in said
    assert os.listdir(full) == []
    touchd(["picture", VIEWS, "--describe", TAPS], 64, err=["go with a recording"])
    touchd(["plot", "--fingers", "tap 9,9", "-c", VIEWS, "--no-udev"], 64, err=["go with a recording"])
    for wrong in [["--at", "1"], ["--at", "a,b"], ["--at", "1,2,3"], ["--at", "nan,1"]]:
        touchd(["picture", VIEWS, *wrong], 64, err=["--at"])
    touchd(["picture", MISTAKES], 1, err=["ten-mistakes.yaml:"])
    touchd(["picture", "/nonexistent.yaml"], 1, err=["No such file"])
    touchd(["picture", VIEWS, "--recording", MISTAKES], 1, err=["ten-mistakes.yaml:1:", "error"])
    touchd(["plot", os.path.abspath(__file__)], 1, err=["this is no recording"])
    touchd(["plot", BARE], 1, err=["--describe"])
    touchd(["plot", TAPS, "-c", MISTAKES], 1, err=["ten-mistakes.yaml:"])


def test_progress(touchd, scratch):
    """what takes long says how far it is on a terminal, and nothing in a pipe"""
    head, body = fixture(TAPS).decode().split("E:", 1)
    times = [f"{9 + i // 1000}.{i % 1000 * 1000:06d}" for i in range(15_000)]
    events = [f"E: {time} 0003 0035 {i % 999:04d}\nE: {time} 0000 0000 0000" for i, time in enumerate(times)]
    long, file = scratch("long.evemu", head + "E:" + body + "\n".join(events) + "\n"), scratch("long.svg")
    for verb in [["plot", long, "-o", file, "-c", VIEWS], ["picture", VIEWS, "--recording", long, "-o", file],
                 ["replay", long, "-c", VIEWS]]:
        # A replay on a terminal shows what its plugins log, too.
        said = re.sub(r"touchd: \w+: plugin [^\n]*\n", "", touchd.shown(verb, stdout=subprocess.DEVNULL))
        # An optimised program needs no second.
        assert said == "" or re.search(r"replay: \d+ %", said) and said.endswith("\r\x1b[K")
        _, said = touchd(verb, 0)
        assert "%" not in said and "\x1b" not in said


def test_full_disk(touchd):
    """lines that cannot be written are no success"""
    with open("/dev/full", "w") as full:
        status, _, said = touchd.run("demo", stdout=full)
    assert status == 3 and "No space left" in said


def test_no_device(touchd, scratch):
    """without a touchscreen, record leaves no file and ends with 3"""
    file = scratch("nothing.evemu")
    touchd(["record", "--device", "/dev/input/event99", "-o", file], 3, err=["no touchscreen", "/dev/input/event99"])
    assert not os.path.exists(file), "there is a file"


def test_demo(touchd):
    """the demo needs nothing and ends with a summary"""
    stdout, _ = touchd(["demo"], 0, out=["gesture=service", "gesture=hold"])
    assert re.search(r"summary\s+frames=\d+ touches=7 ended=7 cancelled=0 dropped=0", stdout.splitlines()[-1])
    stdout, _ = touchd(["demo", "--json"], 0)
    assert json.loads(stdout.splitlines()[-1])["kind"] == "summary"


def test_actions(touchd):
    """a replay starts no program; with --run-actions it does, with a fixed environment, whatever its parent ignores"""
    stdout, _ = touchd(["replay", TAPS, "-c", EXEC], 0)
    assert "TOUCHD_VIEW" not in stdout
    _, stdout, _ = touchd.run(
        "replay", TAPS, "-c", EXEC, "--run-actions", env=os.environ | {"TOUCHD_SECRET": "not for programs"},
        preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
    environment = dict(line.split("=", 1) for line in stdout.splitlines() if re.match(r"(TOUCHD_\w+|PATH|HOME)=", line))
    path = environment.pop("PATH", "")
    assert path.startswith("/usr/local/sbin")
    assert environment == {"TOUCHD_VIEW": "left", "TOUCHD_EVENT": "knock", "TOUCHD_STATE": "ended",
                           "TOUCHD_X": "100", "TOUCHD_Y": "200", "TOUCHD_DEVICE": TAPS}


def test_action_input(touchd, scratch):
    """a program reads the line that the trace has of its event, also by its name; a finger is a line of kind `touch`"""
    for trigger, kind in [("gestures: [{ long_press: { minimum: 50ms }, to: mark }]", "event"),
                          ("type: control, control: { events: { touch_down: mark, touch_up_inside: mark } }", "event"),
                          ("on_touch: { to: mark }", "touch")]:
        layout = scratch("input.yaml", "version: 1\nscreen: { size: [1000, 1000] }\nresponders:\n"
                         "  mark: { plugin: exec, run: [cat, '-', /dev/stdin], timeout: never, states: [began, ended] }\n"
                         f"views: [{{ frame: [0, 0, 500, 1000], {trigger} }}]\n")
        stdout, _ = touchd(["replay", TAPS, "-c", layout, "--run-actions", "--json", "--trace", kind], 0)
        lines = [line for line in stdout.splitlines() if '"phase":"moved"' not in line]
        once = sorted(set(lines))
        thrice = [line for line in once if lines.count(line) == 3]
        assert len(thrice) == 2 and all(json.loads(line)["kind"] == kind for line in thrice)


def test_idle_actions(touchd, scratch):
    """an idle time that is over in a recording starts a program, which gets a name, a state, and neither view nor place"""
    layout = scratch("idle.yaml", fixture(EXEC).decode() + "idle: [{ after: 1ms, name: rest, to: mark }]\n")
    stdout, _ = touchd(["replay", TAPS, "-c", layout, "--run-actions", "--trace", "event"], 0)
    environment = [line for line in stdout.splitlines() if line.startswith("TOUCHD_")]
    assert (environment[6:12]
        == ["TOUCHD_VIEW=", "TOUCHD_EVENT=rest", "TOUCHD_STATE=ended", "TOUCHD_X=", "TOUCHD_Y=", "TOUCHD_DEVICE="])


@pytest.mark.parametrize("trigger, states, expected", [
    ("gestures: [{ long_press: { minimum: 50ms, progress: 20ms }, to: mark }]", "", ["began"]),
    ("gestures: [{ long_press: { minimum: 50ms, progress: 20ms }, to: mark }]", ", states: [possible, began]",
     ["possible", "began"]),
    ("gestures: [{ long_press: { minimum: 5s, progress: 5s }, to: mark }]", ", states: [possible, failed]",
     ["possible", "failed"]),
])
def test_action_states(touchd, scratch, trigger, states, expected):
    """`states` says at which states of a finger or a gesture a program is started"""
    layout = scratch("states.yaml", "version: 1\nscreen: { size: [1000, 1000] }\n"
                     f"responders: {{ mark: {{ plugin: exec, run: [/usr/bin/env]{states} }} }}\n"
                     f"views: [{{ frame: [0, 0, 500, 1000], {trigger} }}]\n")
    stdout, _ = touchd(["replay", TAPS, "-c", layout, "--run-actions"], 0)
    assert re.findall(r"^TOUCHD_STATE=(\w+)$", stdout, re.MULTILINE) == expected


def test_key_actions(touchd, scratch):
    """a replay presses no key; with --run-actions it makes a keyboard, also for a reload, or says why it cannot"""
    # A key without a meaning: where uinput may be used, it is really pressed.
    layout = scratch("keys.yaml", "version: 1\nscreen: { size: [1000, 1000] }\n"
                     "responders: { mark: { plugin: keys, press: KEY_UNKNOWN } }\n"
                     "views: [{ on_touch: { to: mark } }]\n")
    plain = scratch("plain.yaml", "version: 1\nscreen: { size: [1000, 1000] }\nviews: [{ id: page }]\n")
    for words in [TAPS, "-c", layout], ["--fingers", f"reload {layout}; tap 100,100", "-c", plain]:
        _, err = touchd(["replay", *words], 0)
        assert "touchd keys" not in err
        _, err = touchd(["replay", *words, "--run-actions"], 0)
        assert os.access("/dev/uinput", os.W_OK) or "touchd keys: no key can be pressed: open /dev/uinput: " in err


@pytest.mark.parametrize("run, timeout, says", [
    ("[/nonexistent/program]", "5s", "No such file"), ("[/bin/false]", "5s", "status 1"),
    ("[/bin/sleep, '20']", "200ms", "longer than 0.2 s"),
])
def test_failing_actions(touchd, scratch, run, timeout, says):
    """a program that is missing, fails or takes too long is reported, and the replay goes on"""
    text = fixture(EXEC).decode().replace("[/usr/bin/env], timeout: 5s", f"{run}, timeout: {timeout}")
    touchd(["replay", TAPS, "-c", scratch("exec.yaml", text), "--run-actions"], 0, out=["summary"], err=["mark", says])


def test_logging(touchd):
    """a replay logs calls at debug and actions at info; the plugin stands first"""
    touchd(["replay", TAPS, "-c", VIEWS], 0, err=[
        'touchd: debug: plugin "audit": touchesBegan on left: #1 at [100,200]',
        'touchd: info: plugin "audit": gesture knock ended on left at [100,200]'])
    _, stderr = touchd(["demo"], 0)
    assert stderr == ""


def test_configuration(touchd, scratch):
    """run wants a configuration; a daemon's file with exec must be root's"""
    touchd(["run", "-c", "/nonexistent.yaml"], 1, err=["/nonexistent.yaml"])
    daemon = scratch("daemon.yaml", f"version: 1\nlayouts: [{EXEC}]\nexec: true\n")
    os.chmod(daemon, 0o666)
    touchd(["run", "-c", daemon], 1, err=["root", daemon])
    stdout, _ = touchd(["check", daemon], 1, err=["root"])
    assert stdout == ""
    stdout, _ = touchd(["check", MISTAKES, VIEWS], 1)
    assert stdout == ""
    touchd(["replay", TAPS, "-c", daemon], 1, err=["layout"])
    touchd(["record", "-c", "/nonexistent.yaml", "-o", scratch("a.evemu")], 1, err=["/nonexistent.yaml"])


def test_closed_descriptors(touchd, scratch):
    """with closed descriptors 0, 1 and 2, nothing of the daemon's own takes their place; a lost answer is no success"""
    path = scratch("closed.sock")
    daemon = Process(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", touchd.program, "run", "-c", VIEWS, "--socket", path], None)
    wait_until(lambda: os.path.exists(path) or not daemon.is_running, "there is no socket")
    descriptors = Path(f"/proc/{daemon.pid}/fd")
    assert [os.readlink(descriptors / name) for name in "012"] == ["/dev/null"] * 3
    # What it starts inherits none of the others (O_CLOEXEC); those of this test are not its own.
    for name in os.listdir(descriptors):
        flags = int((re.search(r"flags:\s+(\d+)", written(f"/proc/{daemon.pid}/fdinfo/{name}")) or [0, "02000000"])[1], 8)
        assert int(name) < 3 or flags & os.O_CLOEXEC, f"descriptor {name} is inherited"
    touchd(["status", "--socket", path], 0, out=["layouts"])
    daemon.end(signal.SIGTERM)
    status, _, said = touchd.run("demo", preexec_fn=lambda: os.close(1), stdout=None)
    assert status == 3 and "standard output: Bad file descriptor" in said


@pytest.mark.parametrize("ignored, ends", [(False, -signal.SIGPIPE), (True, 3)])
def test_gone_reader(touchd, ignored, ends):
    """a reader that has gone ends a command as it ends any filter; where SIGPIPE is ignored, it is an error"""
    reading, writing = os.pipe()
    os.close(reading)
    status, _, said = touchd.run("demo", stdout=writing, restore_signals=not ignored)
    os.close(writing)
    assert (status, "Broken pipe" in said) == (ends, ignored)


# A tmpfs over /proc, seen by nothing else.
WITHOUT_PROC = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
                'mount -t tmpfs none /proc && exec "$@"', "sh"]


@pytest.mark.parametrize("name, arguments, ends, words", [
    ("touchd", ["--version"], 0, "0."),
    ("touchd", ["check", MISTAKES], 1, "error: "),
    ("touchd", ["replay", TAPS, "-c", VIEWS], 0, "summary"),
    ("touchd", ["--nonsense"], 64, "--nonsense"),
    ("touchd", ["run", "-c", "/missing.yaml"], 1, "missing.yaml: No such file"),
    ("touchd", ["listen", "--run", "/missing.yaml"], 1, "missing.yaml: No such file"),
    ("touchd", ["web", "--version"], 0, "0."),
    ("touchd-mqtt", ["--version"], 0, "0."),
    ("touchd-web", ["--version"], 0, "0."),
    ("touchd-web", ["--recording", TAPS, "-c", "/missing.yaml"], 1, "missing.yaml: No such file"),
])
def test_without_proc(touchd, name, arguments, ends, words):
    """without /proc, as in a chroot or the build of an image, the programs read their arguments all the same"""
    if subprocess.run([*WITHOUT_PROC, "true"], capture_output=True).returncode:
        pytest.skip("this user may not mount here")
    status, out, err = touchd.run(
        *arguments, program=[*WITHOUT_PROC, touchd.program.with_name(name)],
        env=os.environ | {"PATH": f"{touchd.program.parent}:/usr/bin:/bin"})
    assert status == ends and words in out + err


def test_readme(touchd, scratch):
    """the examples of README.md print what it shows"""
    text = (ROOT / "README.md").read_text()
    layout = scratch("first.yaml", re.search(r"^```yaml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[1])
    count = 0
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for example in block.split("$ touchd ")[1:]:
            command, shown = example.split("\n", 1)
            arguments = [{"first.yaml": layout, "Examples/demo/demo.evemu": DEMO}.get(word, word)
                         for word in command.split()]
            stdout, _ = touchd(arguments, 0)
            assert stdout.replace(layout, "first.yaml") == shown
            count += 1
    assert count >= 4
