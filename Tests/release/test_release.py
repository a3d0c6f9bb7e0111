# SPDX-License-Identifier: MIT
"""What is in a release, and what is refused. RELEASE is .build/release-VERSION of the sources that it was made of, and
VALIDATOR is pyspdxtools."""

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from debian.deb822 import PkgRelation
from debian.debfile import DebFile

FOLDER, VALIDATOR = (Path(os.environ[name]).resolve() for name in ("RELEASE", "VALIDATOR"))
ROOT = FOLDER.parent.parent
VERSION = FOLDER.name.removeprefix("release-")
CYCLONEDX = """
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
sys.exit(JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(sys.argv[1]).read()))
"""


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def sbom():
    return json.loads((FOLDER / f"touchd-{VERSION}.spdx.json").read_text())


def packages():
    return {package["SPDXID"]: package for package in sbom()["packages"]}


def related(kind, one):
    return {
        line["relatedSpdxElement"] for line in sbom()["relationships"]
        if line["relationshipType"] == kind and line["spdxElementId"] == one}


# -- The files

def test_names():
    """seven packages, the archive, the SBOM twice, the provenance, the changes and the sums, and nothing else"""
    found = sorted(re.sub(r"_[a-z0-9]+\.deb", "_ARCH.deb", path.name) for path in FOLDER.iterdir())
    assert found == sorted([
        "SHA256SUMS", f"CHANGES-{VERSION}.md", f"touchd-{VERSION}.tar.gz",
        *(f"touchd-{VERSION}.{kind}.json" for kind in ("spdx", "cdx", "provenance")),
        *(f"{name}_{VERSION}_ARCH.deb" for name in ("python3-touchd", "touchd", "touchd-import", "touchd-mqtt",
                                                     "touchd-speak", "touchd-tuio", "touchd-web"))]), found


def test_changes():
    """the changes are the version's section of CHANGELOG.md, to its last line"""
    text, cut = (ROOT / "CHANGELOG.md").read_text(), (FOLDER / f"CHANGES-{VERSION}.md").read_text()
    assert cut.startswith(f"## [{VERSION}] - ") and cut.count("\n## ") == 0, cut[:80]
    before, after = text.split(cut.rstrip("\n"))
    assert "\n## [" not in before and after.lstrip("\n").startswith("## ["), after[:80]


# -- The packages

def test_paths_in_programs():
    """no program has the folder that it was built in, nor that of Swift"""
    swift = Path(run("sh", "-c", "readlink -f $(command -v ${SWIFT:-swift})").stdout.strip()).parent.parent / "lib"
    assert (ROOT / "Package.swift").exists() and (swift / "swift_static").exists(), (ROOT, swift)
    for path in FOLDER.glob("*.deb"):
        for member in DebFile(str(path)).data.tgz():
            if member.name.startswith("./usr/bin/"):
                program = DebFile(str(path)).data.get_content(member.name)
                for folder in (ROOT, swift):
                    assert f"{folder}/".encode() not in program, f"{member.name} has {folder}"


# -- The SBOM

def test_validated(folder):
    """spdx-tools and the schema of CycloneDX find nothing to say about the SBOM, nor about those in the packages"""
    if not VALIDATOR.exists():
        return
    for path in FOLDER.glob("touchd*.deb"):
        run("sh", "-c", f"dpkg-deb --fsys-tarfile {path} | tar -C {folder} -x --wildcards './usr/share/doc/*.json'")
    files = [path for place in (FOLDER, folder) for path in place.rglob("*.json")]
    assert sum(".cdx." in path.name for path in files) == sum(".spdx." in path.name for path in files) == 4, files
    for path in files:
        if ".spdx." in path.name:
            said = run(VALIDATOR, "--infile", path)
        elif ".cdx." in path.name:
            said = run(VALIDATOR.parent / "python", "-c", CYCLONEDX, path)
        assert said.returncode == 0, said.stdout + said.stderr


def test_published():
    """the SBOM describes the archive and each package, with its sum"""
    parts = [packages()[one] for one in related("DESCRIBES", "SPDXRef-DOCUMENT")]
    described = {part["packageFileName"]: part["checksums"] for part in parts}
    files = [path for path in FOLDER.iterdir() if path.suffix in (".deb", ".gz")]
    assert described == {path.name: [{"algorithm": "SHA256", "checksumValue": digest(path)}] for path in files}, described


def test_swift_packages():
    """the SBOM has the linked ones of the Swift packages of scripts/release-packages, each with a licence"""
    lines = (ROOT / "scripts/release-packages").read_text().splitlines()
    pinned = {tuple(line.split()[:2]) for line in lines if not line.startswith("#")}
    found = {
        (package["name"], package["versionInfo"]): package["licenseConcluded"] for package in packages().values()
        if "pkg:swift/" in str(package.get("externalRefs"))}
    assert len(found) == 5 and set(found) <= pinned and "NOASSERTION" not in found.values(), found


def test_linked():
    """what is in each program: the daemon has no network"""
    inside = {
        name: {one.removeprefix("SPDXRef-") for one in related("STATIC_LINK", f"SPDXRef-program-{name}")}
        for name in ("touchd", "touchd-mqtt", "touchd-web")}
    daemon = {"swift-argument-parser", "swift-log", "swift-runtime"}
    assert inside["touchd"] == inside["touchd-mqtt"] == daemon, inside
    assert inside["touchd-web"] == daemon | {"swift-nio", "swift-atomics", "swift-collections"}, inside


def test_debian_packages():
    """the SBOM has the libraries of Debian that each package depends on"""
    for path in FOLDER.glob("*.deb"):
        control = DebFile(str(path)).debcontrol()
        needed = {
            f"SPDXRef-debian-{first['name'].replace('+', '-')}" for first, *_ in PkgRelation.parse_relations(control["Depends"])
            if first["name"].startswith("lib")}
        found = related("DYNAMIC_LINK", f"SPDXRef-program-{control['Package']}")
        assert found == needed, found ^ needed


def test_provenance():
    """the provenance has the commit, the sum of each file that is not made after it, and the sums of the Swift packages"""
    statement = json.loads((FOLDER / f"touchd-{VERSION}.provenance.json").read_text())
    sums = {line["name"]: line["digest"]["sha256"] for line in statement["subject"]}
    assert set(sums) == {path.name for path in FOLDER.iterdir()} - {"SHA256SUMS", f"touchd-{VERSION}.provenance.json"}, sums
    assert all(digest(FOLDER / name) == sum for name, sum in sums.items())
    made = statement["predicate"]["buildDefinition"]
    assert made["externalParameters"]["commit"] == run("git", "-C", ROOT, "rev-parse", "HEAD").stdout.strip(), made
    assert len(made["resolvedDependencies"]) == 7, made


def test_signature(folder):
    """a release is signed with the committed key alone, not with a placeholder, and a changed file is noticed"""
    root, release = folder / "clone", shutil.copytree(FOLDER, folder / FOLDER.name)
    run("git", "clone", "--quiet", ROOT, root)
    for name in ("own", "other"):
        run("minisign", "-G", "-W", "-p", f"{folder}/{name}.pub", "-s", f"{folder}/{name}.key")

    def build_release(verb, *words):
        said = run(root / "scripts/build-release", verb, release, *words)
        return said.returncode, said.stderr

    (root / "scripts/release-key.pub").write_text("untrusted comment: PLACEHOLDER\n")
    for verb, *words in (("--sign", f"{folder}/own.key"), ("--verify",)):
        status, said = build_release(verb, *words)
        assert status == 1 and "is a placeholder" in said, said
    assert run("make", "-C", root, "release", f"KEY={folder}/own.key").returncode and not (root / ".build").exists()
    shutil.copy(f"{folder}/own.pub", root / "scripts/release-key.pub")
    assert build_release("--sign", f"{folder}/other.key")[0] == 1
    assert build_release("--sign", f"{folder}/own.key") == (0, "") == build_release("--verify")
    (release / f"CHANGES-{VERSION}.md").write_text("Nothing.")
    assert build_release("--verify")[0] == 1


# -- What is no release

# What is given, and the words of the refusal.
REFUSALS = {
    "a file that git does not know": (lambda root: (root / "new").write_text(""), "is made of what is committed.*: new"),
    "a file that was changed": (lambda root: edit(root / "README.md", "touchd", "Touchd", commit=False), "committed.*README"),
    "a change without a version": (lambda root: edit(
        root / "CHANGELOG.md", f"## [{VERSION}]", f"## [Unreleased]\n\n- New.\n\n## [{VERSION}]"), "has unreleased changes"),
    "a version without a day": (lambda root: edit(
        root / "CHANGELOG.md", rf"## \[{VERSION}\] - .*", f"## [{VERSION}] - unreleased", pattern=True), "does not say the day"),
}


def edit(path, old, new, commit=True, pattern=False):
    text = path.read_text()
    path.write_text(re.sub(old, new, text, count=1) if pattern else text.replace(old, new, 1))
    assert path.read_text() != text, path
    if commit:
        run("git", "-C", path.parent, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qam", "Test: it")


@pytest.mark.parametrize("given, words", REFUSALS.values(), ids=REFUSALS)
def test_refused(folder, given, words):
    """is refused"""
    root = folder / "clone"
    run("git", "clone", "--quiet", ROOT, root)
    given(root)
    said = run(root / "scripts/build-release")
    assert said.returncode == 1 and re.search(words, said.stderr), said.stderr[-500:]
    assert not (root / ".build").exists(), "it has built something"
