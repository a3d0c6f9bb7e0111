// SPDX-License-Identifier: MIT
// Where in time the page is: the buttons, the scrubber, and the lane above it.

import { seconds } from "./words.mjs";

/** Milliseconds between two drawings of the lane, which costs most. */
const LANE = 250;

const $ = (id) => document.getElementById(id);

export class Transport {
  #drawn = { clock: -Infinity, history: null, first: 0, last: 0, width: 0 };

  /** Draws the lane anew, in other colours perhaps. */
  forget() {
    this.#drawn.history = null;
  }

  /** Draws a moment of a history; `clock` is in milliseconds. */
  draw({ history, mode, cursor }, t, isRunning, clock) {
    const isLive = mode === "live";
    const label = isRunning ? "Pause" : isLive ? "Go on" : "Play";
    change($("pause"), "ariaLabel", label);
    change($("pause"), "title", `${label} (Space)`);
    change($("end"), "textContent", isLive ? "Live" : "End");
    const { first, last } = history;
    const recorded = `${seconds(t - first)} of ${seconds(last - first)} s`;
    const words = !isLive ? recorded : cursor === null ? "now" : `−${seconds(last - t)} s`;
    change($("time"), "textContent", words);
    const scrubber = $("scrubber");
    change(scrubber, "max", `${(last - first) / 1000}`);
    change(scrubber, "value", `${(t - first) / 1000}`);
    change(scrubber, "ariaValueText", words);
    this.#drawLane(history, first, last, clock);
  }

  #drawLane(history, first, last, clock) {
    const canvas = $("marks");
    const width = canvas.clientWidth;
    const before = this.#drawn;
    const isSame = before.history === history && before.first === first && before.last === last && before.width === width;
    if (isSame || clock - before.clock < LANE) return;
    this.#drawn = { clock, history, first, last, width };
    drawMarks(canvas, history, first, last);
  }
}

/** Sets what is different, so that nothing is laid out again in vain. */
function change(node, property, value) {
  if (node[property] !== value) node[property] = value;
}

/** Draws when fingers were down, and when recognizers were recognized or failed, between two times. */
function drawMarks(canvas, history, first, last) {
  const density = devicePixelRatio;
  const [width, height] = [Math.round(canvas.clientWidth * density), Math.round(canvas.clientHeight * density)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  if (last <= first) return;
  const x = (t) => ((t - first) / (last - first)) * width;
  const colours = getComputedStyle(canvas);
  const colour = (name) => colours.getPropertyValue(`--${name}`);
  const down = new Map();
  context.fillStyle = colour("accent");
  context.globalAlpha = 0.35;
  const span = (from, to) => context.fillRect(x(from), height * 0.6, Math.max(x(to) - x(from), density), height * 0.3);
  for (const { t, kind, touch, phase } of history.marks()) {
    if (kind !== "touch") continue;
    if (phase === "ended" || phase === "cancelled") {
      span(down.get(touch) ?? first, t);
      down.delete(touch);
    } else {
      down.set(touch, t);
    }
  }
  for (const from of down.values()) span(from, last);
  context.globalAlpha = 1;
  for (const { t, kind, state } of history.marks()) {
    if (kind !== "gesture") continue;
    const isBad = state === "failed" || state === "cancelled";
    context.fillStyle = colour(isBad ? "bad" : "good");
    context.fillRect(x(t) - density / 2, height * (isBad ? 0.3 : 0.06), density * 1.5, height * 0.22);
  }
}
