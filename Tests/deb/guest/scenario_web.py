# SPDX-License-Identifier: MIT
"""The third package, the inspector: in, beside touchd, and out again."""

import urllib.request

import package
from process import Process
from verdicts import run, scenario

NAME = "touchd-web"


@scenario
def web(test):
    package.ensure_installed()
    missing = run("touchd", "web")
    test.check(
        "without it, the verb names the package", missing.status == 3 and NAME in missing.errors, missing)
    package.install(name=NAME)
    test.check("apt installs it", package.is_installed(NAME), NAME)
    package.check_modes(test, NAME)
    linked = run("ldd", "/usr/bin/touchd-web").output
    test.check("it needs no Swift where it runs", "swift" not in linked.lower() and "not found" not in linked,
               f"{len(linked.splitlines())} libraries")
    check_page(test)


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
def web_purge(test):
    package.check_purge(test, NAME)
