/**
 * The referees of a board: of its table, which a replay determines, and of its distances, which obey local rules.
 *
 * The referee of a table trusts only the header's board, goal and metric, which determine the table. It is the only place in
 * src/verify that uses src/table's layout of a board's header.
 */

import { InputError } from '../base/text.js';
import { threadsFor } from '../base/threads.js';
import { WorkerPool } from '../base/worker-pool.js';
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
import { type BoardHeader, boardClaims, boardHeaderOf } from '../table/files/board-header.js';
import { HALVES_PER_WORD, PLAIN_STATES_PER_WORD, PlainBoard } from './board-numbering.js';
import {
  type BoardDistancesTask,
  type BoardReplay,
  type BoardReplayTask,
  boardReplayBytes,
  newBoardReplay,
  planeCount,
  planesAt,
} from './board-steps.js';
import type { BrokenRule, RulesResult, TableFault, TableFaults } from './faults.js';
import { fieldOf } from './file-table.js';
import type {
  BrokenRuleTexts,
  DistancesReferee,
  ReplayedTable,
  TableReferee,
  VerifiedSpace,
  WordsPiece,
} from './referees.js';
import { blocksToClaim, claimedShare, type DistanceValues, newSharedBytes, type Progress } from './shared-work.js';

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

/** Replays a board: a breadth-first search from the goal, layer by layer, until a layer is empty. */

/**
 * Fills the bitsets of a new replay.
 * @returns the number of states of each depth
 * @throws WorkerError if a worker dies; the signal's reason
 */
async function replayBoard(
  plain: PlainBoard,
  replay: BoardReplay,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const { metric, cellsAt, size } = plain;
  const histogram = [1];
  let found = 1;
  const pool = new WorkerPool<BoardReplayTask, number>('verify-board.cjs', threads);
  const onAll = (task: BoardReplayTask) => {
    replay.claims[0] = 0;
    return pool.runOnAll(task, 'in the middle of a layer', signal);
  };
  try {
    for (let depth = 1; ; depth++) {
      onProgress?.(`replaying depth ${depth}`, () => found / size);
      await onAll({ replay, step: 'expand', depth: depth - 1, cells: cellsAt[(depth - 1) % 2] });
      const planes = planesAt(metric, depth);
      const counts = await onAll({ replay, step: 'settle', depth, cells: cellsAt[depth % 2], planes });
      const fresh = counts.reduce((sum, count) => sum + count, 0);
      if (fresh === 0) return histogram;
      histogram.push(fresh);
      found += fresh;
    }
  } finally {
    await pool.leave(boardReplayBytes(plain));
  }
}

/** Compares the words of a board's table with a replay. */

const BYTES_PER_HALF = 4;

/** Adds a fault for each wrong bit of a piece, including the bits that belong to no state. The section is the blank's cell. */
function compareBoardWords(
  plain: PlainBoard,
  replay: BoardReplay,
  { section: cell, begin, bytes }: WordsPiece,
  faults: TableFaults,
): void {
  const expected = replay.residues[cell];
  const found = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / BYTES_PER_HALF);
  const first = begin / BYTES_PER_HALF;
  for (let index = 0; index < found.length; index++) {
    let wrong = found[index] ^ expected[first + index];
    for (; wrong !== 0; wrong &= wrong - 1) {
      const half = first + index;
      const bit = (half % HALVES_PER_WORD) * 32 + 31 - Math.clz32(wrong & -wrong);
      const word = Math.floor(half / HALVES_PER_WORD);
      faults.add(() => bitFault(plain, replay, cell, word, bit));
    }
  }
}

/** Describes a wrong bit. @param wordOfSection index of the word in its section, which holds one plane after the other */
function bitFault(
  plain: PlainBoard,
  replay: BoardReplay,
  cell: number,
  wordOfSection: number,
  bit: number,
): TableFault {
  const { words } = plain.shape;
  const plane = Math.floor(wordOfSection / words);
  const word = wordOfSection % words;
  const expected = bitAt(plain, replay, plane, cell, word, bit);
  const found = 1 - expected;
  const planes = planeCount(plain.metric);
  const which = planes === 1 ? '' : `, plane ${plane + 1} of ${planes}`;
  const place = `blank cell ${cell}, word ${word}, bit ${bit}${which}`;
  const fault = { part: 'words', found, expected, cell, word, bit, ...(planes > 1 && { plane }) } as const;
  if (!plain.isState(word, bit)) {
    return { ...fault, message: `${place}, which belongs to no state, is ${found}, expected ${expected}` };
  }
  const position = plain.positionText(cell, word, bit);
  if (((replay.visited[cell][word * HALVES_PER_WORD + (bit >> 5)] >>> (bit & 31)) & 1) === 0) {
    return {
      ...fault,
      message: `${place} (${position}, which moves do not reach) is ${found}, expected ${expected}`,
      position,
    };
  }
  const distance = distanceOf(plain, replay, cell, word, bit);
  return {
    ...fault,
    message: `${place} (${position}, distance ${distance}) is ${found}, expected ${expected}`,
    position,
    distance,
  };
}

function bitAt(
  { shape }: PlainBoard,
  { residues }: BoardReplay,
  plane: number,
  cell: number,
  word: number,
  bit: number,
): number {
  return (residues[cell][(plane * shape.words + word) * HALVES_PER_WORD + (bit >> 5)] >>> (bit & 31)) & 1;
}

/** Counts the steps down to the goal, each to a neighbour that is one nearer according to the replay. */
function distanceOf(plain: PlainBoard, replay: BoardReplay, cell: number, word: number, bit: number): number {
  const { arrangements, goalCell, slides, odd } = plain;
  const state = { cell, word, bit };
  let steps = 0;
  for (; state.cell !== goalCell || state.word !== 0 || state.bit !== 0; steps++) {
    arrangements.takeWord(state.word, odd[state.cell]);
    arrangements.takeBit(state.bit);
    const nearer = nearerTo(plain, remainderOf(plain, replay, state.cell, state.word, state.bit));
    for (const { to, shifts } of slides[state.cell]) {
      let next = { cell: to, word: state.word, bit: state.bit };
      if (shifts.length > 0) {
        arrangements.numberAfterAll(shifts);
        next = { cell: to, word: arrangements.word, bit: arrangements.bit };
      }
      if (remainderOf(plain, replay, next.cell, next.word, next.bit) !== nearer) continue;
      Object.assign(state, next);
      break;
    }
  }
  return steps;
}

/**
 * Returns a remainder of the distance. In the metric `single`, the bit b and the parity p of the blank's cell give the distance
 * mod 4 as 2b + p. In the metric `multi`, two bits give the distance mod 3: 10 for 0, 01 for 1 and 11 for 2.
 */
function remainderOf(plain: PlainBoard, replay: BoardReplay, cell: number, word: number, bit: number): number {
  const first = bitAt(plain, replay, 0, cell, word, bit);
  if (plain.metric === 'single') return 2 * first + plain.parityAt(cell);
  return first + 2 * bitAt(plain, replay, 1, cell, word, bit) - 1;
}

function nearerTo({ metric }: PlainBoard, remainder: number): number {
  return metric === 'single' ? (remainder + 3) % 4 : (remainder + 2) % 3;
}

/** The referee of a board's distances: an array of the shape (blank cells, arrangements). */

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
    extraBytes: 0,
    threads: (asked) =>
      threadsFor(asked, plain.size / STATES_COMPARED_PER_SECOND, blocksToClaim(board.cells, plain.shape.words)),
    check: (...args) => checkOnAll(plain, ...args),
    histogram: (counts) => {
      const length = [...counts.keys()].reduce((most, value) => Math.max(most, value + 1), 0);
      return Array.from({ length }, (_, value) => counts.get(value) ?? 0);
    },
    describe: (broken) => describeBroken(plain, broken),
  };
}

async function checkOnAll(
  { board, goalCell, metric, shape }: PlainBoard,
  distances: readonly DistanceValues[],
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<RulesResult[]> {
  const claims = new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT));
  const pool = new WorkerPool<BoardDistancesTask, RulesResult>('verify-board.cjs', threads);
  try {
    onProgress?.('checking the distances', () => claimedShare(board.cells, shape.words, claims));
    return await pool.runOnAll(
      { board, goalCell, metric, distances, claims },
      'in the middle of the distances',
      signal,
    );
  } finally {
    await pool.leave(distances.reduce((bytes, ofCell) => bytes + ofCell.byteLength, 0));
  }
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

/** Describes a board and its goal for reports. */

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
