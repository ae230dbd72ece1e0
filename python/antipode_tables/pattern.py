"""
Patterns: a few tiles of a board, all others alike. The number of a state is placement * k! + arrangement, and a placement is a set of
cells with one of its regions, as docs/explanations/patterns.md defines them.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from .errors import StateError, TableError, shown
from .grid import Grid, signs_of
from .numbered import CodedStates, checked_numbers
from .positions import is_texts
from .space import NO_STATE, NOT_REACHED, Codes, Numbers, Space
from .table_file import TableFile

_VECTOR = 120
"""Arrangements of a vector of 128 bits."""


class Pattern(Space):
    has_moves = True
    has_texts = True

    def __init__(self, file: TableFile) -> None:
        header = file.header
        source = header["source"]
        self.name: str = header["space"]
        self.grid = Grid.of(source["board"])
        self.size = header["size"]
        self.shape = (self.size,)
        self.starts = np.array(header["starts"])
        self._path = self.grid.path()
        self._place = {cell: place for place, cell in enumerate(self._path)}
        self._beside = [[self._place[cell] for cell in self.grid.beside(at)] for at in self._path]
        goal = [int(sign) for sign in signs_of(source["goal"], self.grid.cells, "a goal")]
        self._tiles: list[int] = [goal[cell] for cell in self._path if goal[cell] in source["tiles"]]
        self._count = len(self._tiles)
        self._orders = np.array(list(itertools.permutations(range(self._count))))
        self._placements = self._all_placements()
        if len(self._placements) * len(self._orders) != self.size:
            raise TableError(f"{file.path}: expected {len(self._placements) * len(self._orders)} states, found {self.size}")
        self._number = {placement: number for number, placement in enumerate(self._placements)}
        colour = sum(self.grid.colour(goal.index(tile)) for tile in self._tiles)
        self._parity = np.array(
            [(sum(self.grid.colour(self._path[p]) for p in places) - colour) % 2 for places, _ in self._placements], np.uint8
        )
        self._moves: tuple[Numbers, Numbers, Numbers] | None = None
        self._section = file.sections[0]
        self._coded = CodedStates(file) if header["encoding"] == "mod3" else None
        self.modulus = 4 if self._coded is None else 3

    def _all_placements(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Returns the places of every set with the places of one of its regions, in the order of their numbers."""
        sets = sorted(itertools.combinations(range(self.grid.cells), self._count), key=lambda places: places[::-1])
        return [(places, region) for places in sets for region in self._regions(places)]

    def _regions(self, places: tuple[int, ...]) -> list[tuple[int, ...]]:
        left = set(range(self.grid.cells)) - set(places)
        regions = []
        while left:
            region, edge = set(), [min(left)]
            while edge:
                place = edge.pop()
                if place in left:
                    left.remove(place)
                    region.add(place)
                    edge.extend(self._beside[place])
            regions.append(tuple(sorted(region)))
        return regions

    def codes(self, states: Numbers) -> Codes:
        if self._coded is not None:
            return self._coded.codes(states)
        placements, arrangements = np.divmod(states, len(self._orders))
        vectors, low = np.divmod(arrangements, _VECTOR)
        per_placement = -(-len(self._orders) // _VECTOR)
        bits = (placements * per_placement + vectors) * 128 + low % 2 * 64 + low // 2
        offsets, shifts = bits // 8, (bits % 8).astype(np.uint8)
        codes: Codes = 2 * (self._section.at(offsets) >> shifts & 1) + self._parity[placements]
        bitset_bytes = len(self._placements) * per_placement * 16
        if len(self._section.bytes) > bitset_bytes:
            codes[(self._section.at(offsets + bitset_bytes) >> shifts & 1) == 0] = NOT_REACHED
        return codes

    def neighbours(self, states: Numbers) -> Numbers:
        if self._moves is None:
            self._moves = self._all_moves()
        targets, kinds, orders = self._moves
        placements, arrangements = np.divmod(states, len(self._orders))
        found = np.full((targets.shape[0], len(states)), NO_STATE)
        for move, (to, kind) in enumerate(zip(targets, kinds)):
            members = np.flatnonzero(to[placements] != NO_STATE)
            placement = placements[members]
            moved = orders[kind[placement], arrangements[members]]
            found[move, members] = to[placement] * len(self._orders) + moved
        return found

    def _all_moves(self) -> tuple[Numbers, Numbers, Numbers]:
        """
        Returns (moves, placements) targets, (moves, placements) kinds, and (kinds, arrangements) arrangements after a move.
        A kind takes the tile that is number i along the path to number j.
        """
        count = self._count
        slots = 4 * count
        targets = np.full((slots, len(self._placements)), NO_STATE)
        kinds = np.zeros((slots, len(self._placements)), np.int64)
        for number, (places, region) in enumerate(self._placements):
            slot = 0
            for i, place in enumerate(places):
                for to in self._beside[place]:
                    if to not in region:
                        continue
                    after = tuple(sorted((*places[:i], *places[i + 1 :], to)))
                    blanks = next(each for each in self._regions(after) if place in each)
                    targets[slot, number] = self._number[after, blanks]
                    kinds[slot, number] = i * count + after.index(to)
                    slot += 1
        orders = np.array([self._order_after(i, j) for i in range(count) for j in range(count)])
        return targets, kinds, orders

    def _order_after(self, i: int, j: int) -> Numbers:
        """Returns for each arrangement the one in which label number i has become number j."""
        rest = np.delete(self._orders, i, axis=1)
        return self._ranks(np.insert(rest, j, self._orders[:, i], axis=1))

    def _ranks(self, orders: Numbers) -> Numbers:
        """Returns the lexicographic ranks of permutations."""
        count = self._count
        digits = [(orders[:, j + 1 :] < orders[:, j : j + 1]).sum(axis=1) for j in range(count)]
        return sum((digit * math.factorial(count - 1 - j) for j, digit in enumerate(digits)), np.zeros(len(orders), np.int64))

    def numbers(self, states: Any) -> tuple[Numbers, bool]:
        if isinstance(states, str):
            return np.array([self._state(states)]), True
        if is_texts(states):
            return np.array([self._state(text) for text in states]), False
        return checked_numbers(states, self.size, f"a text such as {self.text(int(self.starts[0]))!r}, or a number")

    def text(self, number: int) -> str:
        """Returns the board in reading order, with `.` for tiles that are not the pattern's and `x` in the blank's region."""
        placement, arrangement = divmod(number, len(self._orders))
        places, region = self._placements[placement]
        signs = ["."] * self.grid.cells
        for place, label in zip(places, self._orders[arrangement]):
            signs[self._path[place]] = str(self._tiles[label])
        signs[min(self._path[place] for place in region)] = "x"
        return " ".join(signs)

    def _state(self, text: str) -> int:
        tiles = sorted(self._tiles)
        expected = f"a state with the tiles {' '.join(map(str, tiles))} and x once each, and . on all other cells"
        signs = signs_of(text, self.grid.cells, expected)
        if sorted(sign for sign in signs if sign != ".") != sorted(map(str, [0, *tiles])):
            raise StateError(f"expected {expected}, found {shown(text)}")
        along = [signs[cell] for cell in self._path]
        places = tuple(place for place, sign in enumerate(along) if sign not in (".", "0"))
        region = next(each for each in self._regions(places) if along.index("0") in each)
        order = np.array([[self._tiles.index(int(along[place])) for place in places]])
        return self._number[places, region] * len(self._orders) + int(self._ranks(order)[0])
