// SPDX-License-Identifier: MIT
// The panels beside the screen: lists that show a state. Elements are kept while what they show is there, so that focus
// and memory stay where they are.

import { ancestors, chain, depth } from "./geometry.mjs";
import { key } from "./state.mjs";
import { duration, entry, place, seconds, tone, why } from "./words.mjs";

/** Microseconds for which a call is lit. */
const LIT = 150_000;
/** Touches of a recognizer that are named one by one. */
const MOST = 4;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Sets what is different, so that nothing is laid out again in vain. */
function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A list that has an element for each item, by its key. */
class List {
  #box;
  #make;
  #update;
  #nodes = new Map();
  #nothing;

  constructor(box, { make, update, nothing }) {
    [this.#box, this.#make, this.#update] = [box, make, update];
    this.#nothing = nothing && element("li", { class: "nothing" }, nothing);
  }

  show(items) {
    const nodes = new Map();
    for (const [id, item] of items) {
      const node = this.#nodes.get(id) ?? this.#make(item, id);
      this.#update(node, item);
      nodes.set(id, node);
    }
    const wanted = nodes.size === 0 && this.#nothing ? [this.#nothing] : [...nodes.values()];
    const isSame = wanted.length === this.#box.children.length && wanted.every((it, at) => it === this.#box.children[at]);
    if (!isSame) this.#box.replaceChildren(...wanted);
    this.#nodes = nodes;
  }
}

const list = (id) => document.querySelector(`#${id} ul, #${id} ol`);

function count(id, text) {
  const title = document.querySelector(`#${id} h2`);
  const node = title.querySelector(".count") ?? title.appendChild(element("span", { class: "count" }));
  set(node, text);
}

export class Panels {
  #gestures;
  #touches;
  #chain;
  #views;
  #devices;
  #log;
  #shown = { log: null };
  /** What times of the log count from, in microseconds. */
  origin = 0;

  /** - `onPoint({ touch, view, pinned })` and `onSeek(t)` are called for what is pointed at or chosen. */
  constructor(onPoint, onSeek) {
    const pointing = (node, what) => {
      node.addEventListener("pointerenter", () => onPoint({ ...what, pinned: false }));
      node.addEventListener("pointerleave", () => onPoint({ pinned: false }));
      node.addEventListener("focusin", () => onPoint({ ...what, pinned: false }));
      node.addEventListener("click", () => onPoint({ ...what, pinned: true }));
      return node;
    };
    this.#gestures = new List(list("gestures"), {
      nothing: "This layout has no gestures.",
      make: (gesture) => pointing(gestureRow(gesture), { view: gesture.view }),
      update: updateGesture,
    });
    this.#touches = new List(list("touches"), {
      nothing: "No finger is down.",
      make: (touch) => pointing(touchRow(touch), { touch: touch.id }),
      update: updateTouch,
    });
    this.#chain = new List(list("chain"), { nothing: "Point at a touch.", make: linkRow, update: updateLink });
    this.#views = new List(list("views"), {
      nothing: "There is no layout.",
      make: ({ view }) => pointing(viewRow(view), { view: view.id }),
      update: updateView,
    });
    this.#devices = new List(list("devices"), { nothing: "No panel is in use.", make: deviceRow, update: updateDevice });
    this.#log = new List(list("log"), {
      nothing: "Nothing has happened yet.",
      make: ({ line, origin }) => logRow(line, origin, onSeek),
      update: () => {},
    });
  }

  /** `counters` and `latency` are lines; they may be of another moment than the state. */
  show(state, layout, chosen, now, { counters, latency }) {
    const gestures = [...state.gestures].filter(([, it]) => it.layout === layout.name);
    this.#gestures.show(gestures.map(([id, it]) => [id, { ...it, now, isChosen: it.view === chosen.view }]));
    count("gestures", gestures.length ? `${gestures.length}` : "");

    const touches = [...state.touches.values()].filter((it) => it.layout === layout.name && it.phase !== "hit");
    this.#touches.show(touches.map((it) => [it.id, { ...it, isChosen: it.id === chosen.touch }]));
    count("touches", `${touches.filter((it) => it.isDown).length} down`);

    this.#showChain(state, layout, chosen, touches, now);
    this.#showViews(state, layout, chosen);
    this.#devices.show([...state.devices]);
    this.#showCounters(counters, latency);
    this.#showLog(state);
  }

  /** Of the touch that is pointed at, of the chosen view, or of the last touch. */
  #showChain(state, layout, chosen, touches, now) {
    const touch = state.touches.get(chosen.touch) ?? (chosen.view ? undefined : touches.at(-1));
    const from = touch ? touch.view : chosen.view;
    const ids = from ? chain(from, layout, (id) => state.next.get(key(layout.name, id))) : [];
    this.#chain.show(
      ids.map((id) => {
        const call = touch ? touch.calls.get(id) : state.calls.get(key(layout.name, id));
        return [id, { id, call, isLit: call && now - call.t < LIT }];
      }),
    );
    count("chain", touch ? `touch ${touch.id}` : (from ?? ""));
  }

  #showViews(state, layout, chosen) {
    const touch = state.touches.get(chosen.touch);
    const path = new Set(touch?.view ? ancestors(touch.view, layout.views) : []);
    // Those that the hit test asked in vain.
    const missed = new Set(touch?.path.filter(({ result }) => result === null).map(({ view }) => view));
    const rows = [...layout.views.values()].map((view) => {
      const facts = { isHit: path.has(view.id), isMissed: missed.has(view.id), isTarget: view.id === touch?.view, isChosen: view.id === chosen.view };
      return [view.id, { view, depth: depth(view, layout.views), ...facts }];
    });
    this.#views.show(rows);
    count("views", `${rows.length}`);
  }

  #showCounters(counters, latency) {
    const facts = ["frames", "touches", "ended", "cancelled", "dropped"].map((name) => [name, counters?.[name] ?? "–"]);
    if (latency) {
      facts.push(["latency, median", duration(latency.median)], ["latency, 99 %", duration(latency.p99)]);
      facts.push(["latency, most", duration(latency.max)]);
    }
    const box = document.querySelector("#counters dl");
    for (const [name, value] of facts) {
      let node = box.querySelector(`[data-counter="${name}"]`);
      if (!node) {
        node = element("dd", { "data-counter": name });
        box.append(element("div", {}, element("dt", {}, name), node));
      }
      set(node, `${value}`);
    }
  }

  #showLog({ log }) {
    if (log === this.#shown.log) return;
    this.#shown.log = log;
    const box = list("log");
    const isAtEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 4;
    this.#log.show(log.map((line) => [line, { line, origin: this.origin }]));
    if (isAtEnd) box.scrollTop = box.scrollHeight;
  }
}

function gestureRow({ name, view }) {
  const chip = element("span", { class: "chip" });
  const label = element("button", { class: "name", title: "Show its view" }, name);
  const row = element("div", { class: "row" }, chip, label, element("span", { class: "at" }, view), element("span", { class: "to" }), element("span", { class: "end" }));
  return element("li", { "data-gesture": name, "data-view": view }, row);
}

function updateGesture(node, gesture) {
  const chip = node.querySelector(".chip");
  set(chip, gesture.state);
  chip.dataset.state = gesture.state;
  node.classList.toggle("idle", gesture.state === "possible");
  node.classList.toggle("chosen", gesture.isChosen);
  const { touches } = gesture;
  const names = touches.length > MOST ? `${touches.length} touches` : `touch ${touches.join(", ")}`;
  set(node.querySelector(".end"), touches.length ? names : "");
  const isSent = ["began", "changed", "ended"].includes(gesture.state) && gesture.event?.responders.length > 0;
  set(node.querySelector(".to"), isSent ? `→ ${gesture.event.responders.join(", ")}` : "");
  const reason = gesture.state === "failed" ? why(gesture) : "";
  let words = node.querySelector(".why");
  if (!reason) return words?.remove();
  words ??= node.firstChild.appendChild(element("span", { class: "why" }));
  set(words, reason);
}

function touchRow({ id }) {
  const name = element("button", { class: "name", title: "Show its hit path" }, `touch ${id}`);
  const parts = [element("span", { class: "chip" }), name, element("span", { class: "at" }), element("span", { class: "end" })];
  return element("li", { "data-touch": id }, element("div", { class: "row" }, ...parts));
}

function updateTouch(node, touch) {
  const chip = node.querySelector(".chip");
  set(chip, touch.phase);
  chip.dataset.state = touch.phase;
  node.classList.toggle("idle", !touch.isDown);
  node.classList.toggle("chosen", touch.isChosen);
  set(node.querySelector(".at"), touch.view ?? "no view");
  set(node.querySelector(".end"), `${place(touch.at)}${touch.tapCount > 1 ? ` · ${touch.tapCount} taps` : ""}`);
}

function linkRow({ id }) {
  const link = element("span", { class: "link" }, id);
  return element("li", { "data-responder": id }, link, element("span", { class: "call" }));
}

function updateLink(node, { call, isLit }) {
  node.firstChild.classList.toggle("called", Boolean(isLit));
  set(node.querySelector(".call"), call ? `${call.call}${call.plugin ? ` (${call.plugin})` : ""}` : "");
}

function viewRow(view) {
  const row = element("div", { class: "row" }, element("button", { class: "name", title: "Show it" }, view.id));
  return element("li", { "data-view": view.id }, row);
}

function updateView(node, { view, depth, isHit, isMissed, isTarget, isChosen }) {
  node.style.setProperty("--depth", depth);
  node.classList.toggle("chosen", isChosen);
  const name = node.querySelector(".name");
  name.classList.toggle("hit", isHit);
  name.classList.toggle("target", isTarget);
  const badges = [view.hidden && "hidden", view.sensitive && "sensitive", isMissed && "not hit"].filter(Boolean);
  const [x, y, width, height] = view.frame.map((it) => Math.round(it * 10) / 10);
  const facts = `${width} × ${height} at ${x}, ${y}`;
  const words = [...badges, facts].join("|");
  if (node.dataset.words === words) return;
  node.dataset.words = words;
  const row = node.firstChild;
  row.replaceChildren(name, ...badges.map((it) => element("span", { class: "badge" }, it)), element("span", { class: "end" }, facts));
}

function deviceRow() {
  return element("li", {}, element("div", { class: "row" }, element("span", { class: "name" }), element("span", { class: "at" })));
}

function updateDevice(node, device) {
  set(node.querySelector(".name"), device.name ?? device.path);
  set(node.querySelector(".at"), [device.path, device.change, ...(device.how ?? [])].join(" · "));
}

function logRow(line, origin, onSeek) {
  const time = element("time", {}, seconds(line.t - origin));
  const button = element("button", { title: "Go to this moment" }, time, element("span", { class: tone(line) }, entry(line)));
  button.addEventListener("click", () => onSeek(line.t));
  return element("li", {}, button);
}
