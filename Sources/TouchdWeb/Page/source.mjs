// SPDX-License-Identifier: MIT
// Where lines come from: the server's events, or a file.

const KINDS = "event,touch,gesture,failed,deliver,forward,hit,screen,device,change,counters";

/**
 * Calls `onLine(text, line)` with each line of the server, and `onStatus(words)` when the connection comes or goes. The
 * browser connects again by itself.
 */
export function listen(onLine, onStatus) {
  const events = new EventSource(`/events?kind=${KINDS}`);
  events.onopen = () => onStatus("");
  events.onmessage = ({ data }) => onLine(data, JSON.parse(data));
  events.onerror = () => {
    const isClosed = events.readyState === EventSource.CLOSED;
    onStatus(
      isClosed
        ? "The server refuses this page: open the address that `touchd web` has printed."
        : "The connection has ended; trying again.",
    );
  };
  return events;
}

/** The most bytes of a file. */
const LARGEST = 64 << 20;

/** The lines of a trace that was saved here, or printed by `touchd replay --json` or `touchd listen --state`. */
export async function read(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than ${LARGEST >> 20} MiB`);
  const lines = [];
  for (const text of (await file.text()).split("\n")) {
    if (!text.startsWith("{")) continue;
    try {
      lines.push([text, JSON.parse(text)]);
    } catch {
      throw new Error(`${file.name} is no trace: line ${lines.length + 1} is not JSON`);
    }
  }
  if (!lines.some(([, line]) => line.kind === "layout")) {
    throw new Error(`${file.name} has no layout: save traces here, or print them with \`touchd listen --state\``);
  }
  return lines;
}
