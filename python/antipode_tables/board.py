"""
Boards and maps, in both metrics. A state is a blank's cell and a rank, as docs/reference/table-format.md defines them; its number is
cell * ranks + rank.

Moves are made on ranks. A tile that goes from one side of the blank to the other passes the tiles between the two cells on the path, one at
a time. Exchanging the neighbours a[p] and a[p + 1] changes only their Lehmer digits: if d[p] <= d[p + 1] they become d[p + 1] + 1 and d[p],
otherwise d[p + 1] and d[p] - 1. So the rank changes by the changes of a few digits, each times its place value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .errors import StateError
from .grid import Grid, signs_of
from .space import NO_STATE, NOT_REACHED, Space
from .table_file import TableFile


class Board(Space):
    def __init__(self, file: TableFile) -> None:
        header = file.header
        board = header["board"]
        self.grid = Grid(board.get("map") or ["." * board["columns"]] * board["rows"])
        self.is_line = 1 in (board["rows"], board["columns"])
        self.is_multi = header["metric"] == "multi"
        self.modulus = 3 if self.is_multi else 4
        self.hides_unreached = "map" in board and not self.is_multi
        self.goal: list[int] = header["goal"]
        self._path = np.array(header["numbering"]["path"])
        self._place = {cell: place for place, cell in enumerate(self._path.tolist())}
        self._tiles = self.grid.cells - 1
        self.ranks = 1 if self.is_line else max(1, math.factorial(self._tiles) // 2)
        self.shape = (self.grid.cells, self.ranks)
        self.size = self.grid.cells * self.ranks
        self._sections = file.sections
        # The place value of each digit in a rank: half of that in a lexicographic rank. The last two digits have none.
        self._values = [math.factorial(self._tiles - 1 - j) // 2 for j in range(self._tiles)]
        self._odd = np.array([(self._place[cell] + self.grid.colour(cell)) % 2 for cell in range(self.grid.cells)])
        blank = self.goal.index(0)
        self._parity = [(self.grid.colour(cell) + self.grid.colour(blank)) % 2 for cell in range(self.grid.cells)]
        self._tile_of = [self.goal[cell] for cell in self._path if self.goal[cell] != 0]
        if self._odd[blank]:
            self._tile_of[-2:] = self._tile_of[:-3:-1]
        self._number_of = np.zeros(self.grid.cells, np.int64)
        self._number_of[self._tile_of] = range(self._tiles)
        self._targets = [self._slides(cell) for cell in range(self.grid.cells)]
        self.starts = self.rank_positions(np.array([self.goal]))

    def _slides(self, cell: int) -> list[list[int]]:
        """Returns for each move the cells that the blank passes, this one first."""
        lines = self.grid.lines(cell)
        if not self.is_multi:
            lines = [line[:1] for line in lines]
        return [[cell, *line[: end + 1]] for line in lines for end in range(len(line))]

    def codes(self, states: np.ndarray) -> np.ndarray:
        codes = np.empty(len(states), np.uint8)
        cells = states // self.ranks
        for cell in np.unique(cells):
            members = np.flatnonzero(cells == cell)
            words, bits = np.divmod(states[members] - cell * self.ranks, 60)
            section = self._sections[cell]
            offsets, shifts = 8 * words + bits // 8, (bits % 8).astype(np.uint8)
            first = section.at(offsets) >> shifts & 1
            if self.is_multi:
                second = section.at(offsets + len(section.bytes) // 2) >> shifts & 1
                codes[members] = np.array([NOT_REACHED, 0, 1, 2], np.uint8)[first + 2 * second]
            else:
                codes[members] = 2 * first + self._parity[cell]
        return codes

    def neighbours(self, states: np.ndarray) -> np.ndarray:
        found = np.full((max(map(len, self._targets)), len(states)), NO_STATE)
        cells = states // self.ranks
        for cell in np.unique(cells):
            members = np.flatnonzero(cells == cell)
            ranks = states[members] - cell * self.ranks
            for move, passed in enumerate(self._targets[cell]):
                moved = ranks
                for before, after in zip(passed, passed[1:]):
                    moved = self._moved(moved, before, after)
                found[move, members] = moved + passed[-1] * self.ranks
        return found

    def _moved(self, ranks: np.ndarray, before: int, after: int) -> np.ndarray:
        """Returns the ranks after the blank has gone from one cell to a neighbouring one."""
        here, there = self._place[before], self._place[after]
        source, target = (there - 1, here) if there > here else (there, here - 1)
        if source == target or self.is_line:
            return ranks
        low, high = min(source, target), max(source, target)
        digits = self._digits(ranks, before, low, high)
        old = dict(digits)
        for p in range(low, high) if source < target else range(high - 1, low - 1, -1):
            left, right = digits[p], digits[p + 1]
            ascends = left <= right
            digits[p], digits[p + 1] = right + ascends, left - ~ascends
        return ranks + sum((digits[p] - old[p]) * self._values[p] for p in range(low, high + 1))

    def _digits(self, ranks: np.ndarray, cell: int, low: int, high: int) -> dict[int, np.ndarray]:
        """Returns the Lehmer digits low..high of arrangements around this blank's cell."""
        tiles = self._tiles
        needs_parity = high >= tiles - 2
        first, last = (0, tiles - 3) if needs_parity else (low, high)
        digits = {p: ranks // self._values[p] % (tiles - p) for p in range(first, last + 1)}
        if needs_parity:
            digits[tiles - 2] = (sum(digits.values(), np.zeros_like(ranks)) + self._odd[cell]) % 2
            digits[tiles - 1] = np.zeros_like(ranks)
        return digits

    def rank_positions(self, positions: np.ndarray) -> np.ndarray:
        """Returns the numbers of positions, an array of (positions, cells); NO_STATE for those that cannot be solved."""
        count = len(positions)
        blanks = np.argmin(positions, axis=1)
        along = positions[:, self._path]
        a = self._number_of[along[along != 0]].reshape(count, self._tiles)
        digits = [(a[:, j + 1 :] < a[:, j : j + 1]).sum(axis=1) for j in range(self._tiles)]
        total = sum(digits, np.zeros(count, np.int64))
        ranks = sum((digit * value for digit, value in zip(digits, self._values)), np.zeros(count, np.int64))
        solvable = total == 0 if self.is_line else total % 2 == self._odd[blanks]
        return np.where(solvable, blanks * self.ranks + ranks, NO_STATE)

    def unrank_positions(self, states: np.ndarray) -> np.ndarray:
        """Returns the positions of these numbers, an array of (states, cells), 0 for the blank."""
        positions = np.zeros((len(states), self.grid.cells), np.int64)
        cells = states // self.ranks
        for cell in np.unique(cells):
            members = np.flatnonzero(cells == cell)
            ranks = states[members] - cell * self.ranks
            if self.is_line:
                a = np.tile(np.arange(self._tiles), (len(members), 1))
            else:
                digits = self._digits(ranks, cell, 0, self._tiles - 1)
                a = np.stack([digits[j] for j in range(self._tiles)], axis=1)
                for j in range(self._tiles - 2, -1, -1):
                    a[:, j + 1 :] += a[:, j + 1 :] >= a[:, j : j + 1]
            others = self._path[self._path != cell]
            positions[np.ix_(members, others)] = np.array(self._tile_of)[a]
        return positions

    def numbers(self, states: Any) -> tuple[np.ndarray, bool]:
        positions, is_one = self._positions(states)
        return self.rank_positions(positions), is_one

    def _positions(self, given: Any) -> tuple[np.ndarray, bool]:
        if isinstance(given, str):
            return np.array([self._position(given)]), True
        if isinstance(given, Sequence) and given and all(isinstance(each, str) for each in given):
            return np.array([self._position(text) for text in given]), False
        array = np.asarray(given)
        rows = np.atleast_2d(array)
        right = array.dtype.kind in "iu" and array.ndim in (1, 2) and rows.shape[1] == self.grid.cells
        wrong = np.flatnonzero((np.sort(rows, axis=1) != np.arange(self.grid.cells)).any(axis=1)) if right else [0]
        if array.size == 0 and array.ndim != 0:
            return np.zeros((0, self.grid.cells), np.int64), False
        if len(wrong) > 0:
            raise StateError(f"expected {self._expected}, found {rows[wrong[0]].tolist()}")
        return rows.astype(np.int64), array.ndim == 1

    def _position(self, text: str) -> list[int]:
        signs = signs_of(text, self.grid.cells, self._expected)
        tiles = [int(sign) if sign.isdecimal() else -1 for sign in signs]
        if sorted(tiles) != list(range(self.grid.cells)):
            raise StateError(f"expected {self._expected}, found {text!r}")
        return tiles

    @property
    def _expected(self) -> str:
        return f"a position of {self.grid.cells} cells with the tiles 1 to {self._tiles} and the blank (0 or x) once each"
