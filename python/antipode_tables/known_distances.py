"""Distances that are not computed: those of a table that holds them, and exported ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .distances import Distances, distance_type
from .errors import TableError
from .space import NOT_REACHED, Numbers, Space

_PIECE = 1 << 20
"""States that are read at a time."""


def held_distances(space: Space, numbers: Numbers, max_depth: int) -> Distances:
    """Returns the distances of these states from a table that holds distances."""
    kind = distance_type(max_depth)
    found = np.empty(len(numbers), kind)
    for begin in range(0, len(numbers), _PIECE):
        depths = space.codes(numbers[begin : begin + _PIECE])
        found[begin : begin + _PIECE] = _with_type(depths, kind)
    return found


def exported_distances(space: Space, histogram: list[int], path: str, table: str) -> Distances:
    """Returns the array of a file. Raises TableError if it is not that of this table; OSError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
    except (ValueError, MemoryError, TypeError):
        raise TableError(f"{path} is not an array of numpy; export {table} again") from None
    if array.shape != space.shape or array.dtype.kind != "u":
        raise TableError(
            f"{path}: expected whole numbers of the shape {space.shape}, found {array.dtype} of {array.shape}; export {table} again"
        )
    known = _with_type(array.ravel(), distance_type(len(histogram) - 1))
    check_histogram(known, histogram, f"{path}: the distances do not have the histogram of {table}; export the table again")
    if space.modulus is not None and not space.hides_unreached:
        for begin in range(0, space.size, _PIECE):
            piece = known[begin : begin + _PIECE]
            codes = space.codes(np.arange(begin, begin + len(piece)))
            if (np.where(piece == np.iinfo(known.dtype).max, NOT_REACHED, piece % space.modulus) != codes).any():
                raise TableError(f"{path} and {table} contradict each other; export the table again")
    return known


def check_histogram(known: Distances, histogram: list[int], refusal: str) -> None:
    """Raises TableError with this text if there are other numbers of states at the distances."""
    counts = np.zeros(len(histogram), np.int64)
    for begin in range(0, len(known), _PIECE):
        piece = known[begin : begin + _PIECE]
        piece = piece[piece != np.iinfo(known.dtype).max]
        if len(piece) > 0 and piece.max() >= len(histogram):
            raise TableError(refusal)
        counts += np.bincount(piece, minlength=len(counts))
    if counts.tolist() != histogram:
        raise TableError(refusal)


def _with_type(distances: NDArray[np.unsignedinteger[Any]], kind: np.dtype[np.unsignedinteger[Any]]) -> Distances:
    """Returns distances of another type, in which its largest number stands for states that are not reached."""
    if distances.dtype == kind:
        return distances
    unset = np.iinfo(distances.dtype).max
    return np.where(distances == unset, np.iinfo(kind).max, distances).astype(kind)
