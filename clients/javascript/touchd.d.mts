// SPDX-License-Identifier: MIT
/** Path of the events socket of touchd's service. */
export declare const PATH: string;

/** A line of touchd: `kind` says which keys it has, which docs/responders.md of touchd describes. */
export interface Line {
  kind: string;
  [key: string]: unknown;
}

/** touchd does not do what was asked for; the message says why. */
export declare class Refused extends Error {}

/** Of several layouts or views, those that are meant. */
export interface Choice {
  layout?: string;
  views?: string[];
}

/** The way to touchd: in Node the `path` of the events socket, in a browser `url` and `token` of `touchd web`. */
export interface Place {
  path?: string;
  url?: string;
  token?: string;
  /** Called with a text when touchd is not there, or has gone. */
  warn?: (text: string) => void;
}

/** A command, with `layout` where several have the view. */
export type Command = ({ show: string } | { hide: string } | { cancel: true } | { screen: "dark" | "lit" }) & {
  layout?: string;
};

/** Yields each line of these kinds, without end. */
export declare function listen(kinds: string | string[], options?: Choice & Place): AsyncGenerator<Line, void, undefined>;

/** A connection to touchd, made again when it ends. Iterate over it (`for await`) for its lines. */
export declare class Client implements AsyncIterableIterator<Line> {
  constructor(place?: Place);
  /** Hears lines of these kinds, in the place of those before; first comes the state. */
  subscribe(kinds: string | string[], choice?: Choice): Promise<void>;
  /** Answers for a responder that the layout leaves to a program. */
  respond(name: string, choice?: { layout?: string }): Promise<void>;
  command(command: Command): Promise<void>;
  /** Ends the connection, and the iteration. */
  close(): void;
  next(): Promise<IteratorResult<Line>>;
  [Symbol.asyncIterator](): this;
}
