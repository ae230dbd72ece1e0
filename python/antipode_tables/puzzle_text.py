"""
Colours and texts of permutation puzzles. A state is written as its pieces in the order of their places, sets of pieces separated by ` / `;
`4+1` is piece 4 turned by one. Burnt pancakes are `-4` in place of `4+1`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .errors import StateError, shown
from .space import Bytes


class SetOfPieces(NamedTuple):
    pieces: int
    turns: int
    solved: Sequence[int]
    """The piece on each place of the solved puzzle."""
    orientations: Sequence[int | None]
    """By how much each of them is turned; None if turns do not show."""

    @staticmethod
    def of(given: dict[str, Any]) -> SetOfPieces:
        """Returns a set of a table's source."""
        pieces = given["pieces"]
        return SetOfPieces(
            pieces,
            given["turns"],
            given.get("solved") or range(1, pieces + 1),
            given.get("orientations") or [0] * pieces,
        )


class PuzzleText:
    """The colours of pieces: those of the first piece come first, and those of a piece by facet."""

    def __init__(self, sets: list[SetOfPieces], points: Bytes | None = None, signed: bool = False) -> None:
        self._sets = sets
        self._points = points
        self._signed = signed
        self._colours: list[dict[int, list[int]]] = []
        self._piece_of: dict[int, tuple[int, int]] = {}
        solved: list[int] = []
        for each in sets:
            colours: dict[int, list[int]] = {}
            for piece, orientation in zip(each.solved, each.orientations):
                if piece not in colours:
                    facets = 1 if orientation is None else each.turns
                    begin = len(self._piece_of)
                    colours[piece] = list(range(begin, begin + facets))
                    # The colour on the first point of a place shows by how much the piece is turned.
                    self._piece_of.update((begin + facet, (piece, -facet % each.turns)) for facet in range(facets))
                solved += _turned(colours[piece], orientation or 0, each.turns)
            self._colours.append(colours)
        self.solved = np.array(solved, np.uint8)

    @staticmethod
    def of_sets(sets: list[SetOfPieces]) -> PuzzleText:
        return PuzzleText(sets)

    @staticmethod
    def of_points(points: Bytes) -> PuzzleText:
        """Returns texts of a piece on each point. `points` are the written points in the order of the numbered ones."""
        count = len(points)
        return PuzzleText([SetOfPieces(count, 1, range(1, count + 1), [0] * count)], points)

    def with_signs(self) -> PuzzleText:
        """Returns texts in which a piece that is turned by one is negative."""
        return PuzzleText(self._sets, self._points, True)

    def format(self, colours: Bytes) -> str:
        """Returns the text of a state."""
        if self._points is not None:
            written = np.empty_like(colours)
            written[self._points] = self._points[colours]
            colours = written
        texts, point = [], 0
        for each in self._sets:
            places = range(point, point + each.pieces * each.turns, each.turns)
            texts.append(" ".join(self._word(*self._piece_of[int(colours[place])]) for place in places))
            point += each.pieces * each.turns
        return " / ".join(texts)

    def _word(self, piece: int, turn: int) -> str:
        if turn == 0:
            return str(piece)
        return str(-piece) if self._signed else f"{piece}+{turn}"

    def parse(self, text: str) -> Bytes:
        """Returns the colours of a text. Raises StateError if its pieces are not those of the puzzle."""
        parts = text.split("/")
        if len(parts) == len(self._sets):
            words = [word for part, each in zip(parts, self._sets) for word in _separated(_words(part), each)]
        else:
            words = _words(text)
        total = sum(each.pieces for each in self._sets)
        if len(words) != total:
            raise self._wrong(text, f"{len(words)} pieces")
        colours: list[int] = []
        for each, known in zip(self._sets, self._colours):
            found = [self._piece(word, text) for word in words[: each.pieces]]
            words = words[each.pieces :]
            if sorted(piece for piece, _ in found) != sorted(each.solved):
                raise self._wrong(text, "other pieces")
            for piece, turn in found:
                if turn >= max(1, len(known[piece])):
                    raise self._wrong(text, f"piece {piece} turned by {turn}")
                colours += _turned(known[piece], turn, each.turns)
        parsed = np.array(colours, np.uint8)
        if self._points is None:
            return parsed
        return np.argsort(self._points).astype(np.uint8)[parsed[self._points]]

    def _piece(self, word: str, text: str) -> tuple[int, int]:
        form = r"(-)?(\d{1,3})()" if self._signed else r"()(\d{1,9})(?:\+(\d{1,3}))?"
        match = re.fullmatch(form, word, re.ASCII)
        if match is None:
            raise self._wrong(text, shown(word))
        return int(match[2]), 1 if match[1] else int(match[3] or 0)

    def _wrong(self, text: str, found: str) -> StateError:
        solved = np.arange(len(self.solved), dtype=np.uint8) if self._points is not None else self.solved
        return StateError(f"expected the pieces of {self.format(solved)!r} in some order, found {found}: {shown(text)}")


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,/]+", text) if word]


def _separated(words: list[str], each: SetOfPieces) -> list[str]:
    """Returns the pieces of a set that is written as a single word, if no number has two digits; else the same words."""
    is_short = each.turns <= 10 and max(each.solved) <= 9
    is_together = len(words) == 1 and re.fullmatch(r"(?:-?\d(?:\+\d)?)+", words[0], re.ASCII)
    return re.findall(r"-?\d(?:\+\d)?", words[0]) if is_short and is_together else words


def _turned(colours: list[int], turn: int, turns: int) -> list[int]:
    """Returns the colours on the points of a place whose piece is turned."""
    return [colours[(facet - turn) % turns % len(colours)] for facet in range(turns)]
