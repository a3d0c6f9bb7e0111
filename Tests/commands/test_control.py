#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""`touchd status` and `touchd reload` from outside: what they ask, what they show, and the status they end with.

Each scenario is given (what a daemon answers), when (a command line), then (status, standard output, standard error).
The daemon is a few lines below; Tests/TouchdKitTests/Events has the real one's end of the socket.
"""
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading

PROGRAM = os.path.abspath(sys.argv[1])
SCRATCH = tempfile.mkdtemp(prefix="touchd-control-")
# No command here takes a second; one that hangs must not hang the tests.
SECONDS = 40
OTHER_USER = 65534


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


class Daemon:
    """Answers one client on a socket of its own."""

    def __init__(self, answer, reads=True):
        self.path = os.path.join(tempfile.mkdtemp(dir=SCRATCH), "control.sock")
        self.request = None
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve, args=(answer, reads), daemon=True)
        self.thread.start()

    def serve(self, answer, reads):
        client, _ = self.listener.accept()
        with client:
            if reads:
                self.request = json.loads(client.makefile().readline())
            client.sendall(answer.encode())


def ok(text):
    return said(kind="ok", text=text)


def bad(message):
    return said(kind="error", message=message, tried=True)


def said(**line):
    return '{"kind":"hello","protocol":1,"touchd":"9","pid":1}\n' + json.dumps(line) + "\n"


def asks(arguments, answer, reads=True, **how):
    """Runs a command on a daemon that answers this: status, standard output, standard error, and what was asked."""
    daemon = Daemon(answer, reads)
    result = run(*arguments, "--socket", daemon.path, **how)
    daemon.thread.join(SECONDS)
    return (*result, daemon.request)


def run(*arguments, **how):
    result = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=SECONDS,
                            stdin=subprocess.DEVNULL, **how)
    return result.returncode, result.stdout, result.stderr


def is_(seen, wanted):
    expect(seen == wanted, f"expected {wanted}, saw {seen}")


def status():
    """status asks in the format that was wanted, and shows the answer as it is"""
    is_(asks(["status"], ok("frames  12\n  late  0\n")), (0, "frames  12\n  late  0\n", "", {"status": "text"}))
    is_(asks(["status", "--json"], ok('{"pid":1}\n')), (0, '{"pid":1}\n', "", {"status": "json"}))
    is_(asks(["status", "--prometheus"], ok("x 1\n")), (0, "x 1\n", "", {"status": "prometheus"}))
    # Whatever it is that answers.
    _, out, _, _ = asks(["status"], ok("a\x1b[2J\u202eb\nc"))
    expect("\x1b" not in out and "\u202e" not in out and out.endswith("\nc\n"), repr(out))


def reload():
    """reload: a line when the layouts are in use; with errors status 1, and the errors as check shows them"""
    is_(asks(["reload"], ok("lobby.yaml is in use\n")), (0, "lobby.yaml is in use\n", "", {"reload": True}))
    problem = 'lobby.yaml:7:5: error: unknown key "onTouch"\n\tonTouch: {}\n\t^\nhelp: did you mean "on_touch"?\n'
    is_(asks(["reload"], bad(problem)), (1, "", problem, {"reload": True}))


def screen():
    """screen: what a program has done to the screen, of one layout or of all"""
    is_(asks(["screen", "dark"], ok("a.yaml: dark (a program said so)\n")),
        (0, "a.yaml: dark (a program said so)\n", "", {"screen": "dark"}))
    is_(asks(["screen", "lit", "--layout", "two words"], ok("a.yaml: lit\n")),
        (0, "a.yaml: lit\n", "", {"screen": "lit", "layout": "two words"}))
    is_(asks(["screen", "dark", "--layout", "x"], bad('there is no layout "x"'))[:3],
        (1, "", 'touchd: there is no layout "x"\n'))
    for wrong in [["screen"], ["screen", "off"], ["screen", "dark", "--layout", ""],
                  ["screen", "dark", "--layout", "a\nb"]]:
        code, _, err = run(*wrong)
        expect(code == 64 and err, (wrong, code, err))


def like_check():
    """the errors of a reload are, to the byte, those of check"""
    layout = os.path.join(SCRATCH, "lobby.yaml")
    with open(layout, "w") as file:
        file.write("version: 1\nscreen: { size: [10, 10] }\nviews:\n  - id: a\n    onTouch: {}\n    frame: ful\n")
    code, _, shown = run("check", layout)
    is_(code, 1)
    is_(asks(["reload"], bad(shown)), (1, "", shown, {"reload": True}))


def refused():
    """a client that is refused, before or after its request was read, ends with 3 and the reason"""
    for reads in [True, False]:
        for verb in [["status"], ["reload"], ["screen", "lit"]]:
            code, out, err, _ = asks(verb, said(kind="error", message="uid 7 may not use this socket"), reads)
            is_((code, out, err), (3, "", "touchd: uid 7 may not use this socket\n"))


def no_daemon():
    """without a daemon they end with 3, and say what helps"""
    gone = os.path.join(SCRATCH, "gone.sock")
    socket.socket(socket.AF_UNIX).bind(gone)
    for path in ["/nonexistent/control.sock", gone]:
        for verb in ["status", "reload"]:
            code, out, err = run(verb, "--socket", path)
            is_((code, out), (3, ""))
            expect(f"connect {path}: " in err and "systemctl start touchd" in err, err)
    code, _, err = run("status", "--socket", "/" + "x" * 200)
    expect(code == 3 and "107 bytes" in err, err)


def no_permission():
    """without permission to connect, the message names a command that works (as root only: it needs another user)"""
    if os.geteuid() != 0:
        return
    daemon = Daemon(ok(""))
    os.chmod(daemon.path, 0o600)
    for folder in [SCRATCH, os.path.dirname(daemon.path)]:
        os.chmod(folder, 0o755)
    program = os.path.join(SCRATCH, "touchd")
    # Where the program is, another user may not look.
    subprocess.run(["cp", PROGRAM, program], check=True)
    code, _, err = as_other_user(program, "status", "--socket", daemon.path)
    expect(code == 3 and "Permission denied" in err and "sudo touchd" in err, f"{code}: {err}")


def as_other_user(*arguments):
    result = subprocess.run(arguments, capture_output=True, text=True, timeout=SECONDS, user=OTHER_USER,
                            group=OTHER_USER, extra_groups=[])
    return result.returncode, result.stdout, result.stderr


def nonsense():
    """what is no answer of touchd's ends with 3"""
    for answer, words in [("", "touchd ended before it answered; ask again"), ("ok\n", "no touchd of this version"),
                          ("HTTP/1.1 400 Bad Request\r\n\r\n", "no touchd of this version")]:
        code, out, err, _ = asks(["status"], answer)
        is_((code, out), (3, ""))
        expect(words in err, err)


def usage():
    """wrong arguments end with 64; --help explains both verbs"""
    is_(run("status", "--json", "--prometheus")[0], 64)
    is_(run("reload", "now")[0], 64)
    for verb in ["status", "reload"]:
        code, out, _ = run(verb, "--help")
        expect(code == 0 and "/run/touchd/control.sock" in out, out)


SCENARIOS = [status, reload, screen, like_check, refused, no_daemon, no_permission, nonsense, usage]


def main():
    failed = 0
    for scenario in SCENARIOS:
        what = f"{scenario.__name__}: {scenario.__doc__.splitlines()[0]}"
        try:
            scenario()
            print(f"ok    {what}")
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            failed += 1
            print(f"FAIL  {what}: {error}")
    print(f"{len(SCENARIOS) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
