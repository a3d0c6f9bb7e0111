// SPDX-License-Identifier: MIT
// The line at the top: what is shown, which layout of it, and what is wrong.

const $ = (id) => document.getElementById(id);

/** Draws it for what the page shows, and the state of now. */
export function drawHeader({ title, status, problem, mode, layout }, state, isRunning) {
  const isLost = status !== "" && mode !== "file";
  document.body.dataset.mode = isLost ? "lost" : isRunning ? "live" : "paused";
  set($("source"), title || "connecting");
  const words = [status, problem].filter(Boolean).join("\n");
  set($("status"), words);
  // A mistake of a layout has lines with a caret below.
  $("status").classList.toggle("long", words.includes("\n"));
  drawLayouts([...state.layouts.keys()], layout);
}

function drawLayouts(names, chosen) {
  const choice = $("layouts");
  choice.hidden = names.length < 2;
  if (choice.dataset.names !== names.join("\n")) {
    choice.dataset.names = names.join("\n");
    choice.replaceChildren(...names.map((name) => new Option(name)));
  }
  if (names.includes(chosen)) choice.value = chosen;
}

function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
