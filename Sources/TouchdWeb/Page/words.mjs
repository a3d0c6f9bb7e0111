// SPDX-License-Identifier: MIT
// What is said of lines, in words.

const quoted = (name) => `“${name}”`;

/** Seconds with milliseconds. */
export const seconds = (microseconds) => (microseconds / 1e6).toFixed(3);

/** Microseconds as people say them. */
export const duration = (microseconds) =>
  microseconds < 1000 ? `${Math.round(microseconds)} µs` : `${(microseconds / 1000).toFixed(1)} ms`;

export const place = (at) => (at ? `${at[0].toFixed(1)}, ${at[1].toFixed(1)}` : "sensitive");

const prevented = (reason) => /^prevented by (.+)$/.exec(reason)?.[1];
const required = (reason) => /^required (.+) to fail$/.exec(reason)?.[1];

/** Why a gesture failed. */
export function why({ reason }) {
  if (prevented(reason)) return `lost to ${quoted(prevented(reason))}, which was recognized first`;
  if (required(reason)) return `lost to ${quoted(required(reason))}: it must fail first, and did not`;
  return reason ?? "";
}

/** An entry of the log. */
export const entry = (line) => entries[line.kind]?.(line) ?? line.kind;

const entries = {
  __proto__: null,
  gesture: (line) => `${quoted(line.gesture)} on ${line.view} ${line.state}${line.reason ? `: ${why(line)}` : ""}`,
  event: (line) => `${quoted(line.name)} ${line.state}${line.view ? ` on ${line.view}` : ""}${responders(line)}`,
  touch: ({ touch, phase, view }) => `touch ${touch} ${phase}${view ? ` on ${view}` : ", on no view"}`,
  device: ({ name, path, change, reason }) => `${name ?? path} ${change}${reason ? `: ${reason}` : ""}`,
  change: (line) => changes[line.what]?.(line) ?? `${line.what} changed`,
};

const responders = ({ responders = [] }) => (responders.length ? ` → ${responders.join(", ")}` : "");

const changes = {
  __proto__: null,
  view: ({ id, hidden }) => `${id} ${hidden ? "hidden" : "shown"}`,
  display: ({ dark }) => `screen ${dark ? "dark" : "lit"}`,
  responder: ({ id, claimed }) => `${id} ${claimed ? "answered for by a program" : "left by its program"}`,
};

/** Which colour it has: good, bad, or neither. */
export function tone(line) {
  const state = line.state ?? line.phase ?? line.change;
  if (["failed", "cancelled", "removed", "refused"].includes(state)) return "bad";
  if (["gesture", "event"].includes(line.kind)) return "good";
  return "plain";
}
