# SPDX-License-Identifier: MIT
"""The page with a recording: what it shows, at every size, by keyboard, and what it asks for."""

import json
import os
import shutil
import subprocess

import pytest
from inspector import HERE, LAYOUT, RECORDING, Inspector, seek, showing, text
from process import plain, replace, wait_until

# Views of the layout, with their places in its points.
PLACES = {"map": (40, 40, 560, 480), "legend": (440, 410, 140, 90), "pin": (660, 40, 300, 220), "menu": (660, 300, 300, 220)}
# The middle of an element, in points of the layout.
MIDDLE = """(selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const svg = document.querySelector("#screen svg");
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(svg.getScreenCTM().inverse());
  return [Math.round(point.x), Math.round(point.y)];
})"""
LOST = "lost to “drag”, which was recognized first"


def middle(browser, selector):
    return browser.value(f"{MIDDLE}({json.dumps(selector)})")


def test_page_states(program, figure):
    """page: the pure part of it, on a trace, with node"""
    if not shutil.which("node"):
        pytest.skip("there is no node")
    run = subprocess.run(
        ["node", "--test", HERE / "state.test.mjs"], capture_output=True, text=True, env=plain(TOUCHD=str(program)))
    assert not run.returncode
    figure(" ".join(line[2:] for line in run.stdout.splitlines() if line.startswith(("# pass", "# fail"))))


def test_page_lost(rig, browser):
    """page: a recording is shown to scale, paused, and scrubbed to a double tap that lost to a pan"""
    inspector = showing(rig, browser)
    for view, (x, y, width, height) in PLACES.items():
        assert middle(browser, f"[data-view={view}] rect") == [round(x + width / 2), round(y + height / 2)]
    assert browser.value("document.getElementById('pause').getAttribute('aria-label')") == "Play", "paused"
    seek(browser, 0.200)
    assert browser.value(text("#gestures [data-gesture=zoom] .chip")) == "possible", "the tap before it lost"
    seek(browser, 0.212)
    row = "#gestures [data-gesture=zoom]"
    assert browser.value(text(f"{row} .chip")) == "failed", "the tap"
    assert browser.value(text(f"{row} .why")) == LOST, "why"
    assert browser.value(text("#gestures [data-gesture=drag] .chip")) == "changed", "the pan"
    assert browser.value(text("#time")) == "0.212 of 3.110 s", "the time"
    # The finger lies where the panel reported it.
    assert middle(browser, ".finger[data-touch='2'] circle") == [221, 210], "the finger"
    assert "zoom” on map failed: " + LOST in browser.value(text("#log")), "the log"
    browser.screenshot("light")
    seek(browser, 0.200)
    links = "[...document.querySelectorAll('#chain .link.called')].map(it => it.textContent)"
    assert browser.value(links) == ["map", "page"], "what is called just now"
    assert browser.value(text("#chain [data-responder=page] .call")) == "touchesMoved (audit)", "how"
    browser.require_calm(inspector.origin)


def test_page_hit_path(rig, browser):
    """page: pointing at a finger lights its hit path"""
    showing(rig, browser)
    seek(browser, 0.230)
    x, y = browser.value(
        "(() => { const box = document.querySelector(\".finger[data-touch='2'] circle\").getBoundingClientRect();"
        " return [box.x + box.width / 2, box.y + box.height / 2]; })()")
    browser.tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    browser.settle()
    lit = "[...document.querySelectorAll('.view.hit')].map(it => it.dataset.view)"
    assert browser.value(lit) == ["window", "page", "map"], "the hit path"
    assert browser.value("document.querySelector('.view.target').dataset.view") == "map", "the hit view"
    assert browser.value("[...document.querySelectorAll('#views .hit')].length") == 3, "the list of views"
    assert browser.value(text("#views [data-view=legend] .badge")) == "not hit", "what was asked in vain"
    browser.screenshot("hit")


def test_page_follows(rig, browser):
    """page: a layout that is edited is shown at the same moment; a mistake in it is said, and the last one stays; so it
    does when a file is no trace"""
    layout = rig.folder / "lobby.yaml"
    shutil.copy(LAYOUT, layout)

    def edit(*changes):
        words = LAYOUT.read_text()
        for old, new in changes:
            assert old in words, old
            words = words.replace(old, new)
        replace(layout, words)

    showing(rig, browser, layout=layout)
    seek(browser, 0.230)
    assert browser.value(text("#gestures [data-gesture=zoom] .why")) == LOST, "before"
    broken = rig.folder / "broken.jsonl"
    broken.write_text('{"kind":"layout"}\n{"kind":"view"}\n')
    open_file(browser, broken)
    browser.expect("/iterable/.test(document.getElementById('status').textContent)", True)
    edit(("name: zoom", "name: enlarge"), ("left: 40, top: 40", "left: 140, top: 40"))
    browser.expect(text("#gestures [data-gesture=enlarge] .chip"), "failed")
    assert middle(browser, "[data-view=map] rect") == [420, 280], "where the map is now"
    browser.expect(text("#time"), "0.230 of 3.110 s")
    edit(("name: zoom", "nam: zoom"))
    browser.expect("/lobby.yaml:.*unknown key \"nam\"/.test(document.getElementById('status').textContent)", True)
    assert browser.value(text("#gestures [data-gesture=enlarge] .chip")) == "failed", "the last good one"
    browser.screenshot("mistake")
    edit()
    browser.expect(text("#gestures [data-gesture=zoom] .why"), LOST)
    browser.expect(text("#status"), "")


def test_page_keyboard(rig, browser):
    """page: everything can be reached and done by keyboard, with a focus that is seen and a name that is said"""
    showing(rig, browser)
    seek(browser, 0.230)
    browser.value("document.activeElement.blur()")
    seen = []
    for _ in range(200):
        browser.press("Tab")
        found = browser.value(
            "(() => { const it = document.activeElement; const style = getComputedStyle(it);"
            " return it === document.body ? null : [it.id || it.textContent || it.parentElement.id,"
            " style.outlineStyle, parseFloat(style.outlineWidth)]; })()")
        if found is None or found in seen and found == seen[0]:
            break
        seen.append(found)
    names = [name for name, _, _ in seen]
    for wanted in ("save", "open", "back", "pause", "forward", "end", "scrubber", "zoom", "touch 2", "map"):
        assert wanted in names
    unseen = [name for name, style, width in seen if style == "none" or width < 2]
    assert unseen == [], "a focus that is not seen"

    tree = browser.tab.call("Accessibility.getFullAXTree")["nodes"]
    nameless = [
        node["role"]["value"] for node in tree if not node.get("ignored")
        and any(it["name"] == "focusable" and it["value"]["value"] for it in node.get("properties", []))
        and not node.get("name", {}).get("value")]
    assert nameless == [], "what has no name"

    browser.value("document.activeElement.blur()")
    time = text("#time")
    browser.press("Home")
    browser.expect(time, "0.000 of 3.110 s")
    for _ in range(4):
        browser.press("ArrowRight")
    browser.expect(time, "0.196 of 3.110 s")
    browser.press("ArrowLeft")
    browser.expect(time, "0.188 of 3.110 s")
    browser.press("ArrowRight", shift=True)
    browser.expect(time, "1.188 of 3.110 s")
    browser.press(" ")
    browser.expect("document.getElementById('pause').getAttribute('aria-label')", "Pause")
    browser.press(" ")
    browser.expect("document.getElementById('pause').getAttribute('aria-label')", "Play")
    browser.press("End")
    browser.expect(time, "3.110 of 3.110 s")
    seek(browser, 0.230)
    browser.value("document.querySelector(\"#touches [data-touch='2'] button\").focus()")
    browser.press("Enter")
    browser.expect("document.querySelectorAll('.view.hit').length", 3)


# Contrast of each text with what is behind it, as WCAG 2.2 computes it; texts that are too small; what sticks out.
LEGIBILITY = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const light = ([r, g, b]) => { const f = it => (it /= 255) <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4;
    return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const bad = [];
  for (const it of document.querySelectorAll("body *")) {
    const words = [...it.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join("");
    const box = it.getBoundingClientRect();
    if (!words || box.width === 0 || it.closest("svg, canvas, option, script")) continue;
    const chain = []; let opacity = 1;
    for (let at = it; at; at = at.parentElement) { chain.push(at); opacity *= getComputedStyle(at).opacity; }
    const back = chain.reverse().reduce((below, at) => over(rgb(getComputedStyle(at).backgroundColor), below), [255, 255, 255, 1]);
    const style = getComputedStyle(it);
    const [r, g, b, a] = rgb(style.color);
    const [one, two] = [light(over([r, g, b, a * opacity], back)), light(back)].sort((x, y) => y - x);
    const contrast = (one + 0.05) / (two + 0.05);
    if (contrast < 4.5) bad.push(`${words.slice(0, 20)}: contrast ${contrast.toFixed(2)}`);
    if (parseFloat(style.fontSize) < 11) bad.push(`${words.slice(0, 20)}: ${style.fontSize}`);
    if (box.right > innerWidth + 0.5) bad.push(`${words.slice(0, 20)}: sticks out to ${box.right}`);
  }
  if (document.scrollingElement.scrollWidth > innerWidth) bad.push("scrolls sideways");
  const parts = [...document.querySelectorAll("header, section, #screen svg")].map(it => [it, it.getBoundingClientRect()]);
  for (const [one, a] of parts) for (const [two, b] of parts) {
    if (one === two || one.contains(two) || two.contains(one)) continue;
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // What is scrolled away lies behind the header.
    if (width > 1 && height > 1 && ![one, two].some(it => it.matches("header"))) bad.push(`${one.id} lies on ${two.id}`);
  }
  for (const it of document.querySelectorAll("header button, .controls button, #scrubber")) {
    const { width, height } = it.getBoundingClientRect();
    if (width < 24 || height < 15) bad.push(`${it.id}: ${width} × ${height}`);
  }
  return bad;
})()"""


def test_page_sizes(rig, browser):
    """page: legible at 320, 1280 and 3840 pixels, in light and dark"""
    showing(rig, browser)
    seek(browser, 0.230)
    for width, height in ((320, 640), (1280, 800), (3840, 2160)):
        browser.resize(width, height)
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            if os.environ.get("KEEP"):
                browser.screenshot(f"{width}-{scheme}")
            assert browser.value(LEGIBILITY) == []
    assert browser.value("parseFloat(getComputedStyle(document.body).fontSize)") >= 20
    assert middle(browser, "[data-view=map] rect") == [320, 280], "the map"


def download(rig, browser, key, pattern):
    """The file that the page saves when a key is pressed."""
    folder = rig.folder / "downloads"
    folder.mkdir()
    browser.tab.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.press(key, text=key)
    wait_until(lambda: list(folder.glob(pattern)), "no file was saved", pause=0.05)
    return next(folder.glob(pattern))


def open_file(browser, path):
    document = browser.tab.call("DOM.getDocument")["root"]["nodeId"]
    node = browser.tab.call("DOM.querySelector", nodeId=document, selector="#file")["nodeId"]
    browser.tab.call("DOM.setFileInputFiles", nodeId=node, files=[str(path)])


def test_page_trace(rig, browser):
    """page: a trace that is saved is the same when it is opened"""
    inspector = showing(rig, browser)
    path = download(rig, browser, "s", "*.jsonl")
    open_file(browser, path)
    browser.expect(text("#source"), path.name)
    seek(browser, 0.230)
    assert browser.value(text("#gestures [data-gesture=zoom] .why")) == LOST, "why"
    browser.require_calm(inspector.origin)


def test_page_recording(rig, browser):
    """page: the touches that are saved as a recording are the same in a replay of it"""
    showing(rig, browser)
    path = download(rig, browser, "r", "*.evemu")
    assert browser.value(text("#status")) == "", "complaints"

    def touches(recording):
        lines = rig.run("replay", recording, "-c", LAYOUT, "--json", "--trace", "touch").trace
        return [(line["phase"], line["at"], line["view"]) for line in lines if line.get("at")]

    saved = touches(path)
    assert len(saved) > 20
    assert saved == touches(RECORDING), "the touches"


def test_page_sensitive(rig, browser):
    """page: no place on a sensitive view is in what the page gets or saves"""
    showing(rig, browser)
    lines = [json.loads(event["data"]) for event in browser.tab.reported("Network.eventSourceMessageReceived")]
    on_pin = [line for line in lines if line.get("view") == "pin"]
    assert len(on_pin) >= 3
    for line in on_pin:
        assert not any(line.get(key) is not None for key in ("at", "raw"))
    # Where the finger was, in points and in the panel's units.
    words = browser.value("inspector.history().text()") + json.dumps(lines)
    for place in ("[750,100]", "750.0, 100.0", "[36000,4800]"):
        assert place not in words
    seek(browser, 2.230)
    assert browser.value(text("#touches [data-touch='4'] .end")) == "sensitive", "what the list says"
    assert browser.value("document.querySelector(\".finger[data-touch='4']\")") is None, "the drawing"


def test_page_stranger(rig, browser):
    """page: an address without its token shows what to do"""
    inspector = Inspector(rig, "--recording", RECORDING, "-c", LAYOUT)
    browser.open(inspector.origin)
    browser.wait("document.body?.textContent.includes('touchd web')")
    assert "has printed" in browser.value("document.body.textContent"), "the words"


@pytest.mark.asked
def test_page_document(rig, browser):
    """page: the screenshot of docs/web.md, taken anew"""
    showing(rig, browser)
    browser.resize(1120, 640)
    seek(browser, 0.230)
    browser.document("inspector")
