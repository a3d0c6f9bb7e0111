# SPDX-License-Identifier: MIT
"""Layouts, as text that `touchd check` accepts. A key that begins with # is a comment."""
import re
from collections.abc import Iterator
from typing import Any

from source import Findings, cleaned

Size, Made = tuple[float, float], dict[str, Any]
# Keys below which each item has a line of its own, or more.
_ROOMY = ("screen", "thresholds", "responders", "views", "gestures", "children")
_PLAIN = re.compile(r"(?!(?i:true|false|null|yes|no|on|off)$)[A-Za-z_-][\w./-]*|-?\d+(ms|min|deg)")


def flow(value: Any) -> str:
    """A value of YAML on one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key}: {flow(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, (int, float)):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    if _PLAIN.fullmatch(value):
        return value
    return '"' + "".join(f"\\{each}" if each in '"\\' else each if each.isprintable() else f"\\U{ord(each):08x}"
                         for each in value) + '"'


def block(value: Made, indent: str = "") -> Iterator[str]:
    """A mapping of YAML, line by line."""
    for key, each in value.items():
        if key.startswith("#"):
            yield f"{indent}# {cleaned(each)}"
        elif key not in _ROOMY:
            yield f"{indent}{key}: {flow(each)}"
        elif each:
            yield f"{indent}{key}:"
            if isinstance(each, dict):
                yield from block(each, indent + "  ")
            for item in each if isinstance(each, list) else []:
                first, *rest = [indent + flow(item)] if key == "gestures" else block(item, indent + "    ")
                yield f"{indent}  - {first.strip()}"
                yield from rest


def run(command: str, findings: Findings, place: tuple[int, int], rule: str) -> Made:
    """A responder that has a shell carry out a command, as `system` of C does, but not in the session's environment."""
    for name in dict.fromkeys(re.findall(r"\$\{?([A-Za-z_]\w*)", command)):
        findings.add(place, "variable", rule=rule, name=name)
    return {"plugin": "exec", "run": ["sh", "-c", command], "timeout": "never"}


def gesture(kind: str, touches: int, name: str, to: Any, after: list[str], **more: Any) -> Made:
    """A recognizer; one touch is not written."""
    made = {kind: more | ({"touches": touches} if touches > 1 else {}), "name": name, "to": to}
    return made | ({"requires_failure_of": after} if after else {})
