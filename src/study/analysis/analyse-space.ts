/** Everything that can be said of a space of any kind whose table there is: the coordinator of an analysis. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import type { Branching } from '../../base/statistics/branching.js';
import { claims, newRoundCounters } from '../../base/threads/rounds.js';
import { checkThreads, defaultThreads } from '../../base/threads/thread-count.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { depthsBytes, depthsOfSpace } from '../../runs/replay/space-depths.js';
import { leavesNothing, type SpaceSource } from '../../space/space-source.js';
import { TableError } from '../../table/errors.js';
import type { Table } from '../../table/table.js';
import { type DistanceAnalysis, distanceAnalysis } from './distance-analysis.js';
import { MOST_STATES_COUNTED } from './shortest-solutions.js';
import { BYTES_PER_DEPTH, type CensusShare, type Depths, PIECE, type SpaceCensus } from './space-census.js';
import { BYTES_PER_STATE, solutionsOf } from './space-solutions.js';

export interface AnalyseSpaceOptions {
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small spaces. */
  readonly threads?: number;
  /** Called with the text of each antipode, in the order of the states' numbers, and waited for. */
  readonly onAntipode?: (text: string) => unknown;
  /** Called now and then, on the calling thread: how many looks at a state have been taken, of how many in all. */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal?: AbortSignal;
}

export interface SpaceAnalysis extends DistanceAnalysis {
  readonly space: string;
  /** The texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  readonly metric: string | null;
  /** States of the space, whether moves lead to them or not. */
  readonly size: number;
  /** Whether moves can be undone. Where not, distances are those from the starts. */
  readonly reversible: boolean;
  readonly threads: number;
  readonly seconds: number;
}

/** What a worker of an analysis is told. Plain data. @internal */
export interface SpaceCensusTask extends CensusShare {
  readonly source: SpaceSource;
}

/** What of a table tells what an analysis takes. */
type Dimensions = Pick<Table, 'space' | 'histogram' | 'maxDepth' | 'encoding'>;

/** States whose depth and neighbours one thread finds in a second: 2 million were measured with pancake:9. */
const STATES_PER_SECOND = 2e6;

/** Worker threads for the analysis of so many states where nobody says how many. */
export function threadsToAnalyseSpace(size: number): number {
  return defaultThreads(size / STATES_PER_SECOND);
}

/**
 * Bytes of memory that an analysis takes: a depth for each state, and 12 bytes more where shortest solutions are counted.
 * @param threads by default as many as analyseSpace takes
 */
export function bytesToAnalyseSpace(table: Dimensions, threads = threadsToAnalyseSpace(table.space.size)): number {
  const { space, histogram } = table;
  const counts = isCounted(space.size) ? BYTES_PER_STATE * space.size : 0;
  return depthsBytes(table) + counts + BYTES_PER_DEPTH * histogram.length * (threads + 1);
}

function isCounted(size: number): boolean {
  return size <= MOST_STATES_COUNTED;
}

/**
 * Takes the depths of all states from the table, and looks at the neighbours of each.
 * @throws TableError where the table contradicts itself or the space; SpaceError, or WorkerError that tells it, where the space
 * fails; InputError where an option is wrong; MemoryError; WorkerError where a thread dies; the signal's reason
 */
export async function analyseSpace(
  table: Table,
  { threads = threadsToAnalyseSpace(table.space.size), onAntipode, onProgress, signal }: AnalyseSpaceOptions = {},
): Promise<SpaceAnalysis> {
  checkThreads(threads);
  const { space, histogram, fullName: name, maxDepth, starts, metric } = table;
  checkMemory(name, { bytes: bytesToAnalyseSpace(table, threads) }, threads, freeMemory(), 'its depths and counts');
  const begin = performance.now();
  const counted = isCounted(space.size);
  const of = space.size * (counted ? 3 : 2);
  const depths = await depthsOfSpace(table, {
    threads,
    onProgress: (done) => onProgress?.(done, of),
    ...(signal && { signal }),
  });
  const branchings = await branchingsOf(
    table,
    depths,
    threads,
    (states) => onProgress?.(space.size + states, of),
    signal,
  );
  let looks = 2 * space.size;
  const passed = (states: number) => {
    looks += states;
    onProgress?.(looks, of);
  };
  const solutions = counted ? await solutionsOf(space, depths, histogram, passed, signal) : [];
  if (onAntipode !== undefined) {
    for (let state = depths.indexOf(maxDepth); state >= 0; state = depths.indexOf(maxDepth, state + 1)) {
      await onAntipode(space.format(state));
    }
  }
  return {
    space: name,
    starts: starts.map((state) => space.format(state)),
    metric,
    size: space.size,
    reversible: space.reversible,
    ...distanceAnalysis(space.size, histogram, branchings, overall(branchings, histogram), solutions),
    threads,
    seconds: (performance.now() - begin) / 1000,
  };
}

const MILLISECONDS_BETWEEN = 100;

/** @param onProgress told how many states have been looked at @returns [depth] */
async function branchingsOf(
  { source, space, histogram, maxDepth }: Table,
  depths: Depths,
  threads: number,
  onProgress: (states: number) => void,
  signal: AbortSignal | undefined,
): Promise<Branching[]> {
  const pool = new WorkerPool<SpaceCensusTask, SpaceCensus>('census-space.cjs', threads);
  const counters = newRoundCounters();
  const looked = () => onProgress(Math.min(claims(counters) * PIECE, space.size));
  const timer = setInterval(looked, MILLISECONDS_BETWEEN);
  try {
    const task: SpaceCensusTask = { source, depths, maxDepth, counters };
    const parts = await pool.runOnAll(task, 'while it looked at neighbours', signal);
    looked();
    const wrong = parts.find(({ contradiction }) => contradiction !== null)?.contradiction;
    if (wrong)
      throw new TableError(
        `the table contradicts itself: ${wrong}; make it again, or mend the space, whose moves may not be what it says`,
      );
    return histogram.map((states, depth) => {
      const sum = (of: 'neighbours' | 'nearer' | 'further' | 'localMaxima') =>
        parts.reduce((total, part) => total + part[of][depth], 0);
      return {
        meanDegree: sum('neighbours') / states,
        meanNearer: sum('nearer') / states,
        meanFurther: sum('further') / states,
        localMaxima: sum('localMaxima'),
      };
    });
  } finally {
    clearInterval(timer);
    await pool.leave(depths.byteLength, leavesNothing(source));
  }
}

function overall(branchings: readonly Branching[], histogram: readonly number[]): Branching {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const mean = (of: 'meanDegree' | 'meanNearer' | 'meanFurther') =>
    branchings.reduce((sum, branching, depth) => sum + branching[of] * histogram[depth], 0) / states;
  return {
    meanDegree: mean('meanDegree'),
    meanNearer: mean('meanNearer'),
    meanFurther: mean('meanFurther'),
    localMaxima: branchings.reduce((sum, { localMaxima }) => sum + localMaxima, 0),
  };
}
