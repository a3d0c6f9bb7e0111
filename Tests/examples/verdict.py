# SPDX-License-Identifier: MIT
"""How a check ends that does not succeed."""


class Failure(Exception):
    """What was expected, and what came."""


class NotRun(Exception):
    """What this machine lacks."""
