/** Paths of numbered states. */

import { NO_STATE, type NumberedStates } from '../../space/definition.js';
import { SpaceError } from '../../space/errors.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import { describeState } from '../../space/space-text.js';
import type { Effort } from '../question/counts.js';
import type { Path } from '../question/result.js';

/** A shortest path, or null, and the effort of finding it. */
export interface FoundPath extends Effort {
  readonly path: Path<number> | null;
}

/**
 * Returns the path through these states, each a neighbour of the one before.
 * @throws SpaceError if one is not: the space then contradicts itself
 */
export function pathThrough(space: NumberedStates, states: readonly number[]): Path<number> {
  const next = newNeighbours(space);
  const moves = states.slice(1).map((to, index) => {
    const from = states[index];
    writeNeighbours(space, from, next);
    const move = next.indexOf(to);
    if (move >= 0) return space.moves[move];
    const claim = space.reversible ? 'declares that moves can be undone' : 'lists the first as a predecessor';
    throw new SpaceError(
      `${space.name}: no move leads from state ${describeState(space, from)} to state ${describeState(space, to)}, although the space ${claim}`,
    );
  });
  return { states, moves };
}

/** Returns the path of these moves from a state; undefined if one of them cannot be made. @throws SpaceError */
export function pathFrom(space: NumberedStates, state: number, moves: readonly string[]): Path<number> | undefined {
  const next = newNeighbours(space);
  const states = [state];
  for (const move of moves) {
    writeNeighbours(space, states[states.length - 1], next);
    const to = next[space.moves.indexOf(move)];
    if (to === NO_STATE) return undefined;
    states.push(to);
  }
  return { states, moves };
}
