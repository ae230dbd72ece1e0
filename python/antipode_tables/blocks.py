"""
Numbers of the states of a permutation puzzle by blocks, as docs/explanations/groups.md defines them: block * states of a block + rank.

The frame of its block brings a state to the base. There, the states of a block are those of one of few types, which are listed in the order
of their ranks, and found by a hash.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .listed_states import ListedStates, brought, inverses, lexicographic_order, orbit_of, ordered_frames
from .permutation_moves import Puzzle
from .space import NO_STATE, Bytes, Numbers

_MOST_ELEMENTS = 64
"""Random elements that keep block 0. Twice as many are tried until they make all states of the block."""

_MOST_MOVES = 100
"""The most moves in a random product."""


class Blocks:
    def __init__(self, puzzle: Puzzle, numbering: dict[str, Any], size: int) -> None:
        """Raises ValueError if these labels do not make `size` states."""
        self._puzzle = puzzle
        self._labels = np.array(numbering["block"], np.uint8)
        self._solved_block = self._labels[puzzle.solved]
        labels, self._paths = orbit_of(self._solved_block, puzzle.moves, size, with_paths=True)
        self._blocks = ListedStates(labels)
        self._block_states, rest = divmod(size, labels.shape[1])
        if rest != 0:
            raise ValueError(f"{size} states in {labels.shape[1]} blocks")
        is_exact = numbering["frames"] == "exact"
        self._frames = self._paths if is_exact else ordered_frames(labels, self._solved_block, puzzle.moves)
        self._back = inverses(self._frames)
        word = None if numbering["word"] is None else np.array(numbering["word"], np.uint8)
        self._list_types(word)

    def _list_types(self, word: Bytes | None) -> None:
        """Lists the states of each type of block, in the base, by rank."""
        first = self._states_of_block_0()
        paths_back = inverses(self._paths)
        # The solved state, moved to each block and brought to the base, shows the type of the block.
        shown = brought(self._puzzle.solved[paths_back], self._frames)
        types: list[Bytes] = []
        untyped = np.array([0])
        while len(untyped) > 0:
            block = untyped[0]
            types.append(self._ranked(first[paths_back[self._frames[:, block], block]], word))
            self._base = ListedStates(np.concatenate(types, axis=1))
            entries = self._base.find(shown)
            untyped = np.flatnonzero(entries == NO_STATE)
        self._type_of = entries // self._block_states

    def _states_of_block_0(self) -> Bytes:
        if self._paths.shape[1] == 1:
            return self._closed(self._puzzle.moves)
        random = np.random.default_rng(0)
        elements: list[Bytes] = []
        while len(elements) < _MOST_ELEMENTS:
            elements += [self._random_element(random) for _ in range(max(4, len(elements)))]
            states = self._closed(elements)
            if states.shape[1] == self._block_states:
                return states
        raise ValueError(f"blocks of fewer than {self._block_states} states")

    def _closed(self, elements: list[Bytes]) -> Bytes:
        return orbit_of(self._puzzle.solved, elements, self._block_states)[0]

    def _random_element(self, random: np.random.Generator) -> Bytes:
        """Returns a permutation that keeps the labels of block 0: a random product of moves, and the path back."""
        element = np.arange(len(self._paths), dtype=np.uint8)
        for move in random.integers(0, len(self._puzzle.moves), random.integers(_MOST_MOVES)):
            element = self._puzzle.moves[move][element]
        labels = self._solved_block[np.argsort(element)]
        block = self._blocks.find(labels[:, None])[0]
        return np.argsort(self._paths[:, block]).astype(np.uint8)[element]

    def _ranked(self, states: Bytes, word: Bytes | None) -> Bytes:
        """Returns states of the base in the order of their ranks: by the labels of their words, and then by the places that these have in a word."""
        if word is None:
            return states[:, lexicographic_order(states)]
        labels = word[states]
        frames = ordered_frames(labels, word[self._puzzle.solved], self._puzzle.moves)
        return states[:, lexicographic_order(np.concatenate([labels, brought(states, frames)]))]

    def numbers(self, states: Bytes) -> Numbers:
        """Returns the numbers of states, an array of (points, states)."""
        blocks = self._blocks.find(self._labels[states])
        entries = self._base.find(brought(states, self._frames[:, blocks]))
        known = (blocks != NO_STATE) & (entries // self._block_states == self._type_of[blocks])
        return np.where(known, blocks * self._block_states + entries % self._block_states, NO_STATE)

    def states(self, numbers: Numbers) -> Bytes:
        """Returns the states of numbers, an array of (points, states)."""
        blocks, ranks = np.divmod(numbers, self._block_states)
        return brought(self._base.states[:, self._type_of[blocks] * self._block_states + ranks], self._back[:, blocks])
