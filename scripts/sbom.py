# SPDX-License-Identifier: MIT
"""The SBOM of a release, in SPDX 2.3: which packages are in the programs, which they need, and under which licences.

What is in a program is what the linker was given. The licences are those of debian/copyright, so a library that it does
not mention is refused. Nothing comes from this machine, but for the version of Swift.
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
# The modules that the linker gets from Swift itself.
RUNTIME = "swift-runtime"


def document(root, scratch, version, folder, versions, swift):
    """The text of the SBOM for the packages and the archive in a folder."""
    return json.dumps(Sbom(root, root / scratch, version, folder, versions, swift).made(), indent=2) + "\n"


class Sbom:
    def __init__(self, root, scratch, version, folder, versions, swift):
        self.root, self.scratch, self.version, self.folder = root, scratch, version, folder
        self.versions, self.swift = versions, swift
        self.packages, self.relations, self.licence_texts = {}, set(), {}
        with (root / "debian" / "copyright").open() as file:
            self.copyright = Copyright(file)
        self.maintainer = Deb822((root / "debian" / "control").read_text())["Maintainer"]

    def made(self):
        commit, time = self._said("git", "log", "-1", "--format=%H %ct").split()
        self._source()
        self._swift()
        for path in sorted(self.folder.glob("*.deb")):
            self._deb(path)
        return {
            "spdxVersion": "SPDX-2.3",
            "dataLicense": "CC0-1.0",
            "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"touchd-{self.version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/touchd-{self.version}-{commit}",
            "creationInfo": {
                # Of the commit, so that the same source makes the same file.
                "created": datetime.fromtimestamp(int(time), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "creators": ["Tool: scripts/build-release", f"Organization: {self._organization}"],
            },
            "packages": [self.packages[key] for key in sorted(self.packages)],
            "hasExtractedLicensingInfos": [
                {"licenseId": name, "name": name.removeprefix("LicenseRef-"), "extractedText": text}
                for name, text in sorted(self.licence_texts.items())
            ],
            "relationships": [
                {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                | ({"comment": comment[0]} if comment else {})
                for one, kind, other, *comment in sorted(self.relations)
            ],
        }

    # -- What is published

    def _source(self):
        path = self.folder / f"touchd-{self.version}.tar.gz"
        self._add("SPDXRef-touchd", "touchd", self.version, *self._licence("*"), file=path, purpose="SOURCE")
        self.relations.add(("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-touchd"))

    def _deb(self, path):
        control = DebFile(str(path)).debcontrol()
        program = control["Package"]
        reference = f"SPDXRef-deb-{program}"
        inside = self._inside(program)
        licences = sorted({self.packages[one]["licenseConcluded"] for one in ["SPDXRef-touchd", *inside]})
        parts = sorted({part for licence in licences for part in licence.split(" AND ")})
        self._add(
            reference, program, control["Version"], " AND ".join(parts), self.packages["SPDXRef-touchd"]["copyrightText"],
            file=path, purpose="INSTALL")
        self.relations.add(("SPDXRef-DOCUMENT", "DESCRIBES", reference))
        self.relations.add((reference, "GENERATED_FROM", "SPDXRef-touchd"))
        for one in inside:
            self.relations.add((reference, "STATIC_LINK", one))
        # One of them may have several names; the first is what Debian's own tools wrote.
        for first, *_ in PkgRelation.parse_relations(control["Depends"]):
            if first["name"].startswith("lib"):
                said = PkgRelation.str([[first]])
                self.relations.add((reference, "DYNAMIC_LINK", self._library(first["name"]), f"Depends: {said}"))

    # -- What is in it

    def _inside(self, program):
        """The packages of which the linker got modules, by the list that SwiftPM wrote for it."""
        listed = (self.scratch / "release" / f"{program}.product" / "Objects.LinkFileList").read_text()
        modules = set(re.findall(r"/([^/\n]+)\.build/", listed))
        own = self._targets(self.root)
        inside = {f"SPDXRef-{RUNTIME}"}
        for module in modules - own:
            owners = [name for name, targets in self.targets.items() if module in targets]
            if len(owners) != 1:
                raise SystemExit(f"scripts/build-release: {program} has the module {module}, of {owners or 'no package'}")
            inside.add(f"SPDXRef-{owners[0]}")
        for one in inside:
            if self.packages[one]["licenseConcluded"] == NO:
                name = self.packages[one]["name"]
                raise SystemExit(f"scripts/build-release: {program} has {name}, and debian/copyright does not mention it")
        return sorted(inside)

    def _swift(self):
        self.targets = {}
        for name, version in self.versions.items():
            folder = self.scratch / "checkouts" / name
            self.targets[name] = self._targets(folder)
            licence, copyright = self._licence(name)
            declared = "Apache-2.0" if "Apache License" in (folder / "LICENSE.txt").read_text() else NO
            if "Runtime Library Exception" in (folder / "LICENSE.txt").read_text():
                declared += " WITH Swift-exception"
            self._add(
                f"SPDXRef-{name}", name, version, licence, copyright, declared=declared, supplier="Organization: Apple",
                place=f"git+https://github.com/apple/{name}@{version}", purl=f"pkg:swift/github.com/apple/{name}@{version}")
        spoken = re.search(r"Swift version (\S+)", self._said(self.swift, "--version"))[1]
        self._add(
            f"SPDXRef-{RUNTIME}", RUNTIME, spoken, *self._licence(RUNTIME), supplier="Organization: Apple",
            place=f"git+https://github.com/swiftlang/swift@swift-{spoken}-RELEASE")
        shown = self._said(
            self.swift, "package", "--scratch-path", self.scratch, "show-dependencies", "--format", "json")
        self._depend("touchd", json.loads(shown[shown.index("{"):]))

    def _depend(self, name, package):
        for other in package["dependencies"]:
            self.relations.add((f"SPDXRef-{name}", "DEPENDS_ON", f"SPDXRef-{other['identity']}"))
            self._depend(other["identity"], other)

    def _targets(self, folder):
        """The names of a package's modules, as the folders of a build have them."""
        manifest = self._said(
            self.swift, "package", "--package-path", folder, "--scratch-path", self.scratch, "dump-package")
        return {target["name"].replace("-", "_") for target in json.loads(manifest)["targets"]}

    def _library(self, name):
        """A package of Debian that a program is linked with while it runs: which version, the machine decides."""
        reference = f"SPDXRef-debian-{name.replace('+', '-')}"
        if reference not in self.packages:
            self._add(
                reference, name, None, NO, NO, supplier="Organization: Debian", purl=f"pkg:deb/debian/{quote(name)}",
                purpose="LIBRARY")
        return reference

    # -- The form

    def _licence(self, name):
        """What debian/copyright says of a library, and of parts of it: licence and copyright."""
        found = [
            paragraph for paragraph in self.copyright.all_files_paragraphs()
            if any(files == name or files.startswith(f"{name}/") for files in paragraph.files)
        ]
        if not found:
            return NO, NO
        licences = sorted({self._spdx(paragraph.license.synopsis) for paragraph in found})
        return " AND ".join(licences), "\n".join(sorted({paragraph.copyright for paragraph in found}))

    def _spdx(self, name):
        if name in LICENCES:
            return LICENCES[name]
        reference = f"LicenseRef-{name}"
        for paragraph in self.copyright.all_license_paragraphs():
            if paragraph.license.synopsis == name:
                self.licence_texts[reference] = paragraph.license.text
        return reference

    def _add(
            self, reference, name, version, licence, copyright, declared=None, supplier=None, place=NO, purl=None, file=None,
            purpose="LIBRARY"):
        package = {
            "SPDXID": reference,
            "name": name,
            "supplier": supplier or f"Organization: {self._organization}",
            "downloadLocation": place,
            "filesAnalyzed": False,
            "licenseConcluded": licence,
            "licenseDeclared": declared or licence,
            "copyrightText": copyright,
            "primaryPackagePurpose": purpose,
        }
        if version:
            package["versionInfo"] = version
        if purl:
            package["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
        if file:
            package["packageFileName"] = file.name
            package["checksums"] = [
                {"algorithm": "SHA256", "checksumValue": hashlib.sha256(file.read_bytes()).hexdigest()}]
        self.packages[reference] = package

    @property
    def _organization(self):
        return re.sub(r"(.*) <(.*)>", r"\1 (\2)", self.maintainer)

    def _said(self, *command):
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout
