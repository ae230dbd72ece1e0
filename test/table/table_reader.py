#!/usr/bin/env python3
"""Reads distance tables: written from docs/reference/table-format.md alone, as a check that it suffices.

    python3 table_reader.py 3x3.table < positions.txt

Each line of the input is a position, its tiles in reading order and x for the blank; it is answered by a line with its
distance, or `unsolvable`. What is wrong with a file or a position is said on standard error in one line, and ends the
program with status 1. Python 3.8 or later, and nothing but its standard library.
"""

import os
import struct
import sys
import zlib

PREFIX = struct.Struct("<8sII")
U32 = struct.Struct("<I")


class Refused(Exception):
    """A file that is no whole table, or a line that is no position of it."""


class MessagePack:
    """One value of https://github.com/msgpack/msgpack/blob/master/spec.md, without bytes and extensions."""

    NUMBERS = {
        0xCA: ">f", 0xCB: ">d",
        0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
        0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q",
    }  # fmt: skip
    CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
    STRINGS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
    ARRAYS = {0xDC: ">H", 0xDD: ">I"}
    MAPS = {0xDE: ">H", 0xDF: ">I"}

    def __init__(self, data):
        self.data = data
        self.at = 0

    def value(self):
        first = self.number(">B")
        if first < 0x80:
            return first
        if first < 0x90:
            return self.map(first & 0x0F)
        if first < 0xA0:
            return self.array(first & 0x0F)
        if first < 0xC0:
            return self.string(first & 0x1F)
        if first >= 0xE0:
            return first - 0x100
        if first in self.CONSTANTS:
            return self.CONSTANTS[first]
        if first in self.NUMBERS:
            return self.number(self.NUMBERS[first])
        for formats, read in (self.STRINGS, self.string), (self.ARRAYS, self.array), (self.MAPS, self.map):
            if first in formats:
                return read(self.number(formats[first]))
        raise Refused(f"the header holds a MessagePack type that is unknown, {first:#x}")

    def number(self, form):
        (number,) = struct.unpack(form, self.take(struct.calcsize(form)))
        return number

    def string(self, length):
        return self.take(length).decode()

    def array(self, length):
        return [self.value() for _ in range(length)]

    def map(self, length):
        return {self.value(): self.value() for _ in range(length)}

    def take(self, length):
        taken = self.data[self.at : self.at + length]
        if len(taken) < length:
            raise Refused("the header ends in the middle of a value")
        self.at += length
        return taken


class Table:
    """An open table. Its chunks are read when they are needed, checked, and kept."""

    def __init__(self, path):
        self.file = open(path, "rb", buffering=0)
        self.chunks = {}
        length = os.fstat(self.file.fileno()).st_size
        prefix = self.read(0, PREFIX.size)
        magic, version, header_length = PREFIX.unpack(prefix)
        if magic != b"ANTIPODE":
            raise Refused("this is no table")
        if version != 1:
            raise Refused(f"version {version} is unknown")
        if length < PREFIX.size + header_length + U32.size:
            raise Refused("the file is cut short")
        header = self.read(PREFIX.size, header_length)
        (checksum,) = U32.unpack(self.read(PREFIX.size + header_length, U32.size))
        if zlib.crc32(prefix + header) != checksum:
            raise Refused("the header is damaged")
        self.header = MessagePack(header).value()
        if length != self.header["fileBytes"]:
            raise Refused(f"{self.header['fileBytes']} bytes expected, {length} found")
        if self.header["metric"] not in ("single", "multi"):
            raise Refused(f"the metric {self.header['metric']} is unknown")

        self.rows = self.header["board"]["rows"]
        self.columns = self.header["board"]["columns"]
        rows = self.header["board"].get("map", ["." * self.columns] * self.rows)
        self.places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
        self.is_multi = self.header["metric"] == "multi"
        self.is_line = self.rows == 1 or self.columns == 1
        self.goal = self.header["goal"]
        self.path = self.header["numbering"]["path"]
        self.digits = self.header["numbering"]["digits"]
        in_order = [self.goal[cell] for cell in self.path if self.goal[cell] != 0]
        if self.is_odd(self.goal.index(0)):
            in_order[-2:] = in_order[:-3:-1]
        self.number_of = {tile: number for number, tile in enumerate(in_order)}

    def distance(self, position):
        """Fewest moves to the goal, or None where no moves lead there."""
        remainder = self.remainder(position)
        if remainder is None:
            return None
        steps = 0
        while position != self.goal:
            nearer = (remainder - 1) % (3 if self.is_multi else 4)
            position = next((n for n in self.neighbours(position) if self.remainder(n) == nearer), None)
            if position is None and steps <= 1 and "map" in self.header["board"]:
                return None
            if position is None or steps == self.header["maxDepth"]:
                raise Refused("the bits lead nowhere")
            remainder = nearer
            steps += 1
        return steps

    def remainder(self, position):
        """The distance mod 4, or mod 3 in the metric multi; None where no moves lead there."""
        place = self.word_and_bit(position)
        if place is None:
            return None
        cell = position.index(0)
        if self.is_multi:
            word, bit = place
            second = word + self.header["sections"][cell]["words"]["bytes"] // 16
            bits = self.bit(cell, word, bit), self.bit(cell, second, bit)
            if bits == (0, 0):
                return None
            return {(1, 0): 0, (0, 1): 1, (1, 1): 2}[bits]
        return 2 * self.bit(cell, *place) + (self.colour(cell) + self.colour(self.goal.index(0))) % 2

    def word_and_bit(self, position):
        a = [self.number_of[position[cell]] for cell in self.path if position[cell] != 0]
        if self.is_line:
            return (0, 0) if a == sorted(a) else None
        lehmer = [sum(later < number for later in a[j + 1 :]) for j, number in enumerate(a)]
        if sum(lehmer) % 2 != self.is_odd(position.index(0)):
            return None
        d = [0] * (self.digits - len(a)) + lehmer
        word = 0
        for j in range(self.digits - 5):
            word = word * (self.digits - j) + d[j]
        return word, (d[-5] * 4 + d[-4]) * 3 + d[-3]

    def bit(self, cell, word, bit):
        size = self.header["chunkBytes"]
        number, begin = divmod(8 * word, size)
        if (cell, number) not in self.chunks:
            self.chunks[cell, number] = self.checked_chunk(cell, number, size)
        return self.chunks[cell, number][begin + bit // 8] >> bit % 8 & 1

    def checked_chunk(self, cell, number, size):
        section = self.header["sections"][cell]
        words, checksums = section["words"], section["checksums"]
        chunk = self.read(words["offset"] + number * size, min(size, words["bytes"] - number * size))
        (checksum,) = U32.unpack(self.read(checksums["offset"] + U32.size * number, U32.size))
        if zlib.crc32(chunk) != checksum:
            raise Refused(f"chunk {number} of cell {cell} is damaged")
        return chunk

    def read(self, offset, length):
        self.file.seek(offset)
        data = self.file.read(length)
        if len(data) < length:
            raise Refused("the file is cut short")
        return data

    def colour(self, cell):
        return sum(self.places[cell]) % 2

    def is_odd(self, cell):
        """Whether arrangements with the blank on this cell are odd."""
        return (self.path.index(cell) + self.colour(cell)) % 2

    def neighbours(self, position):
        blank = position.index(0)
        row, column = self.places[blank]
        for down, right in (-1, 0), (1, 0), (0, -1), (0, 1):
            neighbour, at, r, c = position[:], blank, row + down, column + right
            while (r, c) in self.places:
                to = self.places.index((r, c))
                neighbour[at], neighbour[to] = neighbour[to], 0
                yield neighbour[:]
                if not self.is_multi:
                    break
                at, r, c = to, r + down, c + right

    def position(self, line):
        """The tiles of a line, 0 for the blank."""
        words = line.split()
        tiles = [0 if word == "x" else int(word) if word.isdigit() else -1 for word in words]
        if sorted(tiles) != list(range(len(self.places))):
            raise Refused(f"no position of {self.header['space']}: {line.strip()}")
        return tiles


def main():
    try:
        table = Table(sys.argv[1])
        for line in sys.stdin:
            distance = table.distance(table.position(line))
            print("unsolvable" if distance is None else distance)
    except (Refused, OSError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")


if __name__ == "__main__":
    main()
