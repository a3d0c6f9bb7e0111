# SPDX-License-Identifier: MIT
"""Runs the probe in the sandbox of a unit, such as the installed one."""

import json
from pathlib import Path

from process import Failure
from service import UNIT, show
from verdicts import require, run

NAME = "touchd-probe.service"
FOLDER = Path("/run/systemd/system")
ANSWER = Path("/run/probe.json")


def installed():
    """The unit of the package, as it stands."""
    return Path(show("FragmentPath", unit=UNIT)).read_text()


def probe(unit):
    """What came of each attempt in the sandbox of this text of a unit."""
    (FOLDER / NAME).write_text(unit)
    drop_in = FOLDER / f"{NAME}.d"
    drop_in.mkdir(exist_ok=True)
    # Nothing else differs. The folder is reset first: it is the running service's. The answer's file is opened before
    # the sandbox is closed.
    (drop_in / "probe.conf").write_text(
        "[Service]\nType=oneshot\nExecReload=\nExecStart=\n"
        "ExecStart=/usr/bin/python3 /test/probe.py\n"
        "WatchdogSec=0\nRestart=no\nRuntimeDirectory=\nRuntimeDirectory=touchd-probe\n"
        f"StandardOutput=truncate:{ANSWER}\n")
    require("systemctl", "daemon-reload")
    ANSWER.unlink(missing_ok=True)
    result = run("systemctl", "start", NAME)
    text = ANSWER.read_text() if ANSWER.exists() else ""
    if result.status != 0 or not text:
        said = run("journalctl", f"--unit={NAME}", "--output=cat", "--no-pager", "--lines=5").output
        raise Failure(f"the probe does not run in the unit's sandbox: {result}; {said}")
    return json.loads(text)
