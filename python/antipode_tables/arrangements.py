"""
Numbers of the states of a permutation puzzle if moves make all arrangements of its colours: their lexicographic ranks, as
docs/explanations/groups.md defines them. Nothing is listed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .permutation_moves import Puzzle, orbits_of
from .space import Bytes, Numbers

_EXACT = 1 << 62
"""Products stay below this number."""


class _Orbit(NamedTuple):
    points: list[int]
    colours: list[int]
    counts: list[int]
    size: int
    """Arrangements of the colours on the points."""


class Arrangements:
    def __init__(self, puzzle: Puzzle, orbits: list[_Orbit]) -> None:
        self._solved = puzzle.solved
        self._orbits = orbits

    @staticmethod
    def of(puzzle: Puzzle, size: int) -> Arrangements | None:
        """Returns the numbers of all arrangements; None if there are not `size` of them, or if orbits of points are mixed."""
        orbits, total = [], 1
        for points in orbits_of(puzzle.moves):
            colours, counts = np.unique(puzzle.solved[points], return_counts=True)
            if len(colours) > 1:
                arrangements = _multinomial(counts.tolist())
                total *= arrangements
                orbits.append(_Orbit(points, colours.tolist(), counts.tolist(), arrangements))
        follow = all(one.points[-1] < other.points[0] for one, other in zip(orbits, orbits[1:]))
        fits = all(orbit.size * len(orbit.points) < _EXACT for orbit in orbits)
        return Arrangements(puzzle, orbits) if total == size and follow and fits else None

    def numbers(self, states: Bytes) -> Numbers:
        """Returns the numbers of states, an array of (points, states)."""
        total = np.zeros(states.shape[1], np.int64)
        for points, colours, counts, size in self._orbits:
            left = {colour: np.full(states.shape[1], count, np.int64) for colour, count in zip(colours, counts)}
            arrangements, rank = np.full(states.shape[1], size, np.int64), np.zeros(states.shape[1], np.int64)
            for rest, point in zip(range(len(points), 0, -1), points):
                lesser, own = np.zeros_like(rank), np.zeros_like(rank)
                for colour in colours:
                    here = states[point] == colour
                    own += np.where(here, left[colour], 0)
                    lesser += np.where(states[point] > colour, left[colour], 0)
                    left[colour] -= here
                rank += arrangements * lesser // rest
                arrangements = arrangements * own // rest
            total = total * size + rank
        return total

    def states(self, numbers: Numbers) -> Bytes:
        """Returns the states of numbers, an array of (points, states)."""
        found = np.repeat(self._solved[:, None], len(numbers), axis=1)
        rest_of_number = numbers
        for points, colours, counts, size in reversed(self._orbits):
            rest_of_number, rank = np.divmod(rest_of_number, size)
            left = {colour: np.full(len(numbers), count, np.int64) for colour, count in zip(colours, counts)}
            arrangements = np.full(len(numbers), size, np.int64)
            for rest, point in zip(range(len(points), 0, -1), points):
                chosen = np.zeros(len(numbers), bool)
                following = np.zeros_like(arrangements)
                for colour in colours:
                    begun = arrangements * left[colour] // rest
                    here = ~chosen & (rank < begun)
                    found[point, here] = colour
                    following[here] = begun[here]
                    left[colour] -= here
                    rank = np.where(chosen | here, rank, rank - begun)
                    chosen |= here
                arrangements = following
        return found


def _multinomial(counts: list[int]) -> int:
    """Returns in how many ways pieces can be arranged, of which some are alike."""
    pieces, ways = 0, 1
    for count in counts:
        for piece in range(1, count + 1):
            pieces += 1
            ways = ways * pieces // piece
    return ways
