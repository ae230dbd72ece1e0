/**
 * Boards for the checks: their tables, which a replay determines, and their distances, which obey local rules.
 *
 * Only the board, the goal and the metric of a table's header are trusted, because they determine the table. This is the only place in
 * src/verify that uses src/table's layout of a board's header.
 */

import { InputError } from '../base/text.js';
import {
  type Board,
  boardOf,
  checkMetricName,
  formatBoard,
  isFull,
  METRICS,
  type Metric,
  makeBoard,
  mapOf,
  parseMap,
} from '../spaces/board/board.js';
import { BLANK, checkPosition, formatPosition, orderedPosition, type Position } from '../spaces/board/position.js';
import { spaceName } from '../spaces/board-facts.js';
import { BITS } from '../table/contents.js';
import { type BoardHeader, boardTableHeader, headerOf } from '../table/header.js';
import { PLAIN_STATES_PER_WORD, PLAIN_WORD_BITS, type PlainBoard, plainBoard } from './board-numbering.js';
import type { CheckedArray, CheckedSpace, CheckedTable, PlacedCode } from './checks.js';
import type { Codes } from './codes.js';
import type { TableFaults } from './faults.js';
import { fieldOf } from './file-table.js';
import { type BoardOrigin, blocksToClaim } from './steps.js';

/** States/s that one thread replays, measured with 3x4. */
const STATES_PER_SECOND = 5e6;

/**
 * Opens the board of a table by the fields of its header.
 * @param headerBytes length of the header, for messages
 * @returns undefined if the fields do not determine the board; a fault is then added
 */
export function boardTable(fields: unknown, headerBytes: number, faults: TableFaults): CheckedTable | undefined {
  const claims = claimsOf(fields);
  if (claims === undefined) {
    const message = 'header: its board and goal cannot be read, so nothing else can be checked';
    faults.unreadable('header', message, headerBytes);
    return undefined;
  }
  const { board, goalCell, metric } = claims;
  const headerAfter = (histogram: readonly number[]) => {
    return headerOf(boardTableHeader(board, goalCell, metric, histogram)).header as BoardHeader;
  };
  let layout: BoardHeader;
  try {
    layout = headerAfter([1]);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const name = formatBoard(board);
    faults.unreadable('header', `header: no table can be made for the board ${name}`, name);
    return undefined;
  }
  const plain = plainBoard(board, orderedPosition(board, goalCell), metric);
  const { parities } = plain;
  const statesOfCell = plain.shape.words * PLAIN_WORD_BITS;
  const size = board.cells * statesOfCell;
  const encoding = metric === 'single' ? 'mod4' : 'mod3-planes';
  const codes: Codes = { size, encoding, parities, bits: null, bytes: (BITS[encoding] * size) / 8 };
  const mostCells = Math.max(...[0, 1].map((parity) => parities.filter((each) => each !== 1 - parity).length));
  return {
    ...checkedBoard(plain, PLAIN_WORD_BITS, STATES_PER_SECOND, mostCells),
    codes,
    layout,
    wordsName: (cell) => `the words of blank cell ${cell}`,
    header: (histogram) => {
      const header = headerAfter(histogram);
      // The numbering matters most, so it does not come from the code that made the table.
      return { ...header, numbering: { ...header.numbering, path: plain.path, digits: plain.shape.digits } };
    },
    codeAt: (cell, index) => placedBit(plain, cell, index, BITS[encoding]),
  };
}

/** @param cells number of cells of the blank whose states are checked at a time */
function checkedBoard(plain: PlainBoard, stride: number, statesPerSecond: number, cells: number): CheckedSpace {
  const { board, goal, goalCell, metric, size, parities, shape } = plain;
  const name = formatBoard(board);
  const goalText = formatPosition(goal);
  return {
    space: {
      source: { kind: 'board', board: isFull(board) ? name : mapOf(board).join('/'), metric, goal: goalText },
      name,
      fullName: spaceName(board, goalCell, metric),
      metric,
      size,
      starts: [goalText],
      board: { board, goal, metric },
    },
    states: plain.states(stride),
    origin: { board, goalCell, metric, stride } satisfies BoardOrigin,
    worker: 'verify-board',
    leavesNothing: true,
    parities,
    seconds: size / statesPerSecond,
    blocks: cells * blocksToClaim(shape.words),
  };
}

/** Returns board, goal cell and metric if board and goal match. An unknown metric counts as `single`. */
function claimsOf(fields: unknown): Pick<PlainBoard, 'board' | 'goalCell' | 'metric'> | undefined {
  const goal = fieldOf(fields, 'goal');
  const [rows, columns, map, name] = ['rows', 'columns', 'map', 'name'].map((key) =>
    fieldOf(fieldOf(fields, 'board'), key),
  );
  if (!Array.isArray(goal)) return undefined;
  if (Array.isArray(map) && map.some((row) => typeof row !== 'string')) return undefined;
  try {
    const board = Array.isArray(map)
      ? parseMap(map.join('/'), typeof name === 'string' ? name : undefined)
      : makeBoard(rows as number, columns as number);
    const blanks = goal.filter((tile) => tile === BLANK).length;
    if (goal.length !== board.cells || blanks !== 1) return undefined;
    const metric = METRICS.find((known) => known === fieldOf(fields, 'metric')) ?? 'single';
    return { board, goalCell: goal.indexOf(BLANK), metric };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** Describes a bit of a section. @param planes bits of a state's code, each in a plane of its own */
function placedBit(plain: PlainBoard, cell: number, index: number, planes: number): PlacedCode {
  const statesOfCell = plain.shape.words * PLAIN_WORD_BITS;
  const plane = Math.floor(index / statesOfCell);
  const inPlane = index - plane * statesOfCell;
  const bit = inPlane % PLAIN_WORD_BITS;
  const word = (inPlane - bit) / PLAIN_WORD_BITS;
  const which = planes === 1 ? '' : `, plane ${plane + 1} of ${planes}`;
  const place = `blank cell ${cell}, word ${word}, bit ${bit}${which}`;
  const fields = { cell, word, bit, ...(planes > 1 && { plane }) };
  const position = plain.positionText(cell, word, bit);
  if (position === undefined) return { fields, place };
  const describe = (distance: number | undefined) =>
    `${place} (${position}, ${distance === undefined ? 'which moves do not reach' : `distance ${distance}`})`;
  return { fields, place, owner: { number: cell * statesOfCell + inPlane, texts: { position }, describe } };
}

/** A board whose distances are checked. */
export interface BoardOfDistances {
  readonly board: string | Board;
  /**
   * The position that has distance 0.
   * @default tiles in order, the blank last
   */
  readonly goal?: Position;
  /**
   * The moves that count as one.
   * @default 'single'
   */
  readonly metric?: Metric;
}

/** States/s that one thread compares with their neighbours, measured with 3x4. */
const STATES_COMPARED_PER_SECOND = 6e6;

/** Opens a board with the array of its distances. @throws InputError if board, goal or metric are wrong */
export function boardDistances(space: BoardOfDistances): CheckedArray {
  const board = boardOf(space.board);
  const goal = checkPosition(space.goal ?? orderedPosition(board), board);
  const { metric = 'single' } = space;
  checkMetricName(metric);
  const plain = plainBoard(board, goal, metric);
  const { arrangements } = plain.shape;
  const shape = [board.cells, arrangements];
  return {
    ...checkedBoard(plain, plain.statesOfWord, STATES_COMPARED_PER_SECOND, board.cells),
    array: { space: formatBoard(board), shape, axes: 'blank cells, arrangements', types: ['|u1', '<u2'] },
    describe: (state) => {
      const cell = Math.floor(state / arrangements);
      const arrangement = state % arrangements;
      const word = Math.floor(arrangement / PLAIN_STATES_PER_WORD);
      const text = plain.positionText(cell, word, arrangement % PLAIN_STATES_PER_WORD) as string;
      return { text, place: `${text} at [${cell}, ${arrangement}]` };
    },
    moves: [],
  };
}
