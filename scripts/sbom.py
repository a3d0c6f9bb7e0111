#!/usr/bin/python3 -B
# SPDX-License-Identifier: MIT
"""The SBOM in SPDX 2.3 and CycloneDX 1.5, of a release, or of one program:  scripts/sbom.py SCRATCH PROGRAM FOLDER

It has what the linker was given, which no tool for SBOMs knows, with the licences of debian/copyright: a library that this
does not mention is refused. Nothing comes from this machine, but for the version of Swift.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import quote

from debian.copyright import Copyright
from debian.deb822 import Deb822, PkgRelation
from debian.debfile import DebFile

ROOT = Path(__file__).resolve().parent.parent
# The names of debian/copyright, by those of SPDX. Others become references, with their texts.
LICENCES = {
    "Expat": "MIT", "Apache-2.0 with Swift-runtime-library exception": "Apache-2.0 WITH Swift-exception",
    "Apache-2.0 with LLVM exception": "Apache-2.0 WITH LLVM-exception", "Apache-2.0": "Apache-2.0",
    "Unicode-3.0": "Unicode-3.0"}
# The modules that the linker gets from Swift itself.
RUNTIME = "swift-runtime"


def said(*command):
    """What a program prints; its complaints are shown."""
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout.rstrip()


def resolved(scratch):
    """Name and version of each Swift package, as SwiftPM has resolved them."""
    state = json.loads((ROOT / scratch / "workspace-state.json").read_text())["object"]["dependencies"]
    return {one["packageRef"]["identity"]: one["state"]["checkoutState"]["version"] for one in state}


class Sbom:
    """Parts by their references, and what is between two of them."""

    def __init__(self, scratch, version, archive=None):
        self.scratch, self.version, self.parts, self.links, self.texts = ROOT / scratch, version, {}, set(), {}
        self.copyright = Copyright((ROOT / "debian" / "copyright").read_text().splitlines())
        self.authors = Deb822((ROOT / "debian" / "control").read_text())["Maintainer"]
        for name, number in resolved(scratch).items():
            self.add(name, number, self.licences(name), "Apple", f"pkg:swift/github.com/apple/{name}@{number}")
        swift = re.search(r"Swift version (\S+)", said(os.environ.get("SWIFT", "swift"), "--version"))[1]
        self.add(RUNTIME, swift, self.licences(RUNTIME), "Apple")
        self.add("touchd", version, self.licences("*"), file=archive)

    def add(self, name, version, licences, supplier=None, purl=None, file=None, reference=None):
        self.parts[reference or name] = {
            "name": name, "version": version, "licence": " AND ".join(sorted(licences)), "purl": purl,
            "supplier": supplier or self.authors, "file": file and file.name,
            "sum": file and hashlib.sha256(file.read_bytes()).hexdigest()}

    def licences(self, name):
        """What debian/copyright says of a library, and of parts of it."""
        names = {one.license.synopsis for one in self.copyright.all_files_paragraphs()
                 if any(files == name or files.startswith(f"{name}/") for files in one.files)}
        self.texts |= {f"LicenseRef-{one.license.synopsis}": one.license.text
                       for one in self.copyright.all_license_paragraphs() if one.license.synopsis in names - set(LICENCES)}
        return {LICENCES.get(name, f"LicenseRef-{name}") for name in names}

    def add_program(self, program, file=None):
        """A program, with the packages of which the linker got modules, by the list that SwiftPM wrote for it."""
        listed = self.scratch / "release" / f"{program}.product" / "Objects.LinkFileList"
        modules = set(re.findall(r"/([^/\n]+)\.build/", listed.read_text())) if listed.exists() else set()
        inside = {RUNTIME} if modules else set()
        for module in modules - {path.name.replace("-", "_") for path in (ROOT / "Sources").iterdir()}:
            owners = {path.parts[-3] for path in self.scratch.glob(f"checkouts/*/Sources/{module}")}
            if len(owners) != 1 or not self.parts[min(owners)]["licence"]:
                sys.exit(f"scripts/sbom.py: {program} has {module} of {owners or 'no package'}; is it in debian/copyright?")
            inside |= owners
        licences = set(" AND ".join(self.parts[one]["licence"] for one in inside | {"touchd"}).split(" AND "))
        self.add(program, self.version, licences, file=file, reference=f"program-{program}")
        self.links |= {(f"program-{program}", "STATIC_LINK", one) for one in inside}
        self.links.add((f"program-{program}", "GENERATED_FROM", "touchd"))

    def add_deb(self, path):
        control = DebFile(str(path)).debcontrol()
        self.add_program(control["Package"], path)
        # One of them may have several names; the first is what Debian's own tools wrote. The machine decides which
        # version of it there is.
        for first, *_ in PkgRelation.parse_relations(control.get("Depends", "")):
            if first["name"].startswith("lib"):
                name, library = first["name"], f"debian-{first['name'].replace('+', '-')}"
                self.add(name, None, {"NOASSERTION"}, "Debian", f"pkg:deb/debian/{quote(name)}", reference=library)
                self.links.add((f"program-{control['Package']}", "DYNAMIC_LINK", library))

    def write(self, folder, name):
        # Of the commit, so that the same source makes the same file.
        time = int(os.environ.get("SOURCE_DATE_EPOCH") or said("git", "log", "-1", "--format=%ct"))
        time = datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        used = {key for one, _, other in self.links for key in (one, other)}
        parts, links = [(key, part) for key, part in sorted(self.parts.items()) if key in used], sorted(self.links)
        unique = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([parts, links, time]))
        described = [key for key, part in parts if part["file"] or key.startswith("program-")]
        spdx = {
            "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{unique}",
            "creationInfo": {"created": time, "creators": ["Tool: scripts/sbom.py", f"Organization: {self.authors}"]},
            "packages": [filled(
                SPDXID=f"SPDXRef-{key}", name=part["name"], versionInfo=part["version"], filesAnalyzed=False,
                downloadLocation="NOASSERTION", supplier=f"Organization: {part['supplier']}", copyrightText="NOASSERTION",
                licenseConcluded=part["licence"], licenseDeclared="NOASSERTION", packageFileName=part["file"],
                checksums=part["sum"] and [{"algorithm": "SHA256", "checksumValue": part["sum"]}],
                externalRefs=part["purl"] and [{
                    "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part["purl"]}],
            ) for key, part in parts],
            "hasExtractedLicensingInfos": [
                {"licenseId": key, "name": key, "extractedText": text} for key, text in sorted(self.texts.items())],
            "relationships": [
                {"spdxElementId": f"SPDXRef-{one}", "relationshipType": kind, "relatedSpdxElement": f"SPDXRef-{other}"}
                for one, kind, other in links + [("DOCUMENT", "DESCRIBES", key) for key in described]]}
        cyclonedx = {
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "serialNumber": f"urn:uuid:{unique}",
            "metadata": {"timestamp": time, "component": {"type": "application", "name": name, "version": self.version}},
            "components": [filled(**{
                "type": "application" if key in described else "library", "bom-ref": key, "name": part["name"],
                "version": part["version"], "supplier": {"name": part["supplier"]}, "purl": part["purl"],
                "licenses": part["licence"] != "NOASSERTION" and [{"expression": part["licence"]}],
                "hashes": part["sum"] and [{"alg": "SHA-256", "content": part["sum"]}],
            }) for key, part in parts],
            "dependencies": [
                {"ref": key, "dependsOn": [other for one, _, other in links if one == key]} for key, _ in parts]}
        for document, suffix in ((spdx, "spdx"), (cyclonedx, "cdx")):
            (Path(folder) / f"{name}.{suffix}.json").write_text(json.dumps(document, indent=2) + "\n")


def filled(**values):
    return {key: value for key, value in values.items() if value or key == "filesAnalyzed"}


if __name__ == "__main__":
    own = Sbom(sys.argv[1], said("scripts/check-version"))
    own.add_program(sys.argv[2])
    own.write(sys.argv[3], sys.argv[2])
