/** Solving from a distance table, as a search among others: it expands the positions on the way and no other. */

import { formatBoard } from '../../spaces/board/board.js';
import { countMoves } from '../../spaces/board/moves-text.js';
import { BLANK } from '../../spaces/board/position.js';
import { TableError } from '../../table/errors.js';
import type { TableSolver } from '../table-solver.js';
import type { Algorithm, Found } from './algorithm.js';

/** @param solver of the problem's goal */
export function fromTable(solver: TableSolver): Algorithm {
  return {
    async find({ board, start, goal }) {
      const moves = solver.solve(start);
      if (typeof moves !== 'string') {
        throw new TableError(`there is no table of ${formatBoard(board)} for goal cell ${goal.indexOf(BLANK)}`);
      }
      return { moves, ...nodesOfWay(countMoves(moves)) };
    },
  };
}

/** What it takes to go down a table: the positions on the way are expanded, the next of each generated. */
export function nodesOfWay(distance: number): Omit<Found, 'moves'> {
  return { expanded: distance, generated: distance, stored: 1 };
}

/** What it takes to see that no moves lead to the goal. */
export const NO_NODES: Omit<Found, 'moves'> = { expanded: 0, generated: 0, stored: 0 };
