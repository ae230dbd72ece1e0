/**
 * The points of a puzzle, and those that its definition has.
 *
 * A definition without sets of pieces gives each point a piece of its own. Such points may be facelets of pieces that turn, or may move with
 * others. The puzzle has those that say all, renumbered so that the points of a piece follow one another: see ../order/pieces-of-points.ts.
 * Texts and generators keep the points of the definition.
 */

import { colouredPuzzle } from '../colourings/coloured-puzzle.js';
import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { GroupDefinition } from '../colourings/group-definition.js';
import type { PieceSet } from '../colourings/puzzle-source.js';

export interface PuzzlePoints {
  readonly puzzle: ColouredPuzzle;
  /** The sets of its pieces. */
  readonly sets: readonly PieceSet[];
  /** Returns a state of the puzzle as a colouring of the definition's points. */
  given(state: Uint8Array): Uint8Array;
  /** Returns the state of a colouring of the definition's points; null if it parts what always moves together. */
  own(colouring: Uint8Array): Uint8Array | null;
}

/** Returns the puzzle of a definition. */
export function puzzlePoints({ generators, sets }: GroupDefinition): PuzzlePoints {
  const own = sets ?? [{ name: 'pieces', pieces: generators[0].images.length, turns: 1 }];
  return {
    puzzle: colouredPuzzle({ generators, sets: own }),
    sets: own,
    given: (state) => state,
    own: (state) => state,
  };
}
