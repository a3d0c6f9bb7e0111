# SPDX-License-Identifier: MIT
"""scripts/lint on small trees, and the verdicts of `make proof`.

Each row is given (what the tree has beside a good one, or the messages of its commits), when (scripts/lint runs), then
(its status, and what it says). A row that says nothing must pass.
"""
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LINT = ROOT / "scripts" / "lint"
PROOF = ROOT / "Tests" / "proof" / "run"
SPDX = "SPDX-License-Identifier: MIT"

BOUNDS = """
[commits]
since = first
[sizes]
README.md = 100   # a comment
[totals]
source files = 1
source lines = 18
source lines of C and JavaScript = 1
source files below 30 lines = 1
source files without their type = 1
comments that open without a noun = 0
public declarations without a comment = 0
lines of tests and scripts = 9
[allowances]
desk = 2
[words]
nobody              = 1 0 0 0
somebody            = 0 0 0 0
anybody             = 0 0 0 0
everybody           = 0 0 0 0
whoever             = 0 0 0 0
who, without a noun = 0 0 0 0
is told             = 0 0 0 0
tells of            = 0 0 0 0
hiding in a name    = 0 0 0 0
is none             = 0 0 0 0
"""
GOOD = {"scripts/lint-bounds": BOUNDS, "README.md": "# A tree\n\nSomething that nobody reads.\n"}


def Row(what, files=None, commits=None, says="", passes=None):
    """The commits are messages, after the one that the bounds name; without them the tree is one without git."""
    return pytest.param(files or {}, commits, says, not says if passes is None else passes, id=what)


def model(text):
    return {"Sources/Model/A.swift": text}


WORDS = [
    Row("a bound that is reached passes"),
    Row("one more fails, and the message says what to write, and where", {"docs/a.md": "Nobody does."},
        says='docs: "nobody" 2 times, at most 1; write: no process, no view, no finger, …: name it: README.md:3 docs/a.md:1'),
    Row("one less passes, and the message says which bound can be lowered", {"README.md": "# A tree\n"},
        says='scripts/lint-bounds: "nobody" in docs can be lowered from 1 to 0', passes=True),
    Row("areas are counted apart", model("// nobody\n"), says='sources: "nobody" 1 times, at most 0'),
    Row("a script counts for the tests", {"scripts/a": f"#!/bin/sh\n# {SPDX}\n# nobody\n"}, says='tests: "nobody" 1'),
    Row("a phrase over two lines of a comment", model("/// The view is\n/// told.\n"), says='"is told" 1 times'),
    Row("a phrase within a word is none", model("// nobodyElse, this told, retells of, is nonempty\n")),
    Row("who at the beginning of a sentence", {"docs/a.md": "Who asks, waits."}, says='"who, without a noun" 1'),
    Row("who after a verb", {"docs/a.md": "It says who asked."}, says='"who, without a noun" 1'),
    Row("who with a noun before it", {"docs/a.md": "The user who asks waits."}),
    Row("a palm is none", {"docs/a.md": "A palm is none."}, says='"is none" 1'),
    Row("a name that hides what its type does", model("// A view.\nclass ViewManager {}\n"), says='"hiding in a name" 1'),
    Row("there is none", {"docs/a.md": "If there is none, wait."}),
    Row("in a commit", commits=["Views: a change\n\nNobody saw it."], says='commits: "nobody" 1 times, at most 0'),
    Row("the list of the phrases itself is left out", {"scripts/lint-more": "whoever"}),
]

COMMITS = [
    Row("without git the commits are skipped", says="skipped: commits: there is no history", passes=True),
    Row("a place and words", commits=["Views: a change", "Tests, documents: more", ".ci: a step", "docs/uikit.md: rows"]),
    Row("72 columns", commits=["Views: " + "a" * 65]),
    Row("73 columns", commits=["Views: " + "a" * 66], says="the subject has 73 columns, at most 72"),
    Row("no place", commits=["Change the views"], says="not of the form `Place: words`: Change the views"),
    Row("a place and nothing else", commits=["Views:"], says="not of the form"),
    Row("a reverted commit", commits=['Revert "Views: a change"']),
    Row("the body may be of any form", commits=["Views: a change\n\nwhat was\nthere"]),
    Row("each commit is named", commits=["Bad one", "Views: a change"], says="Bad one"),
]

SIZES = [
    Row("a document of the bound's size", {"README.md": "# nobody\n" + "a" * 91}),
    Row("a byte more", {"README.md": "# nobody\n" + "a" * 92}, says="README.md: 101 bytes, at most 100"),
]

TOTALS = [
    Row("a second file in the sources", model("") | {"Sources/B.swift": ""}, says="source files: 2, at most 1"),
    Row("more lines", model("\n" * 21), says="source lines: 21, at most 20: delete as much as is added"),
    Row("fewer lines pass, and the bound can be lowered", says="source lines can be lowered from 20 to 0", passes=True),
    Row("a file of another name than its type", {"Sources/B.swift": "", "Sources/C.swift": "enum C {}"}, says="source files: 2"),
    Row("a comment that withholds its noun", model("\n/// What it is.\n"), says="without a noun: 1, at most 0"),
    Row("a later line of a comment may", model("/// A view\n/// What it shows.\n")),
    Row("a comment above attributes", model("\n/// A.\n@frozen\n@inlinable public struct A {\n  /// B.\n  public let b = 1\n}\n")),
    Row("one without", model("/// A.\npublic struct A {\n  public let b = 1\n}\n"), says="without a comment: 1, at most 0"),
    Row("a blank line between", model("/// A.\n\npublic let a = 1\n"), says="without a comment: 1, at most 0"),
    Row("what overrides, or what a protocol requires",
        model("\nextension A {\n  public func hash(into hasher: inout Hasher) {}\n  open override func b() {}\n}\n")),
    Row("lines of tests in any language", {"Tests/a.py": f"# {SPDX}" + "\n" * 11}, says="tests and scripts: 11, at most 10"),
    Row("a recording is no code", {"Tests/a.evemu": "\n\n"}),
]

LINES = [
    Row("a header with its licence, a script with it after the interpreter",
        {"a.h": f"// {SPDX}\n", "run": f"#!/bin/sh\n# {SPDX}\n"}),
    Row("a header without", {"a.h": "int a;\n"}, says="a.h: `SPDX-License-Identifier: MIT` must be"),
    Row("a script without", {"run": "#!/bin/sh\n"}, says="run: `SPDX-"),
    Row("Python that is imported", {"a.py": "import os\n"}, says="a.py: `SPDX-"),
    Row("too far down", {"a.c": f"\n\n// {SPDX}\n"}, says="a.c: `SPDX-"),
    Row("a comment of 120 columns", model("/// " + "a b " * 29 + "\n")),
    Row("a column more", model("  /// " + "a b " * 28 + "abc\n"), says="A.swift:1: 121 columns, at most 120"),
    Row("in C", {"a.c": f"// {SPDX}\n/*\n * " + "a b " * 30 + "\n */\n"}, says="a.c:3: 123 columns, at most 120"),
    Row("code is formatted by others", model("let a = \"" + "a b " * 30 + "\"\n")),
    Row("running text, after code", {"docs/a.md": "```\n\n```\n" + "a b " * 30 + "a\n"},
        says="docs/a.md:4: 121 columns, at most 120"),
    Row("code and tables are as wide as they are",
        {"docs/a.md": "```\n" + "a b " * 40 + "\n```\n| " + "a b " * 40 + "|\n"}),
    Row("an address cannot be broken", {"docs/a.md": "- <https://" + "a" * 120 + ">\n"}),
]

TABLES = {"words": WORDS, "commits": COMMITS, "sizes": SIZES, "totals": TOTALS, "lines": LINES}


def git(root, *arguments, text=None):
    subprocess.run(["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
                   input=text, text=True, check=True, capture_output=True)


def commit(root, messages):
    git(root, "init", "--quiet")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "before the rules")
    git(root, "tag", "first")
    for message in messages:
        git(root, "commit", "--quiet", "--allow-empty", "--file", "-", text=message)


@pytest.mark.parametrize("files, commits, says, passes", [
    pytest.param(*row.values, id=f"{name}: {row.id}") for name in TABLES for row in TABLES[name]])
def test_lint(folder, files, commits, says, passes):
    for name, text in {**GOOD, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    if commits is not None:
        commit(folder, commits)
    result = subprocess.run([LINT, folder], capture_output=True, text=True, timeout=60)
    assert (result.returncode == 0) == passes and says in result.stdout + result.stderr


def test_verdicts(scratch):
    """a part of `make proof` that fails, or skips all, is not ok"""
    table = scratch("table", "a 1 echo ok 1\nb 1 echo skipped: no root\nc 1 false\nd 1 echo FAIL 2\ne 1 false\n")
    said = subprocess.run([PROOF, "a", "b", "c", "d"], env={**os.environ, "PROOF_PARTS": table, "PROOF_LOG": f"{table}.log"},
                          capture_output=True, text=True, timeout=60)
    heads = [re.sub(r"(?<=passed), .*|(?<=status \d).*", "", line) for line in said.stdout.splitlines() if line[0] != " "]
    assert heads == ["ok    a: 1 passed", "skipped: b: no root", "FAIL  c: status 1", "FAIL  d: status 0"]
    assert said.returncode == 1
