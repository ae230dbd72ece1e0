/**
 * Colourings: the states of a permutation puzzle.
 *
 * A puzzle has n points. A state gives each point a colour, `x[point]`. A move is a permutation s of the points, which takes the colour of
 * point i to point s[i]. So the state after it is y with `y[s[i]] = x[i]`. Identical pieces have the same colour. A piece with k turns is
 * on k points and has k colours, so that turning it shows. Example: the move (1 2 3) has s[1] = 2, s[2] = 3 and s[3] = 1. It takes the
 * colouring `1 2 2` to `2 1 2`.
 */

/** A colour: the kind of piece that a point belongs to, and the point of that piece. */
export interface Colour {
  /** Number of the set of pieces, from 0. Moves never take a colour to a point of another set. */
  readonly set: number;
  /** Number of the kind of piece, from 0, over all sets. */
  readonly kind: number;
  /** Point of the piece, 0..turns-1. */
  readonly facet: number;
  /** Number of facets of the kind that can be told apart: 1 if the pieces do not turn, or if turning them does not show. */
  readonly turns: number;
  /** Number of pieces of the kind. */
  readonly pieces: number;
}

/** A permutation puzzle on points: plain data. */
export interface ColouredPuzzle {
  /** Number of points, 1..255. */
  readonly points: number;
  /** [move][point]: the point to which the move takes its colour. At least one move. */
  readonly moves: readonly Uint8Array[];
  /** [point]: its colour when solved. Every colour 0..colours.length-1 occurs. */
  readonly solved: Uint8Array;
  readonly colours: readonly Colour[];
}

/** Returns whether no two points have the same colour when solved. Then each state is an element of the group. */
export function areAllDifferent({ colours, points }: ColouredPuzzle): boolean {
  return colours.length === points;
}

/** Writes the state that a move makes of another one. @param moved receives it; not the same array */
export function writeMoved(state: Uint8Array, move: Uint8Array, moved: Uint8Array): void {
  for (let point = 0; point < state.length; point++) moved[move[point]] = state[point];
}
