# SPDX-License-Identifier: MIT
"""Help as it is typed and read: in terminals of several widths, with and without colours, and its examples, which run.

Each row is given (files, a terminal), when (a command line), then (what it says).
"""
import re
import shlex
import shutil
from pathlib import Path

import pytest

FIXTURES = Path(__file__).with_name("fixtures")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
# These need a panel, a daemon or a browser; the Swift tests give them to the parser alone.
NOT_RUN = ["run", "--dump", "record", "reload", "status", "screen", "listen", "stats", "web", "import",
           "calibrate"]
# And this needs the service's own file.
OF_SERVICE = "/etc/touchd/"


def verbs(touchd):
    """The words before --help of each help."""
    listed = ESCAPE.sub("", touchd.shown(["--help"], 100)).split("SUBCOMMANDS:")[1].split("EXAMPLES:")[0]
    return [[], *([verb] for verb in re.findall(r"^  (\w+) (?:\(default\) )? +\S", listed, re.M))]


def test_widths(touchd):
    """help: no line is wider than the terminal, and nothing but lines differs between two widths"""
    for verb in verbs(touchd):
        words = set()
        for columns in (72, 80, 100):
            text = ESCAPE.sub("", touchd.shown([*verb, "--help"], columns))
            assert " ".join(["USAGE: touchd", *verb]) in text
            assert [line for line in text.splitlines() if len(line) > columns] == []
            words.add(" ".join(text.split()))
        assert len(words) == 1
    assert len(touchd.shown(["--help"], 300).splitlines()[0]) <= 110


def test_examples(touchd, folder):
    """help: each verb has examples, and those that need no panel and no daemon do what they say"""
    for name, source in (("lobby.yaml", "two-views.yaml"), ("panel.evemu", "two-taps.evemu"), ("tap.evemu", "two-taps.evemu")):
        shutil.copy(FIXTURES / source, folder / name)
    (folder / "lobby.test.yaml").write_text("{ version: 1, promises: [{ name: a, when: wait 1s, then: { starts: [] } }] }")
    count = 0
    for verb in verbs(touchd):
        _, examples = ESCAPE.sub("", touchd.shown([*verb, "--help"], 72)).split("EXAMPLES:")
        for line in re.findall(r"^    touchd (.+)", examples, re.M):
            words = shlex.split(line)
            if words[0] not in NOT_RUN and OF_SERVICE not in line:
                with open(folder / "lobby.yaml") as layout:
                    status, _, said = touchd.run(*words, cwd=folder, stdin=layout)
                assert status == 0, f"{line}: {said}"
                count += 1
    assert count >= 12


@pytest.mark.parametrize("command, painted", [
    (["--help"], "\x1b[1mUSAGE:\x1b[0m"), (["check", FIXTURES / "ten-mistakes.yaml"], "\x1b[1;31merror:\x1b[0m"),
    (["chek"], "\x1b[1;31mError:\x1b[0m"), (["check", FIXTURES / "two-views.yaml"], "\x1b[32mok\x1b[0m"),
], ids=["help", "errors", "usage", "ok"])
def test_colours(touchd, command, painted):
    """help: a terminal gets colours; one that wants none, a file and a pipe do not"""
    text = touchd.shown(command)
    assert painted in text
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}):
        assert touchd.shown(command, **variables) == ESCAPE.sub("", text)
    assert "\x1b" in touchd.shown(command, NO_COLOR=""), "an empty NO_COLOR asks for nothing"
    assert "\x1b" not in "".join(touchd.run(*command)[1:]), "a pipe gets colours"


def test_hostile(touchd, scratch):
    """help: colours come from touchd alone: what a file says stays without them"""
    path = scratch("a.yaml", 'version: 1\n"\\e[31mred": 1 # \x1b[31m\nviews: []\n')
    assert "\x1b[31m" not in touchd.shown(["check", path])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(touchd, shell):
    """help: what is made for shells is not touched"""
    script, _ = touchd(["--generate-completion-script", shell], 0)
    assert "EXAMPLES" not in script
    assert touchd.shown(["--generate-completion-script", shell]).strip() == script.strip()
