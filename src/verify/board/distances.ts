/** The referee of a board's distances: an array of the shape (blank cells, arrangements). */

import { threadsFor } from '../../base/threads/thread-count.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { type Board, boardOf, formatBoard } from '../../spaces/board/board.js';
import { checkMetricName, type Metric } from '../../spaces/board/metric.js';
import { BLANK, checkPosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import type { DistanceValues } from '../file/distance-values.js';
import type { BrokenRule, RulesResult } from '../referee/broken-rules.js';
import type { BrokenRuleTexts, DistancesReferee } from '../referee/distances-referee.js';
import { blocksToClaim, claimedShare } from '../threads/claimed-blocks.js';
import type { Progress } from '../threads/progress.js';
import { newSharedBytes } from '../threads/shared-bytes.js';
import { PLAIN_STATES_PER_WORD } from './arrangements.js';
import type { BoardDistancesTask } from './distance-rules.js';
import { PlainBoard } from './plain-board.js';
import { verifiedBoard } from './verified-board.js';

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
const STATES_PER_SECOND = 6e6;

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
      threadsFor(asked, plain.size / STATES_PER_SECOND, blocksToClaim(board.cells, plain.shape.words)),
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
