/**
 * The Mathieu group M24 by two permutations of 24 points: R, a cycle of 23 points, and S, which exchanges twelve pairs.
 *
 * A move is R, its inverse R', or S. The group is five times transitive, of order 244,823,040.
 *
 * Source: J. H. Conway's generators and the distances of M24 as a puzzle: P. Timmons, forum.cubeman.org, node 586.
 */

import type { PuzzleDefinition } from '../permutation/colourings/puzzle-definition.js';

const POINTS = 24;

/** The pairs that S exchanges, as points from 1. */
const PAIRS = [
  [1, 24],
  [2, 23],
  [3, 4],
  [5, 22],
  [6, 11],
  [7, 8],
  [9, 10],
  [12, 21],
  [13, 14],
  [15, 20],
  [16, 17],
  [18, 19],
];

/** Returns the group. Its states are the points 1..24 in the order of their places. */
export function m24(): PuzzleDefinition {
  const cycle = POINTS - 1;
  const rotated = (by: number) =>
    Array.from({ length: POINTS }, (_, point) => (point < cycle ? (point + by) % cycle : point));
  const exchanged = Array.from({ length: POINTS }, (_, point) => point);
  for (const [one, other] of PAIRS) {
    exchanged[one - 1] = other - 1;
    exchanged[other - 1] = one - 1;
  }
  return {
    name: 'm24',
    generators: [
      { name: 'R', images: rotated(1) },
      { name: "R'", images: rotated(cycle - 1) },
      { name: 'S', images: exchanged },
    ],
  };
}
