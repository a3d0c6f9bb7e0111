# SPDX-License-Identifier: MIT
"""All that the folders of tests share: the programs under test, a folder, a rig with a panel, deadlines, verdicts.

    pytest FOLDER [--on PROGRAM… NAME…]

Programs are words with a slash and without a space, and names those of single scenarios: a test's function without
`test_`, the id of a row, or both. The verdict of each is one line, `ok`, `FAIL` or `skipped:`. A test on a rig has a
process of its own: a testbed leaves traces in its process, and may abort it.
"""

import ctypes
import faulthandler
import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from process import Process

pytest.register_assert_rewrite("inspector", "power_loss", "rig")

# What a test may take, a phase of it; what hangs longer, deaf to the alarm, ends with its process after some more.
SECONDS, DEAF = int(os.environ.get("TEST_SECONDS", "600")), 30
PR_SET_CHILD_SUBREAPER = 36


def pytest_addoption(parser):
    parser.addoption("--on", nargs="+", default=[], help="the programs under test, then names of scenarios")


def is_program(word):
    return "/" in word and " " not in word


def pytest_configure(config):
    words = config.getoption("--on")
    config.programs = [Path(word).resolve() for word in words if is_program(word)]
    config.names = [word for word in words if not is_program(word)]
    for program in config.programs:
        if not os.access(program, os.X_OK):
            raise pytest.UsageError(f"no program at {program}; build it first, with `swift build` or `make build`")
    # Nothing stays behind, however a test ends. Other users may look in: some scenarios run as one.
    config.folder = tempfile.tempdir = os.environ["TMPDIR"] = tempfile.mkdtemp(prefix="touchd-tests-")
    os.chmod(config.folder, 0o755)
    config.errors = os.dup(2)
    faulthandler.enable(config.errors)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # Programs that have lost their parent become this process's, which ends them.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def pytest_unconfigure(config):
    if hasattr(config, "folder"):
        kill_children()
        shutil.rmtree(config.folder, ignore_errors=True)


# -- Which tests


def names_of(item):
    """The names by which a test can be called, the first one in its verdict."""
    name, row = item.originalname.removeprefix("test_"), item.name.partition("[")[2][:-1]
    short = row.replace("-", "_")
    return [f"{short}_{name}" if row and short.isidentifier() else row or name, name, row, short]


def pytest_collection_modifyitems(config, items):
    known = {name for item in items for name in names_of(item)}
    if unknown := set(config.names) - known:
        names = ", ".join(names_of(item)[0] for item in items)
        raise pytest.UsageError(f"no scenario {', '.join(sorted(unknown))}; the scenarios: {names}")
    if config.names:
        items[:] = [item for item in items if not set(config.names).isdisjoint(names_of(item))]
    else:
        items[:] = [item for item in items if not item.get_closest_marker("asked")]


# -- A process, a deadline, and the end of what was started


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    if "rig" not in item.fixturenames:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for report in performed_apart(item):
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def performed_apart(item, again=True):
    """The reports of a test that runs in a child of this process."""
    hook, config = item.config.hook, item.config
    # As if it ran here, after the test before it.
    item.session._setupstate.teardown_exact(item)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            reports = runtestprotocol(item, log=False, nextitem=None)
            with open(writing, "w") as pipe:
                json.dump([hook.pytest_report_to_serializable(config=config, report=report) for report in reports], pipe)
        finally:
            # Without a farewell: umockdev's threads do not end with the interpreter in every version.
            os._exit(0)
    os.close(writing)
    said = b""
    end = time.monotonic() + 3 * (seconds_of(item) + 2 * DEAF)
    while time.monotonic() < end:
        if select.select([reading], [], [], 0.2)[0]:
            part = os.read(reading, 1 << 20)
            if not part:
                break
            said += part
        # What has lost its parent and has ended is not to be seen any more.
        for orphan in children() - {child}:
            os.waitpid(orphan, os.WNOHANG)
    os.close(reading)
    # A child that is over ends by itself.
    os.kill(child, 0 if said else signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    kill_children()
    if said:
        return [hook.pytest_report_from_serializable(config=config, data=data) for data in json.loads(said)]
    # No code of touchd runs in the child, and umockdev has crashed as it made a testbed: once in many thousand times.
    if status == -signal.SIGSEGV and again:
        return performed_apart(item, again=False)
    why = f"the test itself ended with {status}; what it was at is above"
    return [pytest.TestReport(item.nodeid, item.location, {}, outcome, longrepr, when)
            for when, outcome, longrepr in (("call", "failed", why), ("teardown", "passed", None))]


def children():
    return {int(child) for child in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()}


def kill_children():
    """Ends all programs that this process, or one that it has started, has left."""
    while left := children():
        for child in left:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def seconds_of(item):
    marker = item.get_closest_marker("seconds")
    return max(SECONDS, marker.args[0]) if marker else SECONDS


def within_time(item):
    """Each phase of a test has a deadline."""
    seconds = seconds_of(item)

    def late(*_):
        pytest.fail(f"it was not over after {seconds} s")

    signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    faulthandler.dump_traceback_later(seconds + DEAF, exit=True, file=item.config.errors)
    yield
    signal.alarm(0)
    faulthandler.cancel_dump_traceback_later()


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = pytest.hookimpl(hookwrapper=True)(within_time)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """With a failure stands the end of what the programs have said."""
    report = (yield).get_result()
    item.has_failed = report.failed or getattr(item, "has_failed", False)
    if report.failed:
        report.sections += [(f"Output of {process.name}", process.last_words(40, "\n")) for process in Process.started]


# -- Verdicts


def pytest_report_teststatus(report):
    """Without a sign: the verdict is a line."""
    if report.when == "call" or not report.passed:
        return ("error" if report.failed and report.when != "call" else report.outcome), "", ""
    return "", "", ""


class Verdicts:
    """One line for each test, at its end."""

    def __init__(self, session):
        self._terminal = session.config.pluginmanager.get_plugin("terminalreporter")
        self._items = {item.nodeid: item for item in session.items}
        self._reports = []

    def pytest_runtest_logreport(self, report):
        self._reports.append(report)
        if report.when != "teardown":
            return
        item, reports, self._reports = self._items[report.nodeid], self._reports, []
        title = " ".join((item.function.__doc__ or "").split())
        words = [names_of(item)[0], *filter(None, [title])]
        worst = next((each for each in reports if each.failed), next((each for each in reports if each.skipped), None))
        if worst is None:
            words += [text for name, text in report.user_properties if name == "figure"]
        elif worst.failed:
            crash = getattr(worst.longrepr, "reprcrash", None)
            words.append((crash.message if crash else str(worst.longrepr)).splitlines()[0])
        else:
            words.append(worst.longrepr[2].removeprefix("Skipped: "))
        verdict = "ok   " if worst is None else "FAIL " if worst.failed else "skipped:"
        self._terminal.write_line(f"{verdict} {': '.join(words)}"[:2000], flush=True)


def pytest_collection_finish(session):
    session.config.pluginmanager.register(Verdicts(session))


# -- Fixtures


@pytest.fixture(scope="session")
def programs(request):
    """The programs under test."""
    return request.config.programs


@pytest.fixture(scope="session")
def program(programs):
    """The first of them."""
    return programs[0]


@pytest.fixture
def figure(record_property):
    """Adds a measured figure to the verdict."""
    return lambda text: record_property("figure", text)


@pytest.fixture(autouse=True)
def ended():
    """Ends the processes that a test has started."""
    yield
    while Process.started:
        Process.started.pop().kill()


@pytest.fixture
def folder():
    """A folder for files."""
    return Path(tempfile.mkdtemp(prefix="touchd-test-"))


@pytest.fixture
def scratch(folder):
    """The path of a file in that folder, which may get a content."""

    def path(name, content=None):
        if content is not None:
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(folder / name)

    return path


class Touchd:
    """Runs the program as its users do:  touchd(arguments, status, what it says)."""

    # No command takes a second of a processor.
    patience = 180

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments, program=None, **options):
        """Status, standard output, standard error."""
        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True,
                   "timeout": self.patience} | options
        options = {name: value for name, value in options.items() if value is not None}
        ran = subprocess.run([*(program or [self.program]), *arguments], **options)
        return ran.returncode, ran.stdout, ran.stderr

    def __call__(self, arguments, status, out=(), err=()):
        """The command ends with this status and says all of these. Both outputs."""
        ended, stdout, stderr = self.run(*arguments)
        assert ended == status, f"{stdout[:600]}\n{stderr[:600]}"
        for text in out:
            assert text in stdout
        for text in err:
            assert text in stderr
        return stdout, stderr

    def trace(self, *arguments):
        """The lines of a replay as objects."""
        return [json.loads(line) for line in self(["replay", *arguments, "--json"], 0)[0].splitlines()]

    def shown(self, arguments, columns=80, stdout=None, **variables):
        """What a terminal shows."""
        environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([self.program, *arguments], stdin=theirs, stdout=stdout or theirs, stderr=theirs,
                                   env=environment | {"TERM": "xterm"} | variables)
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 65536):
                text += part
        except OSError:
            pass  # The terminal's end, by EIO.
        os.close(ours)
        process.wait(self.patience)
        return text.decode().replace("\r\n", "\n")


@pytest.fixture
def touchd(program, folder):
    """Runs the program under test."""
    return Touchd(program, folder)


@pytest.fixture
def rig(request, program, folder, ended):
    """A testbed with one panel, not plugged in yet; its services end well with it."""
    from rig import Rig

    marker = request.node.get_closest_marker("panel")
    rig = Rig(program, folder, *(marker.args if marker else ()))
    yield rig
    if not request.node.has_failed:
        rig.end_services()


@pytest.fixture
def service(rig):
    """A daemon that uses the rig's panel."""
    from rig import Service

    return Service.touchable(rig)


@pytest.fixture(scope="session")
def chromium():
    """The path of Chromium."""
    if path := shutil.which("chromium"):
        return path
    why = "chromium is missing; run: scripts/install-dependencies --toolkits"
    (pytest.skip if os.environ.get("CI") == "true" else pytest.fail)(why)


@pytest.fixture
def browser(request, rig, chromium):
    """A Chromium. What it shows at a failure is kept."""
    from inspector import Browser

    browser = Browser(rig.folder / "browser", names_of(request.node)[0])
    yield browser
    if request.node.has_failed:
        browser.screenshot("failed")
