# SPDX-License-Identifier: MIT
"""The package in a clean Debian that does not run: main.py [scenario…]. A later one finds what an earlier one left."""

import scenario_install  # noqa: F401
import scenario_program  # noqa: F401
import scenario_files  # noqa: F401
import scenario_bridge  # noqa: F401
import scenario_web  # noqa: F401
import scenario_python  # noqa: F401
import scenario_speak  # noqa: F401
import scenario_purge  # noqa: F401
from verdicts import run_scenarios

run_scenarios()
