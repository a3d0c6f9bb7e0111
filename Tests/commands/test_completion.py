# SPDX-License-Identifier: MIT
"""Completion in shells: what is typed before a tab, and what stands on the line after it.

Each row is given (files, a shell with touchd's completion), when (keys), then (the words of the command that ran). The
shell is a real one, on a terminal of its own; it runs a touchd that shows its arguments. zsh and fish are skipped where
they are not installed.
"""
import functools
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

FILTER = Path(__file__).parents[2] / "scripts" / "bash-completion"
# A shell answers in milliseconds of a processor.
SECONDS = 60

FILES = ["lobby.yaml", "two words.yaml", "it's.yaml", "$HOME.yaml", "run/inner.yaml", "a folder/deep.yaml",
         "check/x.yaml", "panel one.evemu", "größe.yaml"]

# What is typed (a tab completes), and the arguments that touchd gets.
ROWS = [
    ("check lob\t", ["check", "lobby.yaml"]),
    ("check two\t", ["check", "two words.yaml"]),
    ("check two\\ w\t", ["check", "two words.yaml"]),
    ("check 'two w\t", ["check", "two words.yaml"]),
    ("check \"two w\t", ["check", "two words.yaml"]),
    ("check it\t", ["check", "it's.yaml"]),
    ("check gr\t", ["check", "größe.yaml"]),
    ("check a\\ f\tdee\t", ["check", "a folder/deep.yaml"]),
    ("check ./lob\t", ["check", "./lobby.yaml"]),
    ("check lob\ttwo\t", ["check", "lobby.yaml", "two words.yaml"]),
    ("check --js\tlob\t", ["check", "--json", "lobby.yaml"]),
    ("check --st\tlob\t", ["check", "--strict", "lobby.yaml"]),
    ("replay pan\t-c two\t", ["replay", "panel one.evemu", "-c", "two words.yaml"]),
    ("replay pan\t--conf\ttwo\t", ["replay", "panel one.evemu", "--config", "two words.yaml"]),
    ("calib\t--conf\tlob\t--wr\t", ["calibrate", "--config", "lobby.yaml", "--write"]),
    ("picture lob\t--rec\tpan\t", ["picture", "lobby.yaml", "--recording", "panel one.evemu"]),
    ("plot pan\t-c two\t", ["plot", "panel one.evemu", "-c", "two words.yaml"]),
    ("run -c lob\t", ["run", "-c", "lobby.yaml"]),
    ("-c two\t", ["-c", "two words.yaml"]),
    ("--dump -c two\t", ["--dump", "-c", "two words.yaml"]),
    ("--du\t", ["--dump"]),
    ("run --log-level deb\t", ["run", "--log-level", "debug"]),
    ("statu\t--pro\t", ["status", "--prometheus"]),
    ("screen da\t", ["screen", "dark"]),
    ("screen li\t--lay\tlobby", ["screen", "lit", "--layout", "lobby"]),
    ("listen --kind gest\t", ["listen", "--kind", "gesture"]),
    ("listen --kind tou\t--kind hi\t", ["listen", "--kind", "touch", "--kind", "hit"]),
    ("replay pan\t-c lob\t--speed ma\t", ["replay", "panel one.evemu", "-c", "lobby.yaml", "--speed", "max"]),
    ("replay pan\t-c lob\t--trace deli\t", ["replay", "panel one.evemu", "-c", "lobby.yaml", "--trace", "deliver"]),
    ("record -o new.evemu -c lob\t", ["record", "-o", "new.evemu", "-c", "lobby.yaml"]),
    ("calibrate --dev\tlob\t", ["calibrate", "--device", "lobby.yaml"]),
    ("web --rec\tpan\t-c lob\t", ["web", "--recording", "panel one.evemu", "-c", "lobby.yaml"]),
    # A folder with the name of a verb is not a verb.
    ("chec\tlob\t", ["check", "lobby.yaml"]),
]
# What only readline quotes as a person would.
BASH_ROWS = [("check \\$H\t", ["check", "$HOME.yaml"])]
# Options before a verb: zsh and fish take the generator's own scripts.
GENERATED = {"-c two\t", "--dump -c two\t", "--du\t"}
SHELLS = {"bash": ROWS + BASH_ROWS} | {
    shell: [row for row in ROWS if row[0] not in GENERATED] for shell in ("zsh", "fish")}


@pytest.fixture(scope="session")
def script(program):
    """The path of a shell's completion script, as it is installed."""

    def path(shell):
        script = subprocess.run([program, "--generate-completion-script", shell], capture_output=True, check=True).stdout
        if shell == "bash":
            script = subprocess.run([FILTER], input=script, capture_output=True, check=True).stdout
        made = Path(tempfile.mkdtemp()) / {"bash": "touchd.bash", "zsh": "_touchd", "fish": "touchd.fish"}[shell]
        made.write_bytes(script)
        return made

    return functools.cache(path)


def start(shell, script):
    """The command line that starts a shell without a user's settings, and the first commands to type into it."""
    return {
        "bash": (["bash", "--norc", "--noprofile", "-i"],
                 f"bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; PS1='ready> '; source {script}"),
        "zsh": (["zsh", "-f", "-i"],
                f"PS1='ready> '; unsetopt beep; fpath=({script.parent} $fpath); autoload -Uz compinit; compinit -u -D"),
        "fish": (["fish", "--no-config", "-i"],
                 f"function fish_prompt; echo -n 'ready> '; end; source {script}"),
    }[shell]


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, words, folder, bin_folder, home):
        environment = {"PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": str(home), "TERM": "dumb",
                       "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)}
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, environment)
        self.seen = b""

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def wait(self, condition):
        """Reads until a condition holds of what is there."""
        deadline = time.monotonic() + SECONDS
        while not condition():
            if select.select([self.descriptor], [], [], 0.05)[0]:
                self.seen += os.read(self.descriptor, 65536)
            assert time.monotonic() < deadline, f"the terminal shows {self.seen[-400:]}"

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


@pytest.fixture
def terminal(shell, script, folder):
    """A shell among files to complete, with a touchd that notes its arguments in the file `said`."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    here, programs, home = (folder / name for name in ("here", "bin", "home"))
    for path in [programs, home, *((here / name).parent for name in FILES)]:
        path.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (here / name).touch()
    said = folder / "said"
    program = programs / "touchd"
    program.write_text("#!/usr/bin/python3\nimport json, os, sys\n"
                       f"open('{said}.new', 'w').write(json.dumps(sys.argv[1:]))\nos.rename('{said}.new', '{said}')\n")
    program.chmod(0o755)
    words, setup = start(shell, script(shell))
    terminal = Terminal(words, here, programs, home)
    terminal.type(setup + "; echo set''up\n")
    terminal.wait(lambda: b"ready>" in terminal.seen.partition(b"\nsetup")[2])
    yield terminal
    terminal.close()


@pytest.mark.parametrize(
    "shell, typed, wanted", [pytest.param(shell, *row, id=f"{shell}: touchd {row[0]!r}") for shell in SHELLS for row in SHELLS[shell]])
def test_completion(terminal, folder, typed, wanted):
    """a tab completes it"""
    # Each tab is answered before more is typed: what a person sees is what the next key is typed at.
    terminal.type(f"touchd {typed}\n")
    said = folder / "said"
    terminal.wait(said.exists)
    assert json.loads(said.read_text()) == wanted
