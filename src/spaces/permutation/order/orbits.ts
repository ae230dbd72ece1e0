/** Orbits of points: which points the moves of a group take to each other. */

import type { Permutation } from '../permutation.js';

/** Returns the orbits, each ascending, in the order of their least points. @param moves at least one */
export function pointOrbits(moves: readonly Permutation[]): number[][] {
  const points = moves[0].length;
  const seen = new Uint8Array(points);
  const orbits: number[][] = [];
  for (let first = 0; first < points; first++) {
    if (seen[first]) continue;
    seen[first] = 1;
    const orbit = [first];
    for (const point of orbit) {
      for (const move of moves) {
        const image = move[point];
        if (seen[image]) continue;
        seen[image] = 1;
        orbit.push(image);
      }
    }
    orbits.push(orbit.sort((a, b) => a - b));
  }
  return orbits;
}
