# SPDX-License-Identifier: MIT
"""A program that receives TUIO, by the words of its specifications: what is alive, and where."""

import struct


def decoded(data):
    """The messages of a bundle as OSC 1.0 has them, each an address and its values. Its time is at once."""
    assert data[:16] == b"#bundle\0" + struct.pack(">Q", 1)
    messages, place = [], 16
    while place < len(data):
        end = place + 4 + struct.unpack_from(">i", data, place)[0]
        address, place = text(data, place + 4)
        types, place = text(data, place)
        values = []
        for kind in types[1:]:
            if kind == "s":
                value, place = text(data, place)
            else:
                form = {"i": ">i", "f": ">f", "t": ">Q"}[kind]
                (value,), place = struct.unpack_from(form, data, place), place + struct.calcsize(form)
            values.append(value)
        assert place == end, (place, end)
        messages.append((address, *values))
    return messages


def text(data, place):
    end = data.index(0, place)
    return data[place:end].decode(), end // 4 * 4 + 4


class Receiver:
    """Fingers by their sessions, of the first profile whose bundles come. A bundle with an old number is left out."""

    def __init__(self):
        self.fingers, self.symbols, self.number, self.alive, self.ever = {}, {}, 0, [], set()

    def take(self, messages):
        (address, *head), *middle = messages
        if address == "/tuio2/frm":
            number, _, self.dimension, _ = head
            *middle, (last, *alive) = middle
            assert last == "/tuio2/alv"
            sets = [message[1:] for message in middle if message[0] == "/tuio2/ptr"]
            place = slice(3, 5)
        else:
            (_, word, *alive), *middle, (_, last, number) = middle
            assert [head[0], word, last, *(message[1] for message in middle)] == [
                "source", "alive", "fseq", *["set"] * len(middle)]
            sets, place = [message[2:] for message in middle], slice(1, 3)
        assert number > 0 and {values[0] for values in sets} <= {*alive}
        if number < self.number:
            return
        self.number, self.alive = number, alive
        self.fingers = {session: at for session, at in self.fingers.items() if session in alive}
        self.fingers |= {values[0]: tuple(round(part, 5) for part in values[place]) for values in sets}
        self.symbols |= {message[1]: message[4:] for message in middle if message[0] == "/tuio2/sym"}
        self.ever |= {*alive}
