#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Completion in shells: what is typed before a tab, and what stands on the line after it.

Each row is given (files, a shell with touchd's completion), when (keys), then (the words of the command that ran). The
shell is a real one, on a terminal of its own; it runs a touchd that shows its arguments. zsh and fish are skipped where
they are not installed.
"""
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.abspath(sys.argv[1])
FILTER = os.path.join(HERE, "..", "..", "scripts", "bash-completion")
# A shell answers in milliseconds; one that hangs must not hang the tests.
SECONDS = 30

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
    ("sta\t--pro\t", ["status", "--prometheus"]),
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


def completion(shell, folder):
    """The completion script of a shell, as it is installed."""
    script = subprocess.run([PROGRAM, "--generate-completion-script", shell], capture_output=True, check=True).stdout
    if shell == "bash":
        script = subprocess.run([FILTER], input=script, capture_output=True, check=True).stdout
    path = os.path.join(folder, {"bash": "touchd.bash", "zsh": "_touchd", "fish": "touchd.fish"}[shell])
    with open(path, "wb") as file:
        file.write(script)
    return path


def start(shell, script):
    """The command line that starts a shell without a user's settings, and the first commands to type into it."""
    return {
        "bash": (["bash", "--norc", "--noprofile", "-i"],
                 f"bind 'set bell-style none'; bind 'set enable-bracketed-paste off'; PS1='ready> '; source {script}"),
        "zsh": (["zsh", "-f", "-i"],
                f"PS1='ready> '; unsetopt beep; fpath=({os.path.dirname(script)} $fpath); autoload -Uz compinit; "
                "compinit -u -D"),
        "fish": (["fish", "--no-config", "-i"],
                 f"function fish_prompt; echo -n 'ready> '; end; source {script}"),
    }[shell]


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, shell, folder, bin_folder, home):
        words, self.setup = start(shell, completion(shell, home))
        environment = {"PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": home, "TERM": "dumb",
                       "LC_ALL": "C.UTF-8", "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, environment)
        self.seen = b""

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def wait(self, condition, what):
        """Reads until a condition holds of what is there."""
        deadline = time.monotonic() + SECONDS
        while not (found := condition()):
            if select.select([self.descriptor], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.descriptor, 65536)
                except OSError:
                    raise AssertionError(f"the shell ended: {self.seen[-400:]}") from None
            elif time.monotonic() > deadline:
                raise AssertionError(f"{what}: the terminal shows {self.seen[-400:]}")
        return found

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.descriptor)


def folders():
    """Files to complete, a touchd that notes its arguments, and a home."""
    scratch = tempfile.mkdtemp(prefix="touchd-completion-")
    here, bin_folder, home = (os.path.join(scratch, name) for name in ("here", "bin", "home"))
    for folder in (here, bin_folder, home):
        os.mkdir(folder)
    for path in FILES:
        os.makedirs(os.path.dirname(os.path.join(here, path)), exist_ok=True)
        open(os.path.join(here, path), "w").close()
    program = os.path.join(bin_folder, "touchd")
    with open(program, "w") as file:
        file.write("#!/usr/bin/python3\nimport json, os, sys\n"
                   f"path = {os.path.join(scratch, 'said')!r}\n"
                   "open(path + '.new', 'w').write(json.dumps(sys.argv[1:]))\nos.rename(path + '.new', path)\n")
    os.chmod(program, 0o755)
    return scratch, here, bin_folder, home


def run(shell, rows):
    """Runs the rows in one shell: how many failed."""
    scratch, here, bin_folder, home = folders()
    said = os.path.join(scratch, "said")
    failed = 0
    for typed, wanted in rows:
        terminal = Terminal(shell, here, bin_folder, home)
        if os.path.exists(said):
            os.remove(said)
        try:
            terminal.type(terminal.setup + "; echo set''up\n")
            terminal.wait(lambda: b"ready>" in terminal.seen.partition(b"\nsetup")[2], "start")
            terminal.type("touchd ")
            # Each tab is answered before more is typed: what a person sees is what the next key is typed at.
            terminal.type(typed)
            terminal.type("\n")
            terminal.wait(lambda: os.path.exists(said), "the command")
            with open(said) as file:
                words = json.load(file)
            if words != wanted:
                raise AssertionError(f"touchd got {words}, expected {wanted}; {terminal.seen[-200:]}")
            print(f"ok    {shell}: touchd {typed!r}")
        except AssertionError as error:
            failed += 1
            print(f"FAIL  {shell}: touchd {typed!r}: {error}")
        terminal.close()
    shutil.rmtree(scratch)
    return failed


def main():
    shells = {"bash": ROWS + BASH_ROWS, "zsh": [row for row in ROWS if row[0] not in GENERATED],
              "fish": [row for row in ROWS if row[0] not in GENERATED]}
    failed = total = 0
    for shell, rows in shells.items():
        if shutil.which(shell) is None:
            print(f"skip  {shell}: not installed")
            continue
        total += len(rows)
        failed += run(shell, rows)
    print(f"{total - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
