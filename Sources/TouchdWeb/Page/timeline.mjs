// SPDX-License-Identifier: MIT
// The lane above the scrubber: when fingers were down, and when recognizers were recognized or failed.

/** Draws the marks of a history between two times. */
export function drawTimeline(canvas, history, first, last) {
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
