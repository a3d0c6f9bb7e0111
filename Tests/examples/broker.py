# SPDX-License-Identifier: MIT
"""A broker for a replay: touchd-mqtt with an example's file, and a program that hears everything."""

import json
import re
import sys

from stage import EXAMPLES, ROOT
from verdict import Failure, NotRun

sys.path.insert(0, str(ROOT / "Tests" / "mqtt"))
import rig  # noqa: E402
from rig import end_all  # noqa: E402, F401


class House:
    """A mosquitto with touchd-mqtt; its file is the example's, but for the host, TLS and the password."""

    def __init__(self, program, settings, folder, events):
        if not rig.MOSQUITTO:
            raise NotRun("there is no mosquitto")
        if not program.exists():
            raise NotRun(f"there is no {program}")
        text = (EXAMPLES / settings).read_text()
        self._base = re.search(r"^base: (\S+)$", text, re.MULTILINE)[1]
        self._broker = rig.Broker(folder)
        self._listener = rig.Listener(self._broker, "#")
        text = re.sub(r"^  host: .*", f"  host: localhost\n  port: {self._broker.port}", text, flags=re.MULTILINE)
        file = folder / "mqtt.yaml"
        file.write_text(re.sub(r"^  (tls|credentials): .*\n", "", text, flags=re.MULTILINE))
        self._bridge = rig.start([program, "-c", file, "--socket", events], stderr=rig.subprocess.DEVNULL)
        self._wait(lambda: self._state.get("daemon") == "online", "touchd-mqtt says that touchd is there")

    def command(self, name, payload):
        """Publishes a command, and waits for its answer."""
        known = len(self._heard("answer"))
        rig.publish(self._broker, f"{self._base}/command/{name}", payload)
        self._wait(lambda: len(self._heard("answer")) > known, f"{name} is answered")

    def messages(self):
        """What was published of a replay that has ended, in words: answers and events."""
        self._wait(lambda: self._bridge.poll() is not None, "touchd-mqtt ends with the replay")
        # What the broker had before this, the listener has too.
        rig.publish(self._broker, "test/end", "now")
        self._wait(lambda: self._listener.last("test/end"), "the listener hears the end")
        return [self._words(topic, json.loads(payload)) for topic, payload, _ in self._listener.messages
                if re.match(f"{self._base}/(answer$|event/)", topic)]

    def _words(self, topic, payload):
        topic = topic.removeprefix(f"{self._base}/")
        if topic == "answer":
            return f"answer: {'done' if payload['ok'] else payload['message']}"
        values = [str(payload[key]) for key in ("layout", "event_type", "direction") if payload.get(key)]
        return f"{topic}: {' '.join(values)}"

    @property
    def _state(self):
        return json.loads(self._listener.last(f"{self._base}/state") or "{}")

    def _heard(self, topic):
        return [payload for name, payload, _ in self._listener.messages if name == f"{self._base}/{topic}"]

    @staticmethod
    def _wait(condition, what):
        try:
            rig.wait_until(condition, what)
        except rig.Failure as failure:
            raise Failure(str(failure)) from failure
