# SPDX-License-Identifier: MIT
"""What is answered: tokens, hosts, origins, bounds, and what programs ask."""

import http.client
import json
import os
import shutil
import signal
import socket
import struct
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest
from rig import Footprint
from inspector import LAYOUT, RECORDING, Inspector
from process import Process, wait_until

FOREIGN = "https://example.org"
ALLOWED = "http://localhost:8080"


def started(rig, *more):
    return Inspector(rig, "--recording", RECORDING, "-c", LAYOUT, *more)


@pytest.fixture
def inspector(rig):
    return started(rig)


@pytest.mark.parametrize("authorized, headers, status", [
    (True, [], 200),
    (False, [], 403),
    (True, [("Host", "localhost"), ("Host", "evil.example")], 403),
    (True, [("Origin", FOREIGN)], 403),
    (True, [("Sec-Fetch-Site", "same-site")], 403),
    (True, [("Sec-Fetch-Site", "same-site"), ("Origin", ALLOWED)], 200),
], ids=["token", "no_token", "two_hosts", "origin", "site", "allowed_site"])
def test_access_rules(rig, authorized, headers, status):
    """access: each header that AdmissionRules is about is read"""
    assert started(rig, "--allow-origin", ALLOWED).ask("/state", headers=headers, authorized=authorized)[0] == status


def test_access_cookie(inspector):
    """access: the token is exchanged for a cookie that no script and no other site gets"""
    status, headers, _ = inspector.ask(f"/state?layout=lobby&token={inspector.token}", authorized=False)
    assert (status, headers["Location"]) == (303, "/state?layout=lobby"), "the redirect"
    cookie, *attributes = [part.strip() for part in headers["Set-Cookie"].split(";")]
    assert sorted(attributes) == ["HttpOnly", "Path=/", "SameSite=Strict"], "the cookie"
    assert inspector.token not in cookie, "the cookie has the token"
    assert inspector.ask("/state", headers=[("Cookie", f"a=b; {cookie}")], authorized=False)[0] == 200
    for path, code in (("/", 200), ("/none", 404), ("/state", 200)):
        status, headers, _ = inspector.ask(path)
        assert status == code
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy


def test_access_origins(rig):
    """access: a page of an allowed origin may read, and no other"""
    inspector = started(rig, "--allow-origin", ALLOWED)
    status, headers, _ = inspector.ask("/state", headers=[("Origin", ALLOWED)])
    assert (status, headers["Access-Control-Allow-Origin"]) == (200, ALLOWED), "allowed"
    assert headers["Access-Control-Allow-Credentials"] == "true", "with its cookie"
    asking = [("Origin", ALLOWED), ("Access-Control-Request-Method", "POST")]
    status, headers, _ = inspector.ask("/events", "OPTIONS", headers=asking, authorized=False)
    assert (status, headers["Access-Control-Allow-Methods"]) == (204, "GET, POST"), "the question before"
    for origin in (FOREIGN, inspector.origin):
        headers = inspector.ask("/state", headers=[("Origin", origin)])[1]
        assert headers["Access-Control-Allow-Origin"] is None


def test_access_bounds(inspector):
    """access: what is too long, too much, or no request of this server is refused"""
    long = [("X-Long", "x" * 17_000)]
    many = [(f"X-{number}", "x") for number in range(150)]
    for headers in (long, many):
        try:
            status = inspector.ask("/state", headers=headers)[0]
        except OSError:
            status = 400
        assert status in (400, 431)
    assert inspector.ask("/events", "POST", b"x" * 70_000)[0] == 413, "a body of 70 kB"
    assert inspector.ask("/events?stream=none", "POST", b"{}")[0] == 404, "no stream"
    assert inspector.ask("/events", "DELETE")[0] == 405, "another method"
    assert inspector.ask("/state", "POST", b"{}")[0] == 405, "another method"
    assert inspector.ask("/../etc/passwd")[0] == 404, "a path of another kind"
    assert inspector.ask("/style.css", "HEAD")[0::2] == (200, ""), "the head alone"

    streams, answers, others = [], [], []
    for _ in range(17):
        # A connection without a token would take the place of the oldest such: one after the other.
        streams.append(inspector.connected(inspector.question("/events?kind=event")))
        answers.append(streams[-1].recv(12).decode().split()[1])
    assert answers == ["200"] * 16 + ["503"], "streams"
    # With the token, 48 connections stay open; one more gets its answer, and is closed.
    for number in range(18, 50):
        others.append(inspector.connected(inspector.question("/icon.svg")))
        assert answered(others[-1]) == (200, number > 48)
    for connection in [*streams, *others]:
        connection.close()
    assert inspector.ask("/state")[0] == 200, "afterwards"


def answered(connection):
    """The status of an answer, and whether the connection ends with it."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    answer.read()
    return answer.status, answer.will_close


def test_access_strangers(inspector):
    """access: connections without the token, silent or asking, take no place from those with it"""
    rows = [
        # what each connection sends
        b"",
        b"GET /state HTTP/1.1\r\nHost: localhost\r\n",
        b"GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"OPTIONS / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 3,
    ]
    early = Footprint(inspector.process.pid)
    connections = []
    for sent in rows:
        connections += [inspector.connected(sent) for _ in range(64)]
        assert inspector.ask("/icon.svg")[0] == 200
    late = Footprint(inspector.process.pid)
    assert late.descriptors <= early.descriptors + 16
    # The answer of one that may not ask is the last word, and what says nothing does not stay.
    asking = inspector.connected(rows[2])
    assert answered(asking) == (403, True), "the answer"
    assert asking.recv(1) == b"", "after the answer"
    silent = inspector.connected()
    assert silent.recv(1) == b"", "a silent connection"
    for connection in connections:
        connection.close()


def test_access_unread(inspector):
    """access: of one that asks on and reads nothing, not all requests are answered"""
    deaf = inspector.connected(1000 * inspector.question("/inspector.mjs"), room=4096)
    for _ in range(20):
        assert inspector.ask("/icon.svg")[0] == 200, "another connection"
    answers = bytearray()
    # The end is a reset: there are requests that the server has not read.
    with suppress(ConnectionResetError):
        while part := deaf.recv(1 << 20):
            answers += part
    assert answers.count(b"HTTP/1.1 200 OK") < 1000


def test_access_second_stream(rig):
    """access: after a stream, nothing is asked by its connection"""
    layout = Path(shutil.copy(LAYOUT, rig.folder))
    inspector = Inspector(rig, "--recording", RECORDING, "-c", layout)
    connection = inspector.connected(2 * inspector.question("/events?kind=event"))
    stream = connection.makefile("rb")
    assert any(b'"kind":"summary"' in line for line in stream), "the recording"
    layout.write_text(LAYOUT.read_text())
    assert b"HTTP/1.1" not in stream.read(), "a second answer"
    wait_until(
        lambda: "touchd_web_streams 0\n" in inspector.ask("/metrics")[2], "a stream is still counted", pause=0.05, patience=30)


def test_access_killed(inspector):
    """access: a replay ends with the inspector, however that ends"""
    # Without a kind it waits until a page subscribes.
    with inspector.stream("") as lines:
        assert next(lines)["kind"] == "stream", "the first line"
        assert next(lines)["kind"] == "hello", "the second line"
        (replay,) = set(children(inspector.process.pid))
        inspector.process.kill()
        wait_until(lambda: not Path(f"/proc/{replay}").exists(), "the replay still runs", pause=0.05, patience=30)


def test_access_leavers(rig, inspector):
    """access: clients that go while they are sent to leave nothing behind"""
    early = Footprint(inspector.process.pid)
    for number in range(60):
        client = inspector.connected()
        # With a reset, as of a browser that is killed.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.sendall(inspector.question("/events?kind=touch,hit"))
        if number % 2:
            client.recv(1)
        client.close()
    wait_until(lambda: not children(inspector.process.pid), "replays still run", pause=0.05, patience=30)
    wait_until(
        lambda: "touchd_web_streams 0\n" in inspector.ask("/metrics")[2], "streams are still counted", pause=0.05, patience=30)
    wait_until(lambda: not children(inspector.process.pid), "the last replay still runs", pause=0.05, patience=30)
    late = Footprint(inspector.process.pid)
    assert late.descriptors <= early.descriptors + 2
    folder = require_no_sockets(rig)
    inspector.process.end(signal.SIGTERM)
    assert not folder.exists(), "the folder of the sockets"


def test_access_beginning(rig):
    """access: a replay that is ended while it begins to listen leaves no socket"""
    programs = rig.folder / "programs"
    programs.mkdir()
    shutil.copy(Path(rig.binary).with_name("touchd-web"), programs)
    replay = programs / "touchd"
    replay.write_text('#!/bin/sh\nwhile [ $# -gt 0 ]; do [ "$1" != --events ] || { >"$2.lock"; >"$2"; }; shift; done; exec sleep 600\n')
    replay.chmod(0o755)
    inspector = Inspector(rig, "--recording", RECORDING, "-c", LAYOUT, program=programs / "touchd-web")
    with inspector.stream("?kind=touch"):
        (folder,) = rig.folder.glob("touchd-web-*")
        wait_until(lambda: len(list(folder.iterdir())) == 2, "the replay made no files", pause=0.05, patience=30)
    wait_until(lambda: not children(inspector.process.pid), "the replay still runs", pause=0.05, patience=30)
    folder = require_no_sockets(rig)
    with inspector.stream("?kind=touch"):
        wait_until(lambda: len(list(folder.iterdir())) == 2, "the replay made no files", pause=0.05, patience=30)
        inspector.process.end(signal.SIGTERM)
    assert not folder.exists(), "the folder of the sockets"


def require_no_sockets(rig):
    (folder,) = rig.folder.glob("touchd-web-*")
    assert list(folder.iterdir()) == [], "sockets that are left"
    return folder


def children(pid):
    """The processes that it has started and that run, or that it does not know to have ended."""
    try:
        return [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:  # A thread has ended between its name and its file.
        return children(pid)


def test_access_reports(rig, inspector):
    """access: /state, /layout.svg and /metrics are what programs read; promtool accepts the metrics"""
    state = json.loads(inspector.ask("/state")[2])
    (layout,) = state["layouts"]
    assert [view["id"] for view in layout["views"]][:3] == ["window", "page", "map"], "views"
    assert (layout["layout"], layout["size"]) == ("lobby", [1024, 640]), "the layout"
    status, headers, drawing = inspector.ask("/layout.svg?layout=lobby")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml"), "the drawing"
    assert drawing == "\n".join(rig.run("picture", LAYOUT).output) + "\n", "what `touchd picture` draws"
    assert inspector.ask("/layout.svg?layout=none")[0] == 404, "no such layout"
    status, headers, metrics = inspector.ask("/metrics")
    assert (status, headers["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8"), "metrics"
    assert "touchd_frames_total 1\n" in metrics
    if not shutil.which("promtool"):
        pytest.skip("there is no promtool: install prometheus")
    check = subprocess.run(["promtool", "check", "metrics"], input=metrics, capture_output=True, text=True)
    assert not check.returncode and not check.stdout and not check.stderr


def test_access_no_daemon(rig):
    """access: without a daemon, programs hear so at once"""
    inspector = Inspector(rig, "--events", rig.folder / "none")
    status, _, words = inspector.ask("/metrics")
    assert status == 503 and "no touchd runs" in words
    with inspector.stream("?kind=event") as lines:
        assert [line["kind"] for line in lines] == ["stream", "problem"]


def test_access_token_file(rig):
    """access: a token of a file is taken if only its owner may read it"""
    path = rig.folder / "token"
    path.write_text("k" * 40 + "\n")
    path.chmod(0o600)
    assert started(rig, "--token-file", path).token == "k" * 40, "the token"
    rows = [("k" * 40, 0o644, "other users may read it"), ("short", 0o600, "32 to 256")]
    for words, mode, complaint in rows:
        path.write_text(words)
        path.chmod(mode)
        rig.run("web", "--listen", "127.0.0.1:0", "--token-file", path, status=1).require_errors(complaint)


def test_access_errors(rig, inspector):
    """access: what cannot be served is said at once, with what helps"""
    rows = [
        (["--recording", RECORDING], 64, "-c LAYOUT"),
        (["-c", LAYOUT], 64, "--recording"),
        (["--listen", "nonsense"], 64, "listen"),
        (["--allow-origin", "http://a/b"], 64, "no path"),
        (["--recording", "/none", "-c", LAYOUT], 3, "No such file"),
        (["--recording", RECORDING, "-c", RECORDING], 1, "error"),
        (["--recording", RECORDING, "-c", LAYOUT, "--listen", f"127.0.0.1:{inspector.port}"], 3, "another program listens"),
        (["--recording", RECORDING, "-c", LAYOUT, "--listen", "192.0.2.1:8713"], 3, "no such address"),
    ]
    for arguments, status, words in rows:
        rig.run("web", *arguments, status=status).require_errors(words)


def test_access_not_installed(rig):
    """access: without touchd-web, `touchd web` ends with 3 and names the package"""
    alone = rig.folder / "touchd"
    try:
        os.link(rig.binary, alone)
    except OSError:
        shutil.copy(rig.binary, alone)
    process = Process([str(alone), "web"], os.environ | {"PATH": str(rig.folder)})
    process.wait(status=3)
    process.require_errors("touchd-web is not installed.*apt install touchd-web")
