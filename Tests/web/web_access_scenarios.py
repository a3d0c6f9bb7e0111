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
from pathlib import Path

from footprint import Footprint
from inspector import LAYOUT, RECORDING, Inspector
from process import Failure, wait_until
from rig import NotRun, scenario
from web_page_scenarios import require

FOREIGN = "https://example.org"
ALLOWED = "http://localhost:8080"


def started(rig, *more):
    return Inspector(rig, "--recording", RECORDING, "-c", LAYOUT, *more)


@scenario("access: token, Host and Origin are refused when they are wrong")
def access_rules(rig):
    inspector = started(rig, "--allow-origin", ALLOWED)
    own, port = f"127.0.0.1:{inspector.port}", inspector.port
    rows = [
        # authorized, headers, status
        (True, [], 200),
        (False, [], 403),
        (False, [("Authorization", "Bearer " + "0" * 48)], 403),
        (False, [("Authorization", f"Basic {inspector.token}")], 403),
        (False, [("Cookie", f"touchd-{port}={inspector.token}")], 403),
        (True, [("Host", f"localhost:{port}")], 200),
        (True, [("Host", "localhost:9000")], 200),
        (True, [("Host", f"[::1]:{port}")], 200),
        (True, [("Host", f"evil.example:{port}")], 403),
        (True, [("Host", f"127.0.0.1.evil.example:{port}")], 403),
        (True, [("Host", "localhost:99999")], 403),
        (True, [("Host", own), ("Host", "evil.example")], 403),
        (True, [("Origin", inspector.origin)], 200),
        (True, [("Origin", FOREIGN)], 403),
        (True, [("Origin", "null")], 403),
        (True, [("Origin", f"http://127.0.0.1:{port + 1}")], 403),
        (True, [("Origin", ALLOWED)], 200),
        (True, [("Sec-Fetch-Site", "same-origin")], 200),
        (True, [("Sec-Fetch-Site", "same-site")], 403),
        (True, [("Sec-Fetch-Site", "same-site"), ("Origin", ALLOWED)], 200),
    ]
    for authorized, headers, status in rows:
        require(inspector.ask("/state", headers=headers, authorized=authorized)[0], status, f"{authorized} {headers}")
    require(inspector.ask("/?token=wrong", authorized=False)[0], 403, "a wrong token")
    twice = f"/?token={inspector.token}&token={inspector.token}"
    require(inspector.ask(twice, authorized=False)[0], 403, "two tokens")
    return f"{len(rows) + 2} requests"


@scenario("access: the token is exchanged for a cookie that no script and no other site gets")
def access_cookie(rig):
    inspector = started(rig)
    status, headers, _ = inspector.ask(f"/state?layout=lobby&token={inspector.token}", authorized=False)
    require((status, headers["Location"]), (303, "/state?layout=lobby"), "the redirect")
    cookie, *attributes = [part.strip() for part in headers["Set-Cookie"].split(";")]
    require(sorted(attributes), ["HttpOnly", "Path=/", "SameSite=Strict"], "the cookie")
    require(inspector.token in cookie, False, "the cookie has the token")
    # Cookies are of all ports of a host: the name has the real one, and that of the ssh that leads here.
    require(cookie.split("=")[0], f"touchd-{inspector.port}", "the cookie's name")
    forwarded = [("Host", "localhost:9000")]
    own = inspector.ask(f"/?token={inspector.token}", headers=forwarded, authorized=False)[1]["Set-Cookie"]
    require(own.split("=")[0], "touchd-9000", "the cookie's name at another port")
    require(inspector.ask("/state", headers=[("Cookie", f"a=b; {cookie}")], authorized=False)[0], 200, "with the cookie")
    require(inspector.ask("/state", headers=[("Cookie", cookie + "0")], authorized=False)[0], 403, "another cookie")
    for path, code in (("/", 200), ("/none", 404), ("/state", 200)):
        status, headers, _ = inspector.ask(path)
        require(status, code, path)
        require(headers["Referrer-Policy"], "no-referrer", path)
        require(headers["X-Content-Type-Options"], "nosniff", path)
        require(headers["Cache-Control"], "no-store", path)
        policy = headers["Content-Security-Policy"]
        require("default-src 'none'" in policy and "unsafe" not in policy, True, policy)


@scenario("access: a page of an allowed origin may read, and no other")
def access_origins(rig):
    inspector = started(rig, "--allow-origin", ALLOWED)
    status, headers, _ = inspector.ask("/state", headers=[("Origin", ALLOWED)])
    require((status, headers["Access-Control-Allow-Origin"]), (200, ALLOWED), "allowed")
    require(headers["Access-Control-Allow-Credentials"], "true", "with its cookie")
    asking = [("Origin", ALLOWED), ("Access-Control-Request-Method", "POST")]
    status, headers, _ = inspector.ask("/events", "OPTIONS", headers=asking, authorized=False)
    require((status, headers["Access-Control-Allow-Methods"]), (204, "GET, POST"), "the question before")
    for origin in (FOREIGN, inspector.origin):
        headers = inspector.ask("/state", headers=[("Origin", origin)])[1]
        require(headers["Access-Control-Allow-Origin"], None, origin)


@scenario("access: what is too long, too much, or no request of this server is refused")
def access_bounds(rig):
    inspector = started(rig)
    long = [("X-Long", "x" * 17_000)]
    many = [(f"X-{number}", "x") for number in range(150)]
    for headers in (long, many):
        try:
            status = inspector.ask("/state", headers=headers)[0]
        except OSError:
            status = 400
        require(status in (400, 431), True, f"{len(headers)} headers: {status}")
    require(inspector.ask("/events", "POST", b"x" * 70_000)[0], 413, "a body of 70 kB")
    require(inspector.ask("/events?stream=none", "POST", b"{}")[0], 404, "no stream")
    require(inspector.ask("/events", "DELETE")[0], 405, "another method")
    require(inspector.ask("/state", "POST", b"{}")[0], 405, "another method")
    require(inspector.ask("/../etc/passwd")[0], 404, "a path of another kind")
    require(inspector.ask("/style.css", "HEAD")[0::2], (200, ""), "the head alone")

    head = f"GET /events?kind=event HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {inspector.token}\r\n\r\n"
    streams, answers, others = [], [], []
    for _ in range(17):
        # A connection without a token would take the place of the oldest such: one after the other.
        streams.append(socket.create_connection((inspector.host, inspector.port), timeout=60))
        streams[-1].sendall(head.encode())
        answers.append(streams[-1].recv(12).decode().split()[1])
    require(answers, ["200"] * 16 + ["503"], "streams")
    # With the token, 48 connections stay open; one more gets its answer, and is closed.
    head = f"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {inspector.token}\r\n\r\n"
    for number in range(18, 50):
        others.append(socket.create_connection((inspector.host, inspector.port), timeout=60))
        others[-1].sendall(head.encode())
        require(answered(others[-1]), (200, number > 48), f"connection {number} with the token")
    for connection in [*streams, *others]:
        connection.close()
    require(inspector.ask("/state")[0], 200, "afterwards")


def answered(connection):
    """The status of an answer, and whether the connection ends with it."""
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    answer.read()
    return answer.status, answer.will_close


@scenario("access: connections without the token, silent or asking, take no place from those with it")
def access_strangers(rig):
    inspector = started(rig)
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
        for _ in range(64):
            connection = socket.create_connection((inspector.host, inspector.port), timeout=60)
            connection.sendall(sent)
            connections.append(connection)
        require(inspector.ask("/icon.svg")[0], 200, f"with the token, beside 64 that send {sent}")
    late = Footprint(inspector.process.pid)
    require(late.descriptors <= early.descriptors + 16, True, f"{late}; at the start {early}")
    # The answer of one that may not ask is the last word, and what says nothing does not stay.
    asking = socket.create_connection((inspector.host, inspector.port), timeout=60)
    asking.sendall(rows[2])
    require(answered(asking), (403, True), "the answer")
    require(asking.recv(1), b"", "after the answer")
    silent = socket.create_connection((inspector.host, inspector.port), timeout=60)
    require(silent.recv(1), b"", "a silent connection")
    for connection in connections:
        connection.close()


@scenario("access: a replay ends with the inspector, however that ends")
def access_killed(rig):
    inspector = started(rig)
    # Without a kind it waits until a page subscribes.
    with inspector.stream("") as lines:
        require(next(lines)["kind"], "stream", "the first line")
        require(next(lines)["kind"], "hello", "the second line")
        (replay,) = set(children(inspector.process.pid))
        inspector.process.kill()
        wait_until(lambda: not Path(f"/proc/{replay}").exists(), "the replay still runs", pause=0.05, patience=30)


@scenario("access: clients that go while they are sent to leave nothing behind")
def access_leavers(rig):
    inspector = started(rig)
    head = f"GET /events?kind=touch,hit HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {inspector.token}\r\n\r\n"
    early = Footprint(inspector.process.pid)
    for number in range(60):
        client = socket.create_connection((inspector.host, inspector.port))
        # With a reset, as of a browser that is killed.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.sendall(head.encode())
        if number % 2:
            client.recv(1)
        client.close()
    wait_until(lambda: not children(inspector.process.pid), "replays still run", pause=0.05, patience=30)
    wait_until(
        lambda: "touchd_web_streams 0\n" in inspector.ask("/metrics")[2], "streams are still counted", pause=0.05, patience=30)
    wait_until(lambda: not children(inspector.process.pid), "the last replay still runs", pause=0.05, patience=30)
    late = Footprint(inspector.process.pid)
    require(late.descriptors <= early.descriptors + 2, True, f"{late}; at the start {early}")
    folder = require_no_sockets(rig)
    inspector.process.end(signal.SIGTERM)
    require(folder.exists(), False, "the folder of the sockets")


@scenario("access: a replay that is ended while it begins to listen leaves no socket")
def access_beginning(rig):
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
    require(folder.exists(), False, "the folder of the sockets")


def require_no_sockets(rig):
    (folder,) = rig.folder.glob("touchd-web-*")
    require(list(folder.iterdir()), [], "sockets that are left")
    return folder


def children(pid):
    """The processes that it has started and that run, or that it does not know to have ended."""
    try:
        return [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except OSError:  # A thread has ended between its name and its file.
        return children(pid)


@scenario("access: /state, /layout.svg and /metrics are what programs read; promtool accepts the metrics")
def access_reports(rig):
    inspector = started(rig)
    state = json.loads(inspector.ask("/state")[2])
    (layout,) = state["layouts"]
    require([view["id"] for view in layout["views"]][:3], ["window", "page", "map"], "views")
    require((layout["layout"], layout["size"]), ("lobby", [1024, 640]), "the layout")
    status, headers, drawing = inspector.ask("/layout.svg?layout=lobby")
    require((status, headers["Content-Type"]), (200, "image/svg+xml"), "the drawing")
    require(drawing, "\n".join(rig.run("picture", LAYOUT).output) + "\n", "what `touchd picture` draws")
    require(inspector.ask("/layout.svg?layout=none")[0], 404, "no such layout")
    status, headers, metrics = inspector.ask("/metrics")
    require((status, headers["Content-Type"]), (200, "text/plain; version=0.0.4; charset=utf-8"), "metrics")
    require("touchd_frames_total 1\n" in metrics, True, metrics)
    if not shutil.which("promtool"):
        raise NotRun("there is no promtool: install prometheus")
    check = subprocess.run(["promtool", "check", "metrics"], input=metrics, capture_output=True, text=True)
    if check.returncode or check.stdout or check.stderr:
        raise Failure(f"promtool: {check.returncode} {check.stdout}{check.stderr}")


@scenario("access: a token of a file is taken if only its owner may read it")
def access_token_file(rig):
    path = rig.folder / "token"
    path.write_text("k" * 40 + "\n")
    path.chmod(0o600)
    require(started(rig, "--token-file", path).token, "k" * 40, "the token")
    rows = [("k" * 40, 0o644, "other users may read it"), ("short", 0o600, "32 to 256"), ("ä" * 40, 0o600, "32 to 256")]
    for words, mode, complaint in rows:
        path.write_text(words)
        path.chmod(mode)
        process = rig.run("web", "--listen", "127.0.0.1:0", "--token-file", path)
        process.require_status(1)
        process.require_errors(complaint)


@scenario("access: what cannot be served is said at once, with what helps")
def access_errors(rig):
    inspector = started(rig)
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
        process = rig.run("web", *arguments)
        process.require_status(status)
        process.require_errors(words)


@scenario("access: without touchd-web, `touchd web` ends with 3 and names the package")
def access_not_installed(rig):
    alone = rig.folder / "touchd"
    try:
        os.link(rig.binary, alone)
    except OSError:
        shutil.copy(rig.binary, alone)
    process = rig.start_other([str(alone), "web"], os.environ | {"PATH": str(rig.folder)})
    process.wait()
    process.require_status(3)
    process.require_errors("touchd-web is not installed.*apt install touchd-web")
