/** The census of a space from the depths of its states: branching on worker threads, then shortest solutions. */

import type { Branching } from '../../../base/statistics/branching.js';
import { claims, newRoundCounters } from '../../../base/threads/rounds.js';
import type { DepthArray } from '../../../runs/replay/space-depths.js';
import { overestimates } from '../../../space/estimates.js';
import type { NumberedSpace } from '../../../space/space.js';
import { SpacePool } from '../../../space/space-pool.js';
import { leavesNothing, type SpaceSource } from '../../../space/space-source.js';
import { withCompiledMoves } from '../../../spaces/permutation/groups/compiled-space.js';
import { TableError } from '../../../table/contents/errors.js';
import { type Census, MOST_STATES_COUNTED } from '../census.js';
import { BYTES_PER_STATE, countSolutions } from './solution-counts.js';
import { BYTES_PER_DEPTH, type CensusShare, estimatedBy, PIECE, type StateCensus } from './state-census.js';

/** The task of a worker. Plain data. */
export interface StateCensusTask extends CensusShare {
  readonly source: SpaceSource;
}

export interface StateCensusOptions {
  readonly threads: number;
  /** Called at intervals with the number of visits so far, 0 to size * visitsOfCensus(size). */
  readonly onProgress: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the bytes that the census takes in addition to the depths. */
export function stateCensusBytes(size: number, depths: number, threads: number): number {
  const counts = isCounted(size) ? BYTES_PER_STATE * size : 0;
  return counts + BYTES_PER_DEPTH * depths * (threads + 1);
}

/** Returns the number of times that the census visits each state. */
export function visitsOfCensus(size: number): number {
  return isCounted(size) ? 2 : 1;
}

function isCounted(size: number): boolean {
  return size <= MOST_STATES_COUNTED;
}

/**
 * Takes the census of all states.
 * @param depths depths of all states, in shared memory
 * @throws TableError if the depths contradict the space; SpaceError if the space fails, or a heuristic overestimates; WorkerError; the signal's reason
 */
export async function takeStateCensus(
  space: NumberedSpace,
  depths: DepthArray,
  histogram: readonly number[],
  { threads, onProgress, signal }: StateCensusOptions,
): Promise<Census> {
  const { branchings, estimates } = await countsOf(space, depths, histogram, { threads, onProgress, signal });
  let done = space.size;
  const onCounted = (states: number) => {
    done += states;
    onProgress(done);
  };
  const solutions = isCounted(space.size)
    ? await countSolutions(withCompiledMoves(space), depths, histogram, onCounted, signal)
    : [];
  return { branchings, overall: overallBranching(branchings, histogram), solutions, estimates };
}

const MILLISECONDS_BETWEEN = 100;

/** Counts neighbours and estimates. */
async function countsOf(
  space: NumberedSpace,
  depths: DepthArray,
  histogram: readonly number[],
  { threads, onProgress, signal }: StateCensusOptions,
): Promise<Pick<Census, 'branchings' | 'estimates'>> {
  const { source, size } = space;
  const pool = new SpacePool<StateCensusTask, StateCensus>('census-space.cjs', threads);
  const counters = newRoundCounters();
  const tellProgress = () => onProgress(Math.min(claims(counters) * PIECE, size));
  const timer = setInterval(tellProgress, MILLISECONDS_BETWEEN);
  try {
    const task: StateCensusTask = { source, depths, maxDepth: histogram.length - 1, counters };
    const parts = await pool.runOnAll(task, 'while it looked at neighbours', signal);
    tellProgress();
    const wrong = parts.find(({ contradiction }) => contradiction !== null)?.contradiction;
    if (wrong)
      throw new TableError(
        `the table contradicts itself: ${wrong}; make it again, or correct the space, whose moves may not match its declarations`,
      );
    const wrongEstimate = parts.find(({ overestimate }) => overestimate !== null)?.overestimate;
    if (wrongEstimate) {
      const { heuristic, state, estimate } = wrongEstimate;
      throw overestimates(space, heuristic, state, estimate, `its distance is ${depths[state]}`);
    }
    const branchings = histogram.map((states, depth) => {
      const sum = (of: 'neighbours' | 'nearer' | 'further' | 'localMaxima') =>
        parts.reduce((total, part) => total + part[of][depth], 0);
      return {
        meanDegree: sum('neighbours') / states,
        meanNearer: sum('nearer') / states,
        meanFurther: sum('further') / states,
        localMaxima: sum('localMaxima'),
      };
    });
    const estimates = estimatedBy(space).map((heuristic, index) => ({
      heuristic,
      counts: histogram.map((_, depth) => summed(parts.map((part) => part.estimates[index][depth]))),
    }));
    return { branchings, estimates };
  } finally {
    clearInterval(timer);
    await pool.leave(depths.byteLength, leavesNothing(source));
  }
}

/** Adds arrays of counts; missing counts are 0. */
function summed(parts: readonly (readonly number[])[]): number[] {
  const length = Math.max(...parts.map((part) => part.length));
  return Array.from({ length }, (_, index) => parts.reduce((sum, part) => sum + (part[index] ?? 0), 0));
}

function overallBranching(branchings: readonly Branching[], histogram: readonly number[]): Branching {
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
