# SPDX-License-Identifier: MIT
"""What Home Assistant takes of a device discovery message, after homeassistant/components/mqtt of its source (schemas.py,
discovery.py, and the file of each platform), of version 2024.11. Stricter than it is: there is no key here that the
bridge has no use for. With Home Assistant itself (Tests/mqtt/home-assistant), its own schemas are asked as well."""
import json
import re
import subprocess
from pathlib import Path

# Where Tests/mqtt/home-assistant puts it.
PYTHON = Path(__file__).parents[2] / ".build/home-assistant/bin/python"

TOPIC = re.compile(r"[^/]+/device/[a-zA-Z0-9_-]+/config")
# Each key, and whether it must be there.
ROOT = {"dev": True, "o": True, "cmps": True, "availability": False, "availability_mode": False, "qos": False}
DEVICE = {"identifiers": True, "name": False, "manufacturer": False, "model": False, "sw_version": False}
ORIGIN = {"name": True, "sw_version": False}
AVAILABILITY = {"topic": True, "value_template": False}
COMMON = {"p": True, "unique_id": True, "name": False, "entity_category": False}
PLATFORMS = {
    "event": {**COMMON, "state_topic": True, "event_types": True},
    "binary_sensor": {**COMMON, "state_topic": True, "device_class": False},
    "sensor": {**COMMON, "state_topic": True, "value_template": False, "state_class": False},
    "button": {**COMMON, "command_topic": True, "payload_press": False},
}
CLASSES = {"device_class": {"occupancy", "connectivity"}, "state_class": {"total_increasing"},
           "entity_category": {"diagnostic"}}


def problems(topic, message):
    """What Home Assistant would refuse."""
    if not TOPIC.fullmatch(topic):
        yield f"the topic {topic}"
    yield from keys("the message", message, ROOT)
    yield from keys("dev", message["dev"], DEVICE)
    yield from keys("o", message["o"], ORIGIN)
    if message.get("availability_mode", "latest") not in ("all", "any", "latest"):
        yield "availability_mode"
    for entry in message.get("availability", []):
        yield from keys("availability", entry, AVAILABILITY)
    seen = set()
    for key, component in message["cmps"].items():
        platform = component.get("p")
        if platform not in PLATFORMS:
            yield f"{key} has the platform {platform}"
        elif set(component) != {"p"}:
            yield from keys(key, component, PLATFORMS[platform])
            yield from values(key, component)
            if component["unique_id"] in seen:
                yield f"{key} has the id of another"
            seen.add(component["unique_id"])


def refused(messages):
    """What Home Assistant's own schemas refuse of messages, which are pairs of a topic and a payload."""
    if not (PYTHON.parents[1] / "made").exists():
        print("skipped: Home Assistant's own schemas; run Tests/mqtt/home-assistant", flush=True)
        return []
    answer = subprocess.run([PYTHON, Path(__file__).with_name("schemas.py")], text=True, stdout=subprocess.PIPE,
                            input="".join(json.dumps(message) + "\n" for message in messages), check=True)
    version, *problems = answer.stdout.splitlines()
    print(f"        {len(messages)} messages shown to Home Assistant {version}", flush=True)
    return problems


def keys(place, mapping, known):
    for key in mapping.keys() - known.keys():
        yield f"{place} has {key}"
    for key, is_required in known.items():
        if is_required and key not in mapping:
            yield f"{place} has no {key}"


def values(place, component):
    for key, allowed in CLASSES.items():
        if key in component and component[key] not in allowed:
            yield f"{place} has {key} {component[key]}"
    for key in ("state_topic", "command_topic"):
        if key in component and re.search(r"[+#\0]", component[key]):
            yield f"{place} has {key} {component[key]}"
