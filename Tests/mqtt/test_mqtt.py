#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""touchd-mqtt from outside. Each scenario is given (a daemon, a broker), when (one of them does something), then (what
programs on the broker hear)."""
import json
import shutil
import signal
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import hostile
import pytest
from process import Process, wait_until
from rig import MOSQUITTO, Broker, Daemon, Listener, free_port, publish

pytestmark = pytest.mark.skipif(
    MOSQUITTO is None or not shutil.which("mosquitto_sub") or not shutil.which("openssl"),
    reason="mosquitto, mosquitto-clients or openssl is missing")
# Where Tests/mqtt/home-assistant puts it.
HOME_ASSISTANT = Path(__file__).parents[2] / ".build/home-assistant"
# How long a broker attacks, in seconds; and what the bridge may need then, in megabytes and lines.
ATTACKED, MOST_MEMORY, MOST_LINES = 5, 120, 20


@pytest.fixture
def daemon(folder):
    return Daemon(folder)


@pytest.fixture
def broker(folder):
    return Broker(folder)


@pytest.fixture
def bridge(program, daemon, folder):
    """Starts touchd-mqtt between the daemon and a broker."""

    def start(broker, more="", tls=""):
        file = folder / "mqtt.yaml"
        file.write_text(f"version: 1\nbroker:\n  host: localhost\n  port: {broker.port}\n{tls}base: k\n{more}")
        return Process([program, "-c", file, "--socket", daemon.path], None)

    return start


@pytest.fixture
def listener(broker, bridge):
    """A program on the broker that hears all of it, with the bridge at work."""
    bridge(broker)
    listener = Listener(broker, "k/#")
    listener.expect("k/panel/Panel", "ON")
    return listener


def test_retained_state(daemon, broker, listener):
    """What is retained reaches a program that subscribes later; events do not."""
    daemon.say({"kind": "touch", "layout": "lobby", "touch": 1, "phase": "began"})
    daemon.event(1)
    listener.expect("k/event/service")
    late = Listener(broker, "k/#")
    late.expect("k/touched", "ON")
    late.expect("k/availability", "online")
    assert json.loads(late.expect("k/state"))["layouts"] == ["lobby"], "the layouts"
    assert all(retained for _, _, retained in late.messages)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_last_will(broker, bridge, number):
    """However the bridge ends, it is offline then."""
    running = bridge(broker)
    listener = Listener(broker, "k/availability")
    listener.expect("k/availability", "online")
    running.signal(number)
    listener.expect("k/availability", "offline")
    Listener(broker, "k/availability").expect("k/availability", "offline")


def test_replay_ends(daemon, broker, bridge):
    """The end of a replay comes with its last events: the bridge publishes them, and then it ends."""
    listener = Listener(broker, "k/#")
    running = bridge(broker)
    listener.expect("k/panel/Panel", "ON")
    daemon.event(1)
    daemon.event(2)
    daemon.say({"kind": "summary", "frames": 9, "touches": 2, "ended": 2, "cancelled": 0, "dropped": 0})
    running.wait(status=0)
    wait_until(lambda: len([topic for topic, _, _ in listener.messages if topic == "k/event/service"]) == 2, "the events are not both there")


def test_broker_restarts(daemon, broker, bridge):
    """1,000 events with a restart of the broker in the middle: each comes, and a repeat has the same id."""
    running = bridge(broker)
    listener = Listener(broker, "k/event/#", "-c", "-i", "listener")
    Listener(broker, "k/availability").expect("k/availability", "online")
    daemon.event(-1)
    listener.expect("k/event/service")
    for number in range(1000):
        daemon.event(number)
        if number == 400:
            broker.stop()
        if number == 600:
            time.sleep(1)
            broker.start()
        time.sleep(0.002)

    def numbers():
        return {json.loads(payload)["at"][0]: json.loads(payload)["id"] for _, payload, _ in listener.messages}
    wait_until(lambda: len(numbers()) == 1001,
               lambda: f"of 1,000 events, missing {sorted({*range(1000)} - {*numbers()})[:30]}; {running.errors}")
    ids = [json.loads(payload)["id"] for _, payload, _ in listener.messages]
    assert len(set(ids)) == 1001, "an id for each event"
    assert len(ids) - 1001 <= 40


def test_stale_events(daemon, broker, bridge):
    """What is older than max_age is not sent, and counted."""
    running = bridge(broker, more="max_age: 500ms\n")
    running.expect_text("connected to")
    broker.stop()
    running.expect_text("no connection")
    for number in range(5):
        daemon.event(number)
    time.sleep(1)
    broker.start()
    listener = Listener(broker, "k/#")
    running.expect_text("5 events were not sent")
    daemon.event(7)
    assert json.loads(listener.expect("k/event/service"))["at"] == [7, 0], "only the last"
    assert sum("no connection" in line for line in running.errors) == 1


def test_commands(daemon, broker, bridge):
    """A command reaches the daemon, and its answer the broker; one that is retained does not."""
    publish(broker, "k/command/cancel", "", "-r")
    bridge(broker)
    listener = Listener(broker, "k/#")
    listener.expect("k/state")
    listener.expect("k/panel/Panel", "ON")
    publish(broker, "k/command/show", "menu")
    request = daemon.requests.get(timeout=60)
    assert request["show"] == "menu"
    daemon.say({"kind": "error", "id": request["id"], "message": "the layout does not allow it"})
    answer = json.loads(listener.expect("k/answer"))
    assert answer == {"command": "show", "ok": False, "message": "the layout does not allow it"}
    assert daemon.requests.empty(), "nothing else was asked"


def test_daemon_restarts(daemon, broker, listener):
    """While touchd is away its state says so, and each command is refused; then all is as before."""
    daemon.stop()
    wait_until(lambda: '"daemon":"offline"' in listener.last("k/state"), "touchd is not offline")
    publish(broker, "k/command/show", "menu")
    answer = json.loads(listener.expect("k/answer"))
    assert not answer["ok"]
    daemon.start()
    wait_until(lambda: '"daemon":"online"' in listener.last("k/state"), "touchd is not online")
    daemon.event(3)
    assert json.loads(listener.expect("k/event/service"))["at"] == [3, 0], "its events are published"


def test_silent_broker(daemon, broker, bridge):
    """A broker that says nothing more, as behind a network that is cut, is given up, and found again."""
    running = bridge(broker, tls="  keep_alive: 5s\n")
    running.expect_text("connected to")
    broker.signal(signal.SIGSTOP)
    running.expect_text("no connection")
    daemon.event(1)
    broker.signal(signal.SIGCONT)
    listener = Listener(broker, "k/#", "-c", "-i", "listener")
    wait_until(lambda: sum("connected to" in line for line in running.errors) == 2, "there is no other connection")
    daemon.event(2)
    wait_until(lambda: any(json.loads(p)["at"] == [2, 0] for t, p, _ in listener.messages if "event" in t), "there is no event")


@pytest.mark.parametrize("attack", hostile.ATTACKS)
def test_hostile_brokers(bridge, folder, figure, attack):
    """Whatever a broker does, the bridge stays within its memory and its journal, lives, and then works with a good
    one."""
    bad = hostile.Hostile(attack, free_port())
    running = bridge(bad)
    wait_until(lambda: bad.connections, "there is no connection")
    time.sleep(ATTACKED)
    peak, lines = running.peak_memory, len(running.errors)
    figure(f"{peak:.0f} MB at most, {lines} lines, {bad.sent >> 20} MB sent, {bad.connections} connections")
    assert running.is_running
    assert 0 < peak <= MOST_MEMORY
    assert lines <= MOST_LINES
    bad.close()
    Listener(Broker(folder, port=bad.port), "k/availability").expect("k/availability", "online")


def discovered(broker, bridge):
    """The messages for Home Assistant of two runs, between which a gesture has gone: pairs of topic and payload."""
    running = bridge(broker)
    listener = Listener(broker, "homeassistant/#")
    wait_until(lambda: listener.messages, "there is no discovery")
    topic, payload, _ = listener.messages[0]
    first = json.loads(payload)
    assert {"event_service", "touched", "show__lobby__menu"} < set(first["cmps"])
    publish(broker, "homeassistant/status", "online")
    wait_until(lambda: len([m for m in listener.messages if m[0] == topic]) == 2, "there is no second discovery")
    running.kill()
    announced = listener.messages
    first["cmps"]["event_old"] = {"p": "event", "unique_id": "old", "state_topic": "k/event/old", "event_types": []}
    publish(broker, topic, json.dumps(first), "-r")
    listener.forget()
    running = bridge(broker)
    wait_until(lambda: len([m for m in listener.messages if m[0] == topic]) >= 2, "there are not two messages")
    messages = [json.loads(payload)["cmps"] for name, payload, _ in listener.messages if name == topic]
    assert messages[-2]["event_old"] == {"p": "event"}, "the farewell"
    assert "event_old" not in messages[-1], "left out"
    return [(name, payload) for name, payload, _ in announced + listener.messages if name == topic]


def test_discovery(broker, bridge):
    """Home Assistant gets the kiosk, and again when it starts; a gesture of an earlier run goes."""
    discovered(broker, bridge)


@pytest.mark.skipif(not (HOME_ASSISTANT / "made").exists(), reason="there is no Home Assistant; run Tests/mqtt/home-assistant")
def test_discovery_schemas(broker, bridge, figure):
    """Home Assistant's own schemas take what it gets."""
    messages = discovered(broker, bridge)
    schemas = Path(__file__).with_name("schemas.py")
    answer = subprocess.run([HOME_ASSISTANT / "bin/python", schemas], text=True, stdout=subprocess.PIPE, check=True,
                            input="".join(json.dumps(message) + "\n" for message in messages))
    version, *problems = answer.stdout.splitlines()
    figure(f"{len(messages)} messages shown to Home Assistant {version}")
    assert problems == []


@pytest.fixture
def secure(folder):
    """A broker, and its ports by what they want: a certificate of it alone, or of its clients, too."""
    for name in ("right", "wrong"):
        openssl(folder, f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -keyout {name}.key -out {name}.pem")
    openssl(folder, "req -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost "
                    "-keyout broker.key -out broker.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl(folder, "x509 -req -in broker.csr -CA right.pem -CAkey right.key -CAcreateserial -days 2 -extfile names "
                    "-out broker.pem")
    openssl(folder, "req -newkey rsa:2048 -nodes -subj /CN=kiosk -keyout kiosk.key -out kiosk.csr")
    openssl(folder, "x509 -req -in kiosk.csr -CA right.pem -CAkey right.key -CAcreateserial -days 2 -out kiosk.pem")
    ports = {"secure": free_port(), "strict": free_port()}
    certificate = [f"certfile {folder}/broker.pem", f"keyfile {folder}/broker.key", "allow_anonymous true"]
    broker = Broker(folder, [
        f"listener {ports['secure']} 127.0.0.1", *certificate,
        f"listener {ports['strict']} 127.0.0.1", *certificate, f"cafile {folder}/right.pem", "require_certificate true"])
    return broker, ports


@pytest.mark.parametrize("port, tls, reason", [
    ("secure", "ca: {}/wrong.pem", "certificate verify failed"),
    ("secure", "", "certificate verify failed"),  # The system's authorities do not know it.
    ("secure", "ca: {}/right.pem", None),
    ("strict", "ca: {}/right.pem", "certificate required"),
    ("strict", "ca: {0}/right.pem, certificate: {0}/kiosk.pem, key: {0}/kiosk.key", None),
], ids=["wrong", "unknown", "right", "missing", "own"])
def test_tls(bridge, secure, folder, port, tls, reason):
    """A broker whose certificate another authority signed is refused, with the reason; the right one is not. One that
    wants a certificate gets the kiosk's own."""
    broker, ports = secure
    running = bridge(SimpleNamespace(port=ports[port]), tls=f"  tls: {{ {tls.format(folder)} }}\n")
    if reason:
        assert reason in running.expect_text("no connection")
    else:
        running.expect_text("connected to")
        Listener(broker, "k/availability").expect("k/availability", "online")


def test_password(bridge, folder):
    """A password that others can read is not used; a wrong one is refused by the broker."""
    subprocess.run(["mosquitto_passwd", "-b", "-c", folder / "passwords", "kiosk", "secret"], check=True)
    broker = Broker(folder, ["allow_anonymous false", f"password_file {folder}/passwords"])
    file = folder / "credentials"
    tls = f"  credentials: {file}\n"
    file.write_text("kiosk\nsecret\n")
    file.chmod(0o644)
    running = bridge(broker, tls=tls)
    running.wait(status=1)
    running.expect_text("other users may read it or write it")
    file.chmod(0o640)
    running = bridge(broker, tls=tls)
    running.expect_text("connected to")
    running.kill()
    file.write_text("kiosk\nwrong\n")
    running = bridge(broker, tls=tls)
    assert "not authori" in running.expect_text("no connection")


def openssl(folder, words):
    subprocess.run(["openssl", *words.split()], cwd=folder, check=True, capture_output=True)
