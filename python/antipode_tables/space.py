"""What the states of a table have in common: numbers from 0, codes, and moves."""

from __future__ import annotations

import abc
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
"""States by number."""

Bytes = NDArray[np.uint8]

Codes = NDArray[np.unsignedinteger[Any]]
"""Remainders of distances, or distances."""

NOT_REACHED = 255
"""The code of a state that moves do not reach."""

NO_STATE = -1
"""Stands for the target of a move that a state does not have, and for the number of a position that cannot be solved."""


class Space(abc.ABC):
    """States by number, and the remainders of their distances in the table."""

    size: int
    """Numbered states."""
    starts: Numbers
    """The states that distances are counted from."""
    shape: tuple[int, ...]
    """The shape of an array of all distances."""
    modulus: int | None
    """Codes are distances modulo this number; None if they are the distances themselves."""
    hides_unreached = False
    """Whether codes of some states look like remainders although moves do not reach these states."""

    has_moves = False
    """Whether the moves are known: if not, there are no neighbours."""
    has_texts = False
    """Whether states have texts besides their numbers."""

    @abc.abstractmethod
    def codes(self, states: Numbers) -> Codes:
        """Returns for each state its distance modulo `modulus`, or NOT_REACHED."""

    def neighbours(self, states: Numbers) -> Numbers:
        """Returns an array of (moves, states): where each move leads, or NO_STATE; if `has_moves`."""
        raise NotImplementedError

    @abc.abstractmethod
    def numbers(self, states: Any) -> tuple[Numbers, bool]:
        """Returns the numbers of one state or many, NO_STATE if one cannot be solved, and whether it is only one."""

    def text(self, number: int) -> str:
        """Returns the text of a state, if `has_texts`."""
        raise NotImplementedError
