/** Interface of ranks: numbers of an orbit's arrangements in lexicographic order. */

export interface OrbitRanks {
  /** Number of arrangements. */
  readonly count: number;
  /** Rank of the chosen arrangement. */
  readonly chosen: number;
  /** Chooses an arrangement. */
  choose(rank: number): void;
  /** Writes the colours of the chosen arrangement to the points of the orbit. */
  write(colouring: Uint8Array): void;
  /** Returns the rank of a colouring of all points; -1 if the orbit does not have its own colours there. */
  rankOf(colouring: Uint8Array): number;
  /** Returns a function for the rank of the chosen arrangement after a permutation of all points; null if that moves no point of the orbit. */
  after(permutation: Uint8Array): (() => number) | null;
}

/** Returns a permutation of all points as one of places. @param points [place]: its point */
export function imagesOfPlaces(permutation: Uint8Array, points: Uint8Array): Uint8Array {
  return points.map((point) => points.indexOf(permutation[point]));
}

/** Returns whether a permutation moves some of the points. */
export function movesSome(permutation: Uint8Array, points: Uint8Array): boolean {
  return points.some((point) => permutation[point] !== point);
}
