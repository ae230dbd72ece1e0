/** The branching of a space: neighbours nearer to the goal and farther from it. */

/**
 * [degree][not farther]: number of states with this many neighbours, of which this many are no farther from the goal than the state
 * itself.
 */
export type NeighbourCounts = readonly (readonly number[])[];

export interface Branching {
  /** Mean number of neighbours. */
  readonly meanDegree: number;
  /** Mean number of nearer neighbours: the optimal first moves. */
  readonly meanNearer: number;
  /** Mean number of farther neighbours. */
  readonly meanFurther: number;
  /** Number of states without a farther neighbour. */
  readonly localMaxima: number;
}

/**
 * Returns the statistics of branching.
 * @param nearer total number of nearer neighbours over all states; by default all neighbours that are no farther, as if each move
 * changes the distance by one
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

/** Returns the total number of neighbours that are farther than their state. */
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
