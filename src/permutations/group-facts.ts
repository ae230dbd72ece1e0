/** What is known of a group, and of a puzzle's number of states, without enumerating them. */

import { minimalBlockSystems, type PointBlocks } from './block-systems.js';
import { inversesAmong, type Permutation, parity, pointOrbits } from './permutation.js';
import { permutationGroup, type StabiliserChain } from './permutation-group.js';
import { mostColourings } from './wreath-product.js';

export interface GroupFacts {
  /** Number of points that generators permute, moved or not. */
  readonly points: number;
  /** Number of points that some move takes elsewhere. */
  readonly moved: number;
  /** Number of elements. */
  readonly order: bigint;
  /** Orbits of moved points, in the order of their least points. */
  readonly orbits: readonly OrbitFacts[];
  /**
   * Largest t for which the group takes any t moved points, in order, to any other t. It is 0 if there are several orbits or none, and at
   * least 1 if the group is transitive. It is n if the group has all permutations of n points.
   */
  readonly transitivity: number;
  /** Points, from 0, that only the identity fixes all together. */
  readonly base: readonly number[];
  /** Number of generators. */
  readonly generators: number;
  /** True if the inverse of every generator is a generator. */
  readonly closedUnderInverses: boolean;
  /** True if all generators are even permutations of the points. */
  readonly even: boolean;
}

interface OrbitFacts {
  /** Points from 0, ascending. */
  readonly points: readonly number[];
  /** Minimal block systems; none if the orbit is primitive. */
  readonly minimalBlockSystems: readonly PointBlocks[];
}

/** Returns the properties of the group that moves generate. @param moves at least one, of the same 1 to 255 points */
export function groupFacts(moves: readonly Permutation[]): GroupFacts {
  const orbits = pointOrbits(moves).filter((orbit) => orbit.length > 1);
  const chain = permutationGroup(moves);
  return {
    points: moves[0].length,
    moved: orbits.reduce((moved, orbit) => moved + orbit.length, 0),
    order: chain.order,
    orbits: orbits.map((points) => ({ points, minimalBlockSystems: minimalBlockSystems(points, moves) })),
    transitivity: orbits.length === 1 ? transitivity(chain, orbits[0].length) : 0,
    base: chain.base,
    generators: moves.length,
    closedUnderInverses: isClosedUnderInverses(moves),
    even: moves.every((move) => parity(move) === 0),
  };
}

/** Returns whether the inverse of every move is one of the moves. */
export function isClosedUnderInverses(moves: readonly Permutation[]): boolean {
  return !inversesAmong(moves).includes(-1);
}

/** Returns the transitivity: the number of stabilisers that are transitive on all points that they need not fix. */
function transitivity({ levels }: StabiliserChain, points: number): number {
  const first = levels.findIndex((level, fixed) => level.points.length < points - fixed);
  if (first >= 0) return first;
  // If only one point is left, it is fixed as well.
  return levels.length === points - 1 ? points : levels.length;
}

export interface NumberOfStates {
  readonly states: bigint;
  /** False if the puzzle has at most this many states, possibly fewer. */
  readonly exact: boolean;
}

/** Maximum number of states with numbers: far more than can be enumerated. */
export const MOST_NUMBERED_STATES = 2n ** 40n;

/** The end of messages about puzzles whose states have no numbers. */
export const SEARCH_ADVICE = 'antipode solve solves single states by a search';

/** Returns whether a puzzle certainly has too many states for numbers. */
export function areTooMany({ states, exact }: NumberOfStates): boolean {
  return exact && states > MOST_NUMBERED_STATES;
}

/**
 * Returns the number of colourings that moves make from the solved one.
 *
 * With pieces that are all different, it is the order of the group. With identical pieces, it is exact if the group is as large as the
 * product of wreath products with its invariants, see wreath-product.ts. This is true of most puzzles of turning pieces.
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
