# SPDX-License-Identifier: MIT
"""From lisgd's options to a layout: swipes on views that are its edges and corners."""
import math
import re
from collections import Counter
from types import SimpleNamespace as Rule
from typing import Any

from layout import Made, Size, gesture, run
from source import MOST_RULES, TABLES, Findings, Refused, Word, commands

# Debian's lisgd has an edge of 50 pixels, and these defaults. Beyond 22 degrees, its sectors overlap.
EDGE, SECTOR, DEFAULTS = 50, 22, {"-t": 125, "-r": 15, "-m": 800, "-T": 60, "-o": 0, "-w": 0, "-h": 0}
# Ways to the right and down, then the direction; a diagonal one is that of a view that is turned by 45 degrees.
SWIPES: dict[str, Any] = TABLES["swipes"]
# Of an edge, its column and row of nine cells, of which null is any; and the cells, by their names.
EDGES, CELLS = TABLES["edges"], {name: tuple(cell) for name, cell in TABLES["cells"].items()}
# Parts of the screen's width, height or diagonal that a swipe must go.
DISTANCES = {"*": 0.0, "S": 0.0, "M": 0.33, "L": 0.66}


def layout(script: str, size: Size | None, findings: Findings) -> Made:
    """The layout of all calls of lisgd in a script, which must have the same options."""
    options, words = _options(script, findings)
    width, height = size or (options["-w"], options["-h"])
    if not (width and height):
        findings.add(words[0].place, "size")
        width, height = 1280, 800
    extent = (height, width) if (turns := options["-o"] % 4) % 2 else (width, height)
    rules = [read for number, word in enumerate(words, 1) if (read := _rule(number, word, options, extent, findings))]
    travel = _place(rules, findings)
    if options["-r"] > SECTOR:
        findings.add(words[0].place, "sectors", degrees=options["-r"])
    touchscreen = {"match": {"path": options["-d"]}} if options["-d"] else {}
    touchscreen |= {"rotate": -turns % 4 * 90} if turns else {}
    stray = max(1, travel * math.tan(math.radians(min(options["-r"], 45))))
    return {
        "screen": {"size": [*extent]} | ({"touchscreen": touchscreen} if touchscreen else {}),
        "thresholds": {"swipe": TABLES["straight"] | {"maximum_duration": f"{max(options['-m'], 1)}ms",
                                                      "primary_travel": travel, "secondary_travel": stray}},
        "responders": {key: value for each in rules if each.cells for key, value in (
            (f"#{each.name}", f"Line {each.word.place[0]}: -g {each.word.text}"), (each.name, each.responder))},
        "views": _views(rules, extent)}


def _options(script: str, findings: Findings) -> tuple[Made, list[Word]]:
    """The options of the first call that has rules, and the rules of all calls that have the same ones."""
    first, rules = dict[str, Any](), list[Word]()
    for command in commands(script):
        names = [re.split("[/=]", word.text)[-1] for word in command]
        options, own = DEFAULTS | {"-d": ""}, list[Word]()
        begin = names.index("lisgd") + 1 if "lisgd" in names else len(names)
        rest = (word for word in command[begin:] if word.text != "-v")
        for word in rest:
            value = next(rest, None) if word.text in ("-g", *options) else None
            if value is None:
                findings.add(word.place, "option", option=word.text)
            elif word.text == "-g":
                own.append(value)
            elif word.text == "-d" and (port := re.fullmatch(r"/dev/input/by-path/([\w.:+@-]+)-event", value.text)):
                options["-d"] = port[1]
            elif word.text == "-d":
                findings.add(value.place, "device", device=value.text)
            elif re.fullmatch(r"\d{1,5}", value.text):
                options[word.text] = int(value.text)
            else:
                findings.add(value.place, "number", option=word.text, value=value.text, default=DEFAULTS[word.text])
        first = first or (options if own else {})
        for word in own if first != options else (rules + own)[MOST_RULES:]:
            findings.add(word.place, "call" if first != options else "many", most=MOST_RULES)
        rules = (rules + own)[:MOST_RULES] if first == options else rules
    if not rules:
        raise Refused((1, 1), "nothing", {})
    return first, rules


def _rule(number: int, word: Word, options: Made, extent: Size, findings: Findings) -> Rule | None:
    """Reads a rule as lisgd does: strtok ends a command at its first comma, and sees no empty field."""
    name, fields, commas = f"rule-{number}", [each for each in word.text.split(",") if each], 5
    if len(fields) > 4 and fields[4] not in ("P", "R"):
        fields[4:5], commas = ["R"] if len(fields) > 5 else ["R", fields[4]], 4
    fingers, swipe, edge, distance, mode, command, *_ = [*fields, *[""] * 6]
    (*way, direction), need = SWIPES.get(swipe, (0, 0, "")), EDGES.get(edge, (None, None))
    words = {"rule": name, "fingers": fingers, "swipe": swipe, "edge": edge, "distance": distance, "command": command}
    for message, is_so in (
        ("shell", word.expands), ("form", not command), ("gesture", swipe not in SWIPES), ("edge", edge not in EDGES),
        ("distance", distance not in DISTANCES), ("count", not re.fullmatch("0*([1-9]|1[0-9]|20)", fingers)),
        ("ends", any(part and part == toward for part, toward in zip(need, way))),
    ):
        if is_so:
            return findings.add(word.place, message, **words)
    if word.text.count(",") > commas:
        findings.add(word.place, "comma", **words)
    # While fingers are down, lisgd knows no distances.
    is_pressed = mode == "P" and distance == "*"
    length = math.hypot(*(each for each, part in zip(extent, way) if part)) * DISTANCES[distance]
    return Rule(name=name, word=word, fingers=int(fingers), way=way, is_diagonal=0 not in way, direction=direction,
                need=need, cells=[], responder=run(command, findings, word.place, name), is_pressed=is_pressed,
                travel=max(1, options["-T"] if is_pressed else max(options["-t"], length)))


def _place(rules: list[Rule], findings: Findings) -> float:
    """Gives each rule the cells that no earlier rule of the same swipe has. Returns the travel that most rules need."""
    counts = Counter(each.travel for each in rules if not each.is_pressed) or Counter(each.travel for each in rules)
    travel, taken = max(counts, key=lambda each: counts[each], default=1), dict[Any, Rule]()
    for each in rules:
        is_other = each.travel != travel and not each.is_pressed
        if is_other or each.is_pressed:
            findings.add(each.word.place, "travel" if is_other else "pressed", rule=each.name,
                         way=round(each.travel), travel=round(travel))
        own = [(name, each.fingers, each.is_diagonal, each.direction) for name, cell in CELLS.items()
               if not is_other and all(need in (None, part) for need, part in zip(each.need, cell))]
        each.cells = [cell[0] for cell in own if cell not in taken]
        if own and not each.cells:
            other = taken[own[0]]
            findings.add(each.word.place, "never", rule=each.name, first=other.name, line=other.word.place[0])
        taken = {cell: each for cell in own} | taken
    return travel


def _views(rules: list[Rule], extent: Size) -> list[Made]:
    """The screen with what begins anywhere, and on it the cells with what begins there."""
    def waits(each: Rule, suffix: str) -> list[str]:
        # A cell sees its own fingers only. One of several that are on both sides of its edge must not act for itself.
        more = [other.name for other in anywhere if other.fingers > each.fingers and other.way == each.way]
        return more if suffix or not more else [f"{other.name}.{cell}" for other in rules for cell in other.cells if (
            other not in anywhere and (other.fingers, other.way) == (each.fingers, each.way))]

    def of(some: list[Rule], is_diagonal: bool, suffix: str = "") -> list[Made]:
        return [gesture("swipe", each.fingers, each.name + suffix, each.name, waits(each, suffix),
                        direction=each.direction) for each in some if each.is_diagonal == is_diagonal]

    def turned(name: str, size: Size, gestures: list[Made], **more: Any) -> list[Made]:
        return [{"id": name, "frame": [-size[1] / 2, -size[0] / 2, sum(size), sum(size)],
                 "transform": {"rotate": "45deg"}, "gestures": gestures, **more}] if gestures else []

    anywhere, cells = [each for each in rules if each.cells and each.need == EDGES["*"]], []
    axes = [{-1: (0, min(EDGE, end)), 0: (EDGE, end - 2 * EDGE), 1: (max(end - EDGE, min(EDGE, end)), min(EDGE, end))}
            for end in extent]
    for name, cell in CELLS.items():
        (x, width), (y, height) = (axis[part] for axis, part in zip(axes, cell))
        own = [each for each in rules if name in each.cells and each not in anywhere]
        if own and width > 0 and height > 0:
            cells.append({"id": name, "frame": [x, y, width, height], "gestures": of(own, False, f".{name}"),
                          "children": turned(f"{name}.diagonal", (width, height), of(own, True, f".{name}"))})
    screen = {"gestures": of(anywhere, False), "children": cells}
    # What is on a turned view is turned back.
    back = {"frame": [extent[1] / 2, extent[0] / 2, *extent], "transform": {"rotate": "-45deg"}} | screen
    turn = turned("diagonal", extent, of(anywhere, True), children=[{"id": "everywhere"} | back])
    return turn or [{"id": "everywhere"} | screen]
