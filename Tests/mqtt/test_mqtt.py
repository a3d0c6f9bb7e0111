#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""touchd-mqtt from outside. Each scenario is given (a daemon, a broker), when (one of them does something), then (what
programs on the broker hear)."""
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import home_assistant
import hostile
from rig import MOSQUITTO, Bridge, Broker, Daemon, Failure, Listener, end_all, free_port, publish, temporary_folder, wait_until

PROGRAM = os.path.abspath(sys.argv[1])
# How long a broker attacks, in seconds; and what the bridge may need then, in megabytes and lines.
ATTACKED, MOST_MEMORY, MOST_LINES = 5, 120, 20


def expect(condition, what):
    if not condition:
        raise Failure(what)


def connected():
    """A daemon and a broker with the bridge between them, and a program on the broker that hears all of it."""
    folder = temporary_folder()
    daemon, broker = Daemon(folder), Broker(folder)
    Bridge(PROGRAM, daemon, broker, folder)
    listener = Listener(broker, "k/#")
    listener.expect("k/panel/Panel", "ON")
    return daemon, broker, listener


def test_retained_state():
    """What is retained reaches a program that subscribes later; events do not."""
    daemon, broker, early = connected()
    daemon.say({"kind": "touch", "layout": "lobby", "touch": 1, "phase": "began"})
    daemon.event(1)
    early.expect("k/event/service")
    late = Listener(broker, "k/#")
    late.expect("k/touched", "ON")
    late.expect("k/availability", "online")
    expect(json.loads(late.expect("k/state"))["layouts"] == ["lobby"], "the layouts")
    expect(all(retained for _, _, retained in late.messages), f"only what is retained: {late.messages}")


def test_last_will():
    """However the bridge ends, it is offline then."""
    for signal in ("kill", "terminate"):
        folder = temporary_folder()
        daemon, broker = Daemon(folder), Broker(folder)
        bridge = Bridge(PROGRAM, daemon, broker, folder)
        listener = Listener(broker, "k/availability")
        listener.expect("k/availability", "online")
        getattr(bridge.process, signal)()
        listener.expect("k/availability", "offline")
        late = Listener(broker, "k/availability")
        late.expect("k/availability", "offline")
        bridge.close()


def test_replay_ends():
    """The end of a replay comes with its last events: the bridge publishes them, and then it ends."""
    folder = temporary_folder()
    daemon, broker = Daemon(folder), Broker(folder)
    listener = Listener(broker, "k/#")
    bridge = Bridge(PROGRAM, daemon, broker, folder)
    listener.expect("k/panel/Panel", "ON")
    daemon.event(1)
    daemon.event(2)
    daemon.say({"kind": "summary", "frames": 9, "touches": 2, "ended": 2, "cancelled": 0, "dropped": 0})
    expect(bridge.process.wait(60) == 0, f"its status, after {bridge.errors}")
    wait_until(lambda: len([topic for topic, _, _ in listener.messages if topic == "k/event/service"]) == 2, "both events")


def test_broker_restarts():
    """1,000 events with a restart of the broker in the middle: each comes, and a repeat has the same id."""
    folder = temporary_folder()
    daemon, broker = Daemon(folder), Broker(folder)
    bridge = Bridge(PROGRAM, daemon, broker, folder)
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
    try:
        wait_until(lambda: len(numbers()) == 1001, "1,000 events")
    except Failure as failure:
        missing = sorted(set(range(1000)) - set(numbers()))
        raise Failure(f"missing {len(missing)}: {missing[:30]}; {bridge.errors}") from failure
    ids = [json.loads(payload)["id"] for _, payload, _ in listener.messages]
    expect(len(set(ids)) == 1001, "an id for each event")
    repeats = len(ids) - 1001
    expect(repeats <= 40, f"{repeats} repeats")
    bridge.close()


def test_stale_events():
    """What is older than max_age is not sent, and counted."""
    folder = temporary_folder()
    daemon, broker = Daemon(folder), Broker(folder)
    bridge = Bridge(PROGRAM, daemon, broker, folder, "max_age: 500ms\n")
    bridge.expect("connected to")
    broker.stop()
    bridge.expect("no connection")
    for number in range(5):
        daemon.event(number)
    time.sleep(1)
    broker.start()
    listener = Listener(broker, "k/#")
    bridge.expect("5 events were not sent")
    daemon.event(7)
    expect(json.loads(listener.expect("k/event/service"))["at"] == [7, 0], "only the last")
    expect(sum("no connection" in line for line in bridge.errors) == 1, f"said once: {bridge.errors}")
    bridge.close()


def test_commands():
    """A command reaches the daemon, and its answer the broker; one that is retained does not."""
    folder = temporary_folder()
    daemon, broker = Daemon(folder), Broker(folder)
    publish(broker, "k/command/cancel", "", "-r")
    bridge = Bridge(PROGRAM, daemon, broker, folder)
    listener = Listener(broker, "k/#")
    listener.expect("k/state")
    listener.expect("k/panel/Panel", "ON")
    publish(broker, "k/command/show", "menu")
    request = daemon.requests.get(timeout=60)
    expect(request["show"] == "menu", f"{request}")
    daemon.say({"kind": "error", "id": request["id"], "message": "the layout does not allow it"})
    answer = json.loads(listener.expect("k/answer"))
    expect(answer == {"command": "show", "ok": False, "message": "the layout does not allow it"}, f"{answer}")
    expect(daemon.requests.empty(), "nothing else was asked")
    bridge.close()


def test_command_flood():
    """The daemon is asked at most 64 things at once; what is refused is answered, and the next ones are taken again."""
    daemon, broker, listener = connected()
    publish(broker, "k/command/show", "menu", "--repeat", "100")
    requests = [daemon.requests.get(timeout=60) for _ in range(64)]

    def refused():
        return [p for t, p, _ in listener.messages if t == "k/answer" and "too many commands" in p]
    wait_until(lambda: len(refused()) == 36, "36 refusals")
    daemon.say(*({"kind": "ok", "id": request["id"]} for request in requests))
    wait_until(lambda: sum('"ok":true' in p for t, p, _ in listener.messages if t == "k/answer") == 64, "64 answers")
    publish(broker, "k/command/show", "menu")
    daemon.requests.get(timeout=60)


def test_daemon_restarts():
    """While touchd is away its state says so, and each command is refused; then all is as before."""
    daemon, broker, listener = connected()
    daemon.stop()
    wait_until(lambda: '"daemon":"offline"' in listener.last("k/state"), "touchd is offline")
    publish(broker, "k/command/show", "menu")
    answer = json.loads(listener.expect("k/answer"))
    expect(not answer["ok"], f"{answer}")
    daemon.start()
    wait_until(lambda: '"daemon":"online"' in listener.last("k/state"), "touchd is online")
    daemon.event(3)
    expect(json.loads(listener.expect("k/event/service"))["at"] == [3, 0], "its events are published")


def test_silent_broker():
    """A broker that says nothing more, as behind a network that is cut, is given up, and found again."""
    folder = temporary_folder()
    daemon, broker = Daemon(folder), Broker(folder)
    bridge = Bridge(PROGRAM, daemon, broker, folder, tls="  keep_alive: 5s\n")
    bridge.expect("connected to")
    broker.pause()
    bridge.expect("no connection")
    daemon.event(1)
    broker.go_on()
    listener = Listener(broker, "k/#", "-c", "-i", "listener")
    wait_until(lambda: sum("connected to" in line for line in bridge.errors) == 2, "another connection")
    daemon.event(2)
    wait_until(lambda: any(json.loads(p)["at"] == [2, 0] for t, p, _ in listener.messages if "event" in t), "an event")
    bridge.close()


def test_hostile_brokers():
    """Whatever a broker does, the bridge stays within its memory and its journal, lives, and then works with a good
    one."""
    for attack in hostile.ATTACKS:
        folder = temporary_folder()
        daemon, bad = Daemon(folder), hostile.Hostile(attack, free_port())
        bridge = Bridge(PROGRAM, daemon, bad, folder)
        wait_until(lambda: bad.connections, "a connection")
        time.sleep(ATTACKED)
        peak, lines = hostile.memory(bridge.process), len(bridge.errors)
        print(f"        {attack.__name__}: {peak} MB at most, {lines} lines, {bad.sent >> 20} MB sent, "
              f"{bad.connections} connections", flush=True)
        expect(bridge.process.poll() is None, f"{attack.__name__}: it ended with {bridge.process.poll()}: {bridge.errors[-5:]}")
        expect(0 < peak <= MOST_MEMORY, f"{attack.__name__}: {peak} MB")
        expect(lines <= MOST_LINES, f"{attack.__name__}: {lines} lines, such as {bridge.errors[-5:]}")
        bad.close()
        broker = Broker(folder, port=bad.port)
        Listener(broker, "k/availability").expect("k/availability", "online")
        end_all()


def test_discovery():
    """Home Assistant gets the kiosk, and again when it starts; a gesture of an earlier run goes."""
    folder = temporary_folder()
    daemon, broker = Daemon(folder), Broker(folder)
    bridge = Bridge(PROGRAM, daemon, broker, folder)
    listener = Listener(broker, "homeassistant/#")
    wait_until(lambda: listener.messages, "discovery")
    topic, payload, _ = listener.messages[0]
    first = json.loads(payload)
    expect({"event_service", "touched", "show__lobby__menu"} < set(first["cmps"]), payload)
    expect(list(home_assistant.problems(topic, first)) == [], f"{list(home_assistant.problems(topic, first))}")
    publish(broker, "homeassistant/status", "online")
    wait_until(lambda: len([m for m in listener.messages if m[0] == topic]) == 2, "discovery again")
    bridge.close()
    announced = listener.messages[:]
    first["cmps"]["event_old"] = {"p": "event", "unique_id": "old", "state_topic": "k/event/old", "event_types": []}
    publish(broker, topic, json.dumps(first), "-r")
    listener.messages.clear()
    bridge = Bridge(PROGRAM, daemon, broker, folder)
    wait_until(lambda: len([m for m in listener.messages if m[0] == topic]) >= 2, "two messages")
    messages = [json.loads(payload)["cmps"] for name, payload, _ in listener.messages if name == topic]
    expect(messages[-2]["event_old"] == {"p": "event"}, "the farewell")
    expect("event_old" not in messages[-1], "left out")
    refused = home_assistant.refused([(name, payload) for name, payload, _ in announced + listener.messages if name == topic])
    expect(refused == [], f"{refused}")
    bridge.close()


def test_tls():
    """A broker whose certificate another authority signed is refused, with the reason; the right one is not. One that
    wants a certificate gets the kiosk's own."""
    folder = Path(temporary_folder())
    for name in ("right", "wrong"):
        openssl(folder, f"req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -keyout {name}.key -out {name}.pem")
    openssl(folder, "req -newkey rsa:2048 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost "
                    "-keyout broker.key -out broker.csr")
    (folder / "names").write_text("subjectAltName=DNS:localhost\n")
    openssl(folder, "x509 -req -in broker.csr -CA right.pem -CAkey right.key -CAcreateserial -days 2 -extfile names "
                    "-out broker.pem")
    openssl(folder, "req -newkey rsa:2048 -nodes -subj /CN=kiosk -keyout kiosk.key -out kiosk.csr")
    openssl(folder, "x509 -req -in kiosk.csr -CA right.pem -CAkey right.key -CAcreateserial -days 2 -out kiosk.pem")
    secure, strict = free_port(), free_port()
    certificate = [f"certfile {folder}/broker.pem", f"keyfile {folder}/broker.key", "allow_anonymous true"]
    plain = Broker(folder, [
        f"listener {secure} 127.0.0.1", *certificate,
        f"listener {strict} 127.0.0.1", *certificate, f"cafile {folder}/right.pem", "require_certificate true"])
    daemon = Daemon(folder)
    own = f"ca: {folder}/right.pem, certificate: {folder}/kiosk.pem, key: {folder}/kiosk.key"
    for port, tls, reason in (
            (secure, f"ca: {folder}/wrong.pem", "certificate verify failed"),
            (secure, "", "certificate verify failed"),  # The system's authorities do not know it.
            (secure, f"ca: {folder}/right.pem", None),
            (strict, f"ca: {folder}/right.pem", "certificate required"),
            (strict, own, None)):
        bridge = Bridge(PROGRAM, daemon, type("Listener", (), {"port": port}), folder, tls=f"  tls: {{ {tls} }}\n")
        if reason:
            line = bridge.expect("no connection")
            expect(reason in line, line)
        else:
            bridge.expect("connected to")
            Listener(plain, "k/availability").expect("k/availability", "online")
        bridge.close()


def test_password():
    """A password that others can read is not used; a wrong one is refused by the broker."""
    folder = Path(temporary_folder())
    subprocess.run(["mosquitto_passwd", "-b", "-c", folder / "passwords", "kiosk", "secret"], check=True)
    daemon = Daemon(folder)
    broker = Broker(folder, ["allow_anonymous false", f"password_file {folder}/passwords"])
    file = folder / "credentials"
    tls = f"  credentials: {file}\n"
    file.write_text("kiosk\nsecret\n")
    file.chmod(0o644)
    bridge = Bridge(PROGRAM, daemon, broker, folder, tls=tls)
    expect(bridge.process.wait(60) == 1, "status 1")
    bridge.expect("other users may read it or write it")
    file.chmod(0o640)
    bridge = Bridge(PROGRAM, daemon, broker, folder, tls=tls)
    bridge.expect("connected to")
    bridge.close()
    file.write_text("kiosk\nwrong\n")
    bridge = Bridge(PROGRAM, daemon, broker, folder, tls=tls)
    expect("not authori" in bridge.expect("no connection"), f"{bridge.errors}")
    bridge.close()


def openssl(folder, words):
    subprocess.run(["openssl", *words.split()], cwd=folder, check=True, capture_output=True)


def main():
    if MOSQUITTO is None or not shutil.which("mosquitto_sub") or not shutil.which("openssl"):
        print("skipped: mosquitto, mosquitto-clients or openssl is missing")
        return
    wanted = sys.argv[3:]
    scenarios = {name[5:]: test for name, test in globals().items() if name.startswith("test_")}
    failed = 0
    for name, test in scenarios.items():
        if wanted and name not in wanted:
            continue
        try:
            test()
            print(f"ok      {name}", flush=True)
        except (Failure, subprocess.SubprocessError) as failure:
            failed += 1
            print(f"FAIL    {name}: {failure}", flush=True)
        finally:
            end_all()
    sys.exit(failed > 0)


main()
