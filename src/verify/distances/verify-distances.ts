/** Checks an exported array of distances by local rules alone, with no search. */

import { checkThreads, defaultThreads } from '../../base/threads/thread-count.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { type Board, boardOf, formatBoard } from '../../spaces/board/board.js';
import { checkMetricName, type Metric } from '../../spaces/board/metric.js';
import { BLANK, checkPosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { STATES_PER_WORD } from '../board/arrangements.js';
import { Space } from '../board/space.js';
import { claimedShare } from '../space/claims.js';
import { Faults, MOST_FAULTS } from '../table/faults.js';
import type { Progress } from '../table/progress.js';
import { newSharedBytes } from '../table/shared-bytes.js';
import {
  type BrokenRule,
  type Distances,
  type DistancesResult,
  notReached,
  type Rule,
  type ValueAt,
} from './distance-rules.js';
import { type DistanceType, loadDistances, openDistances } from './distances-file.js';

/** The same task for every worker. */
export interface DistancesTask {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
  readonly distances: Distances;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

export interface DistancesFault {
  /** Which rule is broken; `histogram` where there are not as many states of a distance as the table says. */
  readonly rule: Rule | 'histogram';
  /** In words. */
  readonly message: string;
  readonly position: string | null;
  readonly value: number;
  /** Of the rule `neighbours`. */
  readonly neighbour: string | null;
  readonly neighbourValue: number | null;
}

export interface DistancesChecks {
  readonly board: Board;
  /** The position that is to have 0, by default tiles in order and the blank last; its arrangement is the first of its blank cell. */
  readonly goal?: Position;
  /** What counts as one move, by default `single`. */
  readonly metric?: Metric;
  /** States of each distance, where a table tells them. */
  readonly histogram?: readonly number[];
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small boards. */
  readonly threads?: number | undefined;
  /** Called before anything is allocated with what will be taken; where it throws, nothing is checked. */
  readonly onSpace?: (board: Board, states: number, bytes: number, threads: number) => void;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

export interface DistancesReport {
  readonly type: DistanceType;
  readonly states: number;
  readonly notReached: number;
  /** States of each distance, as the array has it. */
  readonly histogram: readonly number[];
  /** Worker threads. */
  readonly threads: number;
  readonly faultCount: number;
  /** The first ones. */
  readonly faults: readonly DistancesFault[];
}

/** States that one thread compares with their neighbours in a second: measured with 3x4. */
const STATES_PER_SECOND = 6e6;

/**
 * @throws InputError where the file is not such an array, or board, goal or threads are wrong; WorkerError where a worker
 * dies; what onSpace throws; the signal's reason
 */
export async function verifyDistances(path: string, checks: DistancesChecks): Promise<DistancesReport> {
  const { histogram, metric = 'single', onSpace, onProgress, signal } = checks;
  const board = boardOf(checks.board);
  const goal = checkPosition(checks.goal ?? orderedPosition(board), board);
  if (checks.threads !== undefined) checkThreads(checks.threads);
  checkMetricName(metric);
  const space = new Space(board, goal.indexOf(BLANK), goal, metric);
  const states = board.cells * space.shape.arrangements;
  const { threads = defaultThreads(states / STATES_PER_SECOND) } = checks;
  const opened = await openDistances(path, {
    space: formatBoard(board),
    shape: [board.cells, space.shape.arrangements],
    axes: 'blank cells, arrangements',
    types: ['|u1', '<u2'],
  });
  let distances: Distances;
  try {
    onSpace?.(board, states, opened.bytes, threads);
    let read = 0;
    onProgress?.('reading the distances', () => read / opened.bytes);
    const buffers = await loadDistances(opened, board.cells, (bytes) => {
      read = bytes;
    });
    distances =
      opened.type === '|u1'
        ? buffers.map((buffer) => new Uint8Array(buffer))
        : buffers.map((buffer) => new Uint16Array(buffer));
  } finally {
    await opened.file.close();
  }
  const results = await checkOnAll(space, distances, threads, onProgress, signal);
  const counts = sumOf(results.map((result) => result.counts));
  const unreached = notReached(distances);
  const found = counts.subarray(0, counts.findLastIndex((count, value) => value < unreached && count > 0) + 1);
  const brokenCount = results.reduce((sum, result) => sum + result.brokenCount, 0);
  const broken = results
    .flatMap((result) => result.broken)
    .sort((a, b) => a.state.cell - b.state.cell || a.state.arrangement - b.state.arrangement)
    .slice(0, MOST_FAULTS)
    .map((fault) => ruleFault(space, fault));
  const differences = histogram === undefined ? new Faults<DistancesFault>() : histogramFaults(found, histogram);
  return {
    type: opened.type,
    states,
    notReached: counts[unreached],
    histogram: [...found],
    threads,
    faultCount: brokenCount + differences.count,
    faults: [...broken, ...differences.told].slice(0, MOST_FAULTS),
  };
}

async function checkOnAll(
  { board, goalCell, metric, shape }: Space,
  distances: Distances,
  threads: number,
  onProgress: Progress | undefined,
  signal: AbortSignal | undefined,
): Promise<DistancesResult[]> {
  const claims = new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT));
  const pool = new WorkerPool<DistancesTask, DistancesResult>('verify-distances.cjs', threads);
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

function sumOf(counts: readonly Float64Array[]): Float64Array {
  return counts[0].map((_, value) => counts.reduce((sum, other) => sum + other[value], 0));
}

function ruleFault(space: Space, { rule, state, neighbour }: BrokenRule): DistancesFault {
  const text = ({ cell, arrangement }: ValueAt) =>
    space.positionText(cell, Math.floor(arrangement / STATES_PER_WORD), arrangement % STATES_PER_WORD);
  const position = text(state);
  const place = `${position} at [${state.cell}, ${state.arrangement}]`;
  const { value } = state;
  const fault = { rule, position, value, neighbour: null, neighbourValue: null };
  if (neighbour !== undefined) {
    const other = text(neighbour);
    const otherPlace = `its neighbour ${other} at [${neighbour.cell}, ${neighbour.arrangement}]`;
    return {
      ...fault,
      message: `${place} has ${value} and ${otherPlace} has ${neighbour.value}: neighbours differ by ${space.metric === 'single' ? 'exactly' : 'at most'} one`,
      neighbour: other,
      neighbourValue: neighbour.value,
    };
  }
  if (rule === 'goal') return { ...fault, message: `the goal ${place} has ${value}, expected 0` };
  if (value === 0) return { ...fault, message: `${place} has 0, which the goal alone may have` };
  return { ...fault, message: `${place} has ${value}, but no neighbour has ${value - 1}: one must be one nearer` };
}

function histogramFaults(found: ArrayLike<number>, expected: readonly number[]): Faults<DistancesFault> {
  const faults = new Faults<DistancesFault>();
  for (let distance = 0; distance < Math.max(found.length, expected.length); distance++) {
    const [count, told] = [found[distance] ?? 0, expected[distance] ?? 0];
    if (count === told) continue;
    faults.add(() => ({
      rule: 'histogram',
      message: `states of distance ${distance}: ${count} found, ${told} expected by the table's header`,
      position: null,
      value: distance,
      neighbour: null,
      neighbourValue: null,
    }));
  }
  return faults;
}
