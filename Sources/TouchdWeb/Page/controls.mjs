// SPDX-License-Identifier: MIT
// What a person does with the buttons, the scrubber and the keyboard.

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
