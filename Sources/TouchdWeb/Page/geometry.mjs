// SPDX-License-Identifier: MIT
// Where a view lies on the screen. A matrix is [a, b, c, d, tx, ty]: x' = a·x + c·y + tx, y' = b·x + d·y + ty.

const multiply = ([a, b, c, d, tx, ty], [e, f, g, h, ux, uy]) => [
  e * a + g * b,
  f * a + h * b,
  e * c + g * d,
  f * c + h * d,
  e * tx + g * ty + ux,
  f * tx + h * ty + uy,
];

/** From a view's own coordinates to its parent's: the transform is about the middle. */
function step({ frame: [x, y, width, height], transform }) {
  const move = [1, 0, 0, 1, x, y];
  if (!transform) return move;
  const [w, h] = [width / 2, height / 2];
  return [[1, 0, 0, 1, -w, -h], transform, [1, 0, 0, 1, w, h], move].reduce(multiply);
}

/** From a view's own coordinates to the screen's. */
export const wayToScreen = ({ id }, views) =>
  ancestors(id, views)
    .map((it) => step(views.get(it)))
    .reduce(multiply, [1, 0, 0, 1, 0, 0]);

/** The ids from a view to its window. */
export function ancestors(id, views) {
  const found = [];
  for (let at = views.get(id); at && !found.includes(at.id); at = views.get(at.parent)) found.push(at.id);
  return found;
}

/** How deep a view lies in its window, from 0. */
export const depth = (view, views) => ancestors(view.id, views).length - 1;

/** The responder chain from a view on, as far as touchd has named it, and else by parents. */
export function chain(id, layout, next) {
  const found = [];
  for (let at = id; at && !found.includes(at); ) {
    found.push(at);
    const named = next(at);
    at = named !== undefined ? named : (layout.views.get(at)?.parent ?? (layout.views.has(at) ? "application" : null));
  }
  return found;
}
