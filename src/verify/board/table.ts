/**
 * The referee of a board's table. It trusts only the header's board, goal and metric, which determine the table. It is the only
 * place in src/verify that uses src/table's layout of a board's header.
 */

import { InputError } from '../../base/input-error.js';
import { threadsFor } from '../../base/threads/thread-count.js';
import { type Board, formatBoard, makeBoard, parseMap } from '../../spaces/board/board.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
import { BLANK } from '../../spaces/board/position.js';
import { boardClaims } from '../../table/contents/board-claims.js';
import { type BoardHeader, boardHeaderOf } from '../../table/files/board-header.js';
import type { TableFaults } from '../file/table-faults.js';
import { fieldOf } from '../file/table-map.js';
import type { ReplayedTable, TableReferee } from '../referee/table-referee.js';
import { blocksToClaim } from '../threads/claimed-blocks.js';
import type { Progress } from '../threads/progress.js';
import { PlainBoard } from './plain-board.js';
import { replayBoard } from './replay.js';
import { boardReplayBytes, newBoardReplay } from './replay-memory.js';
import { verifiedBoard } from './verified-board.js';
import { compareBoardWords } from './words.js';

/** States/s that one thread replays, measured with 3x4. */
const STATES_PER_SECOND = 5e6;

/** Makes the referee of a board's table; see TableRefereeOf. */
export function boardTable(fields: unknown, headerBytes: number, faults: TableFaults): TableReferee | undefined {
  const claims = claimsOf(fields);
  if (claims === undefined) {
    const message = 'header: its board and goal cannot be read, so nothing else can be checked';
    faults.unreadable('header', message, headerBytes);
    return undefined;
  }
  const layout = layoutOf(claims, faults);
  if (layout === undefined) return undefined;
  const { board, goalCell, metric } = claims;
  const plain = new PlainBoard(board, goalCell, undefined, metric);
  const mostCells = Math.max(...plain.cellsAt.map((cells) => cells.length));
  return {
    space: verifiedBoard(plain),
    layout,
    replayBytes: boardReplayBytes(plain),
    threads: (asked) => threadsFor(asked, plain.size / STATES_PER_SECOND, blocksToClaim(mostCells, plain.shape.words)),
    wordsName: (cell) => `the words of blank cell ${cell}`,
    replay: (...args) => replayTable(plain, ...args),
  };
}

async function replayTable(
  plain: PlainBoard,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<ReplayedTable> {
  const replay = newBoardReplay(plain);
  const histogram = await replayBoard(plain, replay, threads, onProgress, signal);
  const header = headerAfter(plain, histogram);
  // The numbering matters most, so it does not come from the code that made the table.
  const numbering = { ...header.numbering, path: plain.path, digits: plain.shape.digits };
  return {
    histogram,
    header: { ...header, numbering },
    compareWords: (piece, faults) => compareBoardWords(plain, replay, piece, faults),
  };
}

interface BoardClaims {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
}

/** Returns board, goal cell and metric if board and goal match. An unknown metric counts as `single`. */
function claimsOf(fields: unknown): BoardClaims | undefined {
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

function layoutOf(claims: BoardClaims, faults: TableFaults): BoardHeader | undefined {
  try {
    return headerAfter(claims, [1]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const name = formatBoard(claims.board);
    faults.unreadable('header', `header: no table can be made for the board ${name}`, name);
    return undefined;
  }
}

/** Returns the header of a board's table with these layers. */
function headerAfter({ board, goalCell, metric }: BoardClaims, histogram: readonly number[]): BoardHeader {
  return boardHeaderOf(boardClaims(board, goalCell, metric, histogram)).header;
}
