// SPDX-License-Identifier: MIT
// The touches of a trace as a recording in evemu's format, which `touchd replay` and evemu play: places and times, without
// pressure and sizes. What is on sensitive views is left out, for the trace has no places of it.

/** Types and codes of the kernel's events. */
const [SYN, KEY, ABS] = [0, 1, 3];
const [REPORT, MT_REPORT, TOUCH] = [0, 2, 0x14a];
const [X, Y, SLOT, MT_X, MT_Y, ID] = [0x00, 0x01, 0x2f, 0x35, 0x36, 0x39];

/** How a panel tells its contacts, by the axes of its head. */
function encoder(head) {
  const has = (axis) => new RegExp(`^A: ${axis.toString(16).padStart(2, "0")} `, "m").test(head);
  const places = (down, x, y) => down.flatMap(({ raw }) => [[ABS, x, raw[0]], [ABS, y, raw[1]]]);
  if (has(SLOT)) {
    return ({ changed }, key) => [
      ...changed.flatMap(({ slot, id, raw, isNew, isOver }) => [
        [ABS, SLOT, slot],
        ...(isOver ? [[ABS, ID, -1]] : [...(isNew ? [[ABS, ID, id]] : []), [ABS, MT_X, raw[0]], [ABS, MT_Y, raw[1]]]),
      ]),
      ...key,
    ];
  }
  if (has(MT_X)) {
    return ({ down }, key) => [
      ...(down.length ? down.flatMap((it) => [...places([it], MT_X, MT_Y), [SYN, MT_REPORT, 0]]) : [[SYN, MT_REPORT, 0]]),
      ...key,
    ];
  }
  return ({ down }, key) => [...places(down.slice(0, 1), X, Y), ...key];
}

/**
 * The recording of a layout's panel; `lines` are those of a trace, with its state.
 *
 * Throws an error with words if the trace has no panel for the layout, or several.
 */
export function recording(lines, layout) {
  const panels = new Map();
  for (const it of lines) if (it.kind === "device" && it.layout === layout && it.evemu) panels.set(it.path, it.evemu);
  if (panels.size === 0) throw new Error("The trace does not describe the panel: it is of an older touchd.");
  if (panels.size > 1) throw new Error("The layout has several panels, and a recording has one: use `touchd record`.");
  const [head] = panels.values();
  const encode = encoder(head);
  const down = new Map();
  const texts = [];
  let start;
  let wasDown = false;
  for (const [t, changed] of frames(lines, layout, down)) {
    start ??= t - 1;
    const isDown = down.size > 0;
    const key = isDown === wasDown ? [] : [[KEY, TOUCH, isDown ? 1 : 0]];
    wasDown = isDown;
    for (const event of [...encode({ changed, down: [...down.values()] }, key), [SYN, REPORT, 0]]) texts.push(line(t - start, event));
  }
  if (texts.length === 0) throw new Error("There is no touch of this layout to save.");
  // The slots' former values have a time of their own.
  return head.replace(/^E: .*\n?/gm, "") + texts.join("");
}

/** The touches of each moment; `down` holds those that are there after it. */
function* frames(lines, layout, down) {
  let t;
  let changed = [];
  for (const it of lines) {
    if (it.kind !== "touch" || it.layout !== layout) continue;
    if (it.t !== t && changed.length) {
      yield [t, changed];
      changed = [];
    }
    t = it.t;
    const isOver = it.phase === "ended" || it.phase === "cancelled";
    const isNew = !down.has(it.touch);
    if (isNew && (isOver || !it.raw)) continue;
    const raw = it.raw ?? down.get(it.touch).raw;
    const touch = { slot: it.slot, id: it.touch & 0xffff, raw, isNew, isOver };
    if (isOver) down.delete(it.touch);
    else down.set(it.touch, touch);
    changed.push(touch);
  }
  if (changed.length) yield [t, changed];
}

function line(microseconds, [type, code, value]) {
  const time = `${Math.floor(microseconds / 1e6)}.${String(microseconds % 1e6).padStart(6, "0")}`;
  const hexadecimal = (number) => number.toString(16).padStart(4, "0");
  return `E: ${time} ${hexadecimal(type)} ${hexadecimal(code)} ${value}\n`;
}
