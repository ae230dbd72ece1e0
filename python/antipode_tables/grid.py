"""The cells of a board or a map, and the path along which they are numbered: docs/reference/table-format.md."""

from __future__ import annotations

import re

from .errors import StateError, shown

_BLANKS = ("0", "x", "X", "_")
_DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Grid:
    """Cells in reading order. `rows` are texts of `.` for a cell and `#` for none."""

    def __init__(self, rows: list[str]) -> None:
        self.places = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."]
        self.cell_at = {place: cell for cell, place in enumerate(self.places)}
        self.cells = len(self.places)
        self.rows, self.columns = len(rows), len(rows[0])

    @staticmethod
    def of(name: str) -> Grid:
        """Returns the grid of a name such as `3x4`, or of a map such as `..#/.../#..`."""
        if "/" in name:
            return Grid(name.split("/"))
        rows, columns = name.split("x")
        return Grid(["." * int(columns)] * int(rows))

    def colour(self, cell: int) -> int:
        """Returns the colour of a cell as on a chessboard, 0 or 1."""
        return sum(self.places[cell]) % 2

    def lines(self, cell: int) -> list[list[int]]:
        """Returns the cells from here up to the border or a missing cell, in each of four directions."""
        found = []
        for down, right in _DIRECTIONS:
            line = []
            row, column = self.places[cell]
            while (row := row + down, column := column + right) in self.cell_at:
                line.append(self.cell_at[row, column])
            found.append(line)
        return found

    def beside(self, cell: int) -> list[int]:
        """Returns the neighbouring cells."""
        return [line[0] for line in self.lines(cell) if line]

    def path(self) -> list[int]:
        """Returns the cells there and back, by rows or by columns, whichever keeps neighbours nearer together."""
        by_rows, by_columns = self._by_lanes(0), self._by_lanes(1)
        rows, columns = self._farthest(by_rows), self._farthest(by_columns)
        if rows == columns:
            return by_columns if self.rows < self.columns else by_rows
        return by_rows if rows < columns else by_columns

    def _by_lanes(self, axis: int) -> list[int]:
        def key(cell: int) -> tuple[int, int]:
            lane, step = self.places[cell][axis], self.places[cell][1 - axis]
            return lane, step if lane % 2 == 0 else -step

        return sorted(range(self.cells), key=key)

    def _farthest(self, path: list[int]) -> int:
        place = {cell: at for at, cell in enumerate(path)}
        return max(abs(place[a] - place[b]) for a in path for b in self.beside(a))


def signs_of(text: str, cells: int, expected: str) -> list[str]:
    """Returns the signs of a text, one for each cell, with 0 for the blank. Raises StateError if there are more or fewer."""
    words = text.replace(",", " ").replace("/", " ").split()
    if len(words) != cells:
        words = list("".join(words))
    if len(words) != cells:
        raise StateError(f"expected {expected}: {cells} signs, found {len(words)}: {shown(text)}")
    return ["0" if word in _BLANKS else word for word in words]


def number_of(sign: str) -> int:
    """Returns the number of a tile, -1 if the sign is not one."""
    return int(sign) if re.fullmatch(r"[0-9]{1,3}", sign) else -1
