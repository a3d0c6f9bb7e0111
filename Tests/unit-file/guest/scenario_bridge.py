# SPDX-License-Identifier: MIT
"""The bridge to a broker as a service: its sandbox, and what brings it back. Tests/mqtt has the rest."""

import os
import signal
from contextlib import contextmanager
from pathlib import Path

import package
import service
from scenario_sandbox import check_exposure, check_rights
from scenario_units import fetched
from verdicts import require, run, scenario, show

UNIT = "touchd-mqtt.service"
FILE = Path("/etc/touchd/mqtt.yaml")
CREDENTIALS = Path("/etc/touchd/mqtt.credentials")
TEXT = f"version: 1\nbroker: {{ host: localhost, credentials: {CREDENTIALS} }}\nbase: k\n"
# `systemd-analyze security` counts 0.3 for the network, which this service is for.
EXPOSURE = 1.3


@scenario
def bridge(test):
    service.running()
    package.ensure_installed("touchd-mqtt")
    require("systemctl", "daemon-reload")
    run("systemctl", "start", UNIT)
    test.check(
        "without its file it does not start", show("ConditionResult", "ActiveState", unit=UNIT) == ["no", "inactive"],
        f"ConditionResult {show('ConditionResult', unit=UNIT)}")
    check_exposure(test, "the unit as a file", "--offline=true", show("FragmentPath", unit=UNIT), limit=EXPOSURE)
    if not (fetched("mosquitto") and fetched("mosquitto-clients")):
        return test.skip("a broker", "this root has no mosquitto to install")
    with broker(), configured():
        require("systemctl", "start", UNIT)
        heard(test, "it is online, and so is touchd", availability="online", daemon="online")
        check_sandbox(test)
        before = process()
        os.kill(before, signal.SIGKILL)
        service.wait_for(lambda: process() != before, "the bridge is started again")
        heard(test, "it was killed, and is started again", availability="online", daemon="online")
        FILE.write_text(TEXT.replace("base:", "bsae:"))
        run("systemctl", "restart", UNIT)
        service.wait_for(lambda: show("ActiveState", unit=UNIT) == "failed", "it has ended for good")
        said = [line for line in service.journal(unit=UNIT) if f"{FILE}:3:" in line]
        test.check("a mistake ends it, and the journal has its place", said, said[-1:])


def check_sandbox(test):
    status = check_rights(test, process())
    resident = int(status["VmRSS"].split()[0])
    test.check("it is small", resident < 64 << 10, f"{resident >> 10} MB, {status['Threads']} threads")


def heard(test, what, **wanted):
    """What a program that subscribes now gets, sooner or later."""
    def is_so():
        said = retained()
        return all(word in said.get(topic, "") for topic, word in wanted.items())
    service.wait_for(is_so, f"{what}: {wanted}")
    test.check(what, True, f"{wanted}")


def retained():
    """What the broker keeps: `availability`, and `daemon` of the state."""
    result = run(
        "mosquitto_sub", "-h", "localhost", "-u", "kiosk", "-P", "secret", "-t", "k/availability", "-t", "k/state",
        "-F", "%t %p", "-W", "1")
    topics = dict(line.split(" ", 1) for line in result.output.splitlines() if " " in line)
    state = topics.get("k/state", "")
    daemon = next((word for word in ("online", "offline") if f'"daemon":"{word}"' in state), "")
    return {"availability": topics.get("k/availability", ""), "daemon": daemon}


def process():
    service.wait_for(lambda: show("MainPID", unit=UNIT) not in ("", "0"), "the bridge runs")
    return int(show("MainPID", unit=UNIT))


@contextmanager
def broker():
    """A mosquitto with one account."""
    passwords = Path("/etc/mosquitto/passwords")
    require("mosquitto_passwd", "-b", "-c", passwords, "kiosk", "secret")
    passwords.chmod(0o644)
    # The root has no such file.
    Path("/etc/hosts").write_text("127.0.0.1 localhost\n")
    Path("/etc/mosquitto/conf.d/test.conf").write_text(f"listener 1883 127.0.0.1\npassword_file {passwords}\n")
    require("systemctl", "restart", "mosquitto.service")
    try:
        yield
    finally:
        run("systemctl", "stop", "mosquitto.service")


@contextmanager
def configured():
    """The bridge's file, and its account at the broker, which the service alone can read."""
    CREDENTIALS.write_text("kiosk\nsecret\n")
    CREDENTIALS.chmod(0o640)
    require("chown", "root:touchd-mqtt", CREDENTIALS)
    FILE.write_text(TEXT)
    FILE.chmod(0o644)
    try:
        yield
    finally:
        run("systemctl", "stop", UNIT)
        run("systemctl", "reset-failed", UNIT)
        FILE.unlink()
        CREDENTIALS.unlink()
