# SPDX-License-Identifier: MIT
"""The packages that speak and send TUIO: in, started with a wrong option, and out again."""

import package
from scenario_files import is_manual, manual
from verdicts import run, scenario


@scenario
def speak(test):
    client(test, "touchd-speak", ("--volume", "200"), "from -100 to 100")


@scenario
def tuio(test):
    client(test, "touchd-tuio", ("localhost/3Dcur",), "unknown profile")


def client(test, name, arguments, message):
    package.install(package.file("python3-touchd"), name=name)
    found = run(name, *arguments)
    test.check("a wrong option ends it with a message", found.status == 2 and message in found.errors, found)
    test.check("it has a page in the manual", is_manual(manual(f"man1/{name}.1"), name), name)
    package.remove("purge", name="python3-touchd")
    left = [path for path in package.left_behind(package.entries(name)) if name in path]
    test.check("it goes with the client, and leaves nothing", not package.is_installed(name) and not left, f"{left or 0} paths")
