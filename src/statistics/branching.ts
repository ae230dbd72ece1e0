/** How a space branches: neighbours further from the goal and nearer to it. */

/** [degree][nearer]: how many states have so many neighbours, of which so many are nearer to the goal. */
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

/** Where a move changes the distance by one, so that a neighbour that is not nearer is further. */
export function branchingOf(counts: NeighbourCounts): Branching {
  let states = 0;
  let neighbours = 0;
  let nearerNeighbours = 0;
  let localMaxima = 0;
  for (const [degree, row] of counts.entries()) {
    for (const [nearer, count] of row.entries()) {
      states += count;
      neighbours += count * degree;
      nearerNeighbours += count * nearer;
      if (nearer === degree) localMaxima += count;
    }
  }
  return {
    meanDegree: neighbours / states,
    meanNearer: nearerNeighbours / states,
    meanFurther: (neighbours - nearerNeighbours) / states,
    localMaxima,
  };
}
