/** Positions of every distance, from a table. */

import { countMoves } from '../../spaces/board/moves-text.js';
import { geometryOf, STATES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { positionOf } from '../../spaces/board/numbering/numbering.js';
import type { Position } from '../../spaces/board/position.js';
import type { TableSolver } from '../table-solver.js';

/**
 * Positions of every distance from the solver's goal, all of whose states are asked for their distance: evenly spread over the states of that distance in the order of their
 * numbers.
 * @param histogram states of each distance
 * @param count of each distance, or all where there are fewer
 * @throws TableError
 */
export function positionsOfEachDepth(solver: TableSolver, histogram: readonly number[], count: number): Position[] {
  const { board, goal } = solver;
  const geometry = geometryOf(board);
  const samples: Position[][] = histogram.map(() => []);
  const seen = histogram.map(() => 0);
  for (let cell = 0; cell < board.cells; cell++) {
    for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
      const bit = arrangement % STATES_PER_WORD;
      const position = positionOf(geometry, goal, { cell, word: (arrangement - bit) / STATES_PER_WORD, bit });
      const moves = solver.solve(position);
      if (typeof moves !== 'string') continue;
      const depth = countMoves(moves);
      const taken = samples[depth].length;
      const wanted = Math.min(count, histogram[depth]);
      if (taken < wanted && seen[depth]++ === Math.floor(((taken + 0.5) * histogram[depth]) / wanted)) {
        samples[depth].push(position);
      }
    }
  }
  return samples.flat();
}
