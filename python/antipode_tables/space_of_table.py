"""Which kind of space the header of a table describes."""

from __future__ import annotations

from typing import Any

from .board import Board
from .errors import StateError, TableError
from .numbered import Numbered
from .pattern import Pattern
from .permutation_puzzle import permutation_puzzle_of
from .space import Space
from .table_file import TableFile


def space_of(file: TableFile, goal: Any = None) -> Space:
    """
    Returns the space of a table, of a board with a goal.
    Raises TableError if the header lacks a field, or has one of another form; StateError if the table does not serve the goal.
    """
    try:
        if "kind" not in file.header:
            return Board(file, goal)
        if goal is not None:
            raise StateError(f"a goal is for tables of boards, and {file.path} has none")
        if file.header["source"]["kind"] == "pattern":
            return Pattern(file)
        return permutation_puzzle_of(file) or Numbered(file)
    except StateError:
        raise
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise TableError(f"{file.path}: the header is not that of a table ({type(error).__name__}: {error}); make the table again") from None
