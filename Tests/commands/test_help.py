#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Help as it is typed and read: in terminals of several widths, with and without colours, and its examples, which run.

Each row is given (files, a terminal), when (a command line), then (what it says).
"""
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, "fixtures")
PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = 60
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
# These need a panel, a daemon or a browser; the Swift tests give them to the parser alone.
NOT_RUN = ["run", "--dump", "record", "reload", "status", "screen", "listen", "web", "calibrate"]
# And this needs the service's own file.
OF_SERVICE = "/etc/touchd/"


def shown(arguments, columns=80, **variables):
    """What a terminal shows."""
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    environment |= {"TERM": "xterm"} | variables
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([PROGRAM, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    text = b""
    try:
        while part := os.read(ours, 65536):
            text += part
    except OSError:
        pass  # The terminal's end, by EIO.
    os.close(ours)
    process.wait(SECONDS)
    return text.decode().replace("\r\n", "\n")


def verbs():
    text = shown(["--help"], 100)
    return re.findall(r"^  (\w+) (?:\(default\) )? +\S", ESCAPE.sub("", text).split("SUBCOMMANDS:")[1].split("EXAMPLES:")[0], re.M)


def widths():
    """no line of a help is wider than the terminal, and nothing but lines differs between two widths"""
    for verb in [[], *([verb] for verb in verbs())]:
        words = set()
        for columns in (72, 80, 100):
            text = ESCAPE.sub("", shown([*verb, "--help"], columns))
            long = [line for line in text.splitlines() if len(line) > columns]
            assert not long, f"{verb}, {columns} columns: {long}"
            words.add(" ".join(text.split()))
        assert len(words) == 1, f"{verb}: {words}"
    assert len(shown(["--help"], 300).splitlines()[0]) <= 110


def examples():
    """each verb has examples, and those that need no panel and no daemon do what they say"""
    with tempfile.TemporaryDirectory(prefix="touchd-help-") as folder:
        for name, source in (("lobby.yaml", "two-views.yaml"), ("panel.evemu", "two-taps.evemu"), ("tap.evemu", "two-taps.evemu")):
            shutil.copy(os.path.join(FIXTURES, source), os.path.join(folder, name))
        count = 0
        for verb in [[], *([verb] for verb in verbs())]:
            found = ESCAPE.sub("", shown([*verb, "--help"], 72)).split("EXAMPLES:")
            assert len(found) == 2, f"{verb}: no examples"
            for line in re.findall(r"^    touchd (.+)", found[1], re.M):
                words = line.split()
                if words[0] in NOT_RUN or OF_SERVICE in line:
                    continue
                with open(os.path.join(folder, "lobby.yaml")) as layout:
                    result = subprocess.run([PROGRAM, *words], cwd=folder, stdin=layout, capture_output=True, text=True, timeout=SECONDS)
                assert result.returncode == 0, f"{line}: {result.returncode} {result.stderr}"
                count += 1
        assert count >= 12, count


def colours():
    """a terminal gets colours; one that wants none, a file and a pipe do not"""
    mistakes = os.path.join(FIXTURES, "ten-mistakes.yaml")
    for command, painted in ((["--help"], "\x1b[1mUSAGE:\x1b[0m"), (["check", mistakes], "\x1b[1;31merror:\x1b[0m"),
                             (["chek"], "\x1b[1;31mError:\x1b[0m"),
                             (["check", os.path.join(FIXTURES, "two-views.yaml")], "\x1b[32mok\x1b[0m")):
        text = shown(command)
        assert painted in text, f"{command}: {text!r}"
        for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
            plain = shown(command, **variables)
            assert "\x1b" not in plain, f"{command} {variables}: {plain!r}"
            assert plain == ESCAPE.sub("", text), f"{command}: {plain!r}"
        assert "\x1b" in shown(command, NO_COLOR=""), "an empty NO_COLOR asks for nothing"
        piped = subprocess.run([PROGRAM, *command], capture_output=True, text=True, timeout=SECONDS)
        assert "\x1b" not in piped.stdout + piped.stderr, f"{command}: a pipe gets colours"


def hostile():
    """colours come from touchd alone: what a file says stays without them"""
    with tempfile.TemporaryDirectory(prefix="touchd-help-") as folder:
        path = os.path.join(folder, "a.yaml")
        with open(path, "w") as file:
            file.write('version: 1\n"\\e[31mred": 1 # \x1b[31m\nviews: []\n')
        assert "\x1b[31m" not in shown(["check", path])


def scripts():
    """what is made for shells is not touched"""
    for shell in ("bash", "zsh", "fish"):
        script = subprocess.run([PROGRAM, "--generate-completion-script", shell], capture_output=True, text=True, timeout=SECONDS)
        assert script.returncode == 0 and "EXAMPLES" not in script.stdout, shell
        assert shown(["--generate-completion-script", shell]).strip() == script.stdout.strip(), shell


failed = 0
SCENARIOS = [widths, examples, colours, hostile, scripts]
for scenario in SCENARIOS:
    try:
        scenario()
        print(f"ok    help: {scenario.__doc__}")
    except AssertionError as error:
        failed += 1
        print(f"FAIL  help: {scenario.__doc__}: {error}")
print(f"{len(SCENARIOS) - failed} passed, {failed} failed")
sys.exit(failed > 0)
