/** Orbits of points: points that products of permutations take to each other. */

import type { Permutation } from './permutation.js';

/** Returns the orbit of a point, in the order of discovery. */
export function orbitOfPoint(permutations: readonly Permutation[], first: number): Set<number> {
  const orbit = new Set([first]);
  for (const point of orbit) for (let i = 0; i < permutations.length; i++) orbit.add(permutations[i][point]);
  return orbit;
}

/** Returns the orbits, each ascending, in the order of their least points. @param moves at least one */
export function pointOrbits(moves: readonly Permutation[]): number[][] {
  const seen = new Set<number>();
  const orbits: number[][] = [];
  for (const first of moves[0].keys()) {
    if (seen.has(first)) continue;
    const orbit = orbitOfPoint(moves, first);
    for (const point of orbit) seen.add(point);
    orbits.push([...orbit].sort((a, b) => a - b));
  }
  return orbits;
}
