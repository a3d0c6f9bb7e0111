# SPDX-License-Identifier: MIT
"""Speech, by speech-dispatcher, and whether only a headset hears it, by the sound server."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import threading
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections import deque
from collections.abc import Callable
from typing import Any

import speechd

from words import Utterance

_log = logging.getLogger("touchd-speak")
# Seconds before a lost server is tried again; the same of the sound server, and for its answer.
PAUSE, SOUND_PAUSE, PATIENCE = 2.0, 10.0, 3.0
HEADSETS, SPEECH = ("headset", "headphone", "headphones"), ("sd_", "speech-dispatcher")


class Voice:
    """Speaks one utterance, whose place the next one takes, in a thread of its own: a slow server delays no answer, and
    one that hangs no end."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._news = loop, threading.Semaphore(0)
        self._next = deque[tuple[Utterance | None, Callable[[], object]]](maxlen=1)
        self._client: Any = None
        self._retry = 0.0
        threading.Thread(target=self._work, daemon=True).start()

    def say(self, utterance: Utterance | None, then: Callable[[], object]) -> None:
        """Speaks, or is silent; `then` is called in the loop at the end of the utterance, but not if another comes."""
        self._next.append((utterance, then))
        self._news.release()

    def _work(self) -> None:
        while self._news.acquire():
            if self._next:
                self._take(*self._next.popleft())

    def _take(self, utterance: Utterance | None, then: Callable[[], object]) -> None:
        try:
            self._speak(utterance, then)
        except Exception as error:  # It has classes of its own, and lets those of the system through.
            if self._client or not self._retry:
                why = str(error).partition("\n")[0]
                _log.warning("speech-dispatcher does not speak: %s; is it installed, with a voice?", why)
            self._client, self._retry = None, time.monotonic() + PAUSE
            self._loop.call_soon_threadsafe(then)

    def _speak(self, utterance: Utterance | None, then: Callable[[], object]) -> None:
        if not self._client:
            if time.monotonic() < self._retry:
                raise ConnectionError("it was not there some moments ago")
            self._client = speechd.SSIPClient("touchd-speak")
        self._client.cancel()
        if utterance:
            self._client.set_language(utterance.language)
            self._client.set_rate(utterance.rate)
            self._client.set_volume(utterance.volume)
            self._client.speak(
                utterance.text, callback=lambda *_, **__: self._loop.call_soon_threadsafe(then),
                event_types=(speechd.CallbackType.END, speechd.CallbackType.CANCEL))


def is_private(sinks: list[dict[str, Any]], default: str, streams: list[dict[str, Any]]) -> bool | None:
    """Whether speech goes into a headset and nowhere else, None where nothing is spoken: the sinks of the streams of
    speech-dispatcher and its modules (`sd_…`), and that of new ones. A sink counts only if it says that it is one."""

    def is_headset(sink: dict[str, Any]) -> bool:
        ports = [port for port in sink["ports"] if port["name"] == sink["active_port"]]
        kinds = [sink["properties"].get("device.form_factor"), *(port["type"].lower() for port in ports)]
        return any(kind in HEADSETS for kind in kinds) and all(port["availability"] != "not available" for port in ports)

    heard = {sink["index"]: is_headset(sink) for sink in sinks}
    speech = [heard.get(stream["sink"], False) for stream in streams
              if stream["properties"].get("application.process.binary", "").startswith(SPEECH)]
    if not any(heard[sink["index"]] for sink in sinks if sink["name"] == default) or not all(speech):
        return False
    return True if speech else None


def _look() -> bool | None:
    def ask(*words: str) -> str:
        return subprocess.run(["pactl", *words], capture_output=True, text=True, timeout=PATIENCE, check=True).stdout

    try:
        sinks, streams = [json.loads(ask("--format=json", "list", what)) for what in ("sinks", "sink-inputs")]
        return is_private(sinks, ask("get-default-sink").strip(), streams)
    except (OSError, ValueError, LookupError, AttributeError, TypeError, subprocess.SubprocessError):
        return False


async def watch_headset(report: Callable[[bool], None]) -> None:
    """Reports at each change whether speech goes into a headset alone: once something was spoken there, and as long as
    nothing says otherwise."""
    was = False
    while True:
        try:
            watch = await asyncio.create_subprocess_exec("pactl", "subscribe", stdout=PIPE, stderr=DEVNULL)
        except OSError:
            return _log.warning("pactl is missing (pulseaudio-utils): what is for headphones alone is not spoken")
        events = b"server"
        while events:
            # Of events that come together, one look; of those of its own connections, none.
            is_about = any(word in events for word in (b"sink", b"server", b"card"))
            now = await asyncio.to_thread(_look) if is_about else None
            if now is not None and now != was:
                report(was := now)
            events = await watch.stdout.read(1 << 16) if watch.stdout else b""
        if was:
            report(was := False)
        await asyncio.sleep(SOUND_PAUSE)
