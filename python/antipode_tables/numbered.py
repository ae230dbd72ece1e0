"""States by number: their codes in the table of a state space."""

from __future__ import annotations

from typing import Any

import numpy as np

from .errors import StateError, TableError, shown
from .positions import array_of
from .space import NOT_REACHED, Codes, Numbers, Space
from .table_file import TableFile

_DEPTHS: dict[str, np.dtype[np.unsignedinteger[Any]]] = {"depth8": np.dtype("<u1"), "depth16": np.dtype("<u2"), "depth32": np.dtype("<u4")}


def checked_numbers(given: Any, size: int, expected: str) -> tuple[Numbers, bool]:
    """Returns states given by number, and whether there is only one. Raises StateError if one is not a number below `size`."""
    array = array_of(given, expected)
    if array.size == 0 and array.ndim == 1:
        return np.zeros(0, np.int64), False
    if array.dtype.kind not in "iu" or array.ndim > 1:
        raise StateError(f"expected {expected} from 0 to {size - 1}, found {shown(given)}")
    numbers = np.atleast_1d(array)
    wrong = numbers[(numbers < 0) | (numbers >= size)]
    if len(wrong) > 0:
        raise StateError(f"expected {expected} from 0 to {size - 1}, found {wrong[0]}")
    return numbers.astype(np.int64), array.ndim == 0


class CodedStates:
    """Two bits a state, four states a byte: 0, or 1 + distance mod 3."""

    def __init__(self, file: TableFile) -> None:
        self._section = file.sections[0]

    def codes(self, states: Numbers) -> Codes:
        pairs = self._section.at(states // 4) >> (states % 4 * 2).astype(np.uint8) & 3
        codes: Codes = np.array([NOT_REACHED, 0, 1, 2], np.uint8)[pairs]
        return codes


class Numbered(Space):
    """The states of a puzzle, a group or a module. Only antipode knows the texts and moves of most of them."""

    def __init__(self, file: TableFile) -> None:
        header = file.header
        self._name = header["space"]
        self.size = header["size"]
        self.shape = (self.size,)
        self.starts = np.array(header["starts"])
        self._path = file.path
        self._section = file.sections[0]
        encoding = header["encoding"]
        if encoding != "mod3" and encoding not in _DEPTHS:
            raise TableError(f"{file.path}: expected the encoding mod3 or a depth, found {encoding}")
        self._coded = CodedStates(file) if encoding == "mod3" else None
        self.modulus = 3 if self._coded else None
        self._depths = _DEPTHS.get(encoding)

    def codes(self, states: Numbers) -> Codes:
        """Returns distances mod 3, or distances: the largest number of their type stands for states that are not reached."""
        if self._coded is not None:
            return self._coded.codes(states)
        assert self._depths is not None
        width = self._depths.itemsize
        offsets = states[:, None] * width + np.arange(width)
        read: Codes = np.ascontiguousarray(self._section.at(offsets.ravel())).view(self._depths)
        return read

    def numbers(self, states: Any) -> tuple[Numbers, bool]:
        return checked_numbers(states, self.size, f"the number of a state of {self._name}")
