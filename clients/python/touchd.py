# SPDX-License-Identifier: MIT
"""Hear what touchd does with the fingers on the touchscreen, and answer for its views.

    import touchd

    for event in touchd.listen("event"):
        print(event["name"], event["state"])

`listen` yields the lines of some kinds. A `Client` also answers for responders and gives commands, and yields every
line. `listen_async` and `AsyncClient` are the same for asyncio. All connect again when touchd has gone, after pauses of
0.1 to 5 seconds, and subscribe and claim again. A line is a dictionary; docs/responders.md of touchd describes them.

One file, no dependency, Python 3.9 or later: copy it beside your program.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import os
import random
import socket
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any, Generic, Optional, TypeVar

PATH = "/run/touchd-events/events.sock"
PROTOCOL = 1
Line = dict[str, Any]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Result = TypeVar("Result")

# Seconds: the pauses before a new connection, and how long touchd may take to answer.
SHORTEST_PAUSE, LONGEST_PAUSE, PATIENCE = 0.1, 5.0, 30.0
# In bytes; touchd's lines are shorter. And in lines: what waits for the iterator while an answer is awaited.
LONGEST_LINE, MOST_WAITING = 1 << 20, 100_000

_CLOSED = "the client was closed, or its replay is over"
_log = logging.getLogger("touchd")


class Refused(Exception):
    """touchd does not do what was asked for; the message says why."""


class _Conversation(Generic[Result]):
    """What both clients know: what was asked for, and what was heard. It reads and writes nothing itself."""

    def __init__(self, path: Optional[str] = None) -> None:
        self.path = path or os.environ.get("TOUCHD_EVENTS_SOCKET") or PATH
        # What each new connection asks for again.
        self._kept: dict[tuple[Optional[str], ...], Line] = {}
        self._waiting: deque[Line] = deque()
        self._answers: dict[int, Line] = {}
        self._number = 0
        # The kinds that are yielded, without the lines of the state; None for all lines.
        self._wanted: Optional[set[str]] = None
        # How often it could not connect since it last could.
        self._failures = 0
        # Whether it was closed, or was a replay, which is at its end.
        self._is_over = False
        self._begin()

    # -- What can be asked for; what touchd does not do raises Refused

    def subscribe(self, *kinds: str, layout: Optional[str] = None, views: Optional[list[str]] = None) -> Result:
        """Hear lines of these kinds, such as "event" or "touch", in the place of those before. First comes the state:
        lines of what there is, between `state` and `state_end`."""
        return self._ask({"subscribe": kinds, "layout": layout, "views": views}, ("subscribe",))

    def respond(self, name: str, layout: Optional[str] = None) -> Result:
        """Answer for a responder that the layout leaves to a program: `NAME: { plugin: socket }`. Its touches come as
        lines of the kind `call`, its gestures as `event`."""
        return self._ask({"respond": name, "layout": layout}, ("respond", name, layout))

    def speak(self, layout: Optional[str] = None, headphones: bool = False) -> Result:
        """Speak for a layout that is explored by touch, and answer for the elements of its page. Its lines of the kind
        `explore` come from then on. `headphones`: a headset hears it, and no loudspeaker does."""
        claim: Line = {"explore": "answer", "layout": layout, "speaks": True, "headphones": headphones}
        # A connection that is made meanwhile claims no more than this.
        self._kept.get(("explore", layout), claim)["headphones"] = headphones
        return self._ask(claim, ("explore", layout))

    def command(self, **command: Any) -> Result:
        """`show="ID"`, `hide="ID"`, `cancel=True` or `screen="dark"`, with `layout="NAME"` where several have the view.
        The layout says what programs may do: `socket: { commands: [show, cancel, screen] }`."""
        return self._ask(command)

    def close(self) -> None:
        """Ends the connection, and the iteration."""
        self._is_over = True
        self._leave()

    def _ask(self, request: Line, keep: Optional[tuple[Optional[str], ...]] = None) -> Result:
        raise NotImplementedError

    def _leave(self) -> None:
        raise NotImplementedError

    # -- What both do with lines

    def _begin(self) -> None:
        """A new connection. Of the former one, only whole lines count."""
        self._rest, self._is_greeted, self._is_state = b"", False, False
        self._answers.clear()

    def _question(self, request: Line) -> tuple[int, bytes]:
        self._number += 1
        given = {key: value for key, value in request.items() if value is not None}
        return self._number, json.dumps({**given, "id": self._number}).encode() + b"\n"

    def _feed(self, data: bytes) -> None:
        if not data:
            raise ConnectionError("touchd has gone")
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            try:
                self._take(json.loads(line))
            except (ValueError, AttributeError, TypeError, RecursionError) as error:
                raise ConnectionError(f"what was sent is no line of touchd: {error}") from error
        if len(self._rest) > LONGEST_LINE:
            raise ConnectionError(f"a line is longer than {LONGEST_LINE} bytes")

    def _take(self, line: Line) -> None:
        kind = line.get("kind")
        if kind in ("ok", "error") and "id" in line:
            self._answers[line["id"]] = line
            return
        if kind == "error":
            raise ConnectionError(line.get("message"))
        if kind == "hello" and line.get("protocol") != PROTOCOL:
            raise Refused(f"touchd speaks protocol {line.get('protocol')}, and this file {PROTOCOL}")
        self._is_greeted = True
        if kind in ("hello", "state", "state_end"):
            self._is_state = kind == "state"
        if self._wanted is None or kind in self._wanted and not self._is_state:
            self._waiting.append(line)
        if len(self._waiting) > MOST_WAITING:
            # Else there would be no place for those of the next connection.
            self._waiting.clear()
            raise ConnectionError(f"{MOST_WAITING} lines came before an answer")
        self._is_over = self._is_over or kind == "summary"
        if kind == "lost":
            raise ConnectionError(line.get("message"))

    def _judge(self, number: int, was_right_before: bool = False) -> None:
        answer = self._answers.pop(number)
        if answer["kind"] == "error":
            # What was right before will be again: the layout has changed, or the former connection has not ended yet.
            raise (ConnectionError if was_right_before else Refused)(answer.get("message"))

    def _pause(self, error: Exception) -> float:
        """How long to wait after a failure. Of failures that follow one another, the log has the first."""
        if isinstance(error, PermissionError):
            remedy = "add yourself to the group: `sudo usermod -aG touchd-events $USER`, then log in again"
            raise PermissionError(errno.EACCES, f"Permission denied: {remedy}", self.path) from error
        if self._failures == 0:
            why = str(error) or f"no answer in {PATIENCE:.0f} s"
            _log.warning("%s: %s; trying again until touchd is there", self.path, why)
        pause = min(LONGEST_PAUSE, SHORTEST_PAUSE * 2.0 ** min(self._failures, 10))
        self._failures += 1
        return pause * random.uniform(0.5, 1)


class Client(_Conversation[None]):
    """A connection to touchd, made again when it ends; for one thread. Iterate over it for its lines.

    Each connection begins with a line of the kind `hello`: which fingers were down before is not known any more."""

    _socket: Optional[socket.socket] = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _leave(self) -> None:
        if self._socket:
            self._socket.close()
        self._socket = None

    def __iter__(self) -> Iterator[Line]:
        return self

    def __next__(self) -> Line:
        while not self._waiting:
            if self._is_over:
                raise StopIteration
            connection = self._connected()
            try:
                while not self._waiting and not self._is_over:
                    self._receive(connection)
            except OSError as error:
                self._rest_after(error)
        return self._waiting.popleft()

    def _ask(self, request: Line, keep: Optional[tuple[Optional[str], ...]] = None) -> None:
        while True:
            connection = self._connected()
            try:
                self._judge(self._exchange(connection, request))
                break
            except OSError as error:
                self._rest_after(error)
                # Whether a command was done is not known; what is kept can be asked for twice.
                if keep is None:
                    raise ConnectionError(f"the connection ended before the answer: {error}") from error
        if keep is not None:
            self._kept[keep] = request

    def _connected(self) -> socket.socket:
        while self._socket is None:
            if self._is_over:
                raise ConnectionError(_CLOSED)
            self._begin()
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connection.connect(self.path)
                self._await(connection, lambda: self._is_greeted)
                for request in self._kept.values():
                    self._judge(self._exchange(connection, request), was_right_before=True)
                self._socket, self._failures = connection, 0
            except BaseException as error:
                connection.close()
                if not isinstance(error, OSError):
                    raise
                self._rest_after(error)
        return self._socket

    def _exchange(self, connection: socket.socket, request: Line) -> int:
        number, question = self._question(request)
        connection.settimeout(PATIENCE)
        connection.sendall(question)
        self._await(connection, lambda: number in self._answers)
        return number

    def _await(self, connection: socket.socket, has_come: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not has_come():
            if (patience := end - time.monotonic()) <= 0:
                raise TimeoutError("timed out")
            self._receive(connection, patience)

    def _receive(self, connection: socket.socket, patience: Optional[float] = None) -> None:
        connection.settimeout(patience)
        self._feed(connection.recv(1 << 16))

    def _rest_after(self, error: Exception) -> None:
        self._leave()
        time.sleep(self._pause(error))


class AsyncClient(_Conversation[Awaitable[None]]):
    """The same for asyncio: `async for` its lines, and `await` its requests, from any task of one event loop."""

    # The connection, and the last one that was begun, which may not be greeted yet.
    _streams: Optional[Streams] = None
    _newest: Optional[Streams] = None
    _turn: Optional[asyncio.Lock] = None
    _closing: Optional[asyncio.Event] = None

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        super().close()
        if self._closing:
            self._closing.set()

    def _leave(self) -> None:
        if self._newest:
            self._newest[1].close()
        self._streams = self._newest = None

    def __aiter__(self) -> AsyncIterator[Line]:
        return self

    async def __anext__(self) -> Line:
        while not self._waiting:
            if self._is_over:
                raise StopAsyncIteration
            if streams := await self._connected():
                await self._read(streams, lambda: bool(self._waiting) or self._is_over)
        return self._waiting.popleft()

    async def _ask(self, request: Line, keep: Optional[tuple[Optional[str], ...]] = None) -> None:
        while streams := await self._connected():
            number, question = self._question(request)
            streams[1].write(question)
            try:
                await asyncio.wait_for(self._read(streams, lambda: number in self._answers), PATIENCE)
            except asyncio.TimeoutError as error:
                if self._streams is streams:
                    await self._rest_after(error)
            if number in self._answers:
                self._judge(number)
                if keep is not None:
                    self._kept[keep] = request
                return
            if keep is None:
                raise ConnectionError("the connection ended before the answer")
        raise ConnectionError(_CLOSED)

    def _lock(self) -> asyncio.Lock:
        # Python 3.9 binds a lock to the event loop in which it is made.
        self._turn = self._turn or asyncio.Lock()
        return self._turn

    async def _read(self, streams: Streams, is_done: Callable[[], bool]) -> None:
        """Reads, one task for all, until this one has what it waits for, or the connection has ended."""
        while True:
            async with self._lock():
                if is_done() or self._streams is not streams:
                    return
                try:
                    self._feed(await streams[0].read(1 << 16))
                except OSError as error:
                    await self._rest_after(error)

    async def _connected(self) -> Optional[Streams]:
        """The connection, as soon as there is one; None once the client was closed."""
        if self._streams:
            return self._streams
        async with self._lock():
            while self._streams is None and not self._is_over:
                try:
                    self._streams = await asyncio.wait_for(self._connect(), PATIENCE)
                    self._failures = 0
                except (OSError, asyncio.TimeoutError) as error:
                    await self._rest_after(error)
            return self._streams

    async def _connect(self) -> Streams:
        self._begin()
        streams = self._newest = reader, writer = await asyncio.open_unix_connection(self.path)
        try:
            if self._is_over:
                raise ConnectionError(_CLOSED)
            while not self._is_greeted:
                self._feed(await reader.read(1 << 16))
            for request in self._kept.values():
                number, question = self._question(request)
                writer.write(question)
                while number not in self._answers:
                    self._feed(await reader.read(1 << 16))
                self._judge(number, was_right_before=True)
        except BaseException:
            writer.close()
            raise
        return streams

    async def _rest_after(self, error: Exception) -> None:
        self._leave()
        self._closing, pause = self._closing or asyncio.Event(), 0 if self._is_over else self._pause(error)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._closing.wait(), pause)


def listen(
    *kinds: str, layout: Optional[str] = None, views: Optional[list[str]] = None, path: Optional[str] = None
) -> Iterator[Line]:
    """Yields each line of these kinds, without end; of all layouts and views, or only of those that are named."""
    with Client(path) as client:
        client._wanted = _words(kinds)  # pyright: ignore[reportPrivateUsage]
        client.subscribe(*kinds, layout=layout, views=views)
        yield from client


async def listen_async(
    *kinds: str, layout: Optional[str] = None, views: Optional[list[str]] = None, path: Optional[str] = None
) -> AsyncIterator[Line]:
    """The same for asyncio."""
    async with AsyncClient(path) as client:
        client._wanted = _words(kinds)  # pyright: ignore[reportPrivateUsage]
        await client.subscribe(*kinds, layout=layout, views=views)
        async for line in client:
            yield line


def _words(kinds: tuple[str, ...]) -> set[str]:
    # A gesture that has failed is a line of the kind `gesture`.
    return {"gesture" if kind == "failed" else kind for kind in kinds}
