# SPDX-License-Identifier: MIT
"""The public declarations of a Swift file, and which of them are documented. A part of scripts/lint.

The rule goes by lines, as swift format puts them. A line declares something public if it says `public` or `open`, if it
is a `case` of a public enum, or a requirement of a public protocol. It is documented if the line above it, attributes
aside, is a `///` comment. An `override`, and what a protocol of the standard library requires, are documented there and
do not count.
"""
import re
from dataclasses import dataclass

TYPES = ("class", "struct", "enum", "protocol", "actor", "extension")
DECLARATION = re.compile(
    r"(?:@\w+(?:\([^)]*\))? +)*(?P<modifiers>(?:[a-z]+(?:\([a-z]+\))? +)*?)"
    rf"(?P<keyword>{'|'.join(TYPES)}|typealias|associatedtype|func|var|let|init|subscript|case)\b(?P<rest>.*)")
# Of Equatable, Comparable, Hashable, RawRepresentable, CaseIterable and CustomStringConvertible.
REQUIRED = re.compile(r" *(==|<) *\(| hash\(into | (debugD|d)escription: String| rawValue:|\(rawValue:| allCases:")
ATTRIBUTE = re.compile(r"@\w+(\([^)]*\))?( +@\w+(\([^)]*\))?)*")


@dataclass
class Declaration:
    place: str
    text: str
    is_documented: bool


def declarations(name, text):
    """The public declarations of a file that count."""
    found = []
    # What each open brace encloses: the members of a protocol, an enum or another type that is seen from outside, or
    # something whose declarations are not.
    scopes = []
    opens = "hidden"
    lines = text.split("\n")
    for index, code in enumerate(without_strings(lines)):
        match = DECLARATION.match(code.strip())
        if match and "hidden" not in scopes:
            modifiers, keyword = match["modifiers"].split(), match["keyword"]
            scope = scopes[-1] if scopes else "file"
            is_public = (bool({"public", "open"} & set(modifiers)) or scope == "protocol"
                         or (scope == "enum" and keyword == "case"))
            if keyword in TYPES and (is_public or keyword == "extension"):
                opens = keyword
            if is_public and keyword != "extension" and "override" not in modifiers and not REQUIRED.match(match["rest"]):
                found.append(Declaration(f"{name}:{index + 1}", lines[index].strip(), is_documented(lines, index)))
        for brace in re.findall(r"[{}]", code):
            if brace == "{":
                scopes.append(opens)
                opens = "hidden"
            elif scopes:
                scopes.pop()
    return found


def without_strings(lines):
    """The lines without comments and without the insides of strings."""
    is_inside = False
    for line in lines:
        if line.count('"""') % 2:
            is_inside = not is_inside
        yield "" if is_inside else re.sub(r'//.*|"(?:\\.|[^"\\])*"', "", line)


def is_documented(lines, index):
    """Whether a documentation comment ends right above this line; attributes may stand between."""
    index -= 1
    while index >= 0 and ATTRIBUTE.fullmatch(lines[index].strip()):
        index -= 1
    return index >= 0 and lines[index].strip().startswith("///")
