/** A state, and the states one move away from it, with their distances. */

/** `S` is a state: its number or its text, or a position. */
export interface Neighbourhood<S> {
  /** Distance of the state; null if it is not reached. */
  readonly distance: number | null;
  /** All moves that can be made, in the order of the space's moves. */
  readonly moves: readonly NeighbourMove<S>[];
}

export interface NeighbourMove<S> {
  /** The name of the move. */
  readonly move: string;
  /** The state that it leads to. */
  readonly to: S;
  /** Distance of that state; null if it is not reached. */
  readonly distance: number | null;
}
