# SPDX-License-Identifier: MIT
"""From Touchégg's configuration to a layout of one view, for all programs on the screen."""
import re
from types import SimpleNamespace as Element
from typing import Any
from xml.parsers import expat

from layout import Made, Size, gesture, run
from source import MOST_RULES, TABLES, Findings, Refused

# Of XML, the depth. Touchégg's limits: the longest tap, and the part of the shorter side that a swipe goes to begin.
MOST_DEPTH, TAP, TRAVEL = 32, "150ms", 0.02
ACTIONS = ("RUN_COMMAND", "SEND_KEYS", "MOUSE_CLICK", *TABLES["windows"])


def layout(text: str, size: Size | None, findings: Findings) -> Made:
    """The layout of what applies to all programs. Of two gestures that are the same, Touchégg keeps the later one."""
    root, kept, count = _tree(text), dict[Any, tuple[str, Element]](), 0
    if not size:
        findings.add(root.place, "size")
    for part in root.children:
        names = [name.strip().lower() for name in part.attributes.get("name", "").split(",")]
        if part.tag not in ("application", "settings"):
            findings.add(part.place, "element", element=part.tag)
        for each in part.children:
            setting, is_rule = each.attributes.get("name"), part.tag == "application" and each.tag == "gesture"
            if not is_rule and (part.tag, setting, each.text) != ("settings", "action_execute_threshold", "20"):
                findings.add(each.place, "setting" if part.tag == "settings" else "element",
                             what=f"the setting {setting}", element=each.tag)
            count += is_rule
            name, key = f"rule-{count}", tuple(each.attributes.get(key) for key in ("type", "fingers", "direction"))
            if is_rule and names != ["all"]:
                findings.add(each.place, "application", rule=name)
            if is_rule and "all" in names:
                if key in kept:
                    findings.add(kept[key][1].place, "never", rule=kept[key][0], first=name, line=each.place[0])
                kept[key] = (name, each)
    rules = [rule for name, each in kept.values() if (rule := _rule(name, each, findings))]
    for rule in rules[MOST_RULES:]:
        findings.add(rule.element.place, "many", most=MOST_RULES)
    rules = rules[:MOST_RULES]
    gestures = [gesture(each.kind, each.fingers, each.name, each.name, [], **each.more)
                for each in rules if each.kind != "pinch"]
    pinches = [each.name for each in rules if each.kind == "pinch"]
    gestures += [gesture("pinch", 1, "pinch", pinches, [])] if pinches else []
    # A page would keep the fingers beside the clicks.
    delivery = {"delivery": "filter"} if any(each.responder["plugin"] == "pointer" for each in rules) else {}
    (width, height), kinds = size or (1280, 800), {each.kind for each in rules}
    way = {name: max(1, min(width, height) * TRAVEL) for name in ("primary_travel", "secondary_travel")}
    return {
        "screen": {"size": [width, height]} | delivery,
        "thresholds": ({"swipe": TABLES["straight"] | way | {"maximum_duration": "60min"}} if "swipe" in kinds else {})
        | ({"tap": {"maximum_press": TAP}} if "tap" in kinds else {}),
        "responders": {key: value for each in rules for key, value in (
            (f"#{each.name}", f"Line {each.element.place[0]}: {each.element.source}"), (each.name, each.responder))},
        "views": [{"id": "everywhere", "gestures": gestures}]}


def _tree(text: str) -> Element:
    """The root of the elements, each with its place and its words in the source."""
    data, parser, top = text.encode(), expat.ParserCreate(), [Element(children=[], words=[])]

    def began(tag: str, attributes: dict[str, str]) -> None:
        place = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        if len(top) > MOST_DEPTH:
            raise Refused(place, "xml", {"why": f"it is deeper than {MOST_DEPTH} elements"})
        top.append(Element(tag=tag, attributes=attributes, place=place, children=[], words=[]))
        top[-1].begin = parser.CurrentByteIndex
        top[-2].children.append(top[-1])

    def ended(_: str) -> None:
        element, end = top.pop(), data.find(b">", parser.CurrentByteIndex) + 1
        element.text = "".join(element.words).strip()
        element.source = " ".join(data[element.begin:min(end, element.begin + 4096)].decode(errors="ignore").split())

    def declared(*_: Any) -> None:
        place = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        raise Refused(place, "xml", {"why": "it declares an entity"})

    parser.StartElementHandler, parser.EndElementHandler, parser.EntityDeclHandler = began, ended, declared
    parser.CharacterDataHandler = lambda words: top[-1].words.append(words)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise Refused((error.lineno, error.offset + 1), "xml", {"why": expat.ErrorString(error.code)}) from error
    return top[0].children[0]


def _rule(name: str, element: Element, findings: Findings) -> Element | None:
    """The recognizer and the responder of a gesture; none if there is no such gesture or action in touchd."""
    actions = [each for each in element.children if each.tag == "action"][:1]
    parts = actions[0].children if actions else []
    for each in [each for each in element.children if each not in actions] + [
            each for each in parts if each.tag not in TABLES["settings"]]:
        findings.add(each.place, "element", element=each.tag)
    kind, fingers, direction = (element.attributes.get(key, "") for key in ("type", "fingers", "direction"))
    action, settings = actions[0].attributes.get("type", "") if actions else "", {each.tag: each.text for each in parts}
    on, button, command = settings.get("on", "begin"), settings.get("button", "1"), settings.get("command", "")
    (keys, unknown), windows = _keys(settings), TABLES["windows"].get(action, {"": ""})
    words = {"rule": name, "kind": kind, "fingers": fingers, "direction": direction, "action": action, "on": on,
             "key": unknown, "button": button, "what": f"the animation of {name}",
             "instead": windows.get(settings.get("direction"), windows[""])}
    for message, is_so in (
        ("kind", kind not in TABLES["gestures"]), ("fingers", not re.fullmatch("[2-9]|1[0-9]|20", fingers)),
        ("direction", direction not in TABLES["gestures"].get(kind, ())), ("unknown", action not in ACTIONS),
        ("action", windows[""]), ("repeat", settings.get("repeat") == "true"),
        ("on", on not in ("begin", "end", "begin-and-end")),
        ("button", button not in TABLES["buttons"]), ("command", action == "RUN_COMMAND" and not command),
        ("both", on == "begin-and-end" and (kind, action) != ("TAP", "MOUSE_CLICK")),
        ("pinch", kind == "PINCH" and (fingers, action) != ("2", "RUN_COMMAND")),
        ("key", action == "SEND_KEYS" and unknown), ("keys", action == "SEND_KEYS" and not keys),
    ):
        if is_so:
            return findings.add(element.place, message, **words)
    if on == "end" and kind not in ("TAP", "PINCH"):
        findings.add(element.place, "moment", **words)
    if settings.get("animate") == "true":
        findings.add(element.place, "setting", **words)
    responder: Made = {"plugin": "keys", "press": keys}
    if action == "MOUSE_CLICK":
        responder = {"plugin": "pointer", "press": TABLES["buttons"][button]}
    elif action == "RUN_COMMAND":
        responder = run(command, findings, element.place, name)
    if kind == "PINCH":
        scales = "|".join(f"*'\"scale\":'{pattern}" for pattern in TABLES["scales"][f"{direction} {on}"])
        responder["run"][2:] = [f'case "$(cat)" in {scales}) exec sh -c "$0";; esac', command]
        responder["states"] = "began" if on == "begin" else "ended"
    kind = "swipe" if kind == "DRAG" else kind.lower()
    return Element(name=name, element=element, kind=kind, fingers=int(fingers), responder=responder,
                   more={"direction": direction.lower()} if kind == "swipe" else {})


def _keys(settings: dict[str, str]) -> tuple[list[str], str]:
    """The keys of keysyms, none if touchd does not press them together; and the first keysym that is not known."""
    symbols = [each for part in ("modifiers", "keys") for each in settings.get(part, "").split("+") if each]
    if unknown := [each for each in symbols if each not in TABLES["keysyms"]]:
        return [], unknown[0]
    found = [f"KEY_{each}" for symbol in symbols for each in TABLES["keysyms"][symbol].split("+")]
    held = {re.sub("KEY_(LEFT|RIGHT)?", "", each) for each in found}
    is_refused = {"CTRL", "ALT"} <= held and any(re.fullmatch(r"DELETE|F\d+", each) for each in held)
    return [] if is_refused or len(found) > 8 or len(set(found)) < len(found) else found, ""
