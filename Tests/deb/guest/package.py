# SPDX-License-Identifier: MIT
"""The package in the container: what is in it, and getting it in and out as an administrator does."""

import re
from pathlib import Path

from verdicts import require, run

DEB = "/test/touchd.deb"
CONFIGURATION = Path("/etc/touchd")
OPTIONS = ("--yes", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=60")


def field(name):
    """A field of the package's control file."""
    return require("dpkg-deb", "--field", DEB, name).output.strip()


def entries():
    """What is in the package: `{path: (mode, owner)}`, folders too."""
    lines = require("dpkg-deb", "--contents", DEB).output.splitlines()
    found = (re.match(r"(\S+) (\S+) +\d+ \S+ \S+ \.(/.*)", line) for line in lines)
    return {match[3]: (match[1], match[2]) for match in found if match}


def is_installed():
    return run("dpkg-query", "--show", "--showformat=${db:Status-Status}", "touchd").output == "installed"


def install(*options):
    """Installs it, with what it depends on, which apt has fetched before."""
    return require("apt-get", "install", *OPTIONS, *options, DEB)


def ensure_installed():
    if not is_installed():
        install()


def remove(command="remove"):
    return require("apt-get", command, *OPTIONS, "touchd")


def left_behind(paths):
    """Which of these paths are there, and of no other package; and whatever else bears touchd's name."""
    there = [path for path in paths if Path(path).exists() and not owners(path) - {"touchd"}]
    roots = ["/etc", "/lib", "/opt", "/run", "/srv", "/tmp", "/usr", "/var/cache", "/var/lib", "/var/spool"]
    named = run("find", *roots, "-xdev", "-iname", "*touchd*").output.split()
    # dpkg's and apt's own memory of it.
    named = [path for path in named if not path.startswith(("/var/lib/dpkg/", "/var/cache/apt/"))]
    return sorted({path.rstrip("/") for path in [*there, *named]})


def owners(path):
    """The packages that have this path."""
    if path == "/":
        return {"base-files"}
    lines = run("dpkg", "--search", path.rstrip("/")).output.splitlines()
    return {name for line in lines for name in line.split(": ")[0].split(", ")}
