# SPDX-License-Identifier: MIT
"""The package of the Python client: in, used, and out again."""

import package
from verdicts import run, scenario

NAME = "python3-touchd"


@scenario
def python_client(test):
    package.install(name=NAME)
    found = run("python3", "-c", "import touchd, os; print(touchd.__file__, os.listdir(os.path.dirname(touchd.__file__)))")
    test.check("programs find the module, and type checkers its types", "py.typed" in found.output, found)
    package.remove("purge", name=NAME)
    left = [path for path in package.left_behind(package.entries(NAME)) if "python3" in path]
    test.check("purging leaves nothing", not package.is_installed(NAME) and not left, f"{left or 0} paths")
