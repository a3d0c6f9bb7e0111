# SPDX-License-Identifier: MIT
"""What each client does when the connection ends, and what it makes of the rest of it."""

import asyncio
import json
import os
import shutil
import signal
import sys
from unittest.mock import Mock

import pytest
from hearers import CLIENTS, HERE, command, each_language, hearer, touchable
from process import Process
from server import HELLO, OK, UNTIL_IT_ASKS, UNTIL_IT_LEAVES, Server

sys.path.insert(0, str(CLIENTS / "python"))
import touchd  # noqa: E402


# What the connections of a program that subscribes get, and what the program prints.
ENDS = {
    # Half a line at the end of a connection is no line.
    "cut": (
        [[HELLO, OK, '{"kind":"event","name":"one"}\n{"kind":"event","na'],
         [HELLO, OK, '{"kind":"event","name":"two"}\n', UNTIL_IT_LEAVES]],
        [{"kind": "hello"}, {"name": "one"}, {"kind": "hello"}, {"name": "two"}],
    ),
    # What is no JSON ends the connection, and what came before it counts.
    "garbage": (
        [[HELLO, OK, '{"kind":"event","name":"one"}\n\x00\x01{"kind"\n', UNTIL_IT_LEAVES],
         [HELLO, OK, '{"kind":"event","name":"two"}\n', UNTIL_IT_LEAVES]],
        [{"name": "one"}, {"name": "two"}],
    ),
    # A line may come in pieces, and two at once.
    "in_pieces": (
        [[HELLO[:9], HELLO[9:], OK, '{"kind":"ev', 'ent","name":"ö', 'ne"}\n{"kind":"event","name":"two"}\n{', UNTIL_IT_LEAVES]],
        [{"name": "öne"}, {"name": "two"}],
    ),
    # A program that was too slow hears so, and begins again.
    "lost": (
        [[HELLO, OK, '{"kind":"lost","message":"too slow"}\n'],
         [HELLO, OK, '{"kind":"event","name":"two"}\n', UNTIL_IT_LEAVES]],
        [{"kind": "lost", "message": "too slow"}, {"kind": "hello"}, {"name": "two"}],
    ),
    # A server that has no room is asked again.
    "crowded": (
        [['{"kind":"error","message":"64 clients are connected; try again"}\n'],
         [HELLO, OK, '{"kind":"event","name":"two"}\n', UNTIL_IT_LEAVES]],
        [{"name": "two"}],
    ),
    # A request that was right before, and is refused after a reconnection, is made until it is right again.
    "refused_again": (
        [[HELLO, OK], [HELLO, '{"kind":"error","id":2,"message":"not now"}\n', UNTIL_IT_LEAVES],
         [HELLO, OK, '{"kind":"event","name":"two"}\n', UNTIL_IT_LEAVES]],
        [{"name": "two"}],
    ),
    # More lines than are kept while an answer is awaited are given up with their connection.
    "flooded": (
        [[HELLO, '{"kind":"event"}\n' * 100_001, UNTIL_IT_ASKS],
         [HELLO, OK, '{"kind":"event","name":"two"}\n', UNTIL_IT_LEAVES]],
        [{"done": True}, {"name": "two"}],
    ),
}


@pytest.mark.parametrize("conversations, expected", ENDS.values(), ids=ENDS)
@each_language
def test_end(folder, language, conversations, expected):
    """however the connection ends, each line that was whole is heard, and the program asks again"""
    path = folder / "server.sock"
    server = Server(path, *conversations)
    program = hearer(language, "subscribe", "event", socket=path)
    for line in expected:
        program.expect(**line)
    assert [asked for asked in server.asked if asked not in ([], [{"subscribe": ["event"]}])] == []


@each_language
def test_restart(rig, language):
    """a program hears and answers again after touchd was killed and started again"""
    service = touchable(rig)
    program = hearer(language, "subscribe", "event,change", "respond", "game", socket=service.events)
    program.expect(what="responder", id="game", claimed=True)
    service.daemon.end(signal.SIGKILL, status=-signal.SIGKILL)
    program.expect_text("trying again until touchd is there")
    service.begin()
    service.daemon.expect_text(r"using.*event0")
    program.expect(kind="hello", pid=service.daemon.pid)
    program.expect(what="responder", id="game", claimed=True)
    service.tap(rig.panel)
    program.expect(kind="call", call="touchesBegan")
    program.expect(kind="event", name="press")


@each_language
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run it as another user")
def test_forbidden(rig, language):
    """without the right to connect it ends at once, and names the group"""
    path = rig.folder / "server.sock"
    Server(path)
    path.chmod(0o600)
    # Where another user can read it.
    rig.folder.chmod(0o755)
    shutil.copytree(CLIENTS, rig.folder / "clients")
    shutil.copytree(HERE, rig.folder / "Tests" / "clients")
    words = [str(word).replace(str(HERE), str(rig.folder / "Tests" / "clients")) for word in command(language)]
    program = Process(
        [*words, "subscribe", "event"],
        {"PATH": os.environ["PATH"], "TOUCHD_EVENTS_SOCKET": str(path),
         "PYTHONPATH": str(rig.folder / "clients" / "python")},
        as_user=65534, cwd=rig.folder)
    program.wait(status=1)
    program.require_errors(r"Permission denied: .*sudo usermod -aG touchd-events \$USER.*log in again")


@each_language
def test_command(folder, language):
    """a command whose answer does not come is an error, and is not given twice"""
    path = folder / "server.sock"
    server = Server(path, [HELLO, OK, UNTIL_IT_ASKS], [HELLO, OK, UNTIL_IT_LEAVES])
    program = hearer(language, "subscribe", "event", '{"hide":"menu"}', socket=path)
    program.wait(status=1)
    program.require_errors("(connection ended before the answer|touchd has gone)")
    assert not any("hide" in request for asked in server.asked[1:] for request in asked)


# The moment at which a client of JavaScript is closed; "paused" in a pause without an end.
SOON, PAUSED = "setImmediate(() => client.close())", "globalThis.setTimeout = () => {}"


def script(path, text):
    """Runs a program of JavaScript with a client."""
    if not shutil.which("node"):
        pytest.skip("there is no node")
    text = f'import {{ Client }} from "{CLIENTS}/javascript/touchd.mjs";\n{text}'
    return Process(["node", "--input-type=module", "-e", text], {"PATH": os.environ["PATH"], "TOUCHD_EVENTS_SOCKET": str(path)})


@pytest.mark.parametrize("warn, begin, conversations", [
    ("", SOON, []), ("", SOON, [[UNTIL_IT_LEAVES]]), (SOON, PAUSED, [])], ids=["away", "silent", "paused"])
def test_closed(folder, warn, begin, conversations):
    """a client of JavaScript that is closed before touchd has greeted it ends its iteration, and the program ends"""
    path = folder / "server.sock"
    if conversations:
        Server(path, *conversations)
    program = script(path, f"""
        const client = new Client({{ warn: () => {{ {warn} }} }});
        {begin};
        console.log(JSON.stringify(await client.next()));""")
    program.expect(done=True)
    program.wait(status=0)


def test_readers(folder):
    """several readers of one client of JavaScript get a line each, in their order"""
    path = folder / "server.sock"
    Server(path, [HELLO, OK, '{"kind":"event","name":"one"}\n', '{"kind":"event","name":"two"}\n', UNTIL_IT_LEAVES])
    program = script(path, """
        const client = new Client(), lines = [1, 2, 3].map(() => client.next());
        await client.subscribe(["event"]);
        for (const line of lines) console.log(JSON.stringify((await line).value));
        client.close();""")
    for name in "one", "two":
        program.expect(name=name)
    program.wait(status=0)


@pytest.mark.parametrize("said", [None, [], [HELLO]], ids=["away", "silent", "greeted"])
def test_closed_asyncio(folder, monkeypatch, said):
    """a client of asyncio that another task closes ends its iteration at once, and asks for nothing any more"""
    for pause in ("SHORTEST_PAUSE", "LONGEST_PAUSE"):
        monkeypatch.setattr(touchd, pause, 3600.0)

    async def hear():
        client, loop = touchd.AsyncClient(str(folder / "server.sock")), asyncio.get_running_loop()
        if said is None:
            monkeypatch.setattr(touchd._log, "warning", lambda *_: loop.call_soon(client.close))
        else:
            Server(client.path, [*said, lambda: loop.call_soon_threadsafe(client.close), UNTIL_IT_LEAVES])
        async for line in client:
            assert line["kind"] == "hello"
        with pytest.raises(ConnectionError, match="was closed"):
            await client.subscribe("event")

    asyncio.run(hear())


def test_unanswered(folder, monkeypatch):
    """a client of asyncio whose request is not answered in time asks on a new connection"""
    server = Server(folder / "server.sock", [HELLO, UNTIL_IT_ASKS, UNTIL_IT_LEAVES], [HELLO, OK, UNTIL_IT_LEAVES])

    async def ask():
        async with touchd.AsyncClient(str(folder / "server.sock")) as client:
            await client.__anext__()
            monkeypatch.setattr(touchd, "PATIENCE", 0)
            monkeypatch.setattr(touchd._log, "warning", lambda *_: monkeypatch.setattr(touchd, "PATIENCE", 60))
            await client.subscribe("event")

    asyncio.run(ask())
    assert server.asked == [[{"subscribe": ["event"]}]] * 2


def test_unanswered_among_lines(monkeypatch):
    """for a client of Python, lines that come meanwhile make the time for an answer no longer"""
    client, times, waited = touchd.Client("-"), iter((0, 29, 31)), []
    monkeypatch.setattr(touchd.time, "monotonic", lambda: next(times))
    monkeypatch.setattr(client, "_receive", lambda _, patience: waited.append(patience) or not waited[2:] or pytest.fail())
    with pytest.raises(TimeoutError):
        client._exchange(Mock(), {"subscribe": []})
    assert waited == [1]


def test_headset(folder):
    """a claim to speak into a headset is not made again once there is none"""
    server = Server(folder / "server.sock", [HELLO, OK], [HELLO, OK, OK, UNTIL_IT_LEAVES])
    with touchd.Client(str(folder / "server.sock")) as client:
        client.speak(headphones=True)
        client.speak(headphones=False)
    assert [each["headphones"] for each in server.asked[1]] == [False, False]


def test_left(folder):
    """a client of Python leaves a touchd of another protocol, and one that is closed in its loop ends that"""
    hello = json.dumps(json.loads(HELLO) | {"protocol": 2}) + "\n"
    server = Server(folder / "server.sock", [hello, UNTIL_IT_LEAVES], [HELLO, UNTIL_IT_LEAVES])
    client = touchd.Client(str(folder / "server.sock"))
    # Its traceback would keep what is not closed.
    with pytest.raises(touchd.Refused) as refusal:
        next(client)
    heard = [client.close() or line["kind"] for line in client]
    server.thread.join(60)
    assert (heard, server.thread.is_alive(), "protocol 2" in str(refusal.value)) == (["hello"], False, True)
