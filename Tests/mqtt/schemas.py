# SPDX-License-Identifier: MIT
"""Home Assistant's own opinion of discovery messages. Runs in the Python of Tests/mqtt/home-assistant:

    schemas.py <messages      a line of JSON each: [topic, payload]

Prints Home Assistant's version, then a line for each problem."""
import asyncio
import importlib
import json
import sys
import tempfile

# Before its discovery: it comes in a circle otherwise.
import homeassistant.components.mqtt  # noqa: F401, pylint: disable=unused-import
import voluptuous
from homeassistant.components.mqtt import discovery
from homeassistant.const import __version__
from homeassistant.core import HomeAssistant
from homeassistant.helpers import frame

PREFIX = "homeassistant/"
# What a component takes from the message, if it does not have it itself.
SHARED = ("availability", "availability_mode", "qos")


def problems(topic, payload):
    """What Home Assistant would refuse, or leave out without a word."""
    match = discovery.TOPIC_MATCHER.fullmatch(topic.removeprefix(PREFIX))
    if match is None or match["component"] != "device":
        yield f"{topic} is no topic of a device"
    message = discovery.MQTTDiscoveryPayload(json.loads(payload))
    discovery._replace_all_abbreviations(message)  # pylint: disable=protected-access
    try:
        discovery.DEVICE_DISCOVERY_SCHEMA(message)
    except voluptuous.Invalid as invalid:
        yield f"{topic}: {invalid}"
        return
    for key, component in message["components"].items():
        # One that goes has its platform alone.
        if set(component) != {"platform"}:
            yield from component_problems(key, component, message)


def component_problems(key, component, message):
    """Of an entity, by the schema of its platform."""
    platform = importlib.import_module(f"homeassistant.components.mqtt.{component['platform']}")
    shared = {option: message[option] for option in SHARED if option in message}
    given = {**shared, **{option: value for option, value in component.items() if option != "platform"}}
    try:
        taken = platform.DISCOVERY_SCHEMA(given)
    except voluptuous.Invalid as invalid:
        yield f"{key}: {invalid}"
        return
    for option in given.keys() - taken.keys():
        yield f"{key} has `{option}`, which Home Assistant does not know"


async def main():
    """Templates are checked by a Home Assistant, with nothing set up in it."""
    with tempfile.TemporaryDirectory() as folder:
        frame.async_setup(HomeAssistant(folder))
        print(__version__)
        for line in sys.stdin:
            for problem in problems(*json.loads(line)):
                print(problem)


asyncio.run(main())
