// SPDX-License-Identifier: MIT
// Crosses to touch, and what they say of the panel. The server asks and reckons; the page shows.

const $ = (id) => document.getElementById(id);
let stream = null;
// The view or window that the layout shows meanwhile, if the address names one.
let shield = new URLSearchParams(location.search).get("show");

function begin() {
  show({ words: "connecting" });
  const events = new EventSource("/calibration");
  const lines = {
    stream: (line) => (stream = line.stream),
    ask: ({ words, at }) => {
      show({ words, at });
      raise();
    },
    note: ({ words }) => ($("note").textContent = words),
    problem: ({ message }) => end(events, { words: message }),
    failed: ({ words }) => end(events, { words: `Nothing is changed: ${words}.` }),
    // The stream stays: it knows what was found.
    found: (line) => show({ words: `The panel is ${line.words}.`, found: line }),
  };
  events.onmessage = ({ data }) => {
    const line = JSON.parse(data);
    lines[line.kind]?.(line);
  };
  events.onerror = () => end(events, { words: "The connection has ended, or the server refuses this page." });
}

/** Has the layout show the shield. */
async function raise() {
  if (!shield) return;
  const request = { show: shield };
  shield = null;
  const words = await post(request);
  if (words) $("note").textContent = words;
}

function end(events, what) {
  events.close();
  show(what);
}

// -- What is shown

function show({ words, at = null, found = null }) {
  document.body.classList.toggle("asking", at !== null);
  $("words").textContent = words;
  $("cross").hidden = at === null;
  if (at) [$("cross").style.left, $("cross").style.top] = at.map((part) => `${part * 100}%`);
  $("found").hidden = found === null;
  $("again").hidden = at !== null || words === "connecting";
  if (found) fill(found);
  if (at !== null || found) $("note").textContent = "";
}

function fill({ before, after, verified, unit, refused, file, keys, rule }) {
  const words = (value) => `${value >= 10 ? Math.round(value) : Math.round(value * 10) / 10} ${unit}`;
  row("before", words(before.mean), words(before.worst));
  row("after", words(after.mean), words(after.worst));
  row("verified", "", words(verified));
  const block = keys.length ? ["screen:", "  touchscreen:", ...keys.map((line) => `    ${line}`)] : ["# rotate, flip and calibration are not needed"];
  $("lines").textContent = [`# ${file ?? "a layout"}`, ...block].join("\n");
  $("rule").textContent = rule ?? "";
  $("write").disabled = $("undo").disabled = file === null;
  $("done").textContent = refused.length ? `Left out, since it fits none of the others: cross ${refused.join(", ")}.` : "";
}

function row(id, mean, worst) {
  const [first, second] = $(id).querySelectorAll("td");
  [first.textContent, second.textContent] = [mean, worst];
}

// -- What is pressed

/** Returns the words of the answer. */
async function post(request) {
  try {
    const answer = await fetch(`/calibration?stream=${stream}`, { method: "POST", body: JSON.stringify(request) });
    return (await answer.text()).trim();
  } catch {
    return "The server does not answer.";
  }
}

async function change(request) {
  $("done").textContent = await post(request);
}

$("write").onclick = () => change({ write: "layout" });
$("undo").onclick = () => change({ undo: "layout" });
$("write-rule").onclick = () => change({ write: "rule" });
$("undo-rule").onclick = () => change({ undo: "rule" });
$("again").onclick = () => location.reload();
$("fill").onclick = () => document.documentElement.requestFullscreen().catch(() => {});

/** Crosses stand where they should only if the page is as large as the screen. */
function measure() {
  const isFull = innerWidth >= screen.width && innerHeight >= screen.height;
  $("full").hidden = isFull;
  document.body.classList.toggle("small", !isFull);
}
addEventListener("resize", measure);
measure();
begin();
