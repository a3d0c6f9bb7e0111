# SPDX-License-Identifier: MIT
"""The site of the documents, as a browser and a reader find it.

Each link has its page and its heading, each picture is there, each page is reached from the first, and nothing is loaded
from elsewhere.
"""

import os
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


class Document(HTMLParser):
    """What a page links to and loads, and what can be linked to in it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors, self.faults = [], [], set(), []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if "id" in attributes:
            self.anchors.add(attributes["id"])
        if tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])
        elif tag in ("img", "script", "iframe", "source"):
            self.loads.append(attributes.get("src", ""))
        elif tag == "link":
            self.loads.append(attributes.get("href", ""))
        if tag == "img" and not attributes.get("alt"):
            self.faults.append(f"{attributes.get('src')} has no words for readers that do not see it")


def faults(folder):
    """What is wrong with the site, a line each."""
    # DocC's pages are of a script, and look after themselves.
    documents = {path: Document(path) for path in folder.rglob("*.html") if "api" not in path.relative_to(folder).parts}
    reached, waiting = set(), [folder / "index.html"]
    for path, document in documents.items():
        yield from (f"{path.relative_to(folder)}: {fault}" for fault in document.faults)
        for address in document.loads:
            if urlsplit(address).scheme or not (path.parent / unquote(address)).is_file():
                yield f"{path.relative_to(folder)} loads {address}"
        for address in document.links:
            parts = urlsplit(address)
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                yield f"{path.relative_to(folder)} links to {address}, which is not there"
            elif parts.fragment and parts.fragment not in documents.get(target, document).anchors:
                yield f"{path.relative_to(folder)} links to {address}, which has no such heading"
    while waiting:
        path = waiting.pop()
        if path in reached or path not in documents:
            continue
        reached.add(path)
        waiting += [(path.parent / urlsplit(it).path).resolve() for it in documents[path].links if urlsplit(it).path]
    yield from (f"no link leads to {path.relative_to(folder)}" for path in set(documents) - reached)


@pytest.mark.skipif(not shutil.which("mkdocs") and os.environ.get("CI") == "true", reason="mkdocs is missing")
def test_site(programs, folder):
    """each link and picture is there, each page is reached, and nothing is loaded from elsewhere"""
    assert shutil.which("mkdocs"), "mkdocs is missing; run: scripts/install-dependencies --test"
    site = folder.resolve() / "site"
    subprocess.run([ROOT / "scripts" / "build-site", site, *programs], check=True)
    assert not (found := list(faults(site))), "; ".join(found)
