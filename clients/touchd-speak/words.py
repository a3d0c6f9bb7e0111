# SPDX-License-Identifier: MIT
"""The words of speech, from words.json. touchd writes acts and numbers; labels are the layout's and the page's."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import NamedTuple

LANGUAGES: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
# Characters of a label, and of what is read of a text.
LONGEST_LABEL, LONGEST_TEXT = 200, 600


class Utterance(NamedTuple):
    """A text, and how it is spoken: rate and volume from -100 to 100."""

    text: str
    language: str
    rate: int
    volume: int


def words(language: str | None) -> dict[str, str]:
    """The words of a language, of `de` for `de-AT`; the English ones for one that has none here."""
    return LANGUAGES.get((language or "").replace("_", "-").partition("-")[0].lower(), LANGUAGES["en"])


def clean(text: object, most: int = LONGEST_LABEL) -> str:
    """A text of the page or of a file on one line, without control and format characters, and not too long."""
    signs = str(text or "")[: 4 * most]
    line = "".join(" " if unicodedata.category(sign)[0] in "CZ" or sign == "\ufffc" else sign for sign in signs)
    line = " ".join(line.split())
    return line if len(line) <= most else line[: most - 1] + "…"
