/** Ways through a state space: a state, and moves by their index, or every state on the way. */

import type { NumberedStates } from '../../space/definition.js';
import { NO_STATE } from '../../space/definition.js';
import { SpaceError } from '../../space/errors.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import { describeState } from '../../space/space-text.js';

export interface Way {
  /** From the first to the last; one more than moves. */
  readonly states: readonly number[];
  /** Indices of the space's moves. */
  readonly moves: readonly number[];
}

/**
 * The way that visits these states, each a neighbour of the one before.
 * @throws SpaceError where one is not: the moves of the space are then not as it says
 */
export function wayThrough(space: NumberedStates, states: readonly number[]): Way {
  const next = newNeighbours(space);
  const moves = states.slice(1).map((to, index) => {
    const from = states[index];
    writeNeighbours(space, from, next);
    const move = next.indexOf(to);
    if (move >= 0) return move;
    const promise = space.reversible ? 'its moves can be undone' : 'it is one of its predecessors';
    throw new SpaceError(
      `${space.name}: no move leads from state ${describeState(space, from)} to state ${describeState(space, to)}, although the space says that ${promise}`,
    );
  });
  return { states, moves };
}

/** The way that these moves make from a state; undefined where one of them cannot be made. @throws SpaceError */
export function wayFrom(space: NumberedStates, state: number, moves: readonly number[]): Way | undefined {
  const next = newNeighbours(space);
  const states = [state];
  for (const move of moves) {
    writeNeighbours(space, states[states.length - 1], next);
    if (next[move] === NO_STATE) return undefined;
    states.push(next[move]);
  }
  return { states, moves };
}
