"""Positions of boards, as users give them: texts, or rows of numbers with 0 for the blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import StateError, shown
from .grid import number_of, signs_of
from .space import Numbers


def positions_of(given: Any, cells: int) -> tuple[Numbers, bool]:
    """Returns positions, an array of (positions, cells), and whether there is only one. Raises StateError if one is not a position."""
    expected = f"a position of {cells} cells with the tiles 1 to {cells - 1} and the blank (0 or x) once each"
    if isinstance(given, str):
        return np.array([_position(given, cells, expected)]), True
    if is_texts(given):
        return np.array([_position(text, cells, expected) for text in given]), False
    array = array_of(given, expected)
    if array.size == 0 and array.ndim > 0:
        return np.zeros((0, cells), np.int64), False
    if array.dtype.kind not in "iu" or array.ndim not in (1, 2) or array.shape[-1] != cells:
        raise StateError(f"expected {expected}, found {shown(given)}")
    rows = np.atleast_2d(array)
    wrong = np.flatnonzero((np.sort(rows, axis=1) != np.arange(cells)).any(axis=1))
    if len(wrong) > 0:
        raise StateError(f"expected {expected}, found {shown(rows[wrong[0]].tolist())}")
    return rows.astype(np.int64), array.ndim == 1


def is_texts(given: Any) -> bool:
    """Returns whether these are several texts."""
    if isinstance(given, np.ndarray):
        return given.ndim == 1 and given.dtype.kind == "U" and given.size > 0
    return isinstance(given, Sequence) and len(given) > 0 and all(isinstance(each, str) for each in given)


def array_of(given: Any, expected: str) -> NDArray[Any]:
    """Returns an array. Raises StateError if its rows differ in length."""
    try:
        return np.asarray(given)
    except (ValueError, TypeError, OverflowError):
        raise StateError(f"expected {expected}, found {shown(given)}") from None


def _position(text: str, cells: int, expected: str) -> list[int]:
    tiles = [number_of(sign) for sign in signs_of(text, cells, expected)]
    if sorted(tiles) != list(range(cells)):
        raise StateError(f"expected {expected}, found {shown(text)}")
    return tiles
