/** The built-in boards and puzzles, with the sizes that are known without enumerating them. */

import { KNOWN_BOARD_NAMES, parseBoard } from '../../spaces/board/board.js';
import { reachOf } from '../../spaces/board/reach.js';
import { describePuzzle } from '../../spaces/permutation/groups/describe-puzzle.js';
import { KNOWN_PUZZLES, makeKnownPuzzle } from '../../spaces/puzzles/known-puzzles.js';
import { tableBytes } from '../../table/contents/contents.js';
import { MEASURED_SECONDS } from './measured-seconds.js';

/** An entry of the list. */
export interface BuiltInSpace {
  /** Name of the space in every command. */
  readonly space: string;
  /** Description in one line. */
  readonly summary: string;
  /** Number of states that moves reach; rounded above 2^53. */
  readonly states: number;
  /** Bytes of the distances in a table; null if there are too many states to number. */
  readonly tableBytes: number | null;
  /** Measured seconds of the enumeration; null if not measured. */
  readonly seconds: number | null;
}

/** Returns the named boards. */
export function builtInBoards(): readonly BuiltInSpace[] {
  return KNOWN_BOARD_NAMES.map((space) => {
    const board = parseBoard(space);
    const { states } = reachOf(board);
    const numbered = Number.isSafeInteger(states);
    return {
      space,
      summary: `the sliding-tile board ${board.name}`,
      states,
      tableBytes: numbered ? tableBytes(states, 'mod4') : null,
      seconds: null,
    };
  });
}

/** Returns an example of each puzzle. */
export function builtInPuzzles(): readonly BuiltInSpace[] {
  return KNOWN_PUZZLES.map(({ example, summary }) => {
    const definition = makeKnownPuzzle(example);
    const [states, reversible] =
      'generators' in definition
        ? [Number(describePuzzle(definition).states.states), true]
        : [definition.size, definition.reversible];
    return {
      space: example,
      summary,
      states,
      tableBytes: tableBytes(states, reversible ? 'mod3' : 'depth8'),
      seconds: MEASURED_SECONDS[example] ?? null,
    };
  });
}
