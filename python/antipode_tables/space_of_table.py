"""Which kind of space the header of a table describes."""

from __future__ import annotations

from .board import Board
from .errors import TableError
from .numbered import Numbered
from .pattern import Pattern
from .permutation_puzzle import permutation_puzzle_of
from .space import Space
from .table_file import TableFile


def space_of(file: TableFile) -> Space:
    """Returns the space of a table. Raises TableError if the header lacks a field, or has one of another form."""
    try:
        if "kind" not in file.header:
            return Board(file)
        if file.header["source"]["kind"] == "pattern":
            return Pattern(file)
        return permutation_puzzle_of(file) or Numbered(file)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise TableError(f"{file.path}: the header is not that of a table ({type(error).__name__}: {error}); make the table again") from None
