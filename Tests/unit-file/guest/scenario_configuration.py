"""Files that an administrator changes: at the start, and while it runs."""

import re

import package
import service
from service import show
from verdicts import run, scenario

# Two mistakes, at places that a message must name.
BROKEN = """version: 1
screen:
  size: [1920, 1080]
views:
  - id: page
    onTouch: { to: nobody }
  - id: page
"""
PLACED = re.compile(r"/etc/touchd/default\.yaml:\d+:\d+: error: ")


@scenario
def reload(test):
    pid = service.running()
    good = (package.CONFIGURATION / "default.yaml").read_text().replace("[1920, 1080]", "[1280, 800]")
    with service.configuration("default.yaml", good):
        result = run("systemctl", "reload", service.UNIT)
        test.check("a good layout is taken up", result.status == 0 and unharmed(pid), f"{result}; {service.state()}")

    with service.configuration("default.yaml", BROKEN):
        since = service.now()
        result = run("systemctl", "reload", service.UNIT)
        outcome = show("ReloadResult")
        test.check(
            "a bad one is refused, and the service goes on", result.status != 0 and unharmed(pid),
            f"exit status {result.status}, result {outcome}; {service.state()}")
        said = [line for line in service.journal(since) if PLACED.search(line)]
        test.check("the journal has its errors with their places", len(said) >= 2, f"{len(said)}, first {said[:1]}")

        by_hand = run("touchd", "reload")
        shown = PLACED.findall(by_hand.errors)
        test.check(
            "`touchd reload` shows them to the caller", by_hand.status == 1 and len(shown) >= 2,
            f"exit status {by_hand.status}, {len(shown)} errors on standard error")
        status = run("touchd", "status")
        test.check("the old layout is kept", status.status == 0 and "default.yaml" in status.output, status)
    result = run("systemctl", "reload", service.UNIT)
    test.check("corrected, it is taken up again", result.status == 0 and unharmed(pid), result)


def unharmed(pid):
    return service.is_active() and service.main_pid() == pid


@scenario
def broken(test):
    service.running()
    with service.configuration("default.yaml", BROKEN):
        check_start(test, "a broken layout", PLACED)
    with service.configuration("touchd.yaml", "version: 1\nlayouts: [default.yaml]\nexec: true\n") as path:
        path.chmod(0o666)
        check_start(test, "`exec: true` in a file that others may write", re.compile("exec"))
    with service.configuration("touchd.yaml", "version: 1\nlayouts: [missing.yaml]\n"):
        check_start(test, "a layout that is not there", re.compile(r"missing\.yaml"))
    result = run("systemctl", "start", service.UNIT)
    test.check("corrected, it starts", result.status == 0 and service.is_active(), f"{result}; {service.state()}")


def check_start(test, what, pattern):
    """It fails, says why, and is not tried again."""
    run("systemctl", "reset-failed", service.UNIT)
    since = service.now()
    result = run("systemctl", "restart", service.UNIT)
    service.wait_for(service.is_final, f"{what} ends the start")
    said = [line for line in service.journal(since) if pattern.search(line)]
    test.check(
        f"{what} fails the start, which is not tried again",
        result.status != 0 and show("ActiveState") == "failed" and service.restarts() == 0, service.state())
    test.check(f"the journal says why ({what})", said, f"{said[:1]}")
