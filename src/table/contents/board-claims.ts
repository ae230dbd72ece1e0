/** The claims of a board's table, as those of any table and as a board, a goal and a metric. */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { BLANK, parsePosition } from '../../spaces/board/position.js';
import { boardFacts, boardOfSource } from '../../spaces/board/space/board-facts.js';
import type { Encoding, TableClaims } from './contents.js';
import { TableError } from './errors.js';

/** The claims of a board's table. Its encoding and the facts of its space follow from them. */
export interface BoardTableClaims {
  readonly board: Board;
  /** The blank's cell in the goal. The table is that of the ordered goal; other goals are the same, tiles renamed. */
  readonly goalCell: number;
  readonly metric: Metric;
  /** States of each depth 0, 1, 2 ...; the last one not 0. */
  readonly histogram: readonly number[];
}

/** Returns the claims of the table of a board for goals with the blank on a cell. */
export function boardClaims(board: Board, goalCell: number, metric: Metric, histogram: readonly number[]): TableClaims {
  return { facts: boardFacts(geometryOf(board), goalCell, metric), histogram, encoding: boardEncoding(metric) };
}

/** Returns the encoding of the table that a run over a board makes. */
export function boardEncoding(metric: Metric): Encoding {
  return metric === 'single' ? 'mod4' : 'mod3-planes';
}

/** Returns whether a table has a section for each cell of a board's blank. */
export function isBoardTable({ facts: { source }, encoding }: TableClaims): boolean {
  return source.kind === 'board' && (encoding === 'mod4' || encoding === 'mod3-planes');
}

/** Returns the board, the goal's blank cell and the metric that a table is of. @throws TableError if it is not that of a board */
export function boardOfClaims({ facts: { source, name }, histogram }: TableClaims): BoardTableClaims {
  if (source.kind !== 'board') throw new TableError(`the table of ${name} is not the table of a board`);
  const board = boardOfSource(source);
  return { board, goalCell: parsePosition(source.goal, board).indexOf(BLANK), metric: source.metric, histogram };
}
