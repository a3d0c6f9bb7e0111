# SPDX-License-Identifier: MIT
"""The package that speaks: in, started without a session, and out again."""

import package
from scenario_files import is_manual, manual
from verdicts import run, scenario

NAME = "touchd-speak"


@scenario
def speak(test):
    package.install(package.file("python3-touchd"), name=NAME)
    found = run(NAME, "--volume", "200")
    test.check("a wrong option ends it with a message", found.status == 2 and "from -100 to 100" in found.errors, found)
    test.check("it has a page in the manual", is_manual(manual("man1/touchd-speak.1"), NAME), NAME)
    package.remove("purge", name="python3-touchd")
    left = [path for path in package.left_behind(package.entries(NAME)) if NAME in path]
    test.check("it goes with the client, and leaves nothing", not package.is_installed(NAME) and not left, f"{left or 0} paths")
