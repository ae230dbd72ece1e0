/**
 * Conversion of pieces that change places and turn, as puzzle files describe them, to points.
 *
 * A set has `pieces` places, and a piece has `turns` orientations. A move takes the piece of place from[i] to place i, turned by
 * by[i]. The place i of a set is the points first + i * turns + j, j = 0..turns-1. This move takes point j of place from[i] to point
 * (j + by[i]) mod turns of place i. Example: two pieces with 3 orientations change places, and the one that arrives at the first place is
 * turned by 1. This is from = 1 0, by = 1 0 and the permutation 3 4 5 1 2 0 of the points 0..5.
 *
 * Sets that no move turns, or whose turns do not show, need one point for each place.
 */

import { InputError } from '../../../base/input-error.js';
import type { PieceSet } from '../colourings/puzzle-source.js';
import { MOST_POINTS } from '../groups/generators.js';

/** A set of pieces from a file: all orientations are given, and numbers of pieces need not be 1..pieces. */
export type ReadSet = Required<PieceSet>;

/** A move of the pieces of a set. */
export interface SetMove {
  /** [place]: the place, from 0, from which its new piece comes. */
  readonly from: readonly number[];
  /** [place]: the number of turns of its new piece. */
  readonly by: readonly number[];
}

/** A move of pieces: the sets that it moves, by their names. */
export type PiecesMove = ReadonlyMap<string, SetMove>;

/**
 * Returns the sets with the minimum number of points that their moves need.
 * @param moves all moves of the puzzle
 * @throws InputError if more than 255 points are needed
 */
export function setsOnPoints(sets: readonly ReadSet[], moves: readonly PiecesMove[]): ReadSet[] {
  const reduced = sets.map((set) => (turnShows(set, moves) ? set : unturned(set)));
  const points = reduced.reduce((sum, { pieces, turns }) => sum + pieces * turns, 0);
  if (points > MOST_POINTS) {
    throw new InputError(
      `the sets need ${points} points, one for each orientation at each place; at most ${MOST_POINTS} are possible`,
    );
  }
  return reduced;
}

function turnShows({ name, orientations }: ReadSet, moves: readonly PiecesMove[]): boolean {
  if (orientations.every((orientation) => orientation === null)) return false;
  return orientations.some(Boolean) || moves.some((move) => move.get(name)?.by.some(Boolean));
}

function unturned(set: ReadSet): ReadSet {
  return { ...set, turns: 1, orientations: set.orientations.map(() => 0) };
}

/** Returns the permutation of points by a move. @param sets as setsOnPoints returns them */
export function imagesOfMove(sets: readonly ReadSet[], move: PiecesMove): number[] {
  const images = identityOf(sets);
  let first = 0;
  for (const { name, pieces, turns } of sets) {
    const { from, by } = move.get(name) ?? { from: [], by: [] };
    for (const [place, origin] of from.entries()) {
      for (let facet = 0; facet < turns; facet++) {
        images[first + origin * turns + facet] = first + place * turns + ((facet + by[place]) % turns);
      }
    }
    first += pieces * turns;
  }
  return images;
}

/** Returns the identity of the points. */
export function identityOf(sets: readonly ReadSet[]): number[] {
  const points = sets.reduce((sum, { pieces, turns }) => sum + pieces * turns, 0);
  return Array.from({ length: points }, (_, point) => point);
}

/** Returns sets in the form of sources: without defaults. */
export function plainSets(sets: readonly ReadSet[]): PieceSet[] {
  return sets.map(({ name, pieces, turns, solved, orientations }) => ({
    name,
    pieces,
    turns,
    ...(solved.some((piece, place) => piece !== place + 1) && { solved }),
    ...(orientations.some((orientation) => orientation !== 0) && { orientations }),
  }));
}
