/**
 * The reason why a position is unsolvable, if its parity is wrong.
 *
 * Number the cells 0, 1, 2 ... in reading order, and let p be the sequence of the tiles' goal cells, counting the blank as a tile. An
 * inversion is a pair in p in the wrong order; the goal has none.
 *
 * A swap of two neighbours in p makes or removes one inversion. Two entries k places apart change places by 2k - 1 such swaps, an odd
 * number. So every swap of two tiles changes the inversions from odd to even or back: they have the parity of the swaps that sort p.
 *
 * A move swaps the blank and a tile. It also takes the blank one step, to a cell of the other colour of a chessboard. So m moves to the goal
 * are m swaps that sort p, and a walk of m steps of the blank to its goal cell. Walks between the same cells are all even or all odd.
 * Therefore a position can be solved only if inversions and steps are both even or both odd.
 *
 * Example: 2 1 3 / 4 5 6 / 7 8 x has one inversion, and the blank is 0 steps from its goal cell. It cannot be solved.
 *
 * On a full board of at least 2x2 the converse is true as well. On a map it may be false: src/spaces/board/reachability.ts covers that case.
 */

import { lehmerDigits } from '../../permutations/lehmer.js';
import type { BoardAnswer } from '../../serve/answers.js';
import { DIRECTIONS, neighbour } from '../../spaces/board/board.js';
import { BLANK } from '../../spaces/board/position.js';

interface Parity {
  /** Number of inversions, counting the blank. */
  readonly inversions: number;
  /** Minimum number of steps of the blank to its goal cell. */
  readonly steps: number;
  /** False if the position is unsolvable. If true, it is solvable on full boards, and may be on maps. */
  readonly agrees: boolean;
}

/** Returns the parity of a position. @param tiles,goal the tile on each cell */
export function parityOf(board: BoardAnswer, tiles: readonly number[], goal: readonly number[]): Parity {
  const inversions = lehmerDigits(tiles.map((tile) => goal.indexOf(tile))).reduce((sum, digit) => sum + digit, 0);
  const steps = stepsBetween(board, tiles.indexOf(BLANK), goal.indexOf(BLANK));
  return { inversions, steps, agrees: inversions % 2 === steps % 2 };
}

/** Returns the reason why no moves lead to the goal, in one or two sentences. */
export function whyUnsolvable({ inversions, steps, agrees }: Parity): string {
  if (agrees) return 'Unsolvable: the parity is right, but no moves on this board lead to the goal.';
  const pairs = inversions === 1 ? '1 inversion' : `${inversions} inversions`;
  const place =
    steps === 0 ? 'on its goal cell, 0 steps away' : `${steps} ${steps === 1 ? 'step' : 'steps'} from its goal cell`;
  return (
    `Unsolvable: sorting the tiles takes an ${parityName(inversions)} number of swaps (${pairs}, counting the blank), ` +
    `but the blank is ${place}, an ${parityName(steps)} number. ` +
    'Every move is one swap and one step, so both numbers must be odd or both even.'
  );
}

function parityName(count: number): string {
  return count % 2 === 0 ? 'even' : 'odd';
}

/** Returns the length of a shortest walk, by breadth-first search: on a map, the blank may have to go round missing cells. */
function stepsBetween(board: BoardAnswer, from: number, to: number): number {
  const steps = new Map([[from, 0]]);
  for (const [cell, made] of steps) {
    if (cell === to) return made;
    for (const direction of DIRECTIONS) {
      const next = neighbour(board, cell, direction);
      if (next >= 0 && !steps.has(next)) steps.set(next, made + 1);
    }
  }
  throw new Error('the cells of a board are connected');
}
