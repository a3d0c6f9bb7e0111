// SPDX-License-Identifier: MIT
// Does as its arguments say, as hearer.py does, in JavaScript.
import { writeSync } from "node:fs";
import { Client, Refused } from "../../clients/javascript/touchd.mjs";

const say = (line) => writeSync(1, JSON.stringify(line) + "\n");
const client = new Client();
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  try {
    if (word.startsWith("{")) await client.command(JSON.parse(word));
    else if (word === "respond") await client.respond(words.shift());
    else await client.subscribe(words.shift().split(","));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    say({ refused: error.message });
  }
}
say({ done: true });
for await (const line of client) say(line);
