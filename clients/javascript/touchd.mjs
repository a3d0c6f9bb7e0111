// SPDX-License-Identifier: MIT
// Hear what touchd does with the fingers on the touchscreen, and answer for its views.
//
//     import { listen } from "./touchd.mjs";
//
//     for await (const event of listen("event")) console.log(event.name, event.state);
//
// `listen` yields the lines of some kinds. A `Client` also answers for responders and gives commands, and yields every
// line. Both connect again when touchd has gone, after pauses of 0.1 to 5 seconds, and subscribe and claim again. A
// line is an object; docs/responders.md of touchd describes them.
//
// One file, no dependency, Node 18 or later: copy it beside your program. In a browser it is the same, by the address of
// `touchd web`:
//
//     for await (const event of listen("event", { url: "http://localhost:8713", token })) …

// A browser has no sockets of this kind.
const node = globalThis.process?.versions?.node ? await import("node:net") : null;

export const PATH = "/run/touchd-events/events.sock";
const PROTOCOL = 1;
// Milliseconds: the pauses before a new connection, and how long touchd may take to answer.
const [SHORTEST_PAUSE, LONGEST_PAUSE, PATIENCE] = [100, 5000, 30_000];
// In characters; touchd's lines are shorter.
const LONGEST_LINE = 1 << 20;
// Lines that are heard and not read: from the first number on, the socket waits, unless an answer is awaited.
const [ENOUGH_WAITING, MOST_WAITING] = [1000, 100_000];

/** touchd does not do what was asked for; the message says why. */
export class Refused extends Error {
  name = "Refused";
}

/**
 * Yields each line of these kinds, one or a list, without end; of all layouts and views, or only of those named.
 */
export async function* listen(kinds, { layout, views, ...options } = {}) {
  const subscribed = [kinds].flat();
  // A gesture that has failed is a line of the kind `gesture`.
  const wanted = new Set(subscribed.map((kind) => (kind === "failed" ? "gesture" : kind)));
  const client = new Client(options);
  let isState = false;
  try {
    await client.subscribe(subscribed, { layout, views });
    for await (const line of client) {
      if (["hello", "state", "state_end"].includes(line.kind)) isState = line.kind === "state";
      if (wanted.has(line.kind) && !isState) yield line;
    }
  } finally {
    client.close();
  }
}

/**
 * A connection to touchd, made again when it ends. Iterate over it (`for await`) for its lines.
 *
 * Each connection begins with a line of the kind `hello`: which fingers were down before is not known any more.
 */
export class Client {
  // Where touchd is, for people; and what opens a way to it.
  #place;
  #reach;
  #warn;
  // What each new connection asks for again.
  #kept = new Map();
  #waiting = [];
  #connection = null;
  // The last one that was begun, which may not be greeted yet.
  #newest = null;
  #opening = null;
  // How often it could not connect since it last could.
  #failures = 0;
  #isClosed = false;
  // Wake each reader that waits for a line.
  #sleepers = [];
  #endPause = () => {};

  /**
   * `warn` is called with a text when touchd is not there, or has gone. In Node, `path` is that of the events socket; in a
   * browser, `url` and `token` are those of the address that `touchd web` prints.
   */
  constructor({ path, url, token, warn = (text) => console.error(`touchd: ${text}`) } = {}) {
    this.#warn = warn;
    if (url !== undefined || !node) {
      this.#place = url ?? globalThis.location.origin;
      this.#reach = (calls) => new EventsWay(this.#place, token, calls);
    } else {
      this.#place = path ?? process.env.TOUCHD_EVENTS_SOCKET ?? PATH;
      this.#reach = (calls) => new SocketWay(this.#place, calls);
    }
  }

  // -- What can be asked for; what touchd does not do rejects with Refused

  /**
   * Hear lines of these kinds, such as ["event", "touch"], in the place of those before. First comes the state: lines
   * of what there is, between `state` and `state_end`.
   */
  subscribe(kinds, { layout, views } = {}) {
    return this.#ask({ subscribe: kinds, layout, views }, "subscribe");
  }

  /**
   * Answer for a responder that the layout leaves to a program: `NAME: { plugin: socket }`. Its touches come as lines
   * of the kind `call`, its gestures as `event`.
   */
  respond(name, { layout } = {}) {
    return this.#ask({ respond: name, layout }, JSON.stringify(["respond", name, layout]));
  }

  /**
   * `{ show: "ID" }`, `{ hide: "ID" }`, `{ cancel: true }` or `{ screen: "dark" }`, with `layout` where several have
   * the view. The layout says what programs may do: `socket: { commands: [show, cancel, screen] }`.
   */
  command(command) {
    return this.#ask(command);
  }

  /** Ends the connection, and the iteration. */
  close() {
    this.#isClosed = true;
    this.#newest?.end(new Error("the client was closed"));
    this.#endPause();
    this.#wake();
  }

  // -- Its lines

  [Symbol.asyncIterator]() {
    return this;
  }

  async next() {
    while (this.#waiting.length === 0) {
      if (this.#isClosed) return { done: true, value: undefined };
      await this.#connected();
      if (this.#waiting.length > 0 || !this.#connection) continue;
      await new Promise((resolve) => this.#sleepers.push(resolve));
    }
    const value = this.#waiting.shift();
    if (this.#waiting.length < ENOUGH_WAITING) this.#connection?.resume();
    return { done: false, value };
  }

  #wake() {
    for (const wake of this.#sleepers.splice(0)) wake();
  }

  #take(line, connection) {
    if (this.#waiting.length >= MOST_WAITING) {
      // Else there would be no place for those of the next connection.
      this.#waiting = [];
      throw new Error(`${MOST_WAITING} lines came before an answer`);
    }
    this.#waiting.push(line);
    // The end of a replay.
    if (line.kind === "summary") this.#isClosed = true;
    // What is not read waits in the kernel, and then in touchd, which has a bound.
    if (this.#waiting.length >= ENOUGH_WAITING) connection.pause();
    this.#wake();
  }

  // -- Its connection

  async #ask(request, keep) {
    for (;;) {
      const connection = await this.#connected();
      if (!connection) throw new Error("the client was closed");
      try {
        await connection.ask(request);
        break;
      } catch (error) {
        // Whether a command was done is not known; what is kept can be asked for twice.
        if (error instanceof Refused || !keep || this.#isClosed) throw error;
      }
    }
    if (keep) this.#kept.set(keep, request);
  }

  /** The connection, as soon as there is one; null once the client was closed. */
  async #connected() {
    while (!this.#connection && !this.#isClosed) {
      if (!this.#opening) this.#occupy(this.#open());
      await this.#opening;
    }
    return this.#connection;
  }

  /** Has no second connection opened meanwhile. */
  #occupy(work) {
    const opening = work.finally(() => {
      if (this.#opening === opening) this.#opening = null;
    });
    this.#opening = opening;
  }

  async #open() {
    const connection = new Connection(this.#reach, (line) => this.#take(line, connection));
    this.#newest = connection;
    let isGreeted = false;
    try {
      await connection.greeted;
      isGreeted = true;
      for (const request of this.#kept.values()) await connection.ask(request);
    } catch (error) {
      connection.end(error);
      // What is kept was right before: the layout is another one now, or the former connection has not ended yet.
      if (error instanceof Refused && !isGreeted) throw error;
      return this.#pause(error);
    }
    [this.#connection, this.#failures] = [connection, 0];
    connection.onEnd = (error) => this.#lose(error);
  }

  #lose(error) {
    this.#connection = null;
    if (!this.#isClosed) this.#occupy(this.#pause(error));
    this.#wake();
  }

  /** Waits after a failure. Of failures that follow one another, `warn` gets the first. */
  async #pause(error) {
    if (this.#isClosed) return;
    if (error.code === "EACCES") {
      const remedy = "add yourself to the group: `sudo usermod -aG touchd-events $USER`, then log in again";
      throw Object.assign(new Error(`${this.#place}: Permission denied: ${remedy}`), { code: "EACCES" });
    }
    if (this.#failures === 0) this.#warn(`${this.#place}: ${error.message}; trying again until touchd is there`);
    const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, pause * (0.5 + Math.random() / 2));
      this.#endPause = () => resolve(clearTimeout(timer));
    });
  }
}

/** One connection, from its first line to its end. */
class Connection {
  #way;
  #onLine;
  #rest = "";
  #number = 0;
  // What resolves and rejects each question; that of the greeting has no number.
  #questions = new Map();
  #error = null;
  #onEnd = null;

  constructor(reach, onLine) {
    this.#onLine = onLine;
    this.#way = reach({ onText: (text) => this.#feed(text), onEnd: (error) => this.end(error) });
    this.greeted = this.#answerTo("greeting");
  }

  /** Called with the reason when it ends, or at once if it has ended. */
  set onEnd(call) {
    this.#onEnd = call;
    if (this.#error) call(this.#error);
  }

  /** Resolves when touchd has done it. */
  ask(request) {
    const id = ++this.#number;
    const answer = this.#answerTo(id);
    if (!this.#error) this.#way.send(JSON.stringify({ ...request, id }));
    // The answer must come through.
    this.#way.resume();
    return answer;
  }

  pause() {
    if (this.#questions.size === 0) this.#way.pause();
  }

  resume() {
    this.#way.resume();
  }

  end(error) {
    if (this.#error) return;
    this.#error = error;
    this.#way.close();
    for (const question of [...this.#questions.values()]) question.reject(error);
    this.#onEnd?.(error);
  }

  #answerTo(id) {
    return new Promise((resolve, reject) => {
      if (this.#error) return reject(this.#error);
      const timer = setTimeout(() => this.end(new Error(`no answer in ${PATIENCE / 1000} s`)), PATIENCE);
      const finishing = (finish) => (value) => {
        clearTimeout(timer);
        this.#questions.delete(id);
        finish(value);
      };
      this.#questions.set(id, { resolve: finishing(resolve), reject: finishing(reject) });
    });
  }

  /** Takes what has come. Of the line in which the connection ends, there is nothing to be known. */
  #feed(text) {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop();
    try {
      for (const line of lines) this.#take(JSON.parse(line));
      if (this.#rest.length > LONGEST_LINE) throw new Error(`a line is longer than ${LONGEST_LINE} characters`);
    } catch (error) {
      this.end(error);
    }
  }

  #take(line) {
    const question = this.#questions.get(line.id);
    if (line.kind === "ok") return question?.resolve();
    if (line.kind === "error" && question) return question.reject(new Refused(line.message));
    if (line.kind === "error") throw new Error(line.message);
    if (line.kind === "hello" && line.protocol !== PROTOCOL) {
      throw new Refused(`touchd speaks protocol ${line.protocol}, and this file ${PROTOCOL}`);
    }
    this.#onLine(line);
    if (line.kind === "hello") this.#questions.get("greeting")?.resolve();
    if (line.kind === "lost") throw new Error(line.message);
  }
}

/** The way to touchd in Node: its socket. */
class SocketWay {
  #socket;

  /** Calls `onText` with what comes, and `onEnd` with the reason when it ends. */
  constructor(path, { onText, onEnd }) {
    this.#socket = node.connect(path).setEncoding("utf8");
    this.#socket.on("data", onText);
    this.#socket.on("error", onEnd);
    this.#socket.on("close", () => onEnd(new Error("touchd has gone")));
  }

  send(line) {
    this.#socket.write(line + "\n");
  }

  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  close() {
    this.#socket.destroy();
  }
}

/** The way to touchd in a browser: the events of `touchd web`, and a request for each question. */
class EventsWay {
  #events;
  #requests;
  #onEnd;

  constructor(url, token, { onText, onEnd }) {
    this.#onEnd = onEnd;
    const address = new URL("/events", url);
    this.#requests = new URL(address);
    // The server puts a cookie in the place of the token.
    if (token) address.searchParams.set("token", token);
    this.#events = new EventSource(address, { withCredentials: true });
    this.#events.onerror = () => onEnd(new Error("touchd web has gone, or does not let this page listen"));
    this.#events.onmessage = ({ data }) => {
      const line = JSON.parse(data);
      if (line.kind === "stream") this.#requests.searchParams.set("stream", line.stream);
      else if (line.kind === "problem") onEnd(new Error(line.message));
      else onText(data + "\n");
    };
  }

  async send(line) {
    try {
      const answer = await fetch(this.#requests, { method: "POST", body: line, credentials: "include" });
      if (!answer.ok) throw new Error((await answer.text()).trim());
    } catch (error) {
      this.#onEnd(error);
    }
  }

  // What is not read waits in the page, up to the bound of the client.
  pause() {}
  resume() {}

  close() {
    this.#events.close();
  }
}
