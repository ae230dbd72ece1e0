/** The claims of a board's table, and the board, the goal and the metric that such claims stand for. */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { BLANK, parsePosition } from '../../spaces/board/position.js';
import { boardFacts, boardOfSource } from '../../spaces/board/space/board-facts.js';
import type { TableClaims, TableSpace } from './contents.js';
import { TableError } from './errors.js';

/** Returns the claims of the table of a board for goals with the blank on a cell. */
export function boardClaims(board: Board, goalCell: number, metric: Metric, histogram: readonly number[]): TableClaims {
  const encoding = metric === 'single' ? 'mod4' : 'mod3-planes';
  return { facts: boardFacts(geometryOf(board), goalCell, metric), histogram, encoding };
}

/** Returns the board, the goal's blank cell and the metric that a table is of. @throws TableError if it is not that of a board */
export function boardOfClaims({ facts: { source, name }, histogram }: TableClaims): TableSpace {
  if (source.kind !== 'board') throw new TableError(`the table of ${name} is not that of a board`);
  const board = boardOfSource(source);
  return { board, goalCell: parsePosition(source.goal, board).indexOf(BLANK), metric: source.metric, histogram };
}
