"""Boards and maps, in both metrics. A state is a blank's cell and a rank; its number is cell * ranks + rank."""

from __future__ import annotations

from typing import Any

import numpy as np

from .board_ranks import BoardRanks
from .errors import StateError, shown
from .grid import Grid
from .positions import array_of, positions_of
from .space import NO_STATE, NOT_REACHED, Codes, Numbers, Space
from .results import explored_goals
from .table_file import TableFile


class Board(Space):
    has_moves = True

    def __init__(self, file: TableFile, goal: Any = None) -> None:
        header = file.header
        board = header["board"]
        self._grid = Grid(board.get("map") or ["." * board["columns"]] * board["rows"])
        self._is_multi = header["metric"] == "multi"
        self.modulus = 3 if self._is_multi else 4
        self.hides_unreached = "map" in board and not self._is_multi
        self.goal = self._goal(file, goal)
        self._ranks = BoardRanks(self._grid, header["numbering"]["path"], self.goal)
        self.ranks = self._ranks.count
        self.shape = (self._grid.cells, self.ranks)
        self.size = self._grid.cells * self.ranks
        self._sections = file.sections
        start = self._grid.colour(self.goal.index(0))
        self._parity = [(self._grid.colour(cell) + start) % 2 for cell in range(self._grid.cells)]
        self._targets = [self._slides(cell) for cell in range(self._grid.cells)]
        self.starts = self._ranks.numbers(np.array([self.goal]))

    def _goal(self, file: TableFile, given: Any) -> list[int]:
        """Returns the goal that names the tiles: the given one, else that of the result beside the table, else the header's."""
        of_header: list[int] = file.header["goal"]
        blank = of_header.index(0)
        if given is None:
            goals = self._explored(file, blank)
            if len(goals) > 1:
                listed = ", ".join(repr(goal) for goal in goals.values())
                raise StateError(f"{file.path} is the table of {len(goals)} explored goals, {listed}: choose one with goal=...")
            return list(next(iter(goals), of_header))
        positions, is_one = positions_of(given, self._grid.cells)
        if not is_one or positions[0][blank] != 0:
            raise StateError(f"{file.path} is for goals with the blank on cell {blank}, found the goal {shown(given)}")
        return [int(tile) for tile in positions[0]]

    def _explored(self, file: TableFile, blank: int) -> dict[tuple[int, ...], str]:
        """Returns the goals of the results beside the table, each with its text."""
        goals: dict[tuple[int, ...], str] = {}
        for text in explored_goals(file.path, file.header["space"]):
            try:
                tiles = positions_of(text, self._grid.cells)[0][0].tolist()
            except StateError:  # A file of that name may be something else.
                continue
            if tiles[blank] == 0:
                goals.setdefault(tuple(tiles), text)
        return goals

    def _slides(self, cell: int) -> list[list[int]]:
        """Returns for each move the cells that the blank passes, this one first."""
        lines = self._grid.lines(cell)
        if not self._is_multi:
            lines = [line[:1] for line in lines]
        return [[cell, *line[: end + 1]] for line in lines for end in range(len(line))]

    def codes(self, states: Numbers) -> Codes:
        codes = np.empty(len(states), np.uint8)
        cells = states // self.ranks
        for cell in np.unique(cells):
            members = np.flatnonzero(cells == cell)
            words, bits = np.divmod(states[members] - cell * self.ranks, 60)
            section = self._sections[cell]
            offsets, shifts = 8 * words + bits // 8, (bits % 8).astype(np.uint8)
            first = section.at(offsets) >> shifts & 1
            if self._is_multi:
                second = section.at(offsets + len(section.bytes) // 2) >> shifts & 1
                codes[members] = np.array([NOT_REACHED, 0, 1, 2], np.uint8)[first + 2 * second]
            else:
                codes[members] = 2 * first + self._parity[cell]
        return codes

    def neighbours(self, states: Numbers) -> Numbers:
        found = np.full((max(map(len, self._targets)), len(states)), NO_STATE)
        cells = states // self.ranks
        for cell in np.unique(cells):
            members = np.flatnonzero(cells == cell)
            ranks = states[members] - cell * self.ranks
            for move, passed in enumerate(self._targets[cell]):
                moved = ranks
                for before, after in zip(passed, passed[1:]):
                    moved = self._ranks.moved(moved, before, after)
                found[move, members] = moved + passed[-1] * self.ranks
        return found

    def numbers(self, states: Any) -> tuple[Numbers, bool]:
        positions, is_one = positions_of(states, self._grid.cells)
        return self._ranks.numbers(positions), is_one

    def positions(self, cells: Any, ranks: Any) -> Numbers:
        """Returns the position of a cell and a rank, or a row for each of many. Raises StateError if there is no such position."""
        expected = f"a cell below {self._grid.cells} and a rank below {self.ranks}"
        cell, rank = array_of(cells, expected), array_of(ranks, expected)
        try:
            cell, rank = np.broadcast_arrays(cell, rank)
        except ValueError:
            raise StateError(f"expected {expected} for each of them, found {cell.shape} cells and {rank.shape} ranks") from None
        if cell.size == 0:
            return np.zeros((*cell.shape, self._grid.cells), np.int64)
        if cell.dtype.kind not in "iu" or rank.dtype.kind not in "iu":
            raise StateError(f"expected {expected}, found {shown(cells)} and {shown(ranks)}")
        wrong = np.flatnonzero((cell < 0) | (cell >= self._grid.cells) | (rank < 0) | (rank >= self.ranks))
        if len(wrong) > 0:
            raise StateError(f"expected {expected}, found {cell.flat[wrong[0]]} and {rank.flat[wrong[0]]}")
        numbers = cell.astype(np.int64) * self.ranks + rank.astype(np.int64)
        return self._ranks.positions(numbers.ravel()).reshape(*cell.shape, self._grid.cells)
