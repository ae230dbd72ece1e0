/**
 * The beginning of a table file: magic, version, header. It is read leniently, so that of a damaged one all is told that can
 * be: which fields are wrong is known when the layers have been replayed, and for that board and goal suffice.
 */

import { InputError } from '../../base/input-error.js';
import { type Board, formatBoard, makeBoard, parseMap } from '../../spaces/board/board.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
import { BLANK } from '../../spaces/board/position.js';
import { boardClaims } from '../../table/board-claims.js';
import { type BoardHeader, boardHeaderOf, type Section } from '../../table/files/board-header.js';
import type { InputFile } from './input-file.js';
import type { TableFaults } from './table-faults.js';
import { fieldOf, readTableMap } from './table-map.js';
import { sectionsAtEnd } from './table-sections.js';

export interface TableHead {
  /** What the header says of itself, whether it is right or not. */
  readonly fields: unknown;
  /** Where the header ends. */
  readonly end: number;
  readonly board: Board;
  /** The blank's cell in the goal. */
  readonly goalCell: number;
  readonly metric: Metric;
  /** Where the sections of such a board lie in a file of this length. */
  readonly sections: readonly Section[];
}

/** @returns undefined where the file's length, or board and goal, cannot be told, so that nothing more can be checked */
export async function readHead(file: InputFile, faults: TableFaults): Promise<TableHead | undefined> {
  const map = await readTableMap(file, faults);
  if (map === undefined) return undefined;
  const { fields, length, end } = map;
  const space = spaceOf(fields);
  if (space === undefined) {
    faults.unreadable(
      'header',
      'header: board and goal cannot be read from it, so nothing else can be checked',
      length,
    );
    return undefined;
  }
  const layout = layoutOf(space, faults);
  const sections = layout && sectionsAtEnd(layout, file.bytes, end, fields, faults);
  return sections && { fields, end: Math.min(end, sections[0].words.offset), ...space, sections };
}

interface HeadSpace {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
}

/** Board and goal, where they are such and fit each other; a metric that is none is taken for the usual one. */
function spaceOf(fields: unknown): HeadSpace | undefined {
  const board = fieldOf(fields, 'board');
  const goal = fieldOf(fields, 'goal');
  const rows = fieldOf(board, 'rows');
  const columns = fieldOf(board, 'columns');
  const map = fieldOf(board, 'map');
  const name = fieldOf(board, 'name');
  if (typeof rows !== 'number' || typeof columns !== 'number' || !Array.isArray(goal)) return undefined;
  if (Array.isArray(map) && map.some((row) => typeof row !== 'string')) return undefined;
  try {
    const called = typeof name === 'string' ? name : undefined;
    const made = Array.isArray(map) ? parseMap(map.join('/'), called) : makeBoard(rows, columns);
    const blanks = goal.filter((tile) => tile === BLANK).length;
    if (goal.length !== made.cells || blanks !== 1) return undefined;
    const metric = METRICS.find((known) => known === fieldOf(fields, 'metric')) ?? 'single';
    return { board: made, goalCell: goal.indexOf(BLANK), metric };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The sections as a table of this board has them. */
function layoutOf({ board, goalCell, metric }: HeadSpace, faults: TableFaults): BoardHeader | undefined {
  try {
    return boardHeaderOf(boardClaims(board, goalCell, metric, [1])).header;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    faults.unreadable('header', `header: no table can be of the board ${formatBoard(board)}`, formatBoard(board));
    return undefined;
  }
}
