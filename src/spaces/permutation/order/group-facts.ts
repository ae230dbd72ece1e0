/** Properties of a group that are known without enumerating it. */

import { inversesAmong, type Permutation, parity } from '../permutation.js';
import { pointOrbits } from '../point-orbits.js';
import { permutationGroup } from './permutation-group.js';
import { minimalBlockSystems, type PointBlocks } from './point-blocks.js';
import type { StabiliserChain } from './stabiliser-chain.js';

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

export interface OrbitFacts {
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
    transitivity: orbits.length === 1 ? transitivityOf(chain, orbits[0].length) : 0,
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
function transitivityOf({ levels }: StabiliserChain, points: number): number {
  const first = levels.findIndex((level, fixed) => level.points.length < points - fixed);
  if (first >= 0) return first;
  // If only one point is left, it is fixed as well.
  return levels.length === points - 1 ? points : levels.length;
}
