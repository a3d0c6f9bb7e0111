#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The packages of the clients, as users get them: built, type-checked, and used from a clean place:  packages.py TOUCHD

Needs the package index of Python once, npm, and Debian's node-typescript; without one of them says `skipped: why`.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOUCHD = Path(sys.argv[1]).resolve()
REPLAY = [TOUCHD, "replay", ROOT / "Examples/demo/demo.evemu", "-c", ROOT / "Examples/demo/demo.yaml", "--events"]
PYTHON = """
import touchd
for event in touchd.listen("event", path="SOCKET"):
    print(event["name"], event["state"])
"""
NODE = """
import { listen, type Line } from "touchd-client";
for await (const event of listen(["event"], { path: "SOCKET", warn: () => {} })) {
  const line: Line = event;
  console.log(line["name"], line["state"]);
}
"""


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, check=False, **options)
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-600:]} {done.stderr[-600:]}"
    return done.stdout


def heard(folder, program, *command):
    """What a program that listens says of the demo."""
    socket = folder / "events.sock"
    program.write_text(program.read_text().replace("SOCKET", str(socket)))
    replay = subprocess.Popen([*map(str, REPLAY), str(socket)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        lines = run(*command, program, cwd=folder).splitlines()
    finally:
        replay.kill()
        replay.wait()
    assert lines == ["service ended", "hold began", "hold changed", "hold ended"], lines


def python(folder):
    """the wheel, made of the sdist, is installed alone in a new environment, has types, and hears the demo"""
    tools = ROOT / ".build" / "client-tools"
    if not (tools / "bin" / "basedpyright").exists():
        shutil.rmtree(tools, ignore_errors=True)
        run(sys.executable, "-m", "venv", tools)
        run(tools / "bin/pip", "install", "--quiet", "build", "hatchling", "mypy", "basedpyright")
    source = shutil.copytree(ROOT / "clients" / "python", folder / "source")
    run(tools / "bin/python", "-m", "build", "--no-isolation", "--outdir", folder / "dist", source)
    run(sys.executable, "-m", "venv", folder / "clean")
    wheel, = (folder / "dist").glob("*.whl")
    run(folder / "clean/bin/pip", "install", "--quiet", "--no-index", wheel)
    (folder / "program.py").write_text(PYTHON)
    run(tools / "bin/mypy", "--strict", source / "touchd.py")
    run(tools / "bin/mypy", "--strict", "--python-executable", folder / "clean/bin/python", folder / "program.py")
    run(tools / "bin/basedpyright", "--project", source, source / "touchd.py")
    heard(folder, folder / "program.py", folder / "clean/bin/python")


def javascript(folder):
    """what npm packs is found by its name, passes tsc with its types, and hears the demo"""
    run("npm", "pack", ROOT / "clients" / "javascript", "--offline", cwd=folder)
    archive, = folder.glob("*.tgz")
    package = folder / "node_modules" / "touchd-client"
    package.mkdir(parents=True)
    run("tar", "--extract", "--strip-components=1", "--file", archive, "--directory", package)
    (folder / "program.mts").write_text(NODE)
    run("tsc", "--strict", "--module", "node16", "--target", "es2022", "--lib", "es2022,dom", folder / "program.mts")
    heard(folder, folder / "program.mjs", "node")


def main():
    failed = 0
    for test, needed in ((python, ()), (javascript, ("npm", "node", "tsc"))):
        missing = [tool for tool in needed if not shutil.which(tool)]
        if missing or test is python and subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", tempfile.mkdtemp(), "hatchling"],
                capture_output=True, check=False).returncode:
            print(f"skipped: the package for {test.__name__}: no {', '.join(missing) or 'package index'}")
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(Path(folder))
                print(f"ok    {test.__doc__}")
            except (AssertionError, subprocess.SubprocessError, OSError, ValueError) as error:
                failed += 1
                print(f"FAIL  {test.__doc__}: {error}")
    sys.exit(failed > 0)


main()
