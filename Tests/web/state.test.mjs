// SPDX-License-Identifier: MIT
// The pure part of the inspector's page: lines, and the states that they lead to. node --test Tests/web

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const page = new URL("../../Sources/TouchdWeb/Page/", import.meta.url);
const { empty, key, linesOf, reduce } = await import(new URL("state.mjs", page));
const { History } = await import(new URL("history.mjs", page));
const { chain, wayToScreen } = await import(new URL("geometry.mjs", page));
const { entry, why } = await import(new URL("words.mjs", page));

const after = (lines, state = empty) => lines.reduce(reduce, state);
const upTo = (t) => parsed.filter((line) => line.t <= t);
const gesture = (state, name) => [...state.gestures.values()].find((it) => it.name === name);

const view = (id, parent, frame, more = {}) => ({
  t: 0, kind: "view", layout: "l", id, parent, frame, transform: null, hidden: false, sensitive: false, gestures: [], ...more,
});
/** A trace as the page saves it: a double tap that loses to a pan. */
const kinds = "touch,hit,gesture,failed,event,deliver,forward,device";
const replay = ["replay", "lost.fingers", "-c", "lobby.yaml", "--json", "--trace", kinds];
const printed = execFileSync(process.env.TOUCHD ?? "touchd", replay, { cwd: import.meta.dirname, encoding: "utf8" });
const parsed = [
  { t: 0, kind: "state" },
  { t: 0, kind: "layout", layout: "lobby", file: "lobby.yaml", size: [1024, 640], delivery: "observe", commands: [] },
  view("window", null, [0, 0, 1024, 640]),
  view("page", "window", [0, 0, 1024, 640]),
  view("map", "page", [40, 40, 560, 480], { gestures: ["zoom", "drag"] }),
  { t: 0, kind: "state_end" },
  ...printed.trim().split("\n").map((text) => JSON.parse(text)),
].map((line) => ({ ...line, ...(line.t !== undefined && { layout: "lobby" }) }));
const trace = parsed.map((line) => JSON.stringify(line));
const layout = { t: 0, kind: "layout", layout: "l", file: "l.yaml", size: [100, 50], delivery: "observe", commands: [] };
const touch = (id, phase, t, at, more = {}) => ({
  t, kind: "touch", layout: "l", touch: id, phase, slot: 0, at, raw: at, type: "direct", tapCount: 1, force: 0, radius: 0,
  view: "page", window: "window", ...more,
});
const state = after([{ t: 0, kind: "state" }, layout, view("window", null, [0, 0, 100, 50]),
  view("page", "window", [0, 0, 100, 50], { gestures: ["tap"] }), { t: 0, kind: "state_end" }]);

test("given the trace, when a moment is shown, then the recognizers are in the states that the table says", () => {
  const rows = [
    // time   zoom        drag        why
    [0, "possible", "possible", undefined],
    [70_000, "possible", "failed", undefined],
    [204_000, "failed", "began", "prevented by drag"],
    [212_000, "failed", "changed", "prevented by drag"],
    [520_000, "failed", "ended", "prevented by drag"],
  ];
  for (const [t, zoom, drag, reason] of rows) {
    const shown = after(upTo(t));
    assert.deepEqual([t, gesture(shown, "zoom").state, gesture(shown, "drag").state], [t, zoom, drag]);
    assert.equal(gesture(shown, "zoom").reason, reason);
  }
});

test("a failure is said with what it lost to", () => {
  const rows = [
    ["prevented by drag", "lost to “drag”, which was recognized first"],
    ["required drag to fail", "lost to “drag”: it must fail first, and did not"],
    ["too far", "too far"],
  ];
  for (const [reason, words] of rows) assert.equal(why({ reason }), words);
  const line = { kind: "gesture", gesture: "zoom", view: "map", state: "failed", reason: "prevented by drag" };
  assert.equal(entry(line), "“zoom” on map failed: lost to “drag”, which was recognized first");
});

test("a state is never changed: each step leaves the one before as it was", () => {
  let now = empty;
  for (const line of parsed) {
    const copy = structuredClone(now);
    const next = reduce(now, line);
    assert.deepEqual(now, copy);
    now = next;
  }
});

test("any moment of a history is the state after all lines up to it", () => {
  const history = new History(Infinity, 16);
  for (const [index, text] of trace.entries()) history.add(text, parsed[index]);
  // There and back, so that what is remembered of the last look is of no consequence.
  for (const t of [0, 180_000, 204_000, 3_000_000, 520_000, 203_999, 1_500_000, history.last]) {
    // The summary, which has no time, is the last line.
    assert.deepEqual(history.at(t), after(t === history.last ? parsed : upTo(t)), `at ${t}`);
  }
  assert.equal(history.step(196_000, 1), 204_000);
  assert.equal(history.step(204_000, -1), 196_000);
  assert.equal(history.step(history.last, 1), history.last);
});

test("a saved trace leads to the same states as the lines that it was made of", () => {
  const history = new History(1_000_000, 16);
  for (const [index, text] of trace.entries()) history.add(text, parsed[index]);
  assert.ok(history.first > 0, "the first lines are forgotten");
  const again = new History();
  for (const text of history.text().trim().split("\n")) again.add(text, JSON.parse(text));
  const facts = ({ layouts, touches }) =>
    [layouts, [...touches.values()].filter((it) => it.isDown).map(({ id, at, view }) => ({ id, at, view }))];
  for (const t of [history.first, 2_260_000, 3_000_000, history.last]) {
    assert.deepEqual(facts(again.at(t)), facts(history.at(t)), `at ${t}`);
  }
  assert.deepEqual(linesOf(again.now).at(-1), { t: again.now.t, kind: "state_end" });
});

test("a history has a bound: of ten fingers for an hour, it keeps the last seconds", () => {
  const history = new History(5_000_000);
  for (let frame = 0; frame < 20_000; frame += 1) {
    for (let id = 1; id <= 10; id += 1) {
      const line = touch(id, frame === 0 ? "began" : "moved", frame * 8000, [id, frame % 50]);
      history.add(JSON.stringify(line), line);
    }
  }
  const kept = history.text().split("\n").length;
  assert.ok(history.last - history.first < 5_300_000);
  assert.ok(kept < 7000, `${kept} lines are kept`);
});

test("a touch of a sensitive view has no place, and no trail", () => {
  const shown = after([touch(1, "began", 1, null), touch(1, "moved", 2, null)], state);
  assert.deepEqual([shown.touches.get(1).at, shown.touches.get(1).trail], [null, []]);
});

test("a lifted finger stays for a moment, and then goes", () => {
  const lifted = after([touch(1, "began", 1, [1, 1]), touch(1, "ended", 2, [1, 1])], state);
  assert.equal(lifted.touches.get(1).isDown, false);
  assert.equal(after([touch(2, "began", 3_000_000, [1, 1])], lifted).touches.has(1), false);
});

test("a new state takes the place of all that there was", () => {
  const hidden = { t: 5, kind: "change", layout: "l", what: "view", id: "page", hidden: true };
  const before = after([touch(1, "began", 1, [1, 1]), hidden], state);
  assert.equal(before.layouts.get("l").views.get("page").hidden, true);
  const during = after([{ t: 9, kind: "state" }, layout], before);
  assert.deepEqual([during.isWhole, during.touches.size, during.layouts.get("l").views.size], [false, 0, 0]);
});

test("a line of a kind or with a key that is not known changes nothing but the time", () => {
  const next = reduce(state, { t: 7, kind: "surprise", layout: "l" });
  assert.deepEqual(next, { ...state, t: 7 });
});

test("the chain goes by what touchd has named, and else by parents to the application", () => {
  const named = new Map([["page", "controller"], ["controller", "window"]]);
  const shown = state.layouts.get("l");
  assert.deepEqual(chain("page", shown, (id) => named.get(id)), ["page", "controller", "window", "application"]);
  assert.deepEqual(chain("page", shown, () => undefined), ["page", "window", "application"]);
});

test("each responder of a touch has its own last call", () => {
  const call = (to, call, touches) => ({ t: 3, kind: "deliver", layout: "l", call, to, touches });
  const both = [touch(1, "began", 1, [1, 1]), touch(2, "began", 2, [2, 2])];
  const shown = after([...both, call("page", "touchesMoved", [2]), call("page", "touchesEnded", [1])], state);
  assert.equal(shown.touches.get(2).calls.get("page").call, "touchesMoved");
  assert.equal(shown.touches.get(1).calls.get("page").call, "touchesEnded");
  assert.equal(shown.calls.get(key("l", "page")).call, "touchesEnded");
});

test("the focus of a person who explores by touch goes with the mode", () => {
  const explore = (act, view) => ({ t: 3, kind: "explore", layout: "l", act, view });
  const focus = (...lines) => after(lines, state).layouts.get("l").focus;
  assert.equal(focus(explore("focus", "page"), explore("silence")), "page");
  assert.equal(focus(explore("focus", "page"), explore("mode")), undefined);
});

test("a transform is about the middle of a view", () => {
  const views = new Map([
    ["window", { id: "window", parent: null, frame: [0, 0, 100, 50], transform: null }],
    // A quarter turn, clockwise.
    ["turned", { id: "turned", parent: "window", frame: [10, 20, 20, 10], transform: [0, 1, -1, 0, 0, 0] }],
  ]);
  const [a, b, c, d, tx, ty] = wayToScreen(views.get("turned"), views);
  // Its upper left corner is then on the right: the middle is (20, 25).
  assert.deepEqual([a * 0 + c * 0 + tx, b * 0 + d * 0 + ty], [25, 15]);
});
