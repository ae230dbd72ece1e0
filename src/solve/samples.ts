/** Positions of every distance, from a table. */

import { formatBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import type { Position } from '../board/position.js';
import { geometryOf, STATES_PER_WORD } from '../numbering/geometry.js';
import { positionOf } from '../numbering/numbering.js';
import type { TableSolver } from './table-solver.js';

/** All states are asked for their distance: a few seconds for so many. */
const MOST_STATES = 2_000_000;

/**
 * Positions of every distance from the solver's goal, evenly spread over the states of that distance in the order of their
 * numbers.
 * @param histogram states of each distance
 * @param count of each distance, or all where there are fewer
 * @throws InputError where the board has more than 2,000,000 states, TableError
 */
export function positionsOfEachDepth(solver: TableSolver, histogram: readonly number[], count: number): Position[] {
  const { board, goal } = solver;
  const geometry = geometryOf(board);
  if (geometry.states > MOST_STATES) {
    throw new InputError(
      `positions of each depth are taken from boards of at most ${MOST_STATES} states, ${formatBoard(board)} has ${geometry.states}: give a file of positions`,
    );
  }
  const samples: Position[][] = histogram.map(() => []);
  const seen = histogram.map(() => 0);
  for (let cell = 0; cell < board.cells; cell++) {
    for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
      const bit = arrangement % STATES_PER_WORD;
      const position = positionOf(geometry, goal, { cell, word: (arrangement - bit) / STATES_PER_WORD, bit });
      const depth = solver.solve(position)?.length as number;
      const taken = samples[depth].length;
      const wanted = Math.min(count, histogram[depth]);
      if (taken < wanted && seen[depth]++ === Math.floor(((taken + 0.5) * histogram[depth]) / wanted)) {
        samples[depth].push(position);
      }
    }
  }
  return samples.flat();
}
