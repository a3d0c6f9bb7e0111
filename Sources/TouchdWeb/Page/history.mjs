// SPDX-License-Identifier: MIT
// The lines of the last minutes, and the state at any moment among them: lines stand in blocks, and each block begins
// with the state before it, so a moment costs at most a block of lines.

import { empty, linesOf, reduce } from "./state.mjs";

/** Lines of a block. */
const BLOCK = 256;
/** The most characters that are kept in all. */
const MOST = 48 << 20;

/** The time of a line without the cost of reading it; undefined if it has none. */
const timeOf = (text) => {
  const found = /^\{"t":(\d+),/.exec(text);
  return found ? Number(found[1]) : undefined;
};

export class History {
  #keep;
  #block;
  #blocks = [];
  #size = 0;
  /** The state after the last line. */
  now = empty;
  /** How many lines have come. */
  count = 0;
  // The last moment that was looked at: the next is often a little later.
  #found = null;

  /** - `keep` is in microseconds, `block` in lines. */
  constructor(keep = Infinity, block = BLOCK) {
    [this.#keep, this.#block] = [keep, block];
  }

  get isEmpty() {
    return this.#blocks.length === 0;
  }

  get first() {
    return this.#blocks[0]?.times[0] ?? 0;
  }

  get last() {
    return this.#blocks.at(-1)?.times.at(-1) ?? 0;
  }

  /** Takes a line, as text and as what it says. */
  add(text, line) {
    const before = this.now;
    this.now = reduce(before, line);
    this.count += 1;
    const t = timeOf(text) ?? line.t;
    if (t === undefined && line.kind !== "summary") return;
    let block = this.#blocks.at(-1);
    if (!block || block.texts.length >= this.#block) {
      block = { start: before, texts: [], times: [], marks: [], size: 0 };
      this.#blocks.push(block);
    }
    block.texts.push(text);
    block.times.push(t ?? this.last);
    block.size += text.length;
    this.#size += text.length;
    const mark = markOf(line);
    if (mark) block.marks.push(mark);
    this.#forget();
  }

  #forget() {
    const isFull = () => this.#size > MOST || this.last - this.#blocks[0].times.at(-1) > this.#keep;
    while (this.#blocks.length > 1 && isFull()) {
      this.#size -= this.#blocks.shift().size;
      this.#found = null;
    }
  }

  /** The state after all lines up to a time. */
  at(t) {
    if (this.isEmpty || t >= this.last) return this.now;
    const block = this.#blocks.findLast(({ times }) => times[0] <= t) ?? this.#blocks[0];
    const isNear = this.#found?.block === block && this.#found.t <= t;
    let { state, line } = isNear ? this.#found : { state: block.start, line: 0 };
    for (; line < block.texts.length && block.times[line] <= t; line += 1) {
      state = reduce(state, JSON.parse(block.texts[line]));
    }
    this.#found = { block, state, line, t };
    return state;
  }

  /** The next moment at which something happened, in a direction of 1 or -1; the same if there is none. */
  step(t, direction) {
    const times = this.#blocks.flatMap((block) =>
      block.times.at(-1) < t - 1 && direction > 0 ? [] : block.times[0] > t + 1 && direction < 0 ? [] : block.times,
    );
    if (direction > 0) return times.find((time) => time > t) ?? t;
    return times.findLast((time) => time < t) ?? t;
  }

  /** What the timeline shows; what is down since before the first line is there as if it landed with it. */
  *marks() {
    const { first } = this;
    for (const { id, isDown } of this.#blocks[0]?.start.touches.values() ?? []) {
      if (isDown) yield { t: first, kind: "touch", touch: id, phase: "stationary" };
    }
    for (const block of this.#blocks) yield* block.marks;
  }

  /** All lines, beginning with the state before them: a trace that this page can open. */
  text() {
    const start = this.#blocks[0];
    if (!start) return "";
    // A trace of a whole recording begins with its own state.
    const isOwn = start.texts[0].includes('"kind":"state"');
    const state = isOwn ? [] : linesOf({ ...start.start, t: start.times[0] }).map((line) => JSON.stringify(line));
    return [...state, ...this.#blocks.flatMap((block) => block.texts), ""].join("\n");
  }
}

/** What the timeline shows of a line. */
function markOf({ t, kind, touch, phase, state, gesture }) {
  if (kind === "touch" && phase !== "moved") return { t, kind, touch, phase };
  return kind === "gesture" && state !== "changed" ? { t, kind, state, name: gesture } : null;
}
