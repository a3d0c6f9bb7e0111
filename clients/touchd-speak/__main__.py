# SPDX-License-Identifier: MIT
"""touchd-speak: speaks for people who explore a kiosk by touch. touchd-speak(1) has its options."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable
from typing import Any

_log = logging.getLogger("touchd-speak")
# Calls that wait for the page, beside the turns of the mode: an answer counts for a second, and touchd has one question
# open.
MOST_WAITING = 4


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="touchd-speak", description="Speaks for people who explore a kiosk by touch.")
    language = os.environ.get("LANG", "").partition("_")[0]
    for name, default, what in (
        ("socket", None, "the events socket of touchd"), ("layout", None, "the layout, if several have `explore`"),
        ("scale", 1.0, "pixels of the page's window for a point of the layout, from 0.1 to 10"),
        ("language", language if len(language) == 2 else "en", "the language of what has none"),
        ("rate", 0, "from -100 to 100"), ("volume", 50, "from -100 to 100"),
    ):
        kind = type(default) if default is not None else str
        parser.add_argument(f"--{name}", type=kind, default=default, help=f"{what} ({default})" if default else what)
    given = parser.parse_args()
    if not (0.1 <= given.scale <= 10 and abs(given.rate) <= 100 and abs(given.volume) <= 100):
        parser.error("--scale is from 0.1 to 10, --rate and --volume are from -100 to 100")
    return given


def caller(page: Any, loop: asyncio.AbstractEventLoop) -> Callable[..., None]:
    """Calls methods of the page in a thread, one after another, and hands their results to the loop; None for a call
    that failed, or for which too many others wait."""
    from gi.repository import GLib

    waiting: list[str] = []

    def call(method: str, words: tuple[Any, ...], then: Callable[[Any], object] = lambda _: None) -> None:
        def work() -> bool:
            result = None
            try:
                result = getattr(page, method)(*words)
            except Exception as error:  # A page may end, or be slow, between any two calls.
                _log.info("the page: %s", error)
            loop.call_soon_threadsafe(ended, result)
            return False

        def ended(result: Any) -> None:
            waiting.remove(method)
            then(result)

        if len(waiting) >= MOST_WAITING and method != "listen":
            then(None)
        else:
            waiting.append(method)
            GLib.idle_add(work, priority=GLib.PRIORITY_DEFAULT)

    threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
    return call


async def run(given: argparse.Namespace) -> None:
    import speaker
    import touchd
    import voice

    loop, is_private, tasks = asyncio.get_running_loop(), False, set[asyncio.Task[None]]()
    if (own := asyncio.current_task()) is not None:
        loop.add_signal_handler(signal.SIGTERM, own.cancel)
    client, speech, page = touchd.AsyncClient(given.socket), voice.Voice(loop), None

    def begin(work: Any) -> None:
        tasks.add(task := loop.create_task(work))
        task.add_done_callback(tasks.discard)

    async def attempt(request: Awaitable[None], refused: Callable[[], None] = lambda: None) -> None:
        try:
            await request
        except (touchd.Refused, ConnectionError) as error:  # The client connects again, and claims again.
            _log.info("%s", error)
            refused()

    def hear(is_in_headset: bool) -> None:
        nonlocal is_private
        is_private = is_in_headset
        begin(attempt(client.speak(given.layout, headphones=is_private)))
        if not is_private:
            speech.say(None, lambda: None)

    def call(method: str, words: tuple[Any, ...], then: Callable[[Any], object] = lambda _: None) -> None:
        then(None)

    try:
        import page as pages

        page = pages.Page(given.scale, lambda *words: loop.call_soon_threadsafe(speaking.announce, *words))
        call = caller(page, loop)
    except Exception as error:  # Of many classes: no module, no bus, no typelib.
        _log.warning("only the layout is spoken, not the page: %s; is gir1.2-atspi-2.0 there, and a session bus?", error)
    speaking = speaker.Speaker(
        lambda request, refused: begin(attempt(client.command(**request, layout=given.layout), refused)),
        speech.say, call, loop.call_later,
        given.language, given.rate, given.volume)
    try:
        await client.speak(given.layout)
        await client.subscribe("explore")
        begin(voice.watch_headset(hear))
        async for line in client:
            if line.get("kind") == "state_end":  # Layouts that were read again may not know it any more.
                begin(attempt(client.speak(given.layout, headphones=is_private)))
            speaking.take(line)
    except touchd.Refused as error:
        raise PermissionError(str(error)) from error
    finally:
        client.close()
        if page:
            page.close()


def main() -> int:
    given = arguments()
    logging.basicConfig(level=os.environ.get("TOUCHD_SPEAK_LOG", "WARNING"), format="touchd-speak: %(message)s")
    try:
        asyncio.run(run(given))
    except (KeyboardInterrupt, asyncio.CancelledError):
        pass
    except ModuleNotFoundError as error:
        _log.error("%s is missing: sudo apt install python3-%s", error.name, error.name)
        return 3
    except OSError as error:
        _log.error("%s", error)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
