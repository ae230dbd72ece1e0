"""The errors of this package. Each is one line: what was expected, what was found, what to do."""

from __future__ import annotations

_LONGEST = 80


class AntipodeError(Exception):
    """The class of all errors of this package."""


class TableError(AntipodeError):
    """A file that is not a table or a result, or that is damaged."""


class StateError(AntipodeError, ValueError):
    """A text or a number that is not a state of the table's space."""


class MovesNeeded(AntipodeError):
    """A table of distances mod 3 whose space has moves that only antipode knows."""


def shown(value: object) -> str:
    """Returns a value as it is written in Python, on one line and cut off if it is long."""
    line = " ".join(repr(value).split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ..."
