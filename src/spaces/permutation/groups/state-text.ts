/** Texts of the states of a permutation puzzle, and the error of states that moves do not reach. */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import type { PuzzleDefinition } from '../colourings/puzzle-definition.js';
import { textOfDefinition } from './colouring-text.js';
import type { PuzzlePoints } from './puzzle-points.js';
import { unreachableReason } from './unreachable.js';

export interface StateText {
  format(state: Uint8Array): string;
  /**
   * Returns the state of a text.
   * @param isReached returns whether moves lead to a state from the solved one, as far as it is known
   * @throws InputError if the text is not a state, or moves do not lead to it
   */
  parse(text: string, isReached: (state: Uint8Array) => boolean): Uint8Array;
}

/** Returns the texts of the puzzle's states. */
export function stateText(definition: PuzzleDefinition, points: PuzzlePoints): StateText {
  const { name } = definition;
  const { puzzle, given, own } = points;
  const { format, parse } = textOfDefinition(definition, puzzle);
  return {
    format: (state) => format(given(state)),
    parse(written, isReached) {
      const state = own(parse(written));
      if (state !== null && isReached(state)) return state;
      const reason = state && unreachableReason(puzzle, points.sets, state);
      throw new InputError(
        `no moves of ${name} lead from its solved state to '${excerpt(written)}'${reason === null ? '' : `: ${reason}`}`,
      );
    },
  };
}
