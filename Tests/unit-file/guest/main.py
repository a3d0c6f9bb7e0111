# SPDX-License-Identifier: MIT
"""The service under systemd, in a container: main.py [scenario…]."""

import scenario_start  # noqa: F401
import scenario_restart  # noqa: F401
import scenario_configuration  # noqa: F401
import scenario_sandbox  # noqa: F401
import scenario_units  # noqa: F401
import scenario_bridge  # noqa: F401
import service
from verdicts import run_scenarios

run_scenarios(after_failure=service.complain)
