// SPDX-License-Identifier: MIT
// Where in time the page is: the buttons, the scrubber, and the lane above it.

import { drawTimeline } from "./timeline.mjs";
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
    this.#nameButtons(isLive, isRunning);
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

  #nameButtons(isLive, isRunning) {
    const label = isRunning ? "Pause" : isLive ? "Go on" : "Play";
    change($("pause"), "ariaLabel", label);
    change($("pause"), "title", `${label} (Space)`);
    change($("end"), "textContent", isLive ? "Live" : "End");
  }

  #drawLane(history, first, last, clock) {
    const canvas = $("marks");
    const width = canvas.clientWidth;
    const before = this.#drawn;
    const isSame = before.history === history && before.first === first && before.last === last && before.width === width;
    if (isSame || clock - before.clock < LANE) return;
    this.#drawn = { clock, history, first, last, width };
    drawTimeline(canvas, history, first, last);
  }
}

/** Sets what is different, so that nothing is laid out again in vain. */
function change(node, property, value) {
  if (node[property] !== value) node[property] = value;
}
