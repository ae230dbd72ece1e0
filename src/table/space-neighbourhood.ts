/** What a table of a space tells of the states that moves lead to. */

/** A state, and what lies around it. */
export interface SpaceNeighbourhood {
  readonly distance: number | null;
  /** In the order of the space's moves, those that can be made. */
  readonly moves: readonly SpaceMove[];
}

export interface SpaceMove {
  /** Its index among the space's moves. */
  readonly move: number;
  /** The state that it leads to, and its distance. */
  readonly to: number;
  readonly distance: number | null;
}

/**
 * The distance of a neighbour, where moves can be undone.
 * @param distance of the state; null where it is not reached
 * @param code of the neighbour: 0 where it is not reached, else 1 + distance mod 3
 * @returns undefined where they contradict each other: only one of them is reached, or the neighbour would be nearer than a start
 */
export function distanceByCode(distance: number | null, code: number): number | null | undefined {
  if (distance === null || code === 0) return distance === null && code === 0 ? null : undefined;
  // What is added to the distance, mod 3, which is 0 or 1, or 2 for one less.
  const further = (code - 1 + 2 * distance) % 3;
  const beside = distance + (further === 2 ? -1 : further);
  return beside < 0 ? undefined : beside;
}

/**
 * The distance of a state that a move leads to, where moves cannot be undone.
 * @param beside what the table has of it
 * @returns undefined where that contradicts the distance of the state that the move leads from: it is one further at most
 */
export function checkedDistance(distance: number | null, beside: number | null): number | null | undefined {
  return distance === null || (beside !== null && beside <= distance + 1) ? beside : undefined;
}
