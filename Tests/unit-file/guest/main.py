# SPDX-License-Identifier: MIT
"""The service under systemd, in a container: main.py [scenario…]."""

import service
from verdicts import run_scenarios

run_scenarios("start", "restart", "configuration", "sandbox", "units", "bridge", after_failure=service.complain)
