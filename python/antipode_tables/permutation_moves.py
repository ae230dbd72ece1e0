"""
Permutation puzzles whose moves follow from the header of their table: those of generators, and the built-in `pancake`, `burnt-pancake` and
`topspin`. docs/reference/puzzles.md and docs/explanations/groups.md describe them.

A puzzle has points, and a state is the colour on each. A move takes the colour of point i to point images[i].
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import numpy as np

from .puzzle_text import PuzzleText, SetOfPieces
from .space import Bytes


class Puzzle(NamedTuple):
    moves: list[Bytes]
    """Each takes point i to point images[i]."""
    solved: Bytes
    """The colour of each point."""
    text: PuzzleText


def puzzle_of(source: dict[str, Any]) -> Puzzle | None:
    """Returns the puzzle of a table's source, None if only antipode knows its moves."""
    if source["kind"] == "generators":
        images = [np.array(generator["images"], np.uint8) for generator in source["generators"]]
        if "sets" in source:
            return _of_sets(images, [SetOfPieces.of(given) for given in source["sets"]])
        return _of_points(images)
    match = re.fullmatch(r"(burnt-pancake|pancake|topspin):(\d+)(?:,(\d+))?", source.get("space", ""))
    if match is None:
        return None
    family, n, k = match[1], int(match[2]), int(match[3] or 0)
    if family == "pancake":
        return _of_points([_reversal(n, first) for first in range(2, n + 1)])
    if family == "topspin":
        ring = np.arange(n, dtype=np.uint8)
        return _of_points([np.roll(ring, 1), np.roll(ring, -1), _reversal(n, k)])
    turns = [_reversal(2 * n, 2 * first) for first in range(1, n + 1)]
    puzzle = _of_sets(turns, [SetOfPieces(n, 2, range(1, n + 1), [0] * n)])
    return puzzle._replace(text=puzzle.text.with_signs())


def _reversal(points: int, first: int) -> Bytes:
    """Returns the move that reverses the first points."""
    images = np.arange(points, dtype=np.uint8)
    images[:first] = images[:first][::-1]
    return images


def _of_sets(moves: list[Bytes], sets: list[SetOfPieces]) -> Puzzle:
    text = PuzzleText.of_sets(sets)
    return Puzzle(moves, text.solved, text)


def _of_points(moves: list[Bytes]) -> Puzzle | None:
    """
    Returns the puzzle of moves alone: each point has a piece of its own, and orbits of points follow one another. Returns None if points
    belong to pieces that turn, or move with others: then antipode numbers other points than these.
    """
    orbits = orbits_of(moves)
    if not all(_moves_freely(orbits, orbit, moves) for orbit in orbits):
        return None
    points = np.array([point for orbit in orbits for point in orbit], np.uint8)
    renumbered = np.argsort(points).astype(np.uint8)
    solved = np.arange(len(points), dtype=np.uint8)
    return Puzzle([renumbered[move[points]] for move in moves], solved, PuzzleText.of_points(points))


def orbits_of(moves: list[Bytes]) -> list[list[int]]:
    """Returns the points that moves take to each other, in ascending order, by their least points."""
    left, orbits = set(range(len(moves[0]))), []
    while left:
        orbit, edge = set(), [min(left)]
        while edge:
            point = edge.pop()
            if point in left:
                left.remove(point)
                orbit.add(point)
                edge.extend(int(move[point]) for move in moves)
        orbits.append(sorted(orbit))
    return orbits


def _moves_freely(orbits: list[list[int]], orbit: list[int], moves: list[Bytes]) -> bool:
    """
    Returns whether no other point moves as the first point of the orbit does. A map that all moves respect would show one.
    Two points alone are two pieces that change places.
    """
    others = (point for each in orbits if each != orbit or len(orbit) > 2 for point in each if point != orbit[0])
    return not any(_is_respected({orbit[0]: other}, moves) for other in others)


def _is_respected(image_of: dict[int, int], moves: list[Bytes]) -> bool:
    """Returns whether a map of one point extends to its orbit so that all moves respect it."""
    edge = list(image_of)
    while edge:
        point = edge.pop()
        for move in moves:
            to, image = int(move[point]), int(move[image_of[point]])
            if to not in image_of:
                image_of[to] = image
                edge.append(to)
            elif image_of[to] != image:
                return False
    return True
