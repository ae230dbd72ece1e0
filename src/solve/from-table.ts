/** Solving from a distance table, as a search among others: it expands the positions on the way and no other. */

import { formatBoard } from '../board/board.js';
import { BLANK } from '../board/position.js';
import { TableError } from '../table/errors.js';
import type { Algorithm } from './algorithm.js';
import type { TableSolver } from './table-solver.js';

/** @param solver of the problem's goal */
export function fromTable(solver: TableSolver): Algorithm {
  return {
    informed: false,
    find({ board, start, goal }) {
      const moves = solver.solve(start);
      if (typeof moves !== 'string') {
        throw new TableError(`there is no table of ${formatBoard(board)} for goal cell ${goal.indexOf(BLANK)}`);
      }
      return { moves, expanded: moves.length, generated: moves.length, stored: 1 };
    },
  };
}
