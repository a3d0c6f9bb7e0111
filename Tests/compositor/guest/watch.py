# SPDX-License-Identifier: MIT
"""No scenario hangs: one that takes too long fails, and says where it stood."""

import signal
import subprocess
import threading
import time
import traceback
from contextlib import contextmanager
from pathlib import Path

from process import Failure

# Seconds that a scenario has, when it is interrupted, to come out of the kernel.
GRACE = 60


@contextmanager
def watch(seconds, give_up):
    """Interrupts what takes longer, by a Failure. What the kernel does not let go of ends the run, by `give_up`."""

    def interrupt(_, frame):
        raise Failure(f"it hangs: after {seconds:.0f} s it is {where(frame)}{stuck()}")

    def end():
        give_up(f"it hangs, and the kernel does not let go of it{stuck()}")
        # This process cannot end, so the machine does. What was said is given a second to get out.
        time.sleep(1)
        Path("/proc/sysrq-trigger").write_text("b")

    former = signal.signal(signal.SIGALRM, interrupt)
    last = threading.Timer(seconds + GRACE, end)
    last.daemon = True
    last.start()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        last.cancel()
        signal.signal(signal.SIGALRM, former)


def where(frame):
    """The innermost lines that it stands in, of the rig's own files."""
    calls = [call for call in traceback.extract_stack(frame) if Path(call.filename).parent == Path(__file__).parent]
    return " < ".join(f"in {call.name}, {Path(call.filename).name}:{call.lineno}" for call in reversed(calls[-4:]))


def stuck():
    """The processes that the kernel has not let go of, with the function that they wait in."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, _, fields = (folder / "stat").read_text().partition("(")[2].rpartition(")")
            if fields.split()[0] == "D":
                stack = [line.split("] ")[1].split("+")[0] for line in (folder / "stack").read_text().splitlines()]
                found.append(f"{name} in {' < '.join(stack[:6])}")
        except OSError:  # Gone meanwhile.
            pass
    return "; stuck in the kernel: " + ", ".join(found) if found else ""


def archive(logs):
    """The logs, on the second disk."""
    subprocess.run(["tar", "-C", logs, "-cf", "/dev/vdb", "."], check=False)
