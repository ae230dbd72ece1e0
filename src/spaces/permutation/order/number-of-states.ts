/** Number of states of a puzzle that may be too large to enumerate. */

import type { Permutation } from '../permutation.js';
import { mostColourings } from './most-colourings.js';
import type { StabiliserChain } from './stabiliser-chain.js';

export interface NumberOfStates {
  readonly states: bigint;
  /** False if the puzzle has at most this many states, possibly fewer. */
  readonly exact: boolean;
}

/** Maximum number of states with numbers: far more than can be enumerated. */
export const MOST_NUMBERED_STATES = 2n ** 40n;

/** Returns whether a puzzle certainly has too many states for numbers. */
export function areTooMany({ states, exact }: NumberOfStates): boolean {
  return exact && states > MOST_NUMBERED_STATES;
}

/**
 * Returns the number of colourings that moves make from the solved one.
 *
 * With pieces that are all different, it is the order of the group. With identical pieces, it is exact if the group is as large as the
 * product of wreath products with its invariants, see most-colourings.ts. This is true of most puzzles of turning pieces.
 *
 * @param group the proved chain of the moves
 */
export function numberOfStates(
  moves: readonly Permutation[],
  solved: ArrayLike<number>,
  group: StabiliserChain,
): NumberOfStates {
  const { order } = group;
  const differentPoints = moves[0].map((_, point) => point);
  const most = mostColourings(moves, solved);
  const largestOrder = mostColourings(moves, differentPoints);
  if (most === largestOrder) return { states: order, exact: true };
  if (order === largestOrder) return { states: most, exact: true };
  return most < order ? { states: most, exact: false } : { states: order, exact: false };
}
