// SPDX-License-Identifier: MIT
// Draws a layout to scale, with its fingers: SVG, so that each thing on it is an element with its place.

import { ancestors, wayToScreen } from "./geometry.mjs";
import { key } from "./state.mjs";

const SVG = "http://www.w3.org/2000/svg";
/** Sizes, as parts of the page's font size: of a label, a finger and its middle, and of the widest letters. */
const [LABEL, FINGER, CORE, WIDEST] = [0.85, 1.3, 0.3, 0.5];
/** The most of the screen's width that a finger takes. */
const LARGEST = 0.045;
/** Microseconds for which a view is lit after a call, and a trail is shown. */
const [LIT, TRAIL] = [150_000, 3_000_000];
/** Colours of fingers, by slot: as far apart as ten can be, in light and dark. */
const HUES = [212, 28, 140, 280, 348, 180, 48, 320, 96, 244];

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export class Screen {
  #box;
  #svg = null;
  #layers = {};
  #drawn = { views: null, scale: 0 };
  // Pixels of the page for a point of the layout; 0 while that is not known.
  #scale = 0;
  // In points of the layout.
  #em = 1;
  #radius = 1;
  #views = new Map();
  #fingers = new Map();

  /** - `onPoint({ touch, view, pinned })` is called when one is pointed at, or chosen; `onResize` to be drawn again. */
  constructor(box, onPoint, onResize) {
    this.#box = box;
    // To ask for a size makes the browser lay out the page: once, and not for each drawing.
    new ResizeObserver(() => {
      this.#scale = 0;
      onResize();
    }).observe(box);
    const point = (event, pinned) => {
      const at = event.target.closest("[data-touch], [data-view]");
      onPoint({ touch: at?.dataset.touch && Number(at.dataset.touch), view: at?.dataset.view, pinned });
    };
    box.addEventListener("pointerover", (event) => point(event, false));
    box.addEventListener("pointerleave", () => onPoint({ pinned: false }));
    box.addEventListener("click", (event) => point(event, true));
  }

  /** Draws a layout of a state; `chosen` has the touch and the view that are pointed at. */
  draw(state, layout, chosen, now) {
    const scale = this.#fit(layout);
    if (layout.views !== this.#drawn.views || scale !== this.#drawn.scale) this.#drawViews(layout, scale);
    this.#svg.classList.toggle("dark-screen", layout.isDark);
    this.#light(state, layout, chosen, now);
    const touches = [...state.touches.values()].filter((it) => it.layout === layout.name && it.trail.length > 0);
    this.#drawFingers(touches, scale, chosen, now);
  }

  /** Pixels of the page for a point of the layout. */
  #fit({ name, size: [width, height] }) {
    if (!this.#svg || this.#svg.dataset.size !== `${width},${height}`) {
      this.#svg = element("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "data-size": `${width},${height}` });
      const hatch = element("pattern", { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse" });
      hatch.append(element("path", { d: "M-2 2l4-4M0 8l8-8M6 10l4-4", class: "hatching" }));
      this.#svg.append(element("defs", {}, hatch), element("rect", { class: "glass", width, height }));
      for (const layer of ["views", "labels", "trails", "fingers"]) {
        this.#layers[layer] = this.#svg.appendChild(element("g", { class: layer }));
      }
      this.#box.replaceChildren(this.#svg);
      this.#fingers.clear();
      this.#drawn = { views: null, scale: 0 };
      this.#scale = 0;
    }
    if (this.#scale) return this.#scale;
    this.#svg.setAttribute("aria-label", `Layout ${name}, ${width} by ${height} points`);
    const { clientWidth, clientHeight } = this.#svg;
    this.#scale = Math.min(clientWidth / width, clientHeight / height) || 1;
    this.#em = Number.parseFloat(getComputedStyle(this.#box).fontSize) / this.#scale;
    this.#radius = Math.min(FINGER * this.#em, LARGEST * width);
    return this.#scale;
  }

  #drawViews(layout, scale) {
    this.#views.clear();
    this.#layers.labels.replaceChildren();
    for (const view of layout.views.values()) {
      const [, , width, height] = view.frame;
      const way = wayToScreen(view, layout.views);
      const kinds = { window: view.parent === null, hidden: view.hidden, sensitive: view.sensitive };
      const kind = Object.keys(kinds).filter((it) => kinds[it]).join(" ");
      const rect = element("rect", { width, height, transform: `matrix(${way.join(" ")})` });
      const title = element("title", {}, view.id);
      const group = element("g", { class: `view ${kind}`, "data-view": view.id }, rect, title);
      this.#views.set(view.id, { group, kind, label: this.#label(view, way) });
    }
    this.#layers.views.replaceChildren(...[...this.#views.values()].map(({ group }) => group));
    this.#drawn = { views: layout.views, scale };
  }

  /** The id in the upper left corner, as far as there is room. A window's would lie under that of its first view. */
  #label(view, way) {
    const [, , width, height] = view.frame;
    const em = this.#em;
    const most = Math.floor((Math.hypot(way[0], way[1]) * width) / em / WIDEST - 1);
    if (view.parent === null || most < 3 || height < LABEL * em) return null;
    const text = view.id.length > most ? `${view.id.slice(0, most - 1)}…` : view.id;
    const [x, y] = [way[4] + 0.35 * em, way[5] + 1.05 * em];
    const label = element("text", { class: "label", x, y, "font-size": LABEL * em }, text);
    label.classList.toggle("hidden", view.hidden);
    return this.#layers.labels.appendChild(label);
  }

  /** Marks the hit path of the touch that is pointed at, what is called just now, and the chosen view. */
  #light(state, layout, { touch, view }, now) {
    const target = state.touches.get(touch)?.view;
    const path = new Set(target ? ancestors(target, layout.views) : []);
    for (const [id, { group, kind, label }] of this.#views) {
      const call = state.calls.get(key(layout.name, id));
      const isCalled = call && now - call.t < LIT;
      const marks = [id === view && "chosen", id === layout.focus && "focused"];
      const lights = [path.has(id) && "hit", id === target && "target", isCalled && "called", ...marks];
      const names = ["view", kind, ...lights.filter(Boolean)].join(" ");
      if (group.getAttribute("class") !== names) group.setAttribute("class", names);
      label?.classList.toggle("hit", path.has(id));
    }
  }

  #drawFingers(touches, scale, chosen, now) {
    const present = new Set(touches.map((touch) => touch.id));
    for (const [id, parts] of this.#fingers) {
      if (present.has(id)) continue;
      parts.finger.remove();
      parts.trail.remove();
      this.#fingers.delete(id);
    }
    for (const touch of touches) this.#place(touch, this.#finger(touch, scale), scale, chosen, now);
  }

  #finger(touch, scale) {
    const known = this.#fingers.get(touch.id);
    if (known?.scale === scale) return known;
    known?.finger.remove();
    known?.trail.remove();
    const r = this.#radius;
    const core = element("circle", { r: CORE * this.#em, class: "core" });
    const text = element("text", { "font-size": this.#em, x: r * 1.15, y: -r / 2 }, `${touch.id}`);
    const shape = element("g", { class: "finger", "data-touch": touch.id }, element("circle", { r }), core, text);
    const finger = this.#layers.fingers.appendChild(shape);
    const trail = this.#layers.trails.appendChild(element("polyline", { class: "trail", "data-touch": touch.id }));
    const colour = `hsl(${HUES[touch.slot % HUES.length]} 75% 48%)`;
    for (const part of [finger, trail]) part.style.setProperty("--finger", colour);
    this.#fingers.set(touch.id, { finger, trail, scale });
    return { finger, trail, scale };
  }

  #place(touch, { finger, trail }, scale, chosen, now) {
    const recent = touch.trail.filter(([, , t]) => now - t < TRAIL);
    const [x, y] = touch.trail.at(-1);
    finger.setAttribute("transform", `translate(${x} ${y})`);
    finger.classList.toggle("up", !touch.isDown);
    finger.classList.toggle("chosen", touch.id === chosen.touch);
    trail.setAttribute("points", recent.map(([x, y]) => `${x},${y}`).join(" "));
  }
}
