# SPDX-License-Identifier: MIT
"""What a rule finds."""
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Finding:
    """A breach of a rule, with its place: FILE:LINE, or a file."""

    place: str
    text: str

    def __str__(self):
        return f"{self.place}: {self.text}"
