/** The claims of a board's table: in the form of all tables, and as a board, a goal cell and a metric. */

import { InputError } from '../../base/input-error.js';
import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { geometryOf } from '../../spaces/board/numbering/geometry.js';
import { BLANK, formatPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { boardFacts, boardOfSource, goalFacts } from '../../spaces/board/space/board-facts.js';
import type { Encoding, TableClaims } from './contents.js';
import { TableError } from './errors.js';

/** The claims of a board's table, which determine its encoding and the facts of its space. */
export interface BoardTableClaims {
  readonly board: Board;
  /** The blank's cell in the goal. The table is made for the ordered goal; it serves other goals with the tiles renamed. */
  readonly goalCell: number;
  readonly metric: Metric;
  /** Number of states of each depth 0, 1, 2 ...; the last is not 0. */
  readonly histogram: readonly number[];
}

/** Returns the claims of a board's table for goals with the blank on a cell. */
export function boardClaims(board: Board, goalCell: number, metric: Metric, histogram: readonly number[]): TableClaims {
  return { facts: boardFacts(geometryOf(board), goalCell, metric), histogram, encoding: boardEncoding(metric) };
}

/** Returns the encoding of a board's table. */
export function boardEncoding(metric: Metric): Encoding {
  return metric === 'single' ? 'mod4' : 'mod3-planes';
}

/** Returns true if a table has a section for each blank cell of a board. */
export function isBoardTable({ facts: { source }, encoding }: TableClaims): boolean {
  return source.kind === 'board' && (encoding === 'mod4' || encoding === 'mod3-planes');
}

/** Returns the claims of a table as those of a board. @throws TableError if it is not the table of a board */
export function boardOfClaims({ facts, histogram }: TableClaims): BoardTableClaims & { readonly goal: Position } {
  const { source, name } = facts;
  if (source.kind !== 'board') throw new TableError(`the table of ${name} is not the table of a board`);
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  return { board, goal, goalCell: goal.indexOf(BLANK), metric: source.metric, histogram };
}

/**
 * Returns the claims of a board's table with the tiles renamed for a goal.
 * @param goal text of a position with its blank on the table's goal cell
 * @param where the table's path or name, for messages
 * @throws InputError if the goal is wrong, or the table does not serve it
 */
export function claimsForGoal(claims: TableClaims, goal: string, where: string): TableClaims {
  const { facts } = claims;
  if (facts.source.kind !== 'board') throw new InputError(`a goal is for tables of boards, and ${where} has none`);
  const { board, goalCell, metric } = boardOfClaims(claims);
  const position = parsePosition(goal, board);
  const text = formatPosition(position);
  if (isBoardTable(claims)) {
    if (position[goalCell] === BLANK) return { ...claims, facts: goalFacts(geometryOf(board), position, metric) };
    throw new InputError(
      `${where} is for goals with the blank on cell ${goalCell} (cells count from 0), found the goal ${text}`,
    );
  }
  if (text === facts.source.goal) return claims;
  throw new InputError(`${where} is for the goal ${facts.source.goal} alone, found the goal ${text}`);
}
