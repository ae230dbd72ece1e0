"""Permutation puzzles whose moves follow from the header of their table: states by number or text, and the states that moves lead to."""

from __future__ import annotations

from typing import Any

import numpy as np

from .arrangements import Arrangements
from .blocks import Blocks
from .errors import TableError
from .numbered import Numbered, checked_numbers
from .permutation_moves import Puzzle, puzzle_of
from .positions import is_texts
from .space import NO_STATE, Bytes, Numbers
from .table_file import TableFile


def permutation_puzzle_of(file: TableFile) -> PermutationPuzzle | None:
    """Returns the puzzle of a table; None if only antipode knows its moves or its numbering."""
    source = file.header["source"]
    numbering = source.get("numbering")
    puzzle = None if numbering is None else puzzle_of(source)
    # The exact frames of words are products of random elements of the group, which the format does not define.
    if puzzle is None or (numbering["frames"] == "exact" and numbering["word"] is not None):
        return None
    return PermutationPuzzle(file, puzzle, numbering)


class PermutationPuzzle(Numbered):
    has_moves = True
    has_texts = True

    def __init__(self, file: TableFile, puzzle: Puzzle, numbering: dict[str, Any]) -> None:
        super().__init__(file)
        self._puzzle = puzzle
        self._backs = [np.argsort(move) for move in puzzle.moves]
        self._numbering = numbering
        self._numbered: Arrangements | Blocks | None = None

    def _states(self) -> Arrangements | Blocks:
        """Returns the numbering, which is made when it is first needed: it takes seconds for large puzzles."""
        if self._numbered is None:
            try:
                labels = self._numbering["block"]
                is_one_block = self._numbering["word"] is None and len(set(labels)) == 1
                ranked = Arrangements.of(self._puzzle, self.size) if is_one_block else None
                self._numbered = ranked or Blocks(self._puzzle, self._numbering, self.size)
            except (ValueError, IndexError) as error:
                raise TableError(f"{self._path}: the header does not number its states: {error}; make the table again") from None
        return self._numbered

    def neighbours(self, states: Numbers) -> Numbers:
        numbered = self._states()
        colours = numbered.states(states)
        return np.stack([numbered.numbers(colours[back]) for back in self._backs])

    def numbers(self, states: Any) -> tuple[Numbers, bool]:
        is_one = isinstance(states, str)
        if not is_one and not is_texts(states):
            return checked_numbers(states, self.size, f"a text such as {self.text(int(self.starts[0]))!r}, or a number")
        parsed = np.stack([self._puzzle.text.parse(text) for text in ([states] if is_one else states)], axis=1)
        return self._numbers_of(parsed), is_one

    def _numbers_of(self, colours: Bytes) -> Numbers:
        """Returns the numbers of any colours, NO_STATE for those that moves do not reach."""
        numbered = self._states()
        numbers = numbered.numbers(colours)
        possible = np.flatnonzero(numbers != NO_STATE)
        same = (numbered.states(numbers[possible]) == colours[:, possible]).all(axis=0)
        numbers[possible[~same]] = NO_STATE
        return numbers

    def text(self, number: int) -> str:
        return self._puzzle.text.format(self._states().states(np.array([number]))[:, 0])
