/** A state and the states one move away from it, with their distances. */

/** Distances around a state. `S` is a state: its number, its text or a position. */
export interface Neighbourhood<S> {
  /** Distance of the state; null if it is not reached. */
  readonly distance: number | null;
  /** All legal moves, in the order of the space's moves. */
  readonly moves: readonly NeighbourMove<S>[];
}

export interface NeighbourMove<S> {
  /** Name of the move. */
  readonly move: string;
  /** State that the move leads to. */
  readonly to: S;
  /** Distance of that state; null if it is not reached. */
  readonly distance: number | null;
}
