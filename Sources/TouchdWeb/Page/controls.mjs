// SPDX-License-Identifier: MIT
// The line at the top, and what a person does with the buttons, the scrubber and the keyboard.

const $ = (id) => document.getElementById(id);

/** Has the controls call what they are for; `inspector.mjs` says what each does. */
export function control(act) {
  const chooseFile = () => $("file").click();
  $("pause").onclick = act.toggle;
  $("back").onclick = () => act.step(-1, false);
  $("forward").onclick = () => act.step(1, false);
  $("end").onclick = act.follow;
  $("save").onclick = act.save;
  $("export").onclick = act.saveRecording;
  $("open").onclick = chooseFile;
  $("file").onchange = ({ target }) => target.files[0] && act.openFile(target.files[0]);
  $("layouts").onchange = ({ target }) => act.choose(target.value);
  $("scrubber").oninput = ({ target }) => act.moveTo(Number(target.value));

  const keys = {
    " ": act.toggle,
    ArrowLeft: ({ shiftKey }) => act.step(-1, shiftKey),
    ArrowRight: ({ shiftKey }) => act.step(1, shiftKey),
    Home: act.start,
    End: act.follow,
    s: act.save,
    r: act.saveRecording,
    o: chooseFile,
    Escape: act.forget,
  };
  addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    // A button and a list have keys of their own; the scrubber would move by a share of the whole.
    if (event.target.closest("select") || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    keys[event.key](event);
  });
}

/** Draws the line at the top for what the page shows, and the state of now: the layouts, and what is wrong. */
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
