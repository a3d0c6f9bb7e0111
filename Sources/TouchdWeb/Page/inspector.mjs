// SPDX-License-Identifier: MIT
// The page: lines come in, a history keeps them, and a moment of it is drawn, the last one or another.

import { control, drawHeader } from "./controls.mjs";
import { History } from "./history.mjs";
import { Panels } from "./panels.mjs";
import { recording } from "./recording.mjs";
import { Screen } from "./screen.mjs";
import { listen, read } from "./source.mjs";
import { Transport } from "./transport.mjs";

/** Milliseconds between two drawings of the screen, and of the panels: the browser may run beside touchd, on slow cores. */
const [SCREEN, PANELS] = [30, 100];
/** Microseconds that are kept of a live panel, unless the address says `?keep=SECONDS`. */
const KEEP = 300e6;
/** Microseconds of a long step. */
const LONG = 1e6;

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

const screen = new Screen(document.getElementById("screen"), point, () => schedule());
const panels = new Panels(point, seek);
const transport = new Transport();

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
    const history = new History();
    for (const [text, line] of await read(file)) history.add(text, line);
    events.close();
    Object.assign(page, { history, mode: "file", title: file.name, status: "", problem: "", playing: null, origin: null });
    page.cursor = history.first;
  } catch (error) {
    page.status = error.message;
  }
  schedule();
}

/** The touches of the layout that is shown, as a recording. */
function saveRecording() {
  const lines = page.history.text().split("\n").filter(Boolean).map((text) => JSON.parse(text));
  try {
    download(recording(lines, shownLayout(page.history.now)?.name), "evemu", "text/plain");
    page.status = "";
  } catch (error) {
    page.status = error.message;
  }
  schedule();
}

function download(text, ending, type) {
  const made = document.createElement("a");
  made.href = URL.createObjectURL(new Blob([text], { type }));
  made.download = `touchd-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.${ending}`;
  made.click();
  URL.revokeObjectURL(made.href);
}

const shownLayout = (state) => state.layouts.get(page.layout) ?? [...state.layouts.values()][0];

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
const drawn = { screen: -Infinity, panels: -Infinity };

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
    drawHeader(page, state, isRunning());
    transport.draw(page, t, isRunning(), clock);
  }
  if (!state.isWhole) return;
  const layout = shownLayout(state);
  if (!layout) return;
  screen.draw(state, layout, chosen(), t);
  if (!isDue) return later(drawn.panels + PANELS - clock);
  drawn.panels = clock;
  panels.origin = page.origin ?? history.first;
  // The counters of a recording are those of its end: a replay counts in its own time.
  const { counters } = page.mode === "live" ? state : history.now;
  panels.show(state, layout, chosen(), t, { counters, latency: page.latency });
}

// -- Controls

control({
  toggle,
  follow,
  save: () => download(page.history.text(), "jsonl", "application/x-ndjson"),
  saveRecording,
  openFile,
  /** One moment, or a second if it is long. */
  step: (direction, isLong) => seek(isLong ? shownTime() + direction * LONG : page.history.step(shownTime(), direction)),
  start: () => seek(page.history.first),
  moveTo: (milliseconds) => seek(page.history.first + milliseconds * 1000),
  forget: () => point({ pinned: true }),
  choose(layout) {
    page.layout = layout;
    schedule();
  },
});
addEventListener("resize", schedule);
matchMedia("(prefers-color-scheme: dark)").onchange = () => {
  transport.forget();
  schedule();
};

schedule();

/** What is shown, for tests. */
globalThis.inspector = { page, history: () => page.history };
