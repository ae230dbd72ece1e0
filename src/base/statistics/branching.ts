/** The branching of a space: neighbours further from the goal and nearer to it. */

/**
 * [degree][not further]: how many states have so many neighbours, of which so many are no further from the goal than
 * the state itself.
 */
export type NeighbourCounts = readonly (readonly number[])[];

export interface Branching {
  /** Mean number of neighbours. */
  readonly meanDegree: number;
  /** Mean number of neighbours that are nearer: the optimal first moves. */
  readonly meanNearer: number;
  /** Mean number of neighbours that are further. */
  readonly meanFurther: number;
  /** States with no neighbour further away. */
  readonly localMaxima: number;
}

/**
 * @param nearer how many neighbours are nearer, those of all states together; by default all that are not further, as
 * if a move changes the distance by one
 */
export function branchingOf(counts: NeighbourCounts, nearer = notFurtherPairs(counts)): Branching {
  let states = 0;
  let localMaxima = 0;
  for (const [degree, row] of counts.entries()) {
    for (const [notFurther, count] of row.entries()) {
      states += count;
      if (notFurther === degree) localMaxima += count;
    }
  }
  const further = furtherPairs(counts);
  return {
    meanDegree: (further + notFurtherPairs(counts)) / states,
    meanNearer: nearer / states,
    meanFurther: further / states,
    localMaxima,
  };
}

/** Returns the number of neighbours that are further than their state, those of all states together. */
export function furtherPairs(counts: NeighbourCounts): number {
  return pairs(counts, (degree, notFurther) => degree - notFurther);
}

function notFurtherPairs(counts: NeighbourCounts): number {
  return pairs(counts, (_, notFurther) => notFurther);
}

function pairs(counts: NeighbourCounts, ofState: (degree: number, notFurther: number) => number): number {
  let sum = 0;
  for (const [degree, row] of counts.entries()) {
    for (const [notFurther, count] of row.entries()) sum += count * ofState(degree, notFurther);
  }
  return sum;
}
