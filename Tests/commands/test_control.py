# SPDX-License-Identifier: MIT
"""`touchd status` and `touchd reload` from outside: what they ask, what they show, and the status they end with.

Each scenario is given (what a daemon answers), when (a command line), then (status, standard output, standard error).
The daemon is a few lines below; Tests/TouchdKitTests/Events has the real one's end of the socket.
"""
import json
import os
import shutil
import socket

import pytest
from server import HELLO, UNTIL_IT_ASKS, Server

OTHER_USER = 65534


def ok(text):
    return said(kind="ok", text=text)


def bad(message):
    return said(kind="error", message=message, tried=True)


def said(**line):
    return HELLO + json.dumps(line) + "\n"


PROBLEM = 'lobby.yaml:7:5: error: unknown key "onTouch"\n\tonTouch: {}\n\t^\nhelp: did you mean "on_touch"?\n'
LONG = "x" * (1 << 19) + "\n"


@pytest.fixture
def asks(touchd, scratch):
    """Runs a command on a daemon that answers this: status, standard output, standard error, and what was asked."""

    def ask(arguments, answer, reads=True):
        path = scratch("control.sock")
        server = Server(path, [UNTIL_IT_ASKS, answer] if reads else [answer])
        result = touchd.run(*arguments, "--socket", path)
        server.thread.join(touchd.patience)
        return (*result, *server.asked[0])

    return ask


@pytest.mark.parametrize("arguments, answer, expected", [
    (["status"], ok("frames  12\n  late  0\n"), (0, "frames  12\n  late  0\n", "", {"status": "text"})),
    (["status", "--json"], ok('{"pid":1}\n'), (0, '{"pid":1}\n', "", {"status": "json"})),
    (["status", "--prometheus"], ok("x 1\n"), (0, "x 1\n", "", {"status": "prometheus"})),
    (["reload"], ok("lobby.yaml is in use\n"), (0, "lobby.yaml is in use\n", "", {"reload": True})),
    (["reload"], bad(PROBLEM), (1, "", PROBLEM, {"reload": True})),
    (["screen", "dark"], ok("a.yaml: dark (a program said so)\n"),
     (0, "a.yaml: dark (a program said so)\n", "", {"screen": "dark"})),
    (["screen", "lit", "--layout", "two words"], ok("a.yaml: lit\n"),
     (0, "a.yaml: lit\n", "", {"screen": "lit", "layout": "two words"})),
    (["screen", "dark", "--layout", "x"], bad('there is no layout "x"'),
     (1, "", 'touchd: there is no layout "x"\n', {"screen": "dark", "layout": "x"})),
    (["status"], ok(LONG) + "{", (0, LONG, "", {"status": "text"})),
], ids=["status", "json", "prometheus", "reload", "reload_refused", "screen", "layout", "layout_refused", "long"])
def test_answers(asks, arguments, answer, expected):
    """it asks for what was wanted, and shows the answer as it is; an error ends with 1, shown as check shows it"""
    assert asks(arguments, answer) == expected


def test_hostile_answer(asks):
    """what a status has of escape sequences acts on no terminal, whatever it is that answers"""
    _, out, *_ = asks(["status"], ok("a\x1b[2J\u202eb\nc"))
    assert "\x1b" not in out and "\u202e" not in out and out.endswith("\nc\n")


@pytest.mark.parametrize("wrong", [
    ["screen"], ["screen", "off"], ["screen", "dark", "--layout", ""], ["screen", "dark", "--layout", "a\nb"],
    ["status", "--json", "--prometheus"], ["reload", "now"]], ids=" ".join)
def test_usage(touchd, wrong):
    """wrong arguments end with 64"""
    status, _, err = touchd.run(*wrong)
    assert status == 64 and err


@pytest.mark.parametrize("reads", [True, False])
@pytest.mark.parametrize("verb", [["status"], ["reload"], ["screen", "lit"]], ids=lambda words: words[0])
def test_refused(asks, verb, reads):
    """a client that is refused, without a greeting or after its request was read, ends with 3 and the reason"""
    refusal = said(kind="error", message="uid 7 may not use this socket")[0 if reads else len(HELLO):]
    assert asks(verb, refusal, reads)[:3] == (3, "", "touchd: uid 7 may not use this socket\n")


def test_no_daemon(touchd, scratch):
    """without a daemon they end with 3, and say what helps"""
    gone = scratch("gone.sock")
    socket.socket(socket.AF_UNIX).bind(gone)
    for path in ["/nonexistent/control.sock", gone]:
        for words in [["status"], ["reload"], ["record", "--last", "2min", "-o", scratch("last.evemu")]]:
            out, err = touchd([*words, "--socket", path], 3, err=[f"connect {path}: ", "systemctl start touchd"])
            assert out == "" and err.count("touchd: ") == 1
    touchd(["status", "--socket", "/" + "x" * 200], 3, err=["107 bytes"])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run it as another user")
def test_no_permission(touchd, folder):
    """without permission to connect, the message names a command that works"""
    path = folder / "control.sock"
    Server(path)
    path.chmod(0o600)
    # Where the program is, another user may not look.
    program = shutil.copy(touchd.program, folder)
    folder.chmod(0o755)
    status, _, err = touchd.run("status", "--socket", path, program=[program], user=OTHER_USER, group=OTHER_USER,
                                extra_groups=[])
    assert status == 3 and "Permission denied" in err and "sudo touchd" in err


@pytest.mark.parametrize("answer, words", [
    ("", "touchd ended before it answered; ask again"), ("ok\n", "no touchd of this version"),
    ("HTTP/1.1 400 Bad Request\r\n\r\n", "no touchd of this version"),
    (HELLO + '{"kind":"ok"', "touchd ended before it answered; ask again"),
    ("x" * ((1 << 20) + 1), "no touchd of this version")], ids=["nothing", "a word", "HTTP", "half", "no end"])
def test_nonsense(asks, answer, words):
    """what is no answer of touchd's ends with 3"""
    status, out, err, *_ = asks(["status"], answer)
    assert (status, out) == (3, "") and words in err
