# SPDX-License-Identifier: MIT
"""The SBOM of a release, in SPDX 2.3: which packages are in the programs, which they need, and under which licences.

What is in a program is what the linker was given, which no tool for SBOMs knows. The licences are those of
debian/copyright, so a library that it does not mention is refused. Nothing comes from this machine, but for the version
of Swift.
"""
import hashlib
import json
import re
import subprocess
from datetime import datetime, timezone
from urllib.parse import quote

from debian.copyright import Copyright
from debian.deb822 import Deb822, PkgRelation
from debian.debfile import DebFile

# The names of debian/copyright, by those of SPDX. Others become references, with their texts.
LICENCES = {
    "Expat": "MIT",
    "Apache-2.0 with Swift-runtime-library exception": "Apache-2.0 WITH Swift-exception",
    "Apache-2.0 with LLVM exception": "Apache-2.0 WITH LLVM-exception",
    "Apache-2.0": "Apache-2.0",
    "Unicode-3.0": "Unicode-3.0",
}
NO = "NOASSERTION"
APPLE = {"supplier": "Organization: Apple"}
# The modules that the linker gets from Swift itself.
RUNTIME = "swift-runtime"


class Sbom:
    def __init__(self, root, scratch, swift):
        self.root, self.scratch, self.swift = root, root / scratch, swift
        # Packages by their references; targets of the Swift packages; texts of licences that SPDX does not have.
        self.packages, self.relations, self.targets, self.texts = {}, set(), {}, {}
        self.copyright = Copyright((root / "debian" / "copyright").read_text().splitlines())
        maintainer = Deb822((root / "debian" / "control").read_text())["Maintainer"]
        self.organization = "Organization: " + re.sub(r"(.*) <(.*)>", r"\1 (\2)", maintainer)

    def add(self, reference, name, licence=(NO, NO), version=None, purl=None, file=None, purpose="LIBRARY", **others):
        package = {
            "SPDXID": reference, "name": name, "supplier": self.organization, "downloadLocation": NO,
            "filesAnalyzed": False, "licenseConcluded": licence[0], "licenseDeclared": licence[0],
            "copyrightText": licence[1], "primaryPackagePurpose": purpose}
        if version:
            package["versionInfo"] = version
        if purl:
            package["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
        if file:
            checksum = hashlib.sha256(file.read_bytes()).hexdigest()
            package |= {"packageFileName": file.name, "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}]}
            self.relations.add(("SPDXRef-DOCUMENT", "DESCRIBES", reference, ""))
        self.packages[reference] = package | others

    def add_swift_package(self, name, version):
        text = (self.scratch / "checkouts" / name / "LICENSE.txt").read_text()
        declared = "Apache-2.0" if "Apache License" in text else NO
        exception = " WITH Swift-exception" if "Runtime Library Exception" in text else ""
        place = f"github.com/apple/{name}"
        self.add(
            f"SPDXRef-{name}", name, self.licence(name), version, purl=f"pkg:swift/{place}@{version}", **APPLE,
            licenseDeclared=declared + exception, downloadLocation=f"git+https://{place}@{version}")
        self.targets[name] = self.modules(self.scratch / "checkouts" / name)

    def add_runtime(self):
        version = re.search(r"Swift version (\S+)", self.said(self.swift, "--version"))[1]
        place = f"git+https://github.com/swiftlang/swift@swift-{version}-RELEASE"
        self.add(f"SPDXRef-{RUNTIME}", RUNTIME, self.licence(RUNTIME), version, downloadLocation=place, **APPLE)

    def add_dependencies(self, name, package):
        for other in package["dependencies"]:
            self.relations.add((f"SPDXRef-{name}", "DEPENDS_ON", f"SPDXRef-{other['identity']}", ""))
            self.add_dependencies(other["identity"], other)

    def add_deb(self, path):
        control = DebFile(str(path)).debcontrol()
        program, source = control["Package"], self.packages["SPDXRef-touchd"]
        reference, inside = f"SPDXRef-deb-{program}", self.inside(program)
        licences = {part for one in [source["SPDXID"], *inside] for part in self.packages[one]["licenseConcluded"].split(" AND ")}
        self.add(
            reference, program, (" AND ".join(sorted(licences)), source["copyrightText"]), control["Version"], file=path,
            purpose="INSTALL")
        self.relations.add((reference, "GENERATED_FROM", source["SPDXID"], ""))
        self.relations |= {(reference, "STATIC_LINK", one, "") for one in inside}
        # One of them may have several names; the first is what Debian's own tools wrote. The machine decides which
        # version of it there is.
        for first, *_ in PkgRelation.parse_relations(control["Depends"]):
            name = first["name"]
            if name.startswith("lib"):
                library = f"SPDXRef-debian-{name.replace('+', '-')}"
                self.add(library, name, purl=f"pkg:deb/debian/{quote(name)}", supplier="Organization: Debian")
                self.relations.add((reference, "DYNAMIC_LINK", library, f"Depends: {PkgRelation.str([[first]])}"))

    def inside(self, program):
        """The packages of which the linker got modules, by the list that SwiftPM wrote for it."""
        listed = (self.scratch / "release" / f"{program}.product" / "Objects.LinkFileList").read_text()
        inside = {f"SPDXRef-{RUNTIME}"}
        for module in set(re.findall(r"/([^/\n]+)\.build/", listed)) - self.modules(self.root):
            owners = [name for name, targets in self.targets.items() if module in targets]
            if len(owners) != 1:
                raise SystemExit(f"scripts/build-release: {program} has the module {module}, of {owners or 'no package'}")
            inside.add(f"SPDXRef-{owners[0]}")
        for one in inside:
            if self.packages[one]["licenseConcluded"] == NO:
                raise SystemExit(f"scripts/build-release: {program} has {one}, and debian/copyright does not mention it")
        return sorted(inside)

    def modules(self, folder):
        """The names of a package's modules, as the folders of a build have them."""
        manifest = self.said(self.swift, "package", "--package-path", folder, "--scratch-path", self.scratch, "dump-package")
        return {target["name"].replace("-", "_") for target in json.loads(manifest)["targets"]}

    def licence(self, name):
        """What debian/copyright says of a library, and of parts of it: licence and copyright."""
        found = [paragraph for paragraph in self.copyright.all_files_paragraphs()
                 if any(files == name or files.startswith(f"{name}/") for files in paragraph.files)]
        for synopsis in {paragraph.license.synopsis for paragraph in found} - set(LICENCES):
            self.texts[f"LicenseRef-{synopsis}"] = next(
                paragraph.license.text for paragraph in self.copyright.all_license_paragraphs()
                if paragraph.license.synopsis == synopsis)
        licences = {LICENCES.get(one.license.synopsis, f"LicenseRef-{one.license.synopsis}") for one in found}
        return " AND ".join(sorted(licences)) or NO, "\n".join(sorted({one.copyright for one in found})) or NO

    def said(self, *command):
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout


def document(root, scratch, version, folder, versions, swift):
    """The text of the SBOM for the packages and the archive in a folder."""
    sbom = Sbom(root, scratch, swift)
    commit, time = sbom.said("git", "log", "-1", "--format=%H %ct").split()
    archive = folder / f"touchd-{version}.tar.gz"
    sbom.add("SPDXRef-touchd", "touchd", sbom.licence("*"), version, file=archive, purpose="SOURCE")
    for name, number in versions.items():
        sbom.add_swift_package(name, number)
    sbom.add_runtime()
    shown = sbom.said(swift, "package", "--scratch-path", sbom.scratch, "show-dependencies", "--format", "json")
    sbom.add_dependencies("touchd", json.loads(shown[shown.index("{"):]))
    for path in folder.glob("*.deb"):
        sbom.add_deb(path)
    return json.dumps({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"touchd-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/touchd-{version}-{commit}",
        "creationInfo": {
            # Of the commit, so that the same source makes the same file.
            "created": datetime.fromtimestamp(int(time), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: scripts/build-release", sbom.organization],
        },
        "packages": [sbom.packages[key] for key in sorted(sbom.packages)],
        "hasExtractedLicensingInfos": [
            {"licenseId": name, "name": name.removeprefix("LicenseRef-"), "extractedText": text}
            for name, text in sorted(sbom.texts.items())],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            | ({"comment": comment} if comment else {}) for one, kind, other, comment in sorted(sbom.relations)],
    }, indent=2) + "\n"
