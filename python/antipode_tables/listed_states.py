"""Lists of states, found by hash, and the permutations of points that go with them. Arrays of states are (points, states)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .permutation_moves import orbits_of
from .space import Bytes, Numbers

_PIECE = 1 << 16
"""States that are moved at a time."""


def inverses(permutations: Bytes) -> Bytes:
    """Returns the inverse of each permutation, an array of (points, permutations)."""
    found = np.empty_like(permutations)
    points = np.arange(len(permutations), dtype=np.uint8)
    np.put_along_axis(found, permutations.astype(np.intp), points[:, None], axis=0)
    return found


def brought(states: Bytes, frames: Bytes) -> Bytes:
    """Returns states in the base: point p has the colour of point frames[p]. There is a frame for each state."""
    return np.take_along_axis(states, frames.astype(np.intp), axis=0)


def ordered_frames(labels: Bytes, solved: Bytes, moves: list[Bytes]) -> Bytes:
    """Returns the frame of each column of labels: it takes the k-th point of an orbit with a label when solved to the k-th one with it."""
    frames = np.empty_like(labels)
    for orbit in orbits_of(moves):
        points = np.array(orbit)
        before = points[np.argsort(solved[points], kind="stable")]
        frames[before] = points[np.argsort(labels[points], axis=0, kind="stable")]
    return frames


def lexicographic_order(states: Bytes) -> NDArray[np.intp]:
    """Returns the indices that sort the columns."""
    packed = []
    for begin in range(0, len(states), 8):
        rows = states[begin : begin + 8].astype(np.uint64)
        packed.append(sum(row << np.uint64(56 - 8 * at) for at, row in enumerate(rows)))
    return np.lexsort(packed[::-1])


class ListedStates:
    """Different states by their numbers from 0."""

    def __init__(self, states: Bytes) -> None:
        self.states = states
        self._noise = _noise(len(states))
        hashes = _hashes(self._noise, states)
        self._order = np.argsort(hashes)
        self._hashes = hashes[self._order]
        if (self._hashes[1:] == self._hashes[:-1]).any():
            raise ValueError("states are listed twice")

    def find(self, states: Bytes) -> Numbers:
        """Returns the numbers of states; any number or -1 for one that is not listed."""
        hashes = _hashes(self._noise, states)
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        return np.where(self._hashes[places] == hashes, self._order[places], -1)


def _noise(points: int) -> NDArray[np.uint64]:
    return np.random.default_rng(points).integers(0, 1 << 64, (points, 256), np.uint64)


def _hashes(noise: NDArray[np.uint64], states: Bytes) -> NDArray[np.uint64]:
    hashes = np.zeros(states.shape[1], np.uint64)
    for row, colours in zip(noise, states):
        hashes ^= row[colours]
    return hashes


def orbit_of(start: Bytes, moves: list[Bytes], most: int, with_paths: bool = False) -> tuple[Bytes, Bytes]:
    """
    Returns the states that moves make of one, in the order of a breadth-first search that takes the moves in their order, and for each the
    product of the moves on its path (no points if paths are not asked for). Raises ValueError if there are more than `most`.
    """
    noise = _noise(len(start))
    backs = [np.argsort(move) for move in moves]
    images = np.array(moves)
    identity = np.arange(len(start) if with_paths else 0, dtype=np.uint8)
    layers, paths = [start[:, None]], [identity[:, None]]
    known = _hashes(noise, layers[0])
    count = 1
    while layers[-1].shape[1] > 0:
        found, found_paths, found_hashes = [], [], []
        for begin in range(0, layers[-1].shape[1], _PIECE):
            layer, layer_paths = layers[-1][:, begin : begin + _PIECE], paths[-1][:, begin : begin + _PIECE]
            # State by state, and move by move within a state.
            moved = np.stack([layer[back] for back in backs], axis=2).reshape(len(start), -1)
            hashes = _hashes(noise, moved)
            places = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
            new = np.flatnonzero(known[places] != hashes)
            new = new[_first_ones(hashes[new])]
            found.append(moved[:, new])
            found_hashes.append(hashes[new])
            found_paths.append(images[new % len(moves), layer_paths[:, new // len(moves)]])
        hashes = np.concatenate(found_hashes)
        firsts = _first_ones(hashes)
        count += len(firsts)
        if count > most:
            raise ValueError(f"more than {most} states")
        known = np.sort(np.concatenate([known, hashes[firsts]]))
        layers.append(np.concatenate(found, axis=1)[:, firsts])
        paths.append(np.concatenate(found_paths, axis=1)[:, firsts])
    return np.concatenate(layers, axis=1), np.concatenate(paths, axis=1)


def _first_ones(hashes: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Returns the indices of those that no equal one precedes, in ascending order."""
    return np.sort(np.unique(hashes, return_index=True)[1])
