/**
 * The referees of a board: of its table, which a replay determines, and of its distances, which obey local rules.
 *
 * The referee of a table trusts only the header's board, goal and metric, which determine the table. It is the only place in
 * src/verify that uses src/table's layout of a board's header.
 */

import { InputError } from '../base/text.js';
import { threadsFor } from '../base/threads.js';
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
import { type BoardHeader, boardClaims, boardHeaderOf } from '../table/files/header.js';
import { PLAIN_STATES_PER_WORD, PLAIN_WORD_BITS, PlainBoard } from './board-numbering.js';
import { type CheckedStates, checkRules, type Running, replayStates } from './checks.js';
import { BITS_PER_WORD, bitsetWords, type Codes, planeCount } from './codes.js';
import type { BrokenRule, TableFault, TableFaults } from './faults.js';
import { fieldOf } from './file-table.js';
import type {
  BrokenRuleTexts,
  DistancesReferee,
  ReplayedTable,
  TableReferee,
  VerifiedSpace,
  WordsPiece,
} from './referees.js';
import { blocksToClaim } from './shared-work.js';
import { newReplay, type PlainStates, type Replay, replayBytes } from './steps.js';
import { replayedDistance } from './words.js';

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
  const codes = codesOf(plain);
  const mostCells = Math.max(...[0, 1].map((parity) => plain.parities.filter((each) => each !== 1 - parity).length));
  return {
    space: verifiedBoard(plain),
    layout,
    replayBytes: replayBytes(codes),
    threads: (asked) => threadsFor(asked, plain.size / STATES_PER_SECOND, blocksOf(plain, mostCells)),
    wordsName: (cell) => `the words of blank cell ${cell}`,
    replay: (running) => replayTable(plain, codes, running),
  };
}

/** Returns the number of blocks of this many cells of the blank, which is the maximum number of useful threads. */
function blocksOf({ shape }: PlainBoard, cells: number): number {
  return cells * blocksToClaim(shape.words);
}

async function replayTable(plain: PlainBoard, codes: Codes, running: Running): Promise<ReplayedTable> {
  const replay = newReplay(codes);
  const checked = checkedStates(plain, PLAIN_WORD_BITS);
  const histogram = await replayStates(checked, replay, plain.size, running);
  const header = headerAfter(plain, histogram);
  // The numbering matters most, so it does not come from the code that made the table.
  const numbering = { ...header.numbering, path: plain.path, digits: plain.shape.digits };
  return {
    histogram,
    header: { ...header, numbering },
    compareWords: (piece, faults) => compareBoardWords(plain, checked.states, replay, piece, faults),
  };
}

function codesOf({ board, metric, parities, shape }: PlainBoard): Codes {
  const size = board.cells * shape.words * PLAIN_WORD_BITS;
  const encoding = metric === 'single' ? 'mod4' : 'mod3';
  const cells = parities.map((parity) => ({ parity }));
  return { size, encoding, cells, bits: null, bytes: (planeCount({ encoding }) * size) / 8 };
}

function checkedStates(plain: PlainBoard, stride: number): CheckedStates {
  const { board, goalCell, metric } = plain;
  return {
    states: plain.states(stride),
    origin: { kind: 'plain', board, goalCell, metric, stride },
    worker: 'verify-board.cjs',
    leavesNothing: true,
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

/** Adds a fault for each wrong bit of a piece, including the bits that belong to no state. The section is the blank's cell. */
function compareBoardWords(
  plain: PlainBoard,
  states: PlainStates,
  replay: Replay,
  { section: cell, begin, bytes }: WordsPiece,
  faults: TableFaults,
): void {
  const found = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / Uint32Array.BYTES_PER_ELEMENT);
  const ofCell = plain.shape.words * (PLAIN_WORD_BITS / BITS_PER_WORD);
  const first = begin / Uint32Array.BYTES_PER_ELEMENT;
  for (let index = 0; index < found.length; index++) {
    const plane = Math.floor((first + index) / ofCell);
    const word = cell * ofCell + first + index - plane * ofCell;
    let wrong = found[index] ^ replay.planes[plane * replay.visited.length + word];
    for (; wrong !== 0; wrong &= wrong - 1) {
      const bit = 31 - Math.clz32(wrong & -wrong);
      const value = (found[index] >>> bit) & 1;
      faults.add(() => bitFault(plain, states, replay, plane, word * BITS_PER_WORD + bit, value));
    }
  }
}

/** Describes a wrong bit of a plane. @param state number of the state */
function bitFault(
  plain: PlainBoard,
  states: PlainStates,
  replay: Replay,
  plane: number,
  state: number,
  found: number,
): TableFault {
  const bit = state % PLAIN_WORD_BITS;
  const wordOfTable = (state - bit) / PLAIN_WORD_BITS;
  const word = wordOfTable % plain.shape.words;
  const cell = (wordOfTable - word) / plain.shape.words;
  const expected = 1 - found;
  const planes = planeCount(replay.codes);
  const which = planes === 1 ? '' : `, plane ${plane + 1} of ${planes}`;
  const place = `blank cell ${cell}, word ${word}, bit ${bit}${which}`;
  const fault = { part: 'words', found, expected, cell, word, bit, ...(planes > 1 && { plane }) } as const;
  if (!plain.isState(word, bit)) {
    return { ...fault, message: `${place}, which belongs to no state, is ${found}, expected ${expected}` };
  }
  const position = plain.positionText(cell, word, bit);
  const distance = replayedDistance(states, replay, state);
  const known = distance === undefined ? 'which moves do not reach' : `distance ${distance}`;
  const message = `${place} (${position}, ${known}) is ${found}, expected ${expected}`;
  return { ...fault, message, position, ...(distance !== undefined && { distance }) };
}

/* The referee of a board's distances: an array of the shape (blank cells, arrangements). */

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

/** Makes the referee of a board's distances. @throws InputError if board, goal or metric are wrong */
export function boardDistances(space: BoardOfDistances): DistancesReferee {
  const board = boardOf(space.board);
  const goal = checkPosition(space.goal ?? orderedPosition(board), board);
  const { metric = 'single' } = space;
  checkMetricName(metric);
  const plain = new PlainBoard(board, goal.indexOf(BLANK), goal, metric);
  return {
    space: verifiedBoard(plain),
    array: {
      space: formatBoard(board),
      shape: [board.cells, plain.shape.arrangements],
      axes: 'blank cells, arrangements',
      types: ['|u1', '<u2'],
    },
    parts: board.cells,
    extraBytes: Uint32Array.BYTES_PER_ELEMENT * bitsetWords(plain.size),
    threads: (asked) => threadsFor(asked, plain.size / STATES_COMPARED_PER_SECOND, blocksOf(plain, board.cells)),
    check: (parts, running) => checkRules(checkedStates(plain, plain.statesOfWord), parts, plain.parities, running),
    histogram: (counts) => {
      const length = [...counts.keys()].reduce((most, value) => Math.max(most, value + 1), 0);
      return Array.from({ length }, (_, value) => counts.get(value) ?? 0);
    },
    describe: (broken) => describeBroken(plain, broken),
  };
}

function describeBroken(plain: PlainBoard, { rule, state, value, neighbour }: BrokenRule): BrokenRuleTexts {
  const { position, index } = placeOf(plain, state);
  const place = `${position} at ${index}`;
  const texts = { state: position, move: null, neighbour: null };
  if (neighbour !== undefined) {
    const other = placeOf(plain, neighbour.state);
    const differ = plain.metric === 'single' ? 'exactly' : 'at most';
    const message = `${place} has ${value} and its neighbour ${other.position} at ${other.index} has ${neighbour.value}: neighbours differ by ${differ} one`;
    return { ...texts, message, neighbour: other.position };
  }
  if (rule === 'start') return { ...texts, message: `the goal ${place} has ${value}, expected 0` };
  if (value === 0) return { ...texts, message: `${place} has 0, which only the goal can have` };
  return { ...texts, message: `${place} has ${value}, but no neighbour has ${value - 1}: one must be one nearer` };
}

/** Returns the position of a state and its index in the array, as text. */
function placeOf(plain: PlainBoard, state: number): { readonly position: string; readonly index: string } {
  const { arrangements } = plain.shape;
  const cell = Math.floor(state / arrangements);
  const arrangement = state % arrangements;
  const word = Math.floor(arrangement / PLAIN_STATES_PER_WORD);
  const position = plain.positionText(cell, word, arrangement % PLAIN_STATES_PER_WORD);
  return { position, index: `[${cell}, ${arrangement}]` };
}

/* Describes a board and its goal for reports. */

function verifiedBoard({ board, goal, goalCell, metric, size }: PlainBoard): VerifiedSpace {
  const goalText = formatPosition(goal);
  const name = formatBoard(board);
  const boardText = isFull(board) ? name : mapOf(board).join('/');
  return {
    source: { kind: 'board', board: boardText, metric, goal: goalText },
    name,
    fullName: spaceName(board, goalCell, metric),
    metric,
    size,
    starts: [goalText],
    board: { board, goal, metric },
  };
}
