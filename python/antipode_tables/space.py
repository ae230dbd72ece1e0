"""What the states of a table have in common: numbers from 0, codes, and moves."""

from __future__ import annotations

import abc

import numpy as np

NOT_REACHED = 255
"""The code of a state that moves do not reach."""

NO_STATE = -1
"""Stands for the target of a move that a state does not have, and for the number of a position that cannot be solved."""


class Space(abc.ABC):
    """States by number, and the remainders of their distances in the table."""

    size: int
    """Numbered states."""
    starts: np.ndarray
    """The states that distances are counted from."""
    shape: tuple[int, ...]
    """The shape of an array of all distances."""
    modulus: int | None
    """Codes are distances modulo this number; None if they are the distances themselves."""
    hides_unreached = False
    """Whether codes of some states look like remainders although moves do not reach these states."""

    @abc.abstractmethod
    def codes(self, states: np.ndarray) -> np.ndarray:
        """Returns for each state its distance modulo `modulus`, or NOT_REACHED."""

    @abc.abstractmethod
    def neighbours(self, states: np.ndarray) -> np.ndarray:
        """Returns an array of (moves, states): where each move leads, or NO_STATE."""

    @abc.abstractmethod
    def numbers(self, states: object) -> tuple[np.ndarray, bool]:
        """Returns the numbers of one state or many, NO_STATE if one cannot be solved, and whether it is only one."""
