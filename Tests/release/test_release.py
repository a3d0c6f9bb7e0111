# SPDX-License-Identifier: MIT
"""What is in a release, and what is refused:  test_release.py FOLDER VALIDATOR

FOLDER is .build/release-VERSION of the sources that it was made of. A line `ok` or `FAIL` for each test.
"""

import gzip
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from debian.deb822 import PkgRelation
from debian.debfile import DebFile

FOLDER, VALIDATOR = (Path(word).resolve() for word in sys.argv[1:3])
ROOT = FOLDER.parent.parent
VERSION = FOLDER.name.removeprefix("release-")
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def sbom():
    return json.loads((FOLDER / f"touchd-{VERSION}.spdx.json").read_text())


def packages():
    return {package["SPDXID"]: package for package in sbom()["packages"]}


def related(kind, one):
    return {
        line["relatedSpdxElement"] for line in sbom()["relationships"]
        if line["relationshipType"] == kind and line["spdxElementId"] == one}


# -- The files

@test
def names():
    """three packages, the archive, the SBOM, the changes and the sums, and nothing else"""
    found = sorted(re.sub(r"_[a-z0-9]+\.deb", "_ARCH.deb", path.name) for path in FOLDER.iterdir())
    assert found == sorted([
        "SHA256SUMS", f"CHANGES-{VERSION}.md", f"touchd-{VERSION}.spdx.json", f"touchd-{VERSION}.tar.gz",
        *(f"{name}_{VERSION}_ARCH.deb" for name in ("touchd", "touchd-mqtt", "touchd-web"))]), found


@test
def checksums():
    """sha256sum accepts SHA256SUMS, which has every other file"""
    checked = run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=FOLDER)
    assert checked.returncode == 0, checked.stderr
    assert len(checked.stdout.splitlines()) == len(list(FOLDER.iterdir())) - 1, checked.stdout


@test
def archive():
    """the archive has the files of the commit, and no others"""
    expected = {}
    for line in run("git", "-C", ROOT, "ls-tree", "-r", "-z", "HEAD").stdout.rstrip("\0").split("\0"):
        (mode, _, blob), name = line.split("\t")[0].split(), line.split("\t")[1]
        expected[f"touchd-{VERSION}/{name}"] = (mode, blob)
    found = {}
    with tarfile.open(FOLDER / f"touchd-{VERSION}.tar.gz") as tar:
        for member in tar:
            if member.isdir():
                continue
            data = member.linkname.encode() if member.issym() else tar.extractfile(member).read()
            blob = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
            mode = "120000" if member.issym() else "100755" if member.mode & 0o100 else "100644"
            found[member.name] = (mode, blob)
    assert found == expected, sorted(set(found.items()) ^ set(expected.items()))[:5]


@test
def head_of_archive():
    """the archive's gzip has neither a name nor a time"""
    head = (FOLDER / f"touchd-{VERSION}.tar.gz").read_bytes()[:10]
    assert head[3] == 0 and head[4:8] == bytes(4), head
    gzip.decompress((FOLDER / f"touchd-{VERSION}.tar.gz").read_bytes())


@test
def changes():
    """the changes are the version's section of CHANGELOG.md, to its last line"""
    text, cut = (ROOT / "CHANGELOG.md").read_text(), (FOLDER / f"CHANGES-{VERSION}.md").read_text()
    assert cut.startswith(f"## [{VERSION}] - ") and cut.count("\n## ") == 0, cut[:80]
    before, after = text.split(cut.rstrip("\n"))
    assert "\n## [" not in before and after.lstrip("\n").startswith("## ["), after[:80]


# -- The packages

@test
def times_in_packages():
    """no file of a package is of another time than the version's"""
    for path in FOLDER.glob("*.deb"):
        times = {member.mtime for member in DebFile(str(path)).data.tgz()}
        assert len(times) == 1, f"{path.name}: {len(times)} times"


@test
def paths_in_programs():
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

@test
def validated():
    """spdx-tools finds nothing to say about the SBOM"""
    if VALIDATOR.exists():
        said = run(VALIDATOR, "--infile", FOLDER / f"touchd-{VERSION}.spdx.json")
        assert said.returncode == 0, said.stdout + said.stderr


@test
def form():
    """the SBOM has what SPDX 2.3 requires, and its references lead to something"""
    document = sbom()
    assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
    assert document["SPDXID"] == "SPDXRef-DOCUMENT" and document["name"] and document["documentNamespace"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"])
    ids = [package["SPDXID"] for package in document["packages"]]
    assert len(ids) == len(set(ids))
    for package in document["packages"]:
        assert {"name", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"} <= set(package), package
    for line in document["relationships"]:
        for end in (line["spdxElementId"], line["relatedSpdxElement"]):
            assert end in ids or end == "SPDXRef-DOCUMENT", end
    texts = {licence["licenseId"] for licence in document["hasExtractedLicensingInfos"]}
    used = {name for package in document["packages"] for name in re.findall(r"LicenseRef-[\w.-]+", str(package))}
    assert used == texts, used ^ texts


@test
def time_of_sbom():
    """the SBOM is of the time of the commit"""
    time = run("git", "-C", ROOT, "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", env={"TZ": "UTC"})
    assert sbom()["creationInfo"]["created"] == time.stdout.strip(), time.stdout


@test
def published():
    """the SBOM describes the archive and each package, with its sum"""
    described = {packages()[one]["packageFileName"]: one for one in related("DESCRIBES", "SPDXRef-DOCUMENT")}
    files = [path for path in FOLDER.iterdir() if path.suffix in (".deb", ".gz")]
    assert sorted(described) == sorted(path.name for path in files), described
    for path in files:
        sums = packages()[described[path.name]]["checksums"]
        assert sums == [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}], path


@test
def swift_packages():
    """the SBOM has the Swift packages of scripts/release-packages, and each that is linked has a licence"""
    lines = (ROOT / "scripts/release-packages").read_text().splitlines()
    pinned = {line.split()[0]: line.split()[1] for line in lines if not line.startswith("#")}
    found = {
        package["name"]: package["versionInfo"] for package in packages().values()
        if "pkg:swift/" in str(package.get("externalRefs"))}
    assert found == pinned, found
    for path in FOLDER.glob("*.deb"):
        for one in related("STATIC_LINK", f"SPDXRef-deb-{path.name.split('_')[0]}"):
            assert packages()[one]["licenseConcluded"] != "NOASSERTION", one


@test
def linked():
    """what is in each program: the daemon has no network"""
    inside = {
        name: {one.removeprefix("SPDXRef-") for one in related("STATIC_LINK", f"SPDXRef-deb-{name}")}
        for name in ("touchd", "touchd-mqtt", "touchd-web")}
    daemon = {"swift-argument-parser", "swift-log", "swift-runtime"}
    assert inside["touchd"] == inside["touchd-mqtt"] == daemon, inside
    assert inside["touchd-web"] == daemon | {"swift-nio", "swift-atomics", "swift-collections"}, inside


@test
def debian_packages():
    """the SBOM has the libraries of Debian that each package depends on"""
    for path in FOLDER.glob("*.deb"):
        control = DebFile(str(path)).debcontrol()
        needed = {
            f"SPDXRef-debian-{first['name'].replace('+', '-')}" for first, *_ in PkgRelation.parse_relations(control["Depends"])
            if first["name"].startswith("lib")}
        found = related("DYNAMIC_LINK", f"SPDXRef-deb-{control['Package']}")
        assert needed and found == needed, found ^ needed


# -- What is no release

# What is given, and the words of the refusal.
REFUSALS = [
    ("a file that git does not know", lambda root: (root / "new").write_text(""), "is made of what is committed.*: new"),
    ("a file that was changed", lambda root: edit(root / "README.md", "touchd", "Touchd", commit=False), "committed.*README"),
    ("a change without a version", lambda root: edit(
        root / "CHANGELOG.md", f"## [{VERSION}]", f"## [Unreleased]\n\n- New.\n\n## [{VERSION}]"), "has unreleased changes"),
    ("a version without a day", lambda root: edit(
        root / "CHANGELOG.md", rf"## \[{VERSION}\] - .*", f"## [{VERSION}] - unreleased", pattern=True), "does not say the day"),
]


def edit(path, old, new, commit=True, pattern=False):
    text = path.read_text()
    path.write_text(re.sub(old, new, text, count=1) if pattern else text.replace(old, new, 1))
    assert path.read_text() != text, path
    if commit:
        run("git", "-C", path.parent, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qam", "Test: it")


def refusal(given, words):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "clone"
        run("git", "clone", "--quiet", ROOT, root)
        given(root)
        said = run(root / "scripts/build-release")
        assert said.returncode == 1 and re.search(words, said.stderr), said.stderr[-500:]
        assert not (root / ".build").exists(), "it has built something"


def main():
    failed = 0
    cases = [(function.__doc__, function, ()) for function in TESTS]
    cases += [(f"refuses {what}", refusal, (given, words)) for what, given, words in REFUSALS]
    for what, function, arguments in cases:
        try:
            function(*arguments)
            print(f"ok    {what}")
        except Exception as error:  # A release that cannot be read is no good one.
            failed += 1
            print(f"FAIL  {what}: {type(error).__name__} {error}"[:1000])
    sys.exit(failed > 0)


main()
