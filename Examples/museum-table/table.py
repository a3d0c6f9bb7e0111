# SPDX-License-Identifier: MIT
"""A table with pictures that many visitors move, spread and turn at once: says what becomes of each.

Draw here in the place of `print`: `table.pictures` has what is to be drawn, after each line.
"""

import pictures
import touchd


def main():
    table = pictures.Table()
    with touchd.Client() as client:
        client.subscribe("event", "touch")
        for line in client:
            for words in table.lines(line):
                print(words, flush=True)


if __name__ == "__main__":
    main()
