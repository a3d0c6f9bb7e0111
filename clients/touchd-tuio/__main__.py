# SPDX-License-Identifier: MIT
"""touchd-tuio: sends the fingers that touchd sees as TUIO. touchd-tuio(1) has its options."""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import signal
import socket
import sys
from contextlib import suppress
from typing import Any, Optional

import surface
from osc import MESSAGES, Encoder

try:
    import liblo
    import touchd
except ModuleNotFoundError as error:
    print(f"touchd-tuio: {error.name} is missing: sudo apt install python3-{error.name}", file=sys.stderr)
    sys.exit(3)

PORT, PROFILE, MOST_TARGETS = 3333, "2Dcur", 16
# Seconds: from one full state to the next while a finger is down and for a while after, and otherwise; that while; and
# until the address of a target is looked up again that is not known, and one that is: it may be another one.
BEAT, SLOW_BEAT, LINGER, LOOKUP, RENEWAL = 0.2, 1.0, 1.0, 5.0, 60.0
IMMEDIATELY = 2.0**-32  # As a time tag of OSC.
TARGET = re.compile(r"([^/:\s]{1,253})(?::(\d{1,5}))?(?:/([\w.,]+))?")
NAME = re.compile("[!-?A-~]{1,32}")
_log = logging.getLogger("touchd-tuio")


class Target:
    """A program that receives TUIO. Nothing is sent before its address is known."""

    def __init__(self, text: str) -> None:
        found = TARGET.fullmatch(text)
        if not found or not 0 < int(found[2] or PORT) < 65536:
            raise argparse.ArgumentTypeError(f"{text!r} is not HOST[:PORT][/PROFILE,…]")
        self.host, self.port = found[1], int(found[2] or PORT)
        self.profiles = tuple(dict.fromkeys((found[3] or PROFILE).split(",")))
        if unknown := set(self.profiles) - set(MESSAGES):
            raise argparse.ArgumentTypeError(f"unknown profile {min(unknown)!r}; there are {', '.join(MESSAGES)}")
        self.address: Optional[liblo.Address] = None
        self._has_failed = False

    async def look_up(self) -> None:
        while True:
            try:
                # Debian's liblo knows IPv4 alone.
                found = await asyncio.get_running_loop().getaddrinfo(self.host, self.port, family=socket.AF_INET)
                self.address = liblo.Address(found[0][4][0], self.port)
                return
            except (OSError, UnicodeError) as error:
                if not self.address:
                    self._note(error)
                await asyncio.sleep(LOOKUP)

    async def follow(self) -> None:
        while True:
            await asyncio.sleep(RENEWAL)
            await self.look_up()

    def send(self, bundle: liblo.Bundle) -> None:
        if self.address:
            try:
                liblo.send(self.address, bundle)
                self._note(None)
            except OSError as error:
                self._note(error)

    def _note(self, error: Optional[Exception]) -> None:
        """Of failures that follow one another, the log has the first."""
        if error and not self._has_failed:
            _log.warning("%s:%d: %s; trying again", self.host, self.port, error)
        self._has_failed = error is not None


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("touchd-tuio", description="Sends the fingers that touchd sees as TUIO, over UDP.")
    parser.add_argument("--socket", help="the events socket of touchd")
    parser.add_argument("--layout", help="the fingers on this layout; on all by default")
    parser.add_argument("--view", help="the fingers on this view, in its coordinates")
    parser.add_argument("--name", default="touchd", help="the name of this source (touchd)")
    parser.add_argument("targets", nargs="+", type=Target, metavar="TARGET",
                        help=f"HOST[:PORT][/PROFILE,…] ({PORT}, {PROFILE}), of {', '.join(MESSAGES)}")
    given = parser.parse_args()
    if len(given.targets) > MOST_TARGETS or not NAME.fullmatch(given.name):
        parser.error(f"there are at most {MOST_TARGETS} targets, and --name is 1 to 32 signs without blanks and @")
    return given


class Sender:
    """Sends each frame of a surface when it is at its end, and all that is alive again and again."""

    def __init__(self, given: argparse.Namespace, loop: asyncio.AbstractEventLoop) -> None:
        self.surface, self._loop = surface.Surface(self._frame, given.view), loop
        source = f"{given.name}@{socket.gethostname()[:64]}"
        self._targets = {
            Encoder(profiles, source, liblo.time()): [target for target in given.targets if target.profiles == profiles]
            for profiles in dict.fromkeys(target.profiles for target in given.targets)}
        # Until when states follow one another quickly, and the next one.
        self._quiet, self._timer = 0.0, loop.call_later(0, self._beat)

    def take(self, line: Any) -> None:
        try:
            self.surface.take(line)
        except (KeyError, TypeError, ValueError) as error:  # Of a touchd that is newer than the protocol.
            _log.warning("a line that is not understood: %r: %s", error, str(line)[:200])
        # Once nothing more is there to be read.
        self._loop.call_soon(self.surface.flush)

    def close(self) -> None:
        self._timer.cancel()
        self._send([])

    def _frame(self, changed: list[surface.Finger]) -> None:
        self._send(changed)
        self._quiet = self._loop.time() + LINGER
        if self._timer.when() > self._loop.time() + BEAT:
            self._schedule(BEAT)

    def _beat(self) -> None:
        self.surface.rest()
        self._send([*self.surface.fingers.values()])
        self._schedule(BEAT if self.surface.fingers or self._loop.time() < self._quiet else SLOW_BEAT)

    def _schedule(self, pause: float) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(pause, self._beat)

    def _send(self, changed: list[surface.Finger]) -> None:
        for encoder, targets in self._targets.items():
            for bundle in encoder.bundles(self.surface.fingers.values(), changed, self.surface.size, liblo.time()):
                packed = liblo.Bundle(IMMEDIATELY, *[liblo.Message(*message) for message in bundle])
                for target in targets:
                    target.send(packed)


async def run(given: argparse.Namespace) -> None:
    loop, own = asyncio.get_running_loop(), asyncio.current_task()
    loop.add_signal_handler(signal.SIGTERM, lambda: own and own.cancel())
    tasks = [loop.create_task(target.look_up()) for target in given.targets]
    # Where the address is known at once, the first bundle says that nothing is alive, and no finger is missed.
    await asyncio.wait(tasks, timeout=1)
    tasks += [loop.create_task(target.follow()) for target in given.targets]
    sender = Sender(given, loop)

    class Client(touchd.AsyncClient):
        """The fingers go with a connection, and not with the next one."""

        def _leave(self) -> None:
            super()._leave()
            sender.surface.leave()

    client = Client(given.socket)
    try:
        # Not `moves`: they do not say that a finger has come onto a sensitive view.
        await client.subscribe("touch", layout=given.layout)
        async for line in client:
            sender.take(line)
    finally:
        client.close()
        sender.close()


def main() -> int:
    given = arguments()
    logging.basicConfig(format="touchd-tuio: %(message)s")
    try:
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(run(given))
    except (OSError, touchd.Refused) as error:
        _log.error("%s", error)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
