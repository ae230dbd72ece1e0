/** Colours of an orbit of points, if moves make all arrangements of them. */

import { pointOrbits } from '../point-orbits.js';

export interface OrbitColours {
  /** Points, ascending. */
  readonly points: readonly number[];
  /** Colours, ascending: at least two. */
  readonly colours: readonly number[];
  /** [index]: number of points with this colour. */
  readonly counts: readonly number[];
}

/**
 * Returns the orbits of points with several colours; null if the points of one are between those of another.
 * @param solved the colour of each point
 */
export function colouredOrbits(moves: readonly Uint8Array[], solved: Uint8Array): OrbitColours[] | null {
  const orbits = pointOrbits(moves).map((points) => {
    const counts = new Map<number, number>();
    for (const point of points) counts.set(solved[point], (counts.get(solved[point]) ?? 0) + 1);
    const colours = [...counts.keys()].sort((a, b) => a - b);
    return { points, colours, counts: colours.map((colour) => counts.get(colour) ?? 0) };
  });
  const coloured = orbits.filter(({ colours }) => colours.length > 1);
  const follow = coloured.every(({ points }, at) => at === 0 || points[0] > (coloured[at - 1].points.at(-1) ?? 0));
  return follow ? coloured : null;
}

/** Returns the number of arrangements of pieces, some of which are alike: a multinomial coefficient. It is exact below 2^53. */
export function multinomial(counts: Iterable<number>): number {
  let pieces = 0;
  let product = 1;
  for (const count of counts) for (let piece = 1; piece <= count; piece++) product = (product * ++pieces) / piece;
  return product;
}

/** Returns the number of arrangements of all orbits. It is exact below 2^53. */
export function arrangementsOfAll(orbits: readonly OrbitColours[]): number {
  return orbits.reduce((product, { counts }) => product * multinomial(counts), 1);
}
