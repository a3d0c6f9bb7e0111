# SPDX-License-Identifier: MIT
"""The packages beside touchd's, each in, looked at, and out again: bridge, inspector, Python client, and its programs."""

import grp
import pwd
import urllib.request

import package
from process import Process
from scenario_files import is_manual
from verdicts import run, scenario


def install(test, name, *others):
    package.ensure_installed()
    package.install(*others, name=name)
    test.check("apt installs it", package.is_installed(name), name)


@scenario
def bridge(test):
    name = "touchd-mqtt"
    install(test, name)
    package.check_modes(test, name)
    groups = sorted(group.gr_name for group in grp.getgrall() if name in group.gr_mem)
    test.check(
        "its user listens to touchd, and reads no device", groups == ["touchd-events"],
        f"uid {pwd.getpwnam(name).pw_uid}, also {groups}")
    unit = run("systemd-analyze", "verify", "--man=no", f"{name}.service")
    test.check("systemd understands the unit", unit.status == 0 and not unit.everything.strip(), unit)
    result = run("touchd", "check", f"/usr/share/doc/{name}/examples/mqtt.yaml")
    test.check("the example is right", result.status == 0, result)
    result = run(name, "--config", "/nowhere.yaml")
    test.check(
        "a file that is not there is named", result.status == 1 and "/nowhere.yaml" in result.errors, result)
    test.check("it has a page in the manual", is_manual(name), name)
    package.check_purge(test, name)
    test.check("touchd stays", package.is_installed(), "installed")


@scenario
def web(test):
    name = "touchd-web"
    install(test, name)
    package.check_modes(test, name)
    linked = run("ldd", f"/usr/bin/{name}").output
    test.check("it needs no Swift where it runs", "swift" not in linked.lower() and "not found" not in linked,
               f"{len(linked.splitlines())} libraries")
    check_page(test)
    package.check_purge(test, name)


def check_page(test):
    """A program that listens where no daemon is serves its page."""
    program = Process(["touchd", "web", "--listen", "127.0.0.1:8713"], None)
    try:
        url = program.expect_text(r"^http://127\.0\.0\.1:8713/\S*$")
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(url) as answer:
            page = answer.read().decode()
        test.check("the URL that it says opens the page", "<html" in page, f"{len(page)} bytes")
    finally:
        program.kill()


@scenario
def python_client(test):
    install(test, "python3-touchd")
    found = run("python3", "-c", "import touchd, os; print(touchd.__file__, os.listdir(os.path.dirname(touchd.__file__)))")
    test.check("programs find the module, and type checkers its types", "py.typed" in found.output, found)
    package.check_purge(test, "python3-touchd")


@scenario
def speak(test):
    client(test, "touchd-speak", ("--volume", "200"), "from -100 to 100")


@scenario
def tuio(test):
    client(test, "touchd-tuio", ("localhost/3Dcur",), "unknown profile")


def client(test, name, arguments, message):
    """A program that goes with the Python client."""
    install(test, name, package.file("python3-touchd"))
    found = run(name, *arguments)
    test.check("a wrong option ends it with a message", found.status == 2 and message in found.errors, found)
    test.check("it has a page in the manual", is_manual(name), name)
    package.check_purge(test, name, by="python3-touchd")
