// SPDX-License-Identifier: MIT
// What there is at a moment: a pure function from lines of touchd to a state. A state is never changed; the next one
// shares with it what is the same. The lines are those of docs/reference.md and docs/events.md.

/** Points of a trail, lifted fingers that are still shown, and entries of the log. */
export const [TRAIL, LIFTED, LOG] = [96, 12, 200];
/** Microseconds for which a lifted finger stays. */
export const STAY = 2_000_000;

export const empty = Object.freeze({
  t: 0,
  // Between `state` and `state_end`, a state is not to be shown.
  isWhole: true,
  layouts: new Map(),
  devices: new Map(),
  touches: new Map(),
  gestures: new Map(),
  calls: new Map(),
  // Which responder is the next of which.
  next: new Map(),
  counters: null,
  log: [],
});

/** A touch of which only the hit test is known: `path` has its steps, `calls` the last call of each responder. */
const landing = Object.freeze({ phase: "hit", path: [], trail: [], calls: new Map() });

/** The key of what belongs to a layout: ids are unique in one. */
export const key = (layout, ...ids) => [layout ?? "", ...ids].join("\u0000");

/** The state after a line. A kind that is not known changes nothing but the time. */
export function reduce(state, line) {
  const step = steps[line.kind];
  const next = step ? step(state, line) : state;
  return line.t === undefined || line.t === next.t ? next : { ...next, t: line.t };
}

const steps = {
  state: (state, line) => ({ ...empty, t: line.t, isWhole: false, counters: state.counters, log: state.log }),
  state_end: (state) => ({ ...state, isWhole: true }),

  layout: (state, line) => {
    const { layout: name, file, size, delivery } = line;
    const made = { name, file, size, delivery, isDark: false, views: new Map(), claimed: [] };
    return { ...state, layouts: withEntry(state.layouts, name, made) };
  },

  view: (state, { layout, id, parent, frame, transform, hidden, sensitive, gestures }) => {
    const view = { id, parent, frame, transform, hidden, sensitive, gestures };
    let known = state.gestures;
    for (const name of gestures) {
      known = withEntry(known, key(layout, id, name), { layout, view: id, name, state: "possible", touches: [], t: null });
    }
    return { ...changeLayout(state, layout, (it) => ({ views: withEntry(it.views, id, view) })), gestures: known };
  },

  device: (state, line) => {
    const isGone = line.change === "removed" || line.change === "refused";
    const devices = new Map(state.devices);
    if (isGone) devices.delete(line.path);
    else devices.set(line.path, { ...devices.get(line.path), ...line });
    return logged({ ...state, devices }, line, state.isWhole);
  },

  hit: (state, line) => {
    const touch = state.touches.get(line.touch) ?? { ...landing, id: line.touch, layout: line.layout };
    const path =
      line.step === "enter"
        ? [...touch.path, { view: line.view, result: undefined }]
        : touch.path.map((step) => (step.view === line.view ? { ...step, result: line.result } : step));
    const next = line.step === "enter" ? withEntry(state.next, key(line.layout, line.view), line.next) : state.next;
    return { ...state, next, touches: withEntry(state.touches, line.touch, { ...touch, path }) };
  },

  touch: (state, line) => {
    const { touch: id, kind: _, t, ...facts } = line;
    const before = state.touches.get(id) ?? landing;
    const trail = line.at ? [...before.trail.slice(1 - TRAIL), [...line.at, t]] : [];
    const isDown = line.phase !== "ended" && line.phase !== "cancelled";
    const touch = { ...before, ...facts, id, t, trail, isDown };
    const next = { ...state, touches: pruned(withEntry(state.touches, id, touch), t) };
    return logged(next, line, line.phase !== "moved" && state.isWhole);
  },

  gesture: (state, line) => {
    const id = key(line.layout, line.view, line.gesture);
    const before = state.gestures.get(id) ?? { layout: line.layout, view: line.view, name: line.gesture };
    const gesture = { ...before, state: line.state, touches: line.touches, reason: line.reason, t: line.t };
    const next = { ...state, gestures: withEntry(state.gestures, id, gesture) };
    return logged(next, line, line.state !== "changed");
  },

  event: (state, line) => {
    const id = key(line.layout, line.view, line.name);
    const gesture = state.gestures.get(id);
    const next = gesture
      ? { ...state, gestures: withEntry(state.gestures, id, { ...gesture, event: line }) }
      : state;
    // What a gesture does is in the log already.
    return logged(next, line, !gesture && line.state !== "changed" && line.state !== "possible");
  },

  deliver: (state, line) => called(state, line),
  forward: (state, line) =>
    called({ ...state, next: withEntry(state.next, key(line.layout, line.from), line.to) }, line),

  change: (state, line) =>
    logged(changeLayout(state, line.layout, (it) => changes[line.what]?.(it, line)), line, state.isWhole),
  explore: (state, line) =>
    /^(focus|mode)$/.test(line.act) ? changeLayout(state, line.layout, () => ({ focus: line.view })) : state,
  counters: (state, line) => ({ ...state, counters: line }),
  summary: (state, line) => ({ ...state, counters: line }),
};

/** A responder was called: it is lit, and each of the touches knows its last call. */
function called(state, line) {
  const call = { call: line.call, plugin: line.plugin, t: line.t };
  const touches = new Map(state.touches);
  for (const id of line.touches) {
    const touch = touches.get(id);
    if (touch) touches.set(id, { ...touch, calls: withEntry(touch.calls, line.to, call) });
  }
  return { ...state, touches, calls: withEntry(state.calls, key(line.layout, line.to), call) };
}

/** What is different in a layout, by what has changed. */
const changes = {
  __proto__: null,
  view: ({ views }, { id, hidden }) => views.has(id) && { views: withEntry(views, id, { ...views.get(id), hidden }) },
  display: (_, { dark }) => ({ isDark: dark }),
  responder: (it, { id, claimed }) => ({ claimed: [...it.claimed.filter((other) => other !== id), ...(claimed ? [id] : [])] }),
};

function changeLayout(state, name, change) {
  const layout = state.layouts.get(name);
  if (!layout) return state;
  return { ...state, layouts: withEntry(state.layouts, name, { ...layout, ...change(layout) }) };
}

/** Without fingers that were lifted a while ago, and with not too many of them. */
function pruned(touches, now) {
  const lifted = [...touches.values()].filter((touch) => touch.isDown === false);
  const old = lifted.filter((touch, index) => now - touch.t > STAY || index < lifted.length - LIFTED);
  for (const touch of old) touches.delete(touch.id);
  return touches;
}

function logged(state, line, isWanted) {
  return isWanted ? { ...state, log: [...state.log.slice(1 - LOG), line] } : state;
}

function withEntry(map, name, value) {
  return new Map(map).set(name, value);
}

/** A state as the lines that lead to it, for a trace that begins with it. */
export function linesOf(state) {
  const { t } = state;
  const lines = [{ t, kind: "state" }];
  for (const { name, file, size, delivery, isDark, views, claimed } of state.layouts.values()) {
    lines.push({ t, kind: "layout", layout: name, file, size, delivery, commands: [] });
    for (const view of views.values()) lines.push({ t, kind: "view", layout: name, ...view });
    if (isDark) lines.push({ t, kind: "change", layout: name, what: "display", id: name, dark: true });
    for (const id of claimed) lines.push({ t, kind: "change", layout: name, what: "responder", id, claimed: true });
  }
  for (const { id, trail, path, calls, isDown, ...facts } of state.touches.values()) {
    if (isDown) lines.push({ ...facts, t, kind: "touch", touch: id, phase: "stationary" });
  }
  for (const device of state.devices.values()) lines.push({ ...device, t });
  return [...lines, { t, kind: "state_end" }];
}
