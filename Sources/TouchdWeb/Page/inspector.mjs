// SPDX-License-Identifier: MIT
// The page: lines come in, a history keeps them, and a moment of it is drawn, the last one or another.

import { History } from "./history.mjs";
import { Panels } from "./panels.mjs";
import { Screen } from "./screen.mjs";
import { listen, read } from "./source.mjs";
import { drawTimeline } from "./timeline.mjs";
import { seconds } from "./words.mjs";

/**
 * Milliseconds between two drawings of the screen, of the panels, and of the timeline, which costs most: the browser may
 * run beside touchd, on two slow cores.
 */
const [SCREEN, PANELS, TIMELINE] = [30, 100, 250];
/** Microseconds that are kept of a live panel, unless the address says `?keep=SECONDS`. */
const KEEP = 300e6;
/** Microseconds of a long step. */
const LONG = 1e6;

const $ = (id) => document.getElementById(id);
const kept = Number(new URLSearchParams(location.search).get("keep")) * 1e6 || KEEP;

const page = {
  /** `live`, `recording`, or `file` for a trace that was opened. */
  mode: "live",
  history: new History(kept),
  /** The moment that is shown; null follows the last one. */
  cursor: null,
  /** How a recording plays: the clock's milliseconds and the moment at its start; null while it is paused. */
  playing: null,
  layout: null,
  latency: null,
  /** What times of the log count from: the first line that came. */
  origin: null,
  pinned: {},
  pointed: {},
  title: "",
  problem: "",
  status: "",
};

const screen = new Screen($("screen"), point, () => schedule());
const panels = new Panels(point, seek);

// -- Lines

let events = listen(take, (words) => {
  page.status = words;
  schedule();
});

function take(text, line) {
  switch (line.kind) {
    case "stream":
      return begin(line);
    case "problem":
      page.problem = line.message;
      break;
    case "error":
    case "lost":
      page.status = line.message;
      break;
    case "latency":
      page.latency = line;
      break;
    case "ok":
    case "hello":
      break;
    default:
      if (line.kind === "state") page.problem = "";
      if (page.restarts) restart();
      page.history.add(text, line);
      page.origin ??= line.t;
  }
  schedule();
}

/** A connection has begun; a recording is sent once more, from its start, and takes the place of the last one. */
function begin({ mode, recording, file }) {
  page.restarts = mode === "recording";
  page.mode = mode;
  page.title = mode === "recording" ? `${recording} on ${file}` : "live";
  page.problem = "";
  schedule();
}

function restart() {
  page.restarts = false;
  page.history = new History();
  page.origin = null;
  // The moment that was shown stays, so that what a change of the layout does there is seen at once.
  page.cursor ??= 0;
}

async function openFile(file) {
  try {
    const lines = await read(file);
    events.close();
    const history = new History();
    for (const [text, line] of lines) history.add(text, line);
    Object.assign(page, { history, mode: "file", title: file.name, status: "", problem: "", playing: null, origin: null });
    page.cursor = history.first;
  } catch (error) {
    page.status = error.message;
  }
  schedule();
}

function save() {
  const made = document.createElement("a");
  made.href = URL.createObjectURL(new Blob([page.history.text()], { type: "application/x-ndjson" }));
  made.download = `touchd-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.jsonl`;
  made.click();
  URL.revokeObjectURL(made.href);
}

// -- Time

const shownTime = () => page.cursor ?? page.history.last;

function seek(t) {
  const { first, last } = page.history;
  page.playing = null;
  page.cursor = Math.min(Math.max(t, first), last);
  schedule();
}

function follow() {
  page.playing = null;
  page.cursor = page.mode === "live" ? null : page.history.last;
  schedule();
}

const isRunning = () => (page.mode === "live" ? page.cursor === null : page.playing !== null);

function toggle() {
  if (isRunning()) return seek(shownTime());
  if (page.mode === "live") return follow();
  const isAtEnd = shownTime() >= page.history.last;
  page.playing = { clock: performance.now(), from: isAtEnd ? page.history.first : shownTime() };
  schedule();
}

/** Moves the moment on while a recording plays. */
function play() {
  if (!page.playing) return;
  page.cursor = page.playing.from + (performance.now() - page.playing.clock) * 1000;
  if (page.cursor < page.history.last) return schedule();
  page.cursor = page.history.last;
  page.playing = null;
}

// -- What is pointed at

function point({ touch, view, pinned }) {
  if (pinned) page.pinned = { touch, view };
  else page.pointed = { touch, view };
  schedule();
}

/** What the pointer is at, or else what was chosen. */
function chosen() {
  const isAt = page.pointed.touch !== undefined || page.pointed.view !== undefined;
  return isAt ? page.pointed : page.pinned;
}

// -- Drawing

let isScheduled = false;
let timer = null;
const drawn = { screen: -Infinity, panels: -Infinity, timeline: -Infinity, history: null, first: 0, last: 0, width: 0 };

function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  const wait = drawn.screen + SCREEN - performance.now();
  if (wait > 0) setTimeout(() => requestAnimationFrame(draw), wait);
  else requestAnimationFrame(draw);
}

/** Draws once more, after so many milliseconds: the panels were drawn a moment ago. */
function later(wait) {
  timer ??= setTimeout(() => {
    timer = null;
    schedule();
  }, wait);
}

function draw(clock) {
  isScheduled = false;
  drawn.screen = clock;
  play();
  const { history } = page;
  const t = shownTime();
  const state = page.cursor === null ? history.now : history.at(t);
  // What has changed by a hand is shown at once, and what comes by itself with the panels.
  const isDue = clock - drawn.panels >= PANELS;
  if (isDue || !isRunning()) {
    drawHeader(state);
    drawTime(t, clock);
  }
  if (!state.isWhole) return;
  const layout = state.layouts.get(page.layout) ?? [...state.layouts.values()][0];
  if (!layout) return;
  screen.draw(state, layout, chosen(), t);
  if (!isDue) return later(drawn.panels + PANELS - clock);
  drawn.panels = clock;
  panels.origin = page.origin ?? history.first;
  // The counters of a recording are those of its end: a replay counts in its own time.
  const { counters } = page.mode === "live" ? state : history.now;
  panels.show(state, layout, chosen(), t, { counters, latency: page.latency });
}

function drawHeader(state) {
  const isLost = page.status !== "" && page.mode !== "file";
  document.body.dataset.mode = isLost ? "lost" : isRunning() ? "live" : "paused";
  set($("source"), page.title || "connecting");
  const words = [page.status, page.problem].filter(Boolean).join("\n");
  set($("status"), words);
  $("status").classList.toggle("long", words.includes("\n"));
  const names = [...state.layouts.keys()];
  const choice = $("layouts");
  choice.hidden = names.length < 2;
  if (choice.dataset.names !== names.join("\n")) {
    choice.dataset.names = names.join("\n");
    choice.replaceChildren(...names.map((name) => new Option(name)));
  }
  if (names.includes(page.layout)) choice.value = page.layout;
}

function drawTime(t, clock) {
  const { history } = page;
  const { first, last } = history;
  const isLive = page.mode === "live";
  const label = isRunning() ? "Pause" : isLive ? "Go on" : "Play";
  if ($("pause").getAttribute("aria-label") !== label) {
    $("pause").setAttribute("aria-label", label);
    $("pause").title = `${label} (Space)`;
  }
  set($("end"), isLive ? "Live" : "End");
  const words = isLive ? (page.cursor === null ? "now" : `−${seconds(last - t)} s`) : `${seconds(t - first)} of ${seconds(last - first)} s`;
  set($("time"), words);
  const scrubber = $("scrubber");
  const [low, high, at] = [0, (last - first) / 1000, (t - first) / 1000].map((it) => `${it}`);
  if (scrubber.max !== high) scrubber.max = high;
  if (scrubber.min !== low) scrubber.min = low;
  if (scrubber.value !== at) scrubber.value = at;
  if (scrubber.getAttribute("aria-valuetext") !== words) scrubber.setAttribute("aria-valuetext", words);
  const canvas = $("marks");
  const isSame = drawn.history === history && drawn.last === last && drawn.first === first && drawn.width === canvas.clientWidth;
  if (isSame || clock - drawn.timeline < TIMELINE) return;
  Object.assign(drawn, { timeline: clock, history, first, last, width: canvas.clientWidth });
  drawTimeline(canvas, history, first, last);
}

function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// -- Controls

$("pause").onclick = toggle;
$("back").onclick = () => seek(page.history.step(shownTime(), -1));
$("forward").onclick = () => seek(page.history.step(shownTime(), 1));
$("end").onclick = follow;
$("save").onclick = save;
$("open").onclick = () => $("file").click();
$("file").onchange = () => $("file").files[0] && openFile($("file").files[0]);
$("layouts").onchange = ({ target }) => {
  page.layout = target.value;
  schedule();
};
$("scrubber").oninput = ({ target }) => seek(page.history.first + Number(target.value) * 1000);
addEventListener("resize", schedule);
matchMedia("(prefers-color-scheme: dark)").onchange = () => {
  drawn.history = null;
  schedule();
};

const keys = {
  " ": toggle,
  ArrowLeft: ({ shiftKey }) => seek(shiftKey ? shownTime() - LONG : page.history.step(shownTime(), -1)),
  ArrowRight: ({ shiftKey }) => seek(shiftKey ? shownTime() + LONG : page.history.step(shownTime(), 1)),
  Home: () => seek(page.history.first),
  End: follow,
  s: save,
  o: () => $("file").click(),
  Escape: () => point({ pinned: true }),
};

addEventListener("keydown", (event) => {
  const act = keys[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  // A button and a list have keys of their own; the scrubber would move by a share of the whole.
  const { target } = event;
  if (event.key === " " && target.closest("button, select")) return;
  if (target.closest("select")) return;
  event.preventDefault();
  act(event);
});

schedule();

/** What is shown, for tests. */
globalThis.inspector = { page, history: () => page.history };
