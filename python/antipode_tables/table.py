"""An open table of any kind."""

from __future__ import annotations

import os
from typing import Any, Union

import numpy as np

from .board import Board
from .distances import all_distances, distance_type, distances_of
from .errors import StateError, TableError
from .numbered import Numbered
from .pattern import Pattern
from .permutation_puzzle import permutation_puzzle_of
from .space import NO_STATE, NOT_REACHED, Space
from .table_file import TableFile

Path = Union[str, "os.PathLike[str]"]


class Table:
    """The distances of a space. `antipode_tables.open` makes one."""

    header: dict[str, Any]
    """What the file says about itself: docs/reference/table-format.md."""
    space: str
    """The name of the space, such as `3x4` or `pancake:10`."""
    states: int
    """Reached states."""
    max_depth: int
    """The maximum depth."""
    histogram: list[int]
    """States of each distance."""
    not_reached: int
    """Stands in arrays of distances for states that moves do not reach: the largest number of the array's type."""

    def __init__(self, path: Path, exported: Path | None = None) -> None:
        file = TableFile(path)
        self._file = file
        self.header = file.header
        self.space = self.header["space"]
        self.states = self.header["states"]
        self.max_depth = self.header["maxDepth"]
        self.histogram = self.header["histogram"]
        self._space = _space_of(file)
        kind = distance_type(self.max_depth)
        self.not_reached = int(np.iinfo(kind).max)
        self._known: np.ndarray | None = None
        if exported is not None:
            self._known = self._exported(os.fspath(exported))
        elif self._space.modulus is None:
            self._known = self._depths(kind)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of `distances()`: (cells, ranks) of a board, (states,) of everything else."""
        return self._space.shape

    def distances(self) -> np.ndarray:
        """
        Returns the distances of all states, `not_reached` for those that moves do not reach. They are computed once, and are read-only.
        Raises TableError if the table is damaged, MovesNeeded if they follow from moves that only antipode knows.
        """
        if self._known is None:
            if isinstance(self._space, Numbered):
                self._space.neighbours(self._space.starts)
            self._check_all()
            self._known = all_distances(self._space, self.histogram, self._file.path)
            self._known.flags.writeable = False
        return self._known.reshape(self.shape)

    def distance(self, states: Any) -> Any:
        """
        Returns the fewest moves from one state to the goal: an int, or None if no moves lead there. Of many states it returns an array,
        with `not_reached` in place of None.

        A position is a text such as '1 2 3 4 5 6 7 x 8', or a row of numbers with 0 for the blank. A state of a pattern is a text such as
        '1 2 x 4 . . . . .', or a number. All other states are numbers. Many are a list or an array of them.
        Raises StateError if one is not a state of this table; TableError and MovesNeeded as `distances`.
        """
        numbers, is_one = self._space.numbers(states)
        if self._known is None:
            found = distances_of(self._space, numbers, self.max_depth, self._file.path)
        else:
            found = np.where(numbers == NO_STATE, self.not_reached, self._known[numbers]).astype(self._known.dtype)
        if not is_one:
            return found
        return None if found[0] == self.not_reached else int(found[0])

    def rank(self, positions: Any) -> Any:
        """
        Returns the index of a state in `distances()`: (cell, rank) of a position, as a pair of arrays for many of them, or the number of a state.
        Raises StateError if one is not a state of this table, or cannot be solved.
        """
        numbers, is_one = self._space.numbers(positions)
        if (numbers == NO_STATE).any():
            raise StateError(f"expected positions of {self.space} that can be solved, found one that cannot")
        if not isinstance(self._space, Board):
            return int(numbers[0]) if is_one else numbers
        cells, ranks = np.divmod(numbers, self._space.ranks)
        return (int(cells[0]), int(ranks[0])) if is_one else (cells, ranks)

    def unrank(self, *index: Any) -> Any:
        """
        Returns the state of an index: of a board, `unrank(cell, rank)` is an array of tiles, 0 for the blank, and arrays give a row for
        each position. Of a pattern, `unrank(number)` is a text, or a list of texts.
        Raises StateError if there is no such state, or if only antipode knows the texts of the space.
        """
        if isinstance(self._space, Board):
            return self._unrank_positions(*index)
        if not isinstance(self._space, Pattern):
            raise StateError(
                f"expected a board or a pattern, found {self.space}, whose texts only antipode knows: "
                f"'antipode export {self._file.path} --format csv' lists them by number"
            )
        numbers, is_one = self._space.numbers(*index)
        texts = [self._space.text(int(number)) for number in numbers]
        return texts[0] if is_one else texts

    def _unrank_positions(self, cells: Any, ranks: Any) -> np.ndarray:
        assert isinstance(self._space, Board)
        cell, rank = np.broadcast_arrays(np.asarray(cells), np.asarray(ranks))
        limits = (self._space.grid.cells, self._space.ranks)
        if cell.dtype.kind not in "iu" or rank.dtype.kind not in "iu":
            raise StateError(f"expected a cell below {limits[0]} and a rank below {limits[1]}, found {cells!r} and {ranks!r}")
        wrong = np.flatnonzero((cell < 0) | (cell >= limits[0]) | (rank < 0) | (rank >= limits[1]))
        if len(wrong) > 0:
            raise StateError(
                f"expected a cell below {limits[0]} and a rank below {limits[1]}, "
                f"found {cell.flat[wrong[0]]} and {rank.flat[wrong[0]]}"
            )
        positions = self._space.unrank_positions((cell * self._space.ranks + rank).ravel().astype(np.int64))
        return positions.reshape(*cell.shape, self._space.grid.cells)

    def _depths(self, kind: np.dtype) -> np.ndarray:
        self._check_all()
        depths = self._space.codes(np.arange(self._space.size))
        wide = depths == np.iinfo(depths.dtype).max
        known = np.where(wide, self.not_reached, depths).astype(kind)
        self._check_histogram(known, self._file.path)
        known.flags.writeable = False
        return known

    def _exported(self, path: str) -> np.ndarray:
        """Returns an exported array. Raises TableError if it is not one of this table."""
        try:
            array = np.load(path, allow_pickle=False)
        except ValueError as error:
            raise TableError(f"{path} is not an array of numpy: {error}") from None
        if array.shape != self.shape or array.dtype.kind != "u":
            raise TableError(
                f"{path}: expected whole numbers of the shape {self.shape}, found {array.dtype} of {array.shape}; "
                f"export {self._file.path} again"
            )
        known = array.ravel()
        known = np.where(known == np.iinfo(array.dtype).max, self.not_reached, known).astype(distance_type(self.max_depth))
        self._check_histogram(known, path)
        modulus = self._space.modulus
        if modulus is not None and not self._space.hides_unreached:
            remainders = np.where(known == self.not_reached, NOT_REACHED, known % modulus)
            if (remainders != self._space.codes(np.arange(self._space.size))).any():
                raise TableError(f"{path} and {self._file.path} contradict each other; export the table again")
        known.flags.writeable = False
        return known

    def _check_histogram(self, known: np.ndarray, path: str) -> None:
        counts = np.bincount(known[known != self.not_reached], minlength=len(self.histogram))
        if counts.tolist() != self.histogram:
            raise TableError(f"{path}: the distances do not have the histogram of {self._file.path}; make it again")

    def _check_all(self) -> None:
        for section in self._file.sections:
            section.check_all()


def _space_of(file: TableFile) -> Space:
    if "kind" not in file.header:
        return Board(file)
    if file.header["source"]["kind"] == "pattern":
        return Pattern(file)
    return permutation_puzzle_of(file) or Numbered(file)


def open_table(path: Path, exported: Path | None = None) -> Table:
    """
    Opens a table. Bytes are read when they are needed, and checked.

    `exported` is an array that `antipode export --format npy` has made of the table. Tables of distances mod 3 need it if only antipode
    knows the moves of the space.
    Raises TableError if it is not a table, or damaged; OSError if it cannot be read.
    """
    return Table(path, exported)
