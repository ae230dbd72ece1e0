/** Positions of every distance, from a table. */

import { countMoves } from '../../spaces/board/moves-text.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { positionOf, stateOfArrangement } from '../../spaces/board/numbering/numbering.js';
import type { Position } from '../../spaces/board/position.js';
import { textOf } from '../../table/walker/descent.js';
import { spreadStates } from './spread-states.js';
import type { TableSolver } from './table-solver.js';

/**
 * Returns positions of every distance from a board's goal, evenly spread over the states of that distance in the order
 * of their numbers. Reads the distances of all states from a table.
 * @param solver solver of a board, with a table that answers from every position
 * @param histogram states of each distance
 * @param count maximum number of positions of each distance
 * @throws TableError if a table is damaged
 */
export function positionsOfEachDepth(solver: TableSolver, histogram: readonly number[], count: number): Position[] {
  return spreadStates(positionsAtDepths(solver), histogram, count);
}

function* positionsAtDepths(solver: TableSolver): Generator<readonly [Position, number]> {
  const paths = solver.boardPaths;
  if (paths === null) throw new Error(`${solver.space.name} is not a board`);
  const { board, goal } = paths;
  const geometry = geometryOf(board);
  for (let cell = 0; cell < board.cells; cell++) {
    for (let arrangement = 0; arrangement < geometry.arrangements; arrangement++) {
      const position = positionOf(geometry, goal, stateOfArrangement(cell, arrangement));
      const walk = paths.walkFrom(position);
      if (walk !== null && walk !== undefined) yield [position, countMoves(textOf(walk))];
    }
  }
}
