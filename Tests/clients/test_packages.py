# SPDX-License-Identifier: MIT
"""The packages of the clients, as users get them: built, type-checked, and used from a clean place.

Needs the package index of Python once, npm, and Debian's node-typescript; without them they are skipped.
"""
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from process import Process, plain

ROOT = Path(__file__).resolve().parent.parent.parent
DEMO = ROOT / "Examples" / "demo" / "demo"
PYTHON = 'import touchd\nfor event in touchd.listen("event", path="SOCKET"): print(event["name"], event["state"])\n'
NODE = """import { listen, type Line } from "touchd-client";
const show = (line: Line) => console.log(line["name"], line["state"]);
for await (const event of listen(["event"], { path: "SOCKET", warn: () => {} })) show(event);
"""


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, env=plain(), **options)
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-600:]} {done.stderr[-600:]}"
    return done.stdout


def require(needed):
    if subprocess.run(needed, shell=True, capture_output=True, env=plain()).returncode:
        pytest.skip(f"this failed: {needed}")


def hears(touchd, folder, *command):
    """A program that listens says what the demo has."""
    Process([touchd, "replay", f"{DEMO}.evemu", "-c", f"{DEMO}.yaml", "--events", folder / "socket"], plain())
    assert run(*command, cwd=folder).splitlines() == ["service ended", "hold began", "hold changed", "hold ended"]


def test_python_package(program, folder):
    """the wheel, made of the sdist, is installed alone in a new environment, has types, and hears the demo"""
    require(f"{sys.executable} -m pip download -q --no-deps -d .build/hatchling hatchling")
    tools, source = ROOT / ".build" / "client-tools" / "bin", shutil.copytree(ROOT / "clients" / "python", folder / "source")
    if not (tools / "basedpyright").exists():
        run(sys.executable, "-m", "venv", "--clear", tools.parent)
        run(tools / "pip", "install", "--quiet", "build", "hatchling", "mypy", "basedpyright")
    run(tools / "python", "-m", "build", "--no-isolation", "--outdir", folder, source)
    run(sys.executable, "-m", "venv", folder / "clean")
    run(folder / "clean/bin/pip", "install", "--quiet", "--no-index", *folder.glob("*.whl"))
    (folder / "program.py").write_text(PYTHON.replace("SOCKET", str(folder / "socket")))
    run(tools / "mypy", "--strict", source / "touchd.py")
    run(tools / "mypy", "--strict", "--python-executable", folder / "clean/bin/python", folder / "program.py")
    run(tools / "basedpyright", "--project", source, source / "touchd.py")
    hears(program, folder, folder / "clean/bin/python", "program.py")


def test_javascript_package(program, folder):
    """what npm packs is found by its name, passes tsc with its types, and hears the demo"""
    require("npm --version && node --version && tsc --version")
    run("npm", "pack", ROOT / "clients" / "javascript", "--offline", cwd=folder)
    run("sh", "-c", "mkdir node_modules && tar xf *.tgz -C node_modules && mv node_modules/package node_modules/touchd-client",
        cwd=folder)
    (folder / "program.mts").write_text(NODE.replace("SOCKET", str(folder / "socket")))
    run("tsc", "--strict", "--module", "node16", "--target", "es2022", "--lib", "es2022,dom", "program.mts", cwd=folder)
    hears(program, folder, "node", "program.mjs")
