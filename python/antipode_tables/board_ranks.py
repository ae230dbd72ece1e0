"""
Ranks of boards and maps: docs/reference/table-format.md. The tiles along the path, without the blank, are an arrangement. Its Lehmer digits are the
digits of a rank, and its parity is that of the blank's cell.

A tile that goes from one side of the blank to the other passes the tiles between the two cells on the path, one at a time. Exchanging the
neighbours a[p] and a[p + 1] changes only their digits: if d[p] <= d[p + 1] they become d[p + 1] + 1 and d[p], otherwise d[p + 1] and
d[p] - 1. So the rank changes by the changes of a few digits, each times its place value.
"""

from __future__ import annotations

import math

import numpy as np

from .grid import Grid
from .space import NO_STATE, Numbers


class BoardRanks:
    """The ranks of positions with their blank on one cell or another. The number of a position is cell * count + rank."""

    def __init__(self, grid: Grid, path: list[int], goal: list[int]) -> None:
        self._cells = grid.cells
        self._tiles = grid.cells - 1
        self._is_line = 1 in (grid.rows, grid.columns)
        self.count = 1 if self._is_line else max(1, math.factorial(self._tiles) // 2)
        self._path = np.array(path)
        self._place = {cell: place for place, cell in enumerate(path)}
        # The place value of each digit in a rank: half of that in a lexicographic rank. The last two digits have none.
        self._values = [math.factorial(self._tiles - 1 - j) // 2 for j in range(self._tiles)]
        self._odd = np.array([(self._place[cell] + grid.colour(cell)) % 2 for cell in range(grid.cells)])
        self._tile_of = [goal[cell] for cell in path if goal[cell] != 0]
        if self._odd[goal.index(0)]:
            self._tile_of[-2:] = self._tile_of[:-3:-1]
        self._number_of = np.zeros(grid.cells, np.int64)
        self._number_of[self._tile_of] = range(self._tiles)

    def moved(self, ranks: Numbers, before: int, after: int) -> Numbers:
        """Returns the ranks after the blank has gone from one cell to a neighbouring one."""
        here, there = self._place[before], self._place[after]
        source, target = (there - 1, here) if there > here else (there, here - 1)
        if source == target or self._is_line:
            return ranks
        low, high = min(source, target), max(source, target)
        digits = self._digits(ranks, before, low, high)
        old = dict(digits)
        for p in range(low, high) if source < target else range(high - 1, low - 1, -1):
            left, right = digits[p], digits[p + 1]
            ascends = left <= right
            digits[p], digits[p + 1] = right + ascends, left - ~ascends
        moved: Numbers = ranks.copy()
        for p in range(low, high + 1):
            moved += (digits[p] - old[p]) * self._values[p]
        return moved

    def _digits(self, ranks: Numbers, cell: int, low: int, high: int) -> dict[int, Numbers]:
        """Returns the Lehmer digits low..high of arrangements around this blank's cell."""
        tiles = self._tiles
        needs_parity = high >= tiles - 2
        first, last = (0, tiles - 3) if needs_parity else (low, high)
        digits = {p: ranks // self._values[p] % (tiles - p) for p in range(first, last + 1)}
        if needs_parity:
            digits[tiles - 2] = (sum(digits.values(), np.zeros_like(ranks)) + self._odd[cell]) % 2
            digits[tiles - 1] = np.zeros_like(ranks)
        return digits

    def numbers(self, positions: Numbers) -> Numbers:
        """Returns the numbers of positions, an array of (positions, cells); NO_STATE for those that cannot be solved."""
        blanks = np.argmin(positions, axis=1)
        along = positions[:, self._path]
        a = self._number_of[along[along != 0]].reshape(len(positions), self._tiles)
        inversions, ranks = np.zeros(len(positions), np.int64), np.zeros(len(positions), np.int64)
        for j, value in enumerate(self._values):
            digits = (a[:, j + 1 :] < a[:, j : j + 1]).sum(axis=1)
            inversions += digits
            ranks += digits * value
        solvable = inversions == 0 if self._is_line else inversions % 2 == self._odd[blanks]
        return np.where(solvable, blanks * self.count + ranks, NO_STATE)

    def positions(self, numbers: Numbers) -> Numbers:
        """Returns the positions of these numbers, an array of (positions, cells), 0 for the blank."""
        positions = np.zeros((len(numbers), self._cells), np.int64)
        cells = numbers // self.count
        for cell in np.unique(cells):
            members = np.flatnonzero(cells == cell)
            arrangements = self._arrangements(numbers[members] - cell * self.count, cell)
            others = self._path[self._path != cell]
            positions[np.ix_(members, others)] = np.array(self._tile_of, np.int64)[arrangements]
        return positions

    def _arrangements(self, ranks: Numbers, cell: int) -> Numbers:
        if self._is_line:
            return np.tile(np.arange(self._tiles), (len(ranks), 1))
        digits = self._digits(ranks, cell, 0, self._tiles - 1)
        a = np.stack([digits[j] for j in range(self._tiles)], axis=1)
        for j in range(self._tiles - 2, -1, -1):
            a[:, j + 1 :] += a[:, j + 1 :] >= a[:, j : j + 1]
        return a
