"""
Distances from their remainders.

If moves can be undone, neighbours differ by at most one, and a remainder modulo 3 tells which neighbours are nearer. Modulo 4 is
enough for boards whose moves change the distance by exactly one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import TableError
from .space import NO_STATE, NOT_REACHED, Codes, Numbers, Space

Distances = NDArray[np.unsignedinteger[Any]]

_PIECE = 1 << 19
"""States that are moved at a time."""


def distance_type(max_depth: int) -> np.dtype[np.unsignedinteger[Any]]:
    """Returns the smallest type whose largest number is above every distance: that number stands for states that are not reached."""
    return next(np.dtype(kind) for kind in ("u1", "u2", "u4") if max_depth < np.iinfo(kind).max)


def all_distances(space: Space, histogram: list[int], path: str) -> Distances:
    """
    Returns the distance of every state, layer by layer from the starts.
    Raises TableError if the table's bits and its histogram contradict each other.
    """
    kind = distance_type(len(histogram) - 1)
    unset = np.iinfo(kind).max
    distances = np.full(space.size, unset, kind)
    distances[space.starts] = 0
    assert space.modulus is not None
    for depth, expected in enumerate(histogram):
        layer = np.flatnonzero(distances == depth)
        if len(layer) != expected:
            raise TableError(
                f"{path}: expected {expected} states at distance {depth}, found {len(layer)}; make the table again"
            )
        if depth + 1 == len(histogram):
            break
        further = (depth + 1) % space.modulus
        for begin in range(0, len(layer), _PIECE):
            for targets in space.neighbours(layer[begin : begin + _PIECE]):
                targets = targets[targets != NO_STATE]
                targets = targets[distances[targets] == unset]
                distances[targets[space.codes(targets) == further]] = depth + 1
    return distances


def distances_of(space: Space, states: Numbers, max_depth: int, path: str) -> Distances:
    """
    Returns the distance of each state, by a walk of all of them to nearer neighbours.
    Raises TableError if the walk does not end at a start.
    """
    kind = distance_type(max_depth)
    distances = np.full(len(states), np.iinfo(kind).max, kind)
    for begin in range(0, len(states), _PIECE):
        piece = states[begin : begin + _PIECE]
        solvable = np.flatnonzero(piece != NO_STATE)
        codes = space.codes(piece[solvable])
        reached = solvable[codes != NOT_REACHED]
        _walk(space, piece[reached], codes[codes != NOT_REACHED], distances[begin : begin + _PIECE], reached, max_depth, path)
    return distances


def _walk(
    space: Space, states: Numbers, codes: Codes, distances: Distances, places: NDArray[np.intp], max_depth: int, path: str
) -> None:
    """Writes the distance of each state at its place among `distances`."""
    assert space.modulus is not None
    for steps in range(max_depth + 1):
        ended = np.isin(states, space.starts)
        distances[places[ended]] = steps
        states, codes, places = states[~ended], codes[~ended], places[~ended]
        if len(states) == 0:
            return
        nearer = (codes.astype(np.int64) - 1) % space.modulus
        following = np.full(len(states), NO_STATE)
        for targets in space.neighbours(states):
            open_ = np.flatnonzero((following == NO_STATE) & (targets != NO_STATE))
            right = open_[space.codes(targets[open_]) == nearer[open_]]
            following[right] = targets[right]
        stuck = following == NO_STATE
        # Positions that moves do not reach are joined to each other alone, and have no nearer neighbour after at most one step.
        if stuck.any() and not (space.hides_unreached and steps <= 1):
            break
        states, codes, places = following[~stuck], nearer[~stuck], places[~stuck]
    raise TableError(f"{path}: the table contradicts itself: nearer neighbours do not lead to a start; make it again")
