# SPDX-License-Identifier: MIT
"""The files of the package, and which users may write them."""

import gzip
import re
from pathlib import Path

import package
from verdicts import run, scenario

COMPLETIONS = {
    "bash": (
        "/usr/share/bash-completion/completions/touchd",
        "complete -o bashdefault -o default -F __touchd_complete touchd"),
    "zsh": ("/usr/share/zsh/vendor-completions/_touchd", "#compdef touchd"),
    "fish": ("/usr/share/fish/vendor_completions.d/touchd.fish", "complete -c 'touchd'"),
}


@scenario
def files(test):
    package.ensure_installed()
    entries = package.entries()
    package.check_modes(test, "touchd")
    conffiles = run("dpkg-query", "--show", "--showformat=${Conffiles}", "touchd").output.split()[::2]
    test.check(
        "the configuration is conffiles", sorted(conffiles) == ["/etc/touchd/default.yaml", "/etc/touchd/touchd.yaml"],
        " ".join(sorted(conffiles)))
    check_layout(test)

    unit = run("systemd-analyze", "verify", "--man=no", "touchd.service")
    test.check("systemd understands the unit", unit.status == 0 and not unit.everything.strip(), unit)
    session = [path for path in entries if path.endswith("/systemd/user/touchd-session.service")]
    links = list(Path("/etc/systemd/user").rglob("touchd-session.service"))
    test.check("the session's unit is there and enabled for no user", session and not links, f"{session} {links}")
    rules = [path.split("/")[-1] for path in entries if "/udev/rules.d/" in path and path.endswith(".rules")]
    test.check(
        "udev's rules have the names that they have in the documents",
        sorted(rules) == ["70-touchd.rules", "zz-touchd.rules"], " ".join(rules) or "no file of the package")


def check_layout(test):
    """As it is installed it does nothing: it listens to any panel, and neither file starts a program."""
    settings = {name: re.sub("#.*", "", (package.CONFIGURATION / name).read_text())
                for name in ("touchd.yaml", "default.yaml")}
    layout = settings["default.yaml"]
    harmless = "delivery: observe" in layout and not re.search("match|exec", "".join(settings.values()))
    test.check(
        "the layout to begin with only listens", harmless and "layouts: [default.yaml]" in settings["touchd.yaml"],
        f"delivery: observe, {layout.count('- id: ')} views, no match, no exec")


@scenario
def documents(test):
    package.ensure_installed()
    listed = run("touchd", "--help").output.split("SUBCOMMANDS:")[-1]
    verbs = re.findall(r"^  ([a-z]+)\b", listed, re.MULTILINE)
    pages = ["touchd", *(f"touchd-{verb}" for verb in verbs)]
    lacking = [name for name in pages if not is_manual(name)]
    test.check(
        "each verb has its page in the manual", len(verbs) >= 7 and not lacking,
        f"{' '.join(pages)}; {lacking or '0 lacking'}")
    lacking = [name for name in pages if ".Sh EXAMPLES\n.Pp\n" not in manual(f"man1/{name}.1")]
    test.check("each page has examples", not lacking, f"{lacking or '0 lacking'}")
    page = manual("man5/touchd-layout.5")
    lacking = [part for part in ("NAME\n", "EXAMPLE\n", "\ntouchscreen\n", "SEE ALSO\n") if part not in page.replace("\\fC", "").replace("\\fR", "")]
    test.check("the layout file has its page", not lacking, f"{len(page)} characters; {lacking or '0 lacking'}")

    for shell, (path, word) in COMPLETIONS.items():
        text = Path(path).read_text() if Path(path).exists() else ""
        lacking = [verb for verb in verbs if verb not in text]
        test.check(f"{shell} completes the verbs", word in text and not lacking, f"{path}: {lacking or '0 lacking'}")
    result = run("bash", "-c", ". /usr/share/bash-completion/completions/touchd && complete -p touchd")
    test.check("bash takes its completion", result.status == 0, result)

    for name in ("copyright", "changelog.gz", "README.md", "docs/layout.md", "clients/python/touchd.py", "examples/polkit/50-touchd.rules",
                 "examples/demo/demo.evemu", "examples/lobby/lobby.fingers", "examples/wall-panel/hall.test.yaml",
                 "examples/machine-panel/machine.fingers", "examples/museum-table/touchd.py"):
        path = Path("/usr/share/doc/touchd") / name
        test.check(f"{name} is there", path.is_file() and path.stat().st_size > 100, f"{path}")
    dead = list(dead_links())
    test.check("each link leads to a file", not dead, dead or "0 dead")
    readme = Path("/usr/share/doc/touchd/README.md").read_text()
    named = re.findall(r"/usr/share/doc/touchd/[\w./-]+", readme)
    test.check(
        "the README needs no sources", named and all(Path(path).exists() for path in named) and "make " not in readme,
        " ".join(named))


def dead_links():
    """Links of the installed documents to files that are not there."""
    folder = Path("/usr/share/doc/touchd")
    for page in folder.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(folder)}: {target}"


def manual(page):
    """The source of an installed page."""
    path = Path(f"/usr/share/man/{page}.gz")
    return gzip.decompress(path.read_bytes()).decode() if path.exists() else ""


def is_manual(name):
    """Whether a program has its page."""
    text = manual(f"man1/{name}.1")
    return all(f".Sh {part}" in text for part in ("NAME", "SYNOPSIS", "DESCRIPTION")) and f".Nm {name}\n" in text
