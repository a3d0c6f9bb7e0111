# SPDX-License-Identifier: MIT
"""The packages in the container: what is in them, and getting them in and out as an administrator does. Without a name,
touchd's."""

import re
import stat
from pathlib import Path

from verdicts import require, run

CONFIGURATION = Path("/etc/touchd")
OPTIONS = ("--yes", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=60")


def file(name="touchd"):
    """The package itself."""
    return f"/test/{name}.deb"


def field(key):
    """A field of touchd's control file."""
    return require("dpkg-deb", "--field", file(), key).output.strip()


def entries(name="touchd"):
    """What is in the package: `{path: (mode, owner)}`, folders too."""
    lines = require("dpkg-deb", "--contents", file(name)).output.splitlines()
    found = (re.match(r"(\S+) (\S+) +\d+ \S+ \S+ \.(/.*)", line) for line in lines)
    return {match[3]: (match[1], match[2]) for match in found if match}


def is_installed(name="touchd"):
    return run("dpkg-query", "--show", "--showformat=${db:Status-Status}", name).output == "installed"


def install(*options, name="touchd"):
    """Installs it, with what it depends on, which apt has fetched before."""
    return require("apt-get", "install", *OPTIONS, *options, file(name))


def ensure_installed(name="touchd"):
    if not is_installed(name):
        install(name=name)


def remove(command="remove", name="touchd"):
    return require("apt-get", command, *OPTIONS, name)


def left_behind(paths):
    """Which of these paths are there, and of no other package; and whatever else bears touchd's name."""
    there = [path for path in paths if Path(path).exists() and not owners(path) - {"touchd", "touchd-mqtt", "touchd-web", "python3-touchd", "touchd-speak", "touchd-tuio", "touchd-import"}]
    roots = ["/etc", "/lib", "/opt", "/run", "/srv", "/tmp", "/usr", "/var/cache", "/var/lib", "/var/spool"]
    named = run("find", *roots, "-xdev", "-iname", "*touchd*").output.split()
    # dpkg's and apt's own memory of it.
    named = [path for path in named if not path.startswith(("/var/lib/dpkg/", "/var/cache/apt/"))]
    return sorted({path.rstrip("/") for path in [*there, *named]})


def check_modes(test, name):
    """Of each file in the package."""
    strange = [f"{path} {mode} {owner}" for path, (mode, owner) in entries(name).items() if not is_plain(path, mode, owner)]
    test.check(
        "root owns all files, and no other user writes them", not strange,
        f"{len(entries(name))} paths, {strange or '0 otherwise'}")


def is_plain(path, mode, owner):
    wanted = "drwxr-xr-x" if path.endswith("/") else "-rwxr-xr-x" if path.startswith("/usr/bin/") else "-rw-r--r--"
    there = Path(path).stat()
    same = stat.filemode(there.st_mode) == wanted and (there.st_uid, there.st_gid) == (0, 0)
    return mode == wanted and owner == "root/root" and same


def check_purge(test, name, by=None):
    """Of a package that is installed beside touchd's, or goes with another."""
    paths = set(entries(name)) - set(entries())
    remove("purge", by or name)
    left = [path for path in paths if Path(path).exists() and not owners(path) - {name}]
    test.check(
        "purging leaves nothing", not is_installed(name) and not left,
        f"{len(left)} of {len(paths)} paths left {left or ''}")


def owners(path):
    """The packages that have this path."""
    if path == "/":
        return {"base-files"}
    # Since Debian 13 the packages of the system have /usr/lib alone, to which /lib leads.
    path = path.rstrip("/")
    lines = run("dpkg", "--search", path, path.replace("/lib/", "/usr/lib/", 1)).output.splitlines()
    return {name for line in lines for name in line.split(": ")[0].split(", ")}
