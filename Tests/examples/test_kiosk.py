# SPDX-License-Identifier: MIT
"""The package Examples/Kiosk, built as its users do.

It sees what is public and nothing else, so it fails where a name that others build on has changed. Its build is kept in
.build/examples: it cannot share that of the tests, whose package and options are others.
"""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KIOSK, BUILT = ROOT / "Examples/Kiosk", ROOT / ".build/examples"
# As scripts/test does: that is built in half the time.
WHOLE = [word for option in ("-Onone", "-gnone", "-enable-testing", "-no-emit-module-separately-wmo")
         for word in ("-Xswiftc", option)]
# A build from nothing takes minutes of a processor, on a busy machine many; what takes half an hour hangs.
pytestmark = pytest.mark.seconds(1800)


def run(*words):
    return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True)


def swift(verb):
    done = run(os.environ.get("SWIFT", "swift"), verb, "--package-path", KIOSK, "--scratch-path", BUILT,
               "--configuration", "release", *WHOLE)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


@pytest.fixture(scope="session")
def kiosk():
    """Runs the program of the package."""
    swift("build")
    return lambda *words: run(BUILT / "release/kiosk", *words)


def test_kiosk_layout(kiosk):
    """its layout names its view, recognizer and plugin"""
    assert kiosk("check", KIOSK / "kiosk.yaml").returncode == 0


def test_kiosk_misspelt(kiosk, scratch):
    """a name that it does not register is an error with a question"""
    text = (KIOSK / "kiosk.yaml").read_text().replace("view: draggable }", "view: dragable }")
    done = kiosk("check", scratch("kiosk.yaml", text))
    assert done.returncode == 1 and 'error: there is no custom view "dragable"' in done.stderr
    assert 'did you mean "draggable"?' in done.stderr


def test_kiosk_recording(kiosk):
    """its recording gives the expected trace, and its plugin says what it does: a page is opened and closed once"""
    done = kiosk("replay", KIOSK / "kiosk.evemu", "-c", KIOSK / "kiosk.yaml", "--json")
    assert done.returncode == 0, done.stderr
    assert done.stdout == Path(__file__).with_name("kiosk.jsonl").read_text()
    assert done.stderr.splitlines() == [
        f'kiosk: notice: plugin "staff": service is {what}' for what in ("open, visit 1", "closed")]


def test_kiosk_tests():
    """its views are tested with fingers as text"""
    swift("test")
