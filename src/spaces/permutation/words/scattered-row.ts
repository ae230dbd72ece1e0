/** Rows of states, for blocks without words: every state is taken to a place of its own. */

import type { BlockNumbering } from '../colourings/puzzle-numbering.js';
import type { FramedMove } from './framed-moves.js';

/** Returns [state of a block]: the state to which a move takes it; or why this is not a bijection between the types of blocks. */
export function scatteredRow(numbering: BlockNumbering, { from, to, images }: FramedMove): Uint32Array | string {
  const { states, statesOf } = numbering.blocks;
  const { points } = numbering.puzzle;
  const source = statesOf[from];
  const row = new Uint32Array(states);
  const taken = new Uint8Array(states);
  const state = new Uint8Array(points);
  for (let index = 0, at = 0; index < states; index++) {
    for (let point = 0; point < points; point++, at++) state[images[point]] = source[at];
    const target = numbering.indexOf(to, state);
    if (target < 0) return 'a move takes a state out of the type of its block';
    if (taken[target]) return 'a move takes two states of a block to one';
    taken[target] = 1;
    row[index] = target;
  }
  return row;
}

/** Returns the row of a move if all states are one block, whose numbering has the results of moves. */
export function rowOfMove({ blocks, puzzle }: BlockNumbering, move: number): Uint32Array {
  const { states, nextStates } = blocks;
  const moves = puzzle.moves.length;
  return Uint32Array.from({ length: states }, (_, state) => nextStates?.[state * moves + move] ?? state);
}
