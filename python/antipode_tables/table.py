"""An open table of any kind."""

from __future__ import annotations

import os
from typing import Any, Union

import numpy as np

from .board import Board
from .distances import Distances, all_distances, distance_type, distances_of
from .errors import MovesNeeded, StateError
from .known_distances import check_histogram, exported_distances, held_distances
from .space import NO_STATE, Numbers, Space
from .space_of_table import space_of
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

    def __init__(self, file: TableFile, space: Space, exported: str | None = None) -> None:
        self._file = file
        self._space = space
        self.header = file.header
        self.space = self.header["space"]
        self.states = self.header["states"]
        self.max_depth = self.header["maxDepth"]
        self.histogram = self.header["histogram"]
        self.not_reached = int(np.iinfo(distance_type(self.max_depth)).max)
        self._known: Distances | None = None
        if exported is not None:
            self._keep(exported_distances(space, self.histogram, exported, file.path))

    def __repr__(self) -> str:
        return f"<Table of {self.space}, {self.states:,} {'state' if self.states == 1 else 'states'}, maximum depth {self.max_depth}>"

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of `distances()`: (cells, ranks) of a board, (states,) of everything else."""
        return self._space.shape

    def distances(self) -> Distances:
        """
        Returns the distances of all states, `not_reached` for those that moves do not reach. They are computed once, and are read-only.
        Raises TableError if the table is damaged, MovesNeeded if they follow from moves that only antipode knows.
        """
        return self._all().reshape(self.shape)

    def distance(self, states: Any) -> Any:
        """
        Returns the fewest moves from one state to the goal: an int, or None if no moves lead there. Of many states it returns an array,
        with `not_reached` in place of None.

        A position is a text such as '1 2 3 4 5 6 7 x 8', or a row of numbers with 0 for the blank. A state of a pattern or a permutation
        puzzle is a text or a number. All other states are numbers. Many are a list or an array of them.
        Raises StateError if one is not a state of this table; TableError and MovesNeeded as `distances`.
        """
        numbers, is_one = self._space.numbers(states)
        found = self._distances_of(numbers)
        if not is_one:
            return found
        return None if found[0] == self.not_reached else int(found[0])

    def rank(self, states: Any) -> Any:
        """
        Returns the index of a state in `distances()`: (cell, rank) of a position, as a pair of arrays for many of them, or the number of a state.
        Raises StateError if one is not a state of this table, or cannot be solved.
        """
        numbers, is_one = self._space.numbers(states)
        if (numbers == NO_STATE).any():
            raise StateError(f"expected states of {self.space} that can be solved, found one that cannot")
        if not isinstance(self._space, Board):
            return int(numbers[0]) if is_one else numbers
        cells, ranks = np.divmod(numbers, self._space.ranks)
        return (int(cells[0]), int(ranks[0])) if is_one else (cells, ranks)

    def unrank(self, *index: Any) -> Any:
        """
        Returns the state of an index: of a board, `unrank(cell, rank)` is an array of tiles, 0 for the blank, and arrays give a row for
        each position. Of a pattern or a permutation puzzle, `unrank(number)` is a text, or a list of texts.
        Raises StateError if there is no such state, or if only antipode knows the texts of the space.
        """
        expected = 2 if isinstance(self._space, Board) else 1
        if len(index) != expected:
            raise StateError(f"expected {'a cell and a rank' if expected == 2 else 'a number'}, found {len(index)} arguments")
        if isinstance(self._space, Board):
            return self._space.positions(*index)
        numbers, is_one = self._space.numbers(*index)
        if not self._space.has_texts:
            raise StateError(
                f"expected a board, a pattern or generators, found {self.space}, whose texts only antipode knows: "
                f"'antipode export {self._file.path} --format csv' lists them by number"
            )
        texts = [self._space.text(int(number)) for number in numbers]
        return texts[0] if is_one else texts

    def _distances_of(self, numbers: Numbers) -> Distances:
        if self._known is None and self._space.modulus is None:
            return held_distances(self._space, numbers, self.max_depth)
        if self._known is None and self._space.has_moves:
            return distances_of(self._space, numbers, self.max_depth, self._file.path)
        known = self._all()
        return np.where(numbers == NO_STATE, self.not_reached, known[numbers]).astype(known.dtype)

    def _all(self) -> Distances:
        if self._known is not None:
            return self._known
        path = self._file.path
        if self._space.modulus is None:
            known = held_distances(self._space, np.arange(self._space.size), self.max_depth)
            check_histogram(known, self.histogram, f"{path}: the distances do not have the histogram; make the table again")
        elif self._space.has_moves:
            for section in self._file.sections:
                section.check_all()
            known = all_distances(self._space, self.histogram, path)
        else:
            known = self._beside()
        return self._keep(known)

    def _beside(self) -> Distances:
        """Returns the array that `antipode export --format npy` has put beside the table."""
        path = self._file.path
        beside = f"{os.path.splitext(path)[0]}.npy"
        if not os.path.exists(beside):
            raise MovesNeeded(
                f"{path} holds distances mod 3, and only antipode knows the moves of {self.space}: run "
                f"'antipode export {path} --format npy --output {beside}'"
            )
        return exported_distances(self._space, self.histogram, beside, path)

    def _keep(self, known: Distances) -> Distances:
        known.flags.writeable = False
        self._known = known
        return known


def open_table(path: Path, exported: Path | None = None, goal: Any = None) -> Table:
    """
    Opens a table. Bytes are read when they are needed, and checked.

    Some tables hold distances mod 3 of a space whose moves only antipode knows. Their distances are those that `antipode export --format npy`
    has put beside the table, or in the file `exported`.

    The table of a board is the same for every goal with the blank on one cell. Positions are those of `goal`, by default of the explored goal,
    which the result beside the table names, or else of the tiles in order.
    Raises TableError if it is not a table, or damaged; StateError if it does not serve the goal, or several were explored; OSError if it
    cannot be read.
    """
    file = TableFile(path)
    return Table(file, space_of(file, goal), None if exported is None else os.fspath(exported))
