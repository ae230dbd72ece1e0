/**
 * Colourings: the states of a permutation puzzle.
 *
 * A puzzle has n points. A state gives each point a colour, `x[point]`. A move is a permutation s of the points, which takes the colour of
 * point i to point s[i]. So the state after it is y with `y[s[i]] = x[i]`. Identical pieces have the same colour. A piece with k turns lies
 * on k points and has k colours, so that turning it shows. Example: the move (1 2 3) has s[1] = 2, s[2] = 3 and s[3] = 1. It takes the
 * colouring `1 2 2` to `2 1 2`.
 */

/** A colour: which piece a point belongs to, and which point of that piece it is. */
export interface Colour {
  /** The set of pieces, from 0. Moves never take a colour to a point of another set. */
  readonly set: number;
  /** The kind of piece, from 0, numbered over all sets. */
  readonly kind: number;
  /** The point of the piece, 0..turns-1. */
  readonly facet: number;
  /** Facets of the kind that can be told apart: 1 if the pieces do not turn, or if turning them does not show. */
  readonly turns: number;
  /** Pieces of the kind. */
  readonly pieces: number;
}

/** A permutation puzzle on points: plain data. */
export interface ColouredPuzzle {
  /** 1..255. */
  readonly points: number;
  /** [move][point]: the point that its colour is taken to. At least one move. */
  readonly moves: readonly Uint8Array[];
  /** The colour of each point when solved. Every colour 0..colours.length-1 occurs. */
  readonly solved: Uint8Array;
  readonly colours: readonly Colour[];
}

/** Returns whether no two points have the same colour when solved: then each state is an element of the group. */
export function areAllDifferent({ colours, points }: ColouredPuzzle): boolean {
  return colours.length === points;
}

/** Writes the state that a move makes of another one. @param moved takes it; not the same array */
export function writeMoved(state: Uint8Array, move: Uint8Array, moved: Uint8Array): void {
  for (let point = 0; point < state.length; point++) moved[move[point]] = state[point];
}
