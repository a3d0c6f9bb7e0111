// SPDX-License-Identifier: MIT
// Prints each gesture.
import { listen } from "./touchd.mjs";

for await (const event of listen("event")) {
  const [x, y] = event.at ?? ["?", "?"];
  console.log(`${event.name} ${event.state} on ${event.view} at ${x}, ${y}`);
}
