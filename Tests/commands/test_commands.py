#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The program from outside: what is typed, what it says, and the status it ends with.

Each scenario is given (files), when (a command line), then (status, and what standard output and standard error say).
"""
import gzip
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
from xml.etree import ElementTree

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures")
PROGRAM = os.path.abspath(sys.argv[1])
SCRATCH = tempfile.mkdtemp(prefix="touchd-commands-")
# No command here takes a second of a processor; one that hangs must not hang the tests.
SECONDS = 180

TAPS = os.path.join(FIXTURES, "two-taps.evemu")
BARE = os.path.join(FIXTURES, "no-axes.evemu")
VIEWS = os.path.join(FIXTURES, "two-views.yaml")
MISTAKES = os.path.join(FIXTURES, "ten-mistakes.yaml")
EXEC = os.path.join(FIXTURES, "exec.yaml")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEMO_LAYOUT = os.path.join(ROOT, "Examples/demo/demo.yaml")
DEMO = os.path.join(ROOT, "Sources/TouchdKit/Demo/demo.evemu")


def scratch(name, content):
    """A file with this content."""
    path = os.path.join(SCRATCH, name)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def fixture(path):
    with open(path, "rb") as file:
        return file.read()


def touchd(*arguments):
    """Runs the program: status, standard output, standard error."""
    result = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=SECONDS,
                            stdin=subprocess.DEVNULL)
    return result.returncode, result.stdout, result.stderr


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def ends(arguments, status, out=(), err=()):
    """The command ends with this status and says all of these."""
    code, stdout, stderr = touchd(*arguments)
    said = f"\n  status {code}\n  out: {stdout[:600]}\n  err: {stderr[:600]}"
    expect(code == status, f"expected status {status}{said}")
    for text in out:
        expect(text in stdout, f"expected on standard output: {text}{said}")
    for text in err:
        expect(text in stderr, f"expected on standard error: {text}{said}")
    return stdout, stderr


def trace(*arguments):
    """The lines of a replay as objects."""
    stdout, _ = ends(["replay", *arguments, "--json"], 0)
    return [json.loads(line) for line in stdout.splitlines()]


def version():
    """--version prints the version; --help of every verb explains it"""
    ends(["--version"], 0, out=["0."])
    for verb in [[], ["run"], ["replay"], ["check"], ["devices"], ["hit"], ["record"], ["demo"], ["screen"],
                 ["calibrate"], ["picture"], ["plot"], ["web"]]:
        ends([*verb, "--help"], 0, out=["USAGE: touchd"])


def recorded_udev():
    """what udev said where it was recorded decides where touches are, unless --no-udev is given"""
    text = fixture(TAPS).decode()
    head, rest = text.split("\nN:", 1)
    turned = scratch("turned.evemu", head + "\n# touchd: udev LIBINPUT_CALIBRATION_MATRIX=1 0 0.5 0 1 0\nN:" + rest)
    at = [line["at"] for line in trace(TAPS, "-c", VIEWS) if line["kind"] == "touch"]
    moved = [line["at"] for line in trace(turned, "-c", VIEWS) if line["kind"] == "touch"]
    expect(moved != at and all(b[0] > a[0] and b[1] == a[1] for a, b in zip(at, moved)), f"{at} {moved}")
    expect([line["at"] for line in trace(turned, "-c", VIEWS, "--no-udev") if line["kind"] == "touch"] == at,
           "--no-udev does not leave the matrix out")
    ends(["replay", turned, "-c", VIEWS], 0, err=["udev's calibration matrix where it was recorded, 1 0 0.5 0 1 0, is used"])
    ends(["replay", turned, "-c", VIEWS, "--trace", "device", "--json"], 0, out=["calibration from udev: 1 0 0.5 0 1 0"])
    _, err = ends(["replay", turned, "-c", VIEWS, "--no-udev"], 0)
    expect("udev" not in err, err)


MIRRORED = os.path.join(FIXTURES, "mirrored.evemu")
LOBBY = """# The lobby.
version: 1
screen:
  size: [1280, 800]   # points
  touchscreen:
    rotate: 180  # as it hangs
    match: {}
views: []
"""


def calibrate():
    """a recording of four touches gives words and lines; they are written, pass the check, and are taken back"""
    layout = scratch("calibrate.yaml", LOBBY)
    before = "before: mirrored top to bottom, "
    ends(["calibrate", "-c", layout, "--recording", MIRRORED], 0,
         out=[": mirrored left to right\n", before, "at the touch that verifies it", "calibrate.yaml, without `rotate`:\n",
              "screen:\n  touchscreen:\n    flip: [x]\n"])
    expect(fixture(layout).decode() == LOBBY, "the layout is changed without --write")
    _, said = ends(["calibrate", "-c", layout, "--recording", MIRRORED, "--write"], 0, err=["--undo"])
    expect(fixture(layout).decode() == LOBBY.replace("rotate: 180  # as it hangs\n", "# as it hangs\n    flip: [x]\n"),
           fixture(layout).decode())
    ends(["check", layout], 0)
    ends(["calibrate", "-c", layout, "--recording", MIRRORED, "--write"], 0, err=["is right already"])
    ends(["calibrate", "-c", layout, "--undo"], 0, err=["is as it was before"])
    expect(fixture(layout).decode() == LOBBY, fixture(layout).decode())
    ends(["calibrate", "-c", layout, "--undo"], 1, err=["nothing to undo"])


def calibrate_rule():
    """udev's rule is shown, written beside others and taken back; beside a layout's keys it is warned of"""
    layout, rules = scratch("rule.yaml", LOBBY), os.path.join(SCRATCH, "99.rules")
    command = ["calibrate", "--recording", MIRRORED, "--udev", "--rules", rules]
    ends(command, 0, out=["    flip: [x]", 'LIBINPUT_CALIBRATION_MATRIX}="-1 0 1 0 1 0"'])
    expect(not os.path.exists(rules), "a rule is written without --write")
    ends([*command, "-c", layout, "--write"], 0,
         err=["udevadm trigger", "take `rotate` out of", "and the rule both apply, one after the other"])
    expect(fixture(layout).decode() == LOBBY, "the layout is changed")
    expect(fixture(rules).decode().count("LIBINPUT_CALIBRATION_MATRIX") == 1, fixture(rules).decode())
    ends(["calibrate", "--udev", "--rules", rules, "--undo"], 0, err=["which was not there before"])
    expect(not os.path.exists(rules), "the rule is still there")


def calibrate_mistakes():
    """what cannot be calibrated or written says why and what to do, and changes nothing"""
    layout = scratch("mistakes.yaml", LOBBY)
    for wrong, words in [
            (["--undo", "--write"], "--undo"), (["--rules", "x"], "--udev"), (["--timeout", "0"], "--timeout"),
            (["--device", "/dev/input/event0", "--recording", MIRRORED], "exclude"), (["extra"], "extra")]:
        ends(["calibrate", *wrong], 64, err=[words])
    if not os.path.exists("/etc/touchd/touchd.yaml"):
        ends(["calibrate", "--recording", MIRRORED, "--write"], 64, err=["--write needs a layout"])
    ends(["calibrate", "-c", layout, "--recording", TAPS], 1,
         err=["ends where this was due: 2 of 4: touch the upper right corner"])
    ends(["calibrate", "-c", layout, "--recording", BARE], 1)
    ends(["calibrate", "-c", scratch("other.yaml", LOBBY.replace("{}", "{ name: Till* }")), "--recording", MIRRORED], 0,
         err=["other.yaml is not for \"eGalax Inc. USB TouchController\""])
    ends(["calibrate", "-c", MISTAKES, "--recording", MIRRORED], 1, err=["error:"])
    anchored = scratch("anchored.yaml", LOBBY.replace("match: {}", "match: &any {}"))
    ends(["calibrate", "-c", anchored, "--recording", MIRRORED, "--write"], 1, err=["anchors (&any) are not read"])
    commented = LOBBY.replace("180", "0").replace("    match", "    flip:\n      # why\n      - y\n    match")
    path = scratch("commented.yaml", commented)
    ends(["calibrate", "-c", path, "--recording", MIRRORED, "--write"], 1,
         err=["a comment is between the lines of `flip`", "write below `touchscreen`", "    flip: [x]"])
    expect(fixture(path).decode() == commented, "the layout is changed")
    # A number behind the sign of a file's several panels.
    ends(["calibrate", "--recording", scratch("corners#3", fixture(MIRRORED))], 0, out=["corners#3): mirrored"])
    # Once more in the first place: the last corner is not where it should be.
    head, touches = fixture(MIRRORED).decode().split("\nE:", 1)
    wrong = scratch("wrong.evemu", head + "\nE:" + touches.replace("0035 4030", "0035 0075").replace("0035 4029", "0035 0075")
                    .replace("0035 4031", "0035 0075").replace("0035 4090", "0035 0075"))
    out, _ = ends(["calibrate", "-c", layout, "--recording", wrong, "--write"], 1,
                  err=["the touch in the lower left corner is", "nothing is changed"])
    expect(out == "" and fixture(layout).decode() == LOBBY, out)


def calibrate_resistive():
    """a panel of one contact is touched twice in each corner, bounces do not count, and wrong ends of a press neither"""
    head = "\n".join(["# EVEMU 1.3", "N: resistive", "I: 0003 1234 5678 0100", "P: 02 00 00 00 00 00 00 00",
                      "B: 01" + " 00" * 41 + " 04" + " 00" * 54, "B: 03 03 00 00 00 00 00 00 00", "A: 00 0 999 0 0",
                      "A: 01 0 999 0 0"])
    lines, time = [], 1.0

    def press(x, y, start):
        # It begins and ends far off.
        places = [(x + 300) % 1000, x, x + 2, x - 2, x, (x + 500) % 1000]
        for number, place in enumerate(places):
            at = f"E: {start + number / 100:.6f}"
            if number == 0:
                lines.append(f"{at} 0001 014a 0001")
            lines.extend([f"{at} 0003 0000 {place:04d}", f"{at} 0003 0001 {y:04d}", f"{at} 0000 0000 0000"])
        at = f"E: {start + 0.08:.6f}"
        lines.extend([f"{at} 0001 014a 0000", f"{at} 0000 0000 0000"])

    for x, y in [(20, 30), (30, 980), (980, 970), (970, 20)]:
        for again in (0, 4):
            press(x + again, y, time)
            press(x + again, y + 1, time + 0.12)
            time += 1
    recording = scratch("resistive.evemu", head + "\n" + "\n".join(lines) + "\n")
    ends(["calibrate", "--recording", recording], 0, out=["\"resistive\"", ": x and y swapped\n", "    rotate: 90\n    flip: [x]"])


def usage():
    """wrong arguments end with 64"""
    ends(["replay"], 64, err=["recording"])
    ends(["replay", TAPS, "-c", VIEWS, "--trace", "touch,tuch"], 64, err=["tuch"])
    for speed in ["0", "1e-300", "nan", "inf", "-1", "fast"]:
        ends(["replay", TAPS, "-c", VIEWS, f"--speed={speed}"], 64)
    ends(["run", "--json"], 64, err=["--dump"])


def page():
    """asked for what the page gets, a layout that leaves the panel to it is named; not otherwise"""
    _, err = ends(["replay", TAPS, "-c", VIEWS, "--trace", "event,screen"], 0, err=["the page gets each touch from the panel"])
    expect(err.count("delivery: filter") == 1, err)
    _, err = ends(["replay", TAPS, "-c", VIEWS], 0)
    expect("delivery" not in err, err)


def replay():
    """a replay prints the contract's lines in order, the same twice, and a summary at the end"""
    lines = trace(TAPS, "-c", VIEWS)
    kinds = [(line["kind"], line.get("phase") or line.get("call") or line.get("state")) for line in lines]
    expect(kinds == [
        ("touch", "began"), ("deliver", "touchesBegan"),
        ("touch", "ended"), ("gesture", "ended"), ("event", "ended"), ("deliver", "touchesCancelled"),
        ("touch", "began"), ("deliver", "touchesBegan"), ("forward", "touchesBegan"), ("forward", "touchesBegan"),
        ("touch", "moved"), ("deliver", "touchesMoved"), ("forward", "touchesMoved"), ("forward", "touchesMoved"),
        ("touch", "moved"), ("deliver", "touchesMoved"), ("forward", "touchesMoved"), ("forward", "touchesMoved"),
        ("touch", "cancelled"), ("deliver", "touchesCancelled"), ("forward", "touchesCancelled"),
        ("forward", "touchesCancelled"),
        ("summary", None)], f"the lines were {kinds}")
    first = lines[0]
    expect(first == {"t": 0, "kind": "touch", "touch": 1, "phase": "began", "slot": 0, "at": [100, 200],
                     "raw": [100, 200], "type": "direct", "tapCount": 1, "force": 0, "radius": 0, "view": "left",
                     "window": "window"}, f"the first line was {first}")
    expect(lines[1]["plugin"] == "audit" and lines[1]["to"] == "left" and lines[1]["touches"] == [1], str(lines[1]))
    expect([line["to"] for line in lines[7:10]] == ["right", "window", "application"], str(lines[7:10]))
    expect(lines[4]["responders"] == ["audit"] and lines[4]["name"] == "knock", str(lines[4]))
    expect(lines[-2]["t"] == 1_200_000, "contacts are cancelled at the last frame's time")
    expect(lines[-1] == {"kind": "summary", "frames": 5, "touches": 2, "ended": 1, "cancelled": 1, "dropped": 0},
           str(lines[-1]))
    expect(lines == trace(TAPS, "-c", VIEWS), "two runs differ")


def kinds():
    """--trace chooses the kinds; text without --json has the same facts"""
    hits = [line for line in trace(TAPS, "-c", VIEWS, "--trace", "hit")]
    expect({line["kind"] for line in hits} == {"hit", "summary"}, str(hits))
    expect([(line["step"], line["view"]) for line in hits[:4]] ==
           [("enter", "window"), ("enter", "right"), ("leave", "right"), ("enter", "left")], str(hits[:4]))
    expect(hits[0]["next"] == "application" and hits[2]["result"] is None, str(hits[:3]))
    frames = trace(TAPS, "-c", VIEWS, "--trace", "frame,device")
    expect(frames[0]["kind"] == "device" and frames[0]["change"] == "added", str(frames[0]))
    expect(frames[1]["events"][0] == ["EV_ABS", "ABS_MT_TRACKING_ID", 1], str(frames[1]))
    text, _ = ends(["replay", TAPS, "-c", VIEWS], 0, out=["phase=began", "call=touchesBegan", "summary"])
    expect(len(text.splitlines()) == len(trace(TAPS, "-c", VIEWS)), "text and JSON have as many lines")


def formats():
    """a recording may be compressed, and may be YAML of libinput record"""
    plain = trace(TAPS, "-c", VIEWS)
    expect(trace(scratch("taps.evemu.gz", gzip.compress(fixture(TAPS))), "-c", VIEWS) == plain, "gzip differs")
    expect(trace(scratch("taps.yml", libinput_record()), "-c", VIEWS) == plain, "YAML differs")


def libinput_record():
    """The same recording as `libinput record` writes it."""
    events = []
    for line in fixture(TAPS).decode().splitlines():
        match = re.match(r"E: (\d+)\.(\d+) (\w+) (\w+) (-?\d+)", line)
        if match:
            events.append([int(match[1]), int(match[2]), int(match[3], 16), int(match[4], 16), int(match[5])])
    ranges = {0x2f: 4, 0x35: 999, 0x36: 999, 0x39: 65535}
    text = "version: 1\nndevices: 1\ndevices:\n- node: /dev/input/event3\n  evdev:\n    name: \"two taps\"\n"
    text += "    id: [3, 4660, 22136, 256]\n    codes:\n      3: [47, 53, 54, 57]\n    absinfo:\n"
    for code, maximum in ranges.items():
        text += f"      {code}: [0, {maximum}, 0, 0, 0]\n"
    text += "    properties: [1]\n  events:\n"
    frame = []
    for event in events:
        frame.append(event)
        if event[2] == 0:
            text += "  - evdev:\n" + "".join(f"    - {item}\n" for item in frame)
            frame = []
    return text


def without_axes():
    """a recording without axis ranges names the axes and ends with 1; --describe supplies them"""
    ends(["replay", BARE, "-c", VIEWS], 1, err=["ABS_MT_POSITION_X", "ABS_MT_POSITION_Y", "--describe"])
    head = b"".join(line + b"\n" for line in fixture(TAPS).splitlines() if not line.startswith(b"E"))
    plain = trace(TAPS, "-c", VIEWS)
    expect(trace(BARE, "-c", VIEWS, "--describe", scratch("panel.desc", head)) == plain, ".desc differs")
    axes = {"ABS_MT_SLOT": {"min": 0, "max": 4}, "ABS_MT_POSITION_X": {"min": 0, "max": 999},
            "ABS_MT_POSITION_Y": {"min": 0, "max": 999}, "ABS_MT_TRACKING_ID": {"min": 0, "max": 65535}}
    index = [{"file": "no-axes.evemu", "device": "two taps", "abs": axes, "props": ["INPUT_PROP_DIRECT"]}]
    expect(trace(BARE, "-c", VIEWS, "--describe", scratch("index.json", json.dumps(index))) == plain, "JSON differs")


def bad_recordings():
    """a truncated, foreign or missing recording: what is wrong and where, and 1"""
    text = fixture(TAPS)
    cut = scratch("cut.evemu", text[:text.rindex(b"0035 0700") + 4])
    ends(["replay", cut, "-c", VIEWS], 1, err=[f"{cut}:{text[:text.rindex(b'0035 0700')].count(10) + 1}:", "error"])
    foreign = scratch("foreign.txt", "hello\nworld\n")
    ends(["replay", foreign, "-c", VIEWS], 1, err=[f"{foreign}:1", "error"])
    ends(["replay", scratch("broken.gz", gzip.compress(text)[:60]), "-c", VIEWS], 1, err=["broken.gz:"])
    ends(["replay", "/nonexistent/file", "-c", VIEWS], 1, err=["/nonexistent/file", "No such file"])
    named = scratch("named.evemu", b"N: \x1b[2J\xc2\x9bpanel\n" + fixture(BARE))
    _, stderr = ends(["replay", named, "-c", VIEWS], 1, err=["panel", "no touchscreen"])
    expect("\x1b" not in stderr and "\x9b" not in stderr, "the name of a device acts on the terminal")
    ends(["replay", scratch("pad.evemu", text.replace(b"A: 36", b"A: 0a")), "-c", VIEWS], 1, err=["ABS_MT_POSITION_Y"])


def layout_mistakes():
    """a layout with ten mistakes: ten located errors in one run, each with its line and a caret"""
    _, stderr = ends(["check", MISTAKES], 1, err=["did you mean"])
    places = re.findall(r"^%s:(\d+):(\d+): error: (.+)$" % re.escape(MISTAKES), stderr, re.MULTILINE)
    expect(len(places) >= 10, f"{len(places)} errors: {places}")
    expect(stderr.count("^") >= 10, stderr)
    code, stdout, _ = touchd("check", MISTAKES, VIEWS, "--json")
    report = json.loads(stdout)
    expect(code == 1 and not report["ok"], stdout)
    expect([file["ok"] for file in report["files"]] == [False, True], stdout)
    expect(len(report["files"][0]["problems"]) == len(places), "text and JSON differ")
    ends(["replay", TAPS, "-c", MISTAKES], 1, err=[f"{MISTAKES}:"])
    ends(["check", VIEWS], 0, out=["ok"])
    ends(["check", "/nonexistent.yaml"], 1, err=["/nonexistent.yaml", "No such file"])


def layout_warnings():
    """what cannot work is a warning with its place; with --strict it is an error"""
    script = scratch("script", "#!/bin/sh\n")
    text = ("version: 1\nscreen: { size: [400, 300] }\nresponders:\n  a: { plugin: exec, run: [%s] }\n"
            "  b: { plugin: log }\nviews: [{ id: v, gestures: [{ tap: {}, to: a }] }, { frame: [0, 0, 0, 9] }]\n")
    layout = scratch("warnings.yaml", text % "/nonexistent/program")
    warnings = ['4:27: %s: there is no program "/nonexistent/program" on this machine',
                '5:3: %s: nothing uses the responder "b"', '6:61: %s: "window/1" has no area']
    ends(["check", layout], 0, out=[f"{layout}: ok"], err=[f"{layout}:{line % 'warning'}" for line in warnings])
    stdout, _ = ends(["check", "--strict", layout], 1, err=[f"{layout}:{line % 'error'}" for line in warnings])
    expect(stdout == "", f"nothing is ok with status 1: {stdout}")
    code, stdout, _ = touchd("check", "--strict", layout, VIEWS, "--json")
    report = json.loads(stdout)
    expect(code == 1 and [file["ok"] for file in report["files"]] == [False, True], stdout)
    expect([problem["severity"] for problem in report["files"][0]["problems"]] == ["error"] * 3, stdout)
    ends(["check", "--strict", VIEWS, EXEC, DEMO_LAYOUT], 0, out=["ok"])
    ends(["check", scratch("warnings.yaml", text % script)], 0, err=[f'4:27: warning: "{script}" is not executable'])
    _, said = ends(["check", scratch("warnings.yaml", text % "sh")], 0)
    expect("4:" not in said, said)
    daemon = scratch("plain.yaml", f"version: 1\nlayouts: [{EXEC}]\n")
    ends(["check", daemon], 0, err=[f'{EXEC}:4:19: warning: "mark" does nothing: the daemon starts no programs with {daemon}',
                                    "help: write `exec: true` into that file"])
    _, said = ends(["hit", "-c", layout, "1", "1"], 0)
    expect(said == "", f"other commands do not warn: {said}")


def standard_input():
    """- is standard input where a file is read once, with the bounds of a file; a name that is - in a file is a file"""
    def given(content, *arguments):
        result = subprocess.run([PROGRAM, *arguments], input=content, capture_output=True, timeout=SECONDS, cwd=SCRATCH,
                                check=False)
        return result.returncode, result.stdout.decode(), result.stderr.decode()
    layout, recording = fixture(VIEWS), fixture(TAPS)
    expect(given(layout, "check", "-")[:2] == (0, "-: ok\n"), "check")
    status, _, said = given(fixture(MISTAKES), "check", "-")
    expect(status == 1 and said.startswith("-:2:36: error: "), said)
    wanted = touchd("replay", TAPS, "-c", VIEWS)[1]
    for content, arguments in [(recording, ["-", "-c", VIEWS]), (gzip.compress(recording), ["-", "-c", VIEWS]),
                               (layout, [TAPS, "-c", "-"])]:
        expect(given(content, "replay", *arguments)[:2] == (0, wanted), f"replay {arguments}")
    expect(given(layout, "hit", "-c", "-", "600", "200")[:2] == touchd("hit", "-c", VIEWS, "600", "200")[:2], "hit")
    expect(given(layout, "picture", "-")[1].startswith("<?xml"), "picture")
    expect(given(recording, "plot", "-")[1] == touchd("plot", TAPS)[1].replace(os.path.basename(TAPS), "-"), "plot")
    status, _, said = given(b" " * (4 << 20) + b"#", "check", "-")
    expect(status == 1 and "too long: at most 4194304 bytes are read" in said, said)
    for arguments in [["run", "-c", "-"], ["calibrate", "-c", "-", "--write"], ["replay", "-", "-c", "-"]]:
        expect(given(layout, *arguments)[0] == 64, f"{arguments}")
    scratch("-", layout)
    scratch("dash.yaml", "version: 1\nlayouts: ['-']\n")
    expect(given(b"", "check", "dash.yaml")[:2] == (0, "dash.yaml: ok\n./-: ok\n"), "a layout whose name is -")


def session_mistakes():
    """a session's file is checked as a layout is: each mistake has its place, and nothing is started"""
    for text, mistake in [
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
            ("version: 1\nrun: {" + ", ".join(f"e{i}: [a]" for i in range(65)) + "}", "at most 64 events")]:
        ends(["listen", "--run", scratch("session.yaml", text + "\n")], 1, err=[mistake])
    ends(["listen", "--run", "/nonexistent.yaml"], 1, err=["/nonexistent.yaml", "No such file"])
    ends(["listen", "--run", "session.yaml", "--kind", "event"], 64, err=["--run is about events alone"])


def broker_mistakes():
    """the file of touchd-mqtt is known by its keys and checked as a layout is: each mistake has its place"""
    ends(["check", os.path.join(ROOT, "Examples/mqtt/mqtt.yaml")], 0, out=["ok"])
    for text, mistake in [
            ("version: 1\nbase: k", "1:1: error: a broker's file must have `broker`"),
            ("version: 1\nbroker: { host: mqtt://a:1883 }", "help: write `host: a` and `port: 1883`"),
            ("version: 1\nbroker: { host: a, prot: 1 }", 'did you mean "port"?'),
            ("version: 1\nbroker: { host: a, credentials: mqtt.credentials }", "must be an absolute path"),
            ("version: 1\nbroker: { host: a, tls: { certificate: /a.pem } }", "needs the `key` that belongs to it"),
            ("version: 1\nbroker: { host: a }\nbase: k/#", "3:7: error: `base` must not contain #"),
            ("version: 1\nbroker: { host: a }\nbase: 'k/{hots}'", "did you mean \"{host}\"?")]:
        ends(["check", scratch("mqtt.yaml", text + "\n")], 1, err=[mistake])


def hit():
    """hit shows the steps, the view and its chain"""
    stdout, _ = ends(["hit", "-c", VIEWS, "600", "200"], 0)
    expect(stdout.splitlines()[-2:] == ["hit: inner", "inner --> right --> window --> application"], stdout)
    expect("enter right" in stdout and "leave inner = inner" in stdout, stdout)
    ends(["hit", "-c", VIEWS, "100", "100"], 0, out=["hit: left"])
    ends(["hit", "-c", VIEWS, "100"], 64)


def drawing(*arguments):
    """A drawing on standard output, as XML: the root, and what stands in its attributes."""
    stdout, _ = ends(arguments, 0)
    root = ElementTree.fromstring(stdout)
    expect(root.tag == "{http://www.w3.org/2000/svg}svg", root.tag)
    return root, stdout


def attributes(root, name):
    return [element.get(name) for element in root.iter() if element.get(name) is not None]


def picture():
    """picture draws a layout: each view once, what is never hit, a point, the fingers of a recording"""
    root, text = drawing("picture", VIEWS)
    expect(sorted(attributes(root, "data-view")) == ["inner", "left", "right", "window"], text)
    expect("never" in attributes(root, "data-reach") and "reached" in attributes(root, "data-reach"), text)
    root, text = drawing("picture", VIEWS, "--at", "600,200")
    expect("Responder chain: 1 inner → 2 right → 3 window → 4 application" in text, text)
    ends(["picture", VIEWS, "--at=-1,-1"], 0, out=["A finger at -1, -1 hits left"])
    root, text = drawing("picture", VIEWS, "--recording", TAPS)
    expect(attributes(root, "data-touch") == ["1", "2"] and attributes(root, "data-gesture") == ["knock"], text)
    expect("2 touches, 1 gesture<" in text, text)
    layout = scratch("<&>.yaml", "version: 1\nscreen: { size: [100, 100] }\nviews: [{ id: \"<&>'\\\"\" }]\n")
    root, text = drawing("picture", layout)
    expect("<&>'\"" in attributes(root, "data-view"), text)
    secret = scratch("secret.yaml", fixture(VIEWS).decode().replace("id: left", "id: left\n    sensitive: true", 1))
    root, text = drawing("picture", secret, "--recording", TAPS)
    expect(attributes(root, "data-touch") == ["2"] and not attributes(root, "data-gesture"), text)
    expect("not drawn, being on sensitive views: 1 touch, 1 gesture<" in text, text)


def plot():
    """plot draws a recording over time, alone or with a layout"""
    root, text = drawing("plot", TAPS)
    expect(set(attributes(root, "data-slot")) == {"0", "1"} and not attributes(root, "data-responder"), text)
    root, text = drawing("plot", TAPS, "-c", VIEWS)
    expect("left" in attributes(root, "data-responder"), text)
    lost = fixture(TAPS).decode().replace("E: 6.100000 0003 0035 0650", "E: 6.100000 0000 0003 0000")
    ends(["plot", scratch("lost.evemu", lost)], 0, out=["SYN_DROPPED", "events were lost once"])
    ends(["plot", BARE], 1, err=["--describe"])


def drawings_go_wrong():
    """a drawing that cannot be made or written says why, and leaves no file"""
    for verb in [["picture", VIEWS], ["plot", TAPS]]:
        file = os.path.join(SCRATCH, "drawing.svg")
        ends([*verb, "-o", file], 0)
        with open(file) as made:
            ElementTree.fromstring(made.read())
        os.remove(file)
        ends([*verb, "-o", "/nonexistent/drawing.svg"], 3, err=["/nonexistent/drawing.svg", "No such file", "make the folder first"])
        ends([*verb, "-o", SCRATCH], 3, err=["Is a directory", "name a file, not a folder"])
        ends([*verb, "-o", "/dev/full"], 3, err=["No space left on device"])
        ends([*verb, "-o", verb[1]], 64, err=["which is read; name another file"])
        ends(verb[:1], 64)
    full = tempfile.mkdtemp(dir=SCRATCH)
    limited = subprocess.run(["sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "sh", PROGRAM, "picture", VIEWS, "-o",
                              os.path.join(full, "a.svg")], capture_output=True, text=True, timeout=SECONDS)
    expect(limited.returncode == 3 and "File too large" in limited.stderr, str(limited))
    expect(os.listdir(full) == [], str(os.listdir(full)))
    ends(["picture", VIEWS, "--describe", TAPS], 64, err=["go with --recording"])
    for wrong in [["--at", "1"], ["--at", "a,b"], ["--at", "1,2,3"], ["--at", "nan,1"]]:
        ends(["picture", VIEWS, *wrong], 64, err=["--at"])
    ends(["picture", MISTAKES], 1, err=["ten-mistakes.yaml:"])
    ends(["picture", "/nonexistent.yaml"], 1, err=["No such file"])
    ends(["picture", VIEWS, "--recording", MISTAKES], 1, err=["ten-mistakes.yaml:1:", "error"])
    ends(["plot", os.path.abspath(__file__)], 1, err=["this is no recording"])
    ends(["plot", TAPS, "-c", MISTAKES], 1, err=["ten-mistakes.yaml:"])


def progress():
    """what takes long says how far it is on a terminal, and nothing in a pipe"""
    head, body = fixture(TAPS).decode().split("E:", 1)
    events = ["E: %d.%06d 0003 0035 %04d\nE: %d.%06d 0000 0000 0000" % (9 + i // 1000, i % 1000 * 1000, i % 999, 9 + i // 1000, i % 1000 * 1000)
              for i in range(100000)]
    long = scratch("long.evemu", head + "E:" + body + "\n".join(events) + "\n")
    file = os.path.join(SCRATCH, "long.svg")
    for verb in [["plot", long, "-o", file, "-c", VIEWS], ["picture", VIEWS, "--recording", long, "-o", file], ["replay", long, "-c", VIEWS]]:
        terminal, child = pty.openpty()
        started = subprocess.Popen([PROGRAM, *verb], stdout=subprocess.DEVNULL, stderr=child, stdin=subprocess.DEVNULL)
        os.close(child)
        said = b""
        while True:
            try:
                piece = os.read(terminal, 4096)
            except OSError:
                break
            if not piece:
                break
            said += piece
        os.close(terminal)
        expect(started.wait(SECONDS) == 0, str(verb))
        # A replay on a terminal shows what its plugins log, too.
        said = re.sub(rb"touchd: \w+: plugin [^\n]*\n", b"", said)
        # A fast machine needs no second.
        expect(said == b"" or re.search(rb"replay: \d+ %", said) and said.endswith(b"\r\x1b[K"), str(said[-200:]))
        _, said = ends(verb, 0)
        expect("%" not in said and "\x1b" not in said, said)


def full_disk():
    """lines that cannot be written are no success"""
    with open("/dev/full", "w") as full:
        result = subprocess.run([PROGRAM, "demo"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
    expect(result.returncode == 3 and "No space left" in result.stderr, str(result))


def no_device():
    """without a touchscreen, record leaves no file and ends with 3"""
    file = os.path.join(SCRATCH, "nothing.evemu")
    ends(["record", "--device", "/dev/input/event99", "-o", file], 3, err=["no touchscreen", "/dev/input/event99"])
    expect(not os.path.exists(file), "there is a file")


def demo():
    """the demo needs nothing and ends with a summary"""
    stdout, _ = ends(["demo"], 0, out=["gesture=service", "gesture=hold"])
    expect(re.search(r"summary\s+frames=\d+ touches=7 ended=7 cancelled=0 dropped=0", stdout.splitlines()[-1]), stdout)
    stdout, _ = ends(["demo", "--json"], 0)
    expect(json.loads(stdout.splitlines()[-1])["kind"] == "summary", stdout)


def actions():
    """a replay starts no program; with --run-actions it does, with a fixed environment"""
    stdout, _ = ends(["replay", TAPS, "-c", EXEC], 0)
    expect("TOUCHD_VIEW" not in stdout, stdout)
    os.environ["TOUCHD_SECRET"] = "not for programs"
    stdout, _ = ends(["replay", TAPS, "-c", EXEC, "--run-actions"], 0)
    del os.environ["TOUCHD_SECRET"]
    environment = dict(line.split("=", 1) for line in stdout.splitlines() if re.match(r"(TOUCHD_\w+|PATH|HOME)=", line))
    path = environment.pop("PATH", "")
    expect(path.startswith("/usr/local/sbin"), f"PATH={path}")
    expect(environment == {"TOUCHD_VIEW": "left", "TOUCHD_EVENT": "knock", "TOUCHD_STATE": "ended",
                           "TOUCHD_X": "100", "TOUCHD_Y": "200", "TOUCHD_DEVICE": TAPS}, str(environment))


def action_input():
    """a program reads the line that the trace has of its event; a finger is a line of kind `touch`; `env` adds variables"""
    for trigger, kind in [("gestures: [{ long_press: { minimum: 50ms }, to: mark }]", "event"),
                          ("type: control, control: { events: { touch_down: mark, touch_up_inside: mark } }", "event"),
                          ("on_touch: { to: mark }", "touch")]:
        layout = scratch("input.yaml", "version: 1\nscreen: { size: [1000, 1000] }\nresponders:\n"
                         "  mark: { plugin: exec, run: [/bin/cat], timeout: never, states: [began, ended] }\n"
                         f"views: [{{ frame: [0, 0, 500, 1000], {trigger} }}]\n")
        stdout, _ = ends(["replay", TAPS, "-c", layout, "--run-actions", "--json", "--trace", kind], 0)
        lines = [line for line in stdout.splitlines() if '"phase":"moved"' not in line]
        once = sorted(set(lines))
        twice = [line for line in once if lines.count(line) == 2]
        expect(len(twice) == 2 and all(json.loads(line)["kind"] == kind for line in twice), f"{trigger}: {stdout}")
    text = fixture(EXEC).decode().replace("timeout: 5s", "timeout: never, env: { DISPLAY: ':0', PATH: /usr/bin }")
    stdout, _ = ends(["replay", TAPS, "-c", scratch("env.yaml", text), "--run-actions"], 0)
    expect("DISPLAY=:0\nPATH=/usr/bin\nTOUCHD_VIEW=left\n" in stdout, stdout)


def idle_actions():
    """an idle time that is over in a recording starts a program, which gets a name, a state, and neither view nor place"""
    layout = scratch("idle.yaml", fixture(EXEC).decode() + "idle: [{ after: 1ms, name: rest, to: mark }]\n")
    stdout, _ = ends(["replay", TAPS, "-c", layout, "--run-actions", "--trace", "event"], 0)
    environment = [line for line in stdout.splitlines() if line.startswith("TOUCHD_")]
    expect(environment[6:12] == ["TOUCHD_VIEW=", "TOUCHD_EVENT=rest", "TOUCHD_STATE=ended", "TOUCHD_X=", "TOUCHD_Y=",
                                 "TOUCHD_DEVICE="], stdout)
    # Not at `active`, which comes from the next visitor's finger.
    expect("TOUCHD_EVENT=active" not in environment, stdout)


def action_states():
    """`states` says at which states of a finger or a gesture a program is started"""
    for trigger, states, expected in [
            ("on_touch: { to: mark }", "", ["began"]),
            ("on_touch: { to: mark }", ", states: [ended, began]", ["began", "ended"]),
            ("gestures: [{ tap: {}, to: mark }]", "", ["ended"]),
            ("gestures: [{ tap: {}, to: mark }]", ", states: ended", ["ended"]),
            ("gestures: [{ tap: {}, to: mark }]", ", states: [began, changed, cancelled]", []),
            ("gestures: [{ long_press: { minimum: 50ms }, to: mark }]", "", ["began"]),
            ("gestures: [{ long_press: { minimum: 50ms }, to: mark }]", ", states: [began, ended]", ["began", "ended"]),
            ("gestures: [{ long_press: { minimum: 50ms, progress: 20ms }, to: mark }]", "", ["began"]),
            ("gestures: [{ long_press: { minimum: 50ms, progress: 20ms }, to: mark }]", ", states: [possible, began]",
             ["possible", "began"]),
            ("gestures: [{ long_press: { minimum: 5s, progress: 5s }, to: mark }]", ", states: [possible, failed]",
             ["possible", "failed"]),
            ("type: control, control: { events: { touch_down: mark, touch_up_inside: mark } }", "", ["began", "ended"]),
            ("type: control, control: { events: { touch_down: mark, touch_up_inside: mark } }", ", states: ended",
             ["ended"])]:
        layout = scratch("states.yaml", "version: 1\nscreen: { size: [1000, 1000] }\n"
                         f"responders: {{ mark: {{ plugin: exec, run: [/usr/bin/env]{states} }} }}\n"
                         f"views: [{{ frame: [0, 0, 500, 1000], {trigger} }}]\n")
        stdout, _ = ends(["replay", TAPS, "-c", layout, "--run-actions"], 0)
        found = re.findall(r"^TOUCHD_STATE=(\w+)$", stdout, re.MULTILINE)
        expect(found == expected, f"{trigger}{states}: {found}")


def showing():
    """`show` hides and shows in a replay, for a time of the recording, which its end does not let run out"""
    text = ("version: 1\nscreen: { size: [1000, 1000] }\nresponders: { s: { plugin: show, view: page, for: %s } }\n"
            "views: [{ id: button, gestures: [{ tap: {}, to: s }] }, { id: page, hidden: true }]\n")
    for duration, expected in [("500ms", [(80000, False), (580000, True)]), ("5s", [(80000, False)]),
                               ("920ms", [(80000, False), (1000000, True)])]:
        layout = scratch("show.yaml", text % duration)
        ends(["check", layout], 0)
        lines = trace(TAPS, "-c", layout, "--trace", "change")
        expect([(line["t"], line["hidden"]) for line in lines if line["kind"] == "change"] == expected, str(lines))
        expect(all((line["what"], line["id"]) == ("view", "page") for line in lines[:-1]), str(lines))
        expect(not any(line["kind"] == "change" for line in trace(TAPS, "-c", layout)), "shown unasked")
    layout = scratch("show.yaml", "version: 1\nscreen: { size: [1000, 1000] }\n"
                     "responders: { s: { plugin: show, view: page } }\nviews: [{ id: page, hidden: true }]\n"
                     "idle: [{ after: 20ms, name: rest, to: s }]\n")
    lines = trace(TAPS, "-c", layout, "--trace", "event,change")
    expect([(line["t"], line["kind"]) for line in lines[:2]] == [(100000, "event"), (100000, "change")], str(lines))


def key_actions():
    """a replay presses no key; with --run-actions it makes a keyboard, or says why it cannot"""
    # A key without a meaning: where uinput may be used, it is really pressed.
    layout = scratch("keys.yaml", "version: 1\nscreen: { size: [1000, 1000] }\n"
                     "responders: { mark: { plugin: keys, press: KEY_UNKNOWN } }\n"
                     "views: [{ on_touch: { to: mark } }]\n")
    _, err = ends(["replay", TAPS, "-c", layout], 0)
    expect("touchd keys" not in err, err)
    _, err = ends(["replay", TAPS, "-c", layout, "--run-actions"], 0)
    expect(os.access("/dev/uinput", os.W_OK) or "touchd keys: no key can be pressed: open /dev/uinput: " in err, err)
    ends(["check", scratch("bad-keys.yaml", fixture(layout).decode().replace("KEY_UNKNOWN", "[KEY_A, KEY_POWER]"))], 1,
         err=["bad-keys.yaml:3:52: error: \"KEY_POWER\" is never pressed"])


def failing_actions():
    """a program that is missing, fails or takes too long is reported, and the replay goes on"""
    def layout(run, timeout="5s"):
        text = fixture(EXEC).decode().replace("[/usr/bin/env], timeout: 5s", f"{run}, timeout: {timeout}")
        return scratch("exec.yaml", text)
    for run, timeout, says in [("[/nonexistent/program]", "5s", "No such file"), ("[/bin/false]", "5s", "status 1"),
                               ("[/bin/sleep, '20']", "200ms", "longer than 0.2 s")]:
        ends(["replay", TAPS, "-c", layout(run, timeout), "--run-actions"], 0, out=["summary"], err=["mark", says])


def sensitive():
    """what is on a sensitive view has no place in a trace, a raw frame, the log and a program's environment"""
    text = fixture(VIEWS).decode().replace("  - id: left\n", "  - id: left\n    sensitive: true\n")
    layout = scratch("sensitive.yaml", text)
    ends(["check", layout], 0)
    lines = trace(TAPS, "-c", layout, "--trace", "frame,touch,event,hit")
    touches = [(line["touch"], line["phase"], line["at"], line["raw"]) for line in lines if line["kind"] == "touch"]
    expect(touches[:2] == [(1, "began", None, None), (1, "ended", None, None)], str(touches))
    expect(touches[2] == (2, "began", [600, 0], [600, 0]), str(touches))
    expect([(line["name"], line["at"], line["tapCount"]) for line in lines if line["kind"] == "event"] ==
           [("knock", None, 1)], str(lines))
    frames = [line["events"] for line in lines if line["kind"] == "frame"]
    expect(frames[:2] == [[["EV_SYN", "SYN_REPORT", 0]]] * 2, str(frames))
    expect(["EV_ABS", "ABS_MT_POSITION_X", 600] in frames[2], str(frames))
    stdout, stderr = ends(["replay", TAPS, "-c", layout], 0, out=["at=- raw=-"])
    expect("on left: #1\n" in stderr and "ended on left\n" in stderr, stderr)
    for secret in ("100,200", "[100", "200]"):
        expect(secret not in stdout + stderr, f"{secret} is in {stdout + stderr}")
    text = fixture(EXEC).decode().replace("  - id: left\n", "  - id: left\n    sensitive: true\n")
    ends(["replay", TAPS, "-c", scratch("sensitive-exec.yaml", text), "--run-actions"], 0,
         out=["TOUCHD_X=\nTOUCHD_Y=\n"])


def logging():
    """a replay logs calls at debug and actions at info, unless the layout asks for more; the plugin stands first"""
    ends(["replay", TAPS, "-c", VIEWS], 0, err=[
        'touchd: debug: plugin "audit": touchesBegan on left: #1 at [100,200]',
        'touchd: info: plugin "audit": gesture knock ended on left at [100,200]'])
    text = fixture(VIEWS).decode().replace("plugin: log", "plugin: log, level: warning")
    ends(["replay", TAPS, "-c", scratch("warning.yaml", text)], 0, err=[
        'touchd: warning: plugin "audit": touchesBegan on left', 'touchd: warning: plugin "audit": gesture knock ended'])
    _, stderr = ends(["replay", TAPS, "-c", scratch("trace.yaml", text.replace("warning", "trace"))], 0)
    expect(stderr == "", stderr)
    _, stderr = ends(["demo"], 0)
    expect(stderr == "", stderr)


def speed():
    """at a speed, the lines are the same"""
    expect(trace(TAPS, "-c", VIEWS, "--speed", "20") == trace(TAPS, "-c", VIEWS), "a paced replay differs")


def configuration():
    """run wants a configuration; a daemon's file with exec must be root's"""
    ends(["run", "-c", "/nonexistent.yaml"], 1, err=["/nonexistent.yaml"])
    daemon = scratch("daemon.yaml", f"version: 1\nlayouts: [{EXEC}]\nexec: true\n")
    os.chmod(daemon, 0o666)
    ends(["run", "-c", daemon], 1, err=["root", daemon])
    stdout, _ = ends(["check", daemon], 1, err=["root"])
    expect(stdout == "", f"nothing is ok with status 1: {stdout}")
    stdout, _ = ends(["check", MISTAKES, VIEWS], 1)
    expect(stdout == "", f"nothing is ok with status 1: {stdout}")
    plain = scratch("plain.yaml", f"version: 1\nlayouts: [{EXEC}]\n")
    ends(["check", plain], 0, out=[f"{plain}: ok", f"{EXEC}: ok"])
    ends(["replay", TAPS, "-c", daemon], 1, err=["layout"])
    ends(["record", "-c", "/nonexistent.yaml", "-o", os.path.join(SCRATCH, "a.evemu")], 1, err=["/nonexistent.yaml"])


def closed_descriptors():
    """with closed descriptors 0, 1 and 2, nothing of the daemon's own takes their place; a lost answer is no success"""
    def close():
        for descriptor in (0, 1, 2):
            os.close(descriptor)
    path = os.path.join(SCRATCH, "closed.sock")
    daemon = subprocess.Popen([PROGRAM, "run", "-c", VIEWS, "--socket", path], preexec_fn=close)
    try:
        deadline = time.monotonic() + SECONDS
        while not os.path.exists(path) and daemon.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        targets = [os.readlink(f"/proc/{daemon.pid}/fd/{descriptor}") for descriptor in (0, 1, 2)]
        expect(targets == ["/dev/null"] * 3, str(targets))
        # What it starts inherits none of the others (O_CLOEXEC); those of this test are not its own.
        for descriptor in map(int, os.listdir(f"/proc/{daemon.pid}/fd")):
            try:
                with open(f"/proc/{daemon.pid}/fdinfo/{descriptor}") as info:
                    flags = int(re.search(r"flags:\s+(\d+)", info.read())[1], 8)
            except FileNotFoundError:
                continue  # Closed since it was listed.
            expect(descriptor < 3 or flags & os.O_CLOEXEC, f"descriptor {descriptor} is inherited")
        ends(["status", "--socket", path], 0, out=["layouts"])
        daemon.terminate()
        expect(daemon.wait(SECONDS) == 0, f"it ended with {daemon.returncode}")
    finally:
        daemon.kill()
        daemon.wait()
    result = subprocess.run([PROGRAM, "demo"], preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE, text=True,
                            timeout=SECONDS)
    expect(result.returncode == 3 and "standard output: Bad file descriptor" in result.stderr, str(result))


def gone_reader():
    """a reader that has gone ends a command as it ends any filter; where SIGPIPE is ignored, it is an error"""
    for ignored, status in [(False, -signal.SIGPIPE), (True, 3)]:
        reading, writing = os.pipe()
        os.close(reading)
        result = subprocess.run([PROGRAM, "demo"], stdout=writing, stderr=subprocess.PIPE, text=True, timeout=SECONDS,
                                restore_signals=not ignored)
        os.close(writing)
        expect(result.returncode == status, str(result))
        expect(("Broken pipe" in result.stderr) == ignored, str(result))


def without_proc():
    """without /proc, as in a chroot or the build of an image, the programs read their arguments all the same"""
    # A tmpfs over it, seen by nothing else.
    bare = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]
    if subprocess.run([*bare, "true"], capture_output=True).returncode:
        print("skip  without_proc: this user may not mount here")
        return
    folder, missing = os.path.dirname(PROGRAM), os.path.join(SCRATCH, "missing.yaml")
    rows = [
        # program, arguments, status, what it says
        ("touchd", ["--version"], 0, "0."),
        ("touchd", ["check", MISTAKES], 1, "error: "),
        ("touchd", ["replay", TAPS, "-c", VIEWS], 0, "summary"),
        ("touchd", ["--nonsense"], 64, "--nonsense"),
        ("touchd", ["run", "-c", missing], 1, "missing.yaml: No such file"),
        ("touchd", ["listen", "--run", missing], 1, "missing.yaml: No such file"),
        ("touchd", ["web", "--version"], 0, "0."),
        ("touchd-mqtt", ["--version"], 0, "0."),
        ("touchd-web", ["--version"], 0, "0."),
        ("touchd-web", ["--recording", TAPS, "-c", missing], 1, "missing.yaml: No such file"),
    ]
    for program, arguments, status, words in rows:
        result = subprocess.run([*bare, os.path.join(folder, program), *arguments], capture_output=True, text=True,
                                timeout=SECONDS, stdin=subprocess.DEVNULL, env=os.environ | {"PATH": folder + ":/usr/bin:/bin"})
        said = result.stdout + result.stderr
        expect(result.returncode == status and words in said, f"{program} {arguments}: {result.returncode}: {said[:600]}")


def readme():
    """the examples of README.md print what it shows"""
    text = fixture(os.path.join(ROOT, "README.md")).decode()
    layout = scratch("first.yaml", re.search(r"^```yaml\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[1])
    count = 0
    for block in re.findall(r"^```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for example in block.split("$ touchd ")[1:]:
            command, shown = example.split("\n", 1)
            arguments = [{"first.yaml": layout, "Examples/demo/demo.evemu": DEMO}.get(word, word)
                         for word in command.split()]
            stdout, _ = ends(arguments, 0)
            expect(stdout.replace(layout, "first.yaml") == shown, f"touchd {command} printed\n{stdout}")
            count += 1
    expect(count >= 4, f"{count} examples")


SCENARIOS = [version, readme, usage, page, replay, recorded_udev, kinds, formats, without_axes, bad_recordings, layout_mistakes,
             layout_warnings, standard_input,
             session_mistakes, broker_mistakes, calibrate, calibrate_rule, calibrate_mistakes, calibrate_resistive,
             hit, picture, plot, drawings_go_wrong, progress, full_disk, no_device, demo, actions, action_input,
             idle_actions, action_states, showing, key_actions,
             failing_actions, sensitive,
             logging, speed, configuration, closed_descriptors, gone_reader, without_proc]


def main():
    failed = 0
    for scenario in SCENARIOS:
        what = f"{scenario.__name__}: {scenario.__doc__.splitlines()[0]}"
        try:
            scenario()
            print(f"ok    {what}")
        except (AssertionError, KeyError, ValueError, IndexError, OSError, ElementTree.ParseError,
                subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAIL  {what}: {error}")
    print(f"{len(SCENARIOS) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
