/** A worker's part of a batch of layers, which all workers find together. */

import { claim, endRound, join } from '../../base/threads/rounds.js';
import type { RunBatch, RunBatchResult, RunBatchTask, SharedRun } from './batch.js';
import { FreshWords } from './fresh-words.js';
import { Course } from './progress.js';

/**
 * One worker finds layers of less than 200 microseconds of work. Workers take 10 to 50 microseconds to wait for each other, and much
 * longer if processors are busy otherwise.
 */
const SECONDS_FOR_ONE = 200e-6;

/** Finds layers in the memory of a run. Each worker has one, with its own scratch space. */
export interface LayerFinder {
  /** Number of parts, such as blocks, which are found one by one in order. */
  parts(depth: number): number;
  /** Maximum number of parts that a worker claims at a time. */
  readonly mostPerClaim: number;
  /**
   * Finds the states of a layer in the parts `begin` to `end` - 1.
   * @param count receives the numbers found
   * @param alone true if no other worker writes
   */
  find(begin: number, end: number, depth: number, count: LayerCount, alone: boolean): void;
  /** Returns the approximate time that one thread needs for the next layer. @param active parts that have states of the last one */
  secondsFor(active: number): number;
}

/** Counts of a layer, as far as the worker has found them. */
export interface LayerCount {
  states: number;
  /** Number of parts that have states of the layer. */
  active: number;
}

/** Claims into which a worker's part of a layer is divided. Small claims let all workers finish at about the same time. */
const CLAIMS_PER_WORKER = 32;

/** A worker, which joins one run after another. */
export class LayerWorker<Shared extends SharedRun> {
  readonly #finderOf: (shared: Shared, worker: number, fresh: FreshWords) => LayerFinder;
  /** The run that the worker has joined. */
  #member: Member | undefined;

  /** @param finderOf returns the finder of a run for a worker; `fresh` keeps the first states of a layer */
  constructor(finderOf: (shared: Shared, worker: number, fresh: FreshWords) => LayerFinder) {
    this.#finderOf = finderOf;
  }

  /** Releases the memory of the run that this worker has joined. */
  release(): void {
    this.#member = undefined;
  }

  /** Finds layers until the batch's time is over, its last layer is found, or a layer is empty. */
  findLayers({ shared, batch }: RunBatchTask<Shared>): RunBatchResult {
    const { counters, found, active } = shared.progress;
    const { workers, lastDepth, spin } = batch;
    const { worker, finder, fresh } = this.#join(shared, batch);
    const course = new Course(shared.progress.course);
    const layers: { depth: number; fresh: number }[] = [];
    const end = performance.now() + 1000 * batch.seconds;
    const find = (alone: boolean) => {
      const depth = course.depth + 1;
      fresh.begin(depth);
      const count = { states: 0, active: 0 };
      findShare(finder, counters, workers, depth, alone, count);
      found[worker] = count.states;
      active[worker] = count.active;
    };
    const settle = () => {
      layers.push({ depth: course.depth + 1, fresh: sumOf(found) });
      course.next(sumOf(active));
    };
    /** Finds small layers alone while the others wait. @returns true if the next layer is for all of them */
    const another = () => {
      settle();
      while (course.depth < lastDepth && performance.now() < end) {
        if (finder.secondsFor(course.active) >= SECONDS_FOR_ONE) return true;
        found.fill(0);
        active.fill(0);
        find(true);
        if (found[worker] === 0) return false;
        settle();
      }
      return false;
    };
    do find(workers === 1);
    while (endRound(counters, workers, spin, found[worker] > 0, another));
    return { layers, kept: fresh.kept };
  }

  #join(shared: Shared, { workers, first, keepFrom }: RunBatch): Member {
    if (this.#member?.id !== shared.id) {
      const worker = join(shared.progress.counters);
      // A worker that replaces a dead one cannot join: the others wait for the dead one.
      if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
      const fresh = new FreshWords(first, keepFrom);
      this.#member = { id: shared.id, worker, finder: this.#finderOf(shared, worker, fresh), fresh };
    }
    return this.#member;
  }
}

/** A worker's state in a run. */
interface Member {
  readonly id: string;
  readonly worker: number;
  readonly finder: LayerFinder;
  readonly fresh: FreshWords;
}

/** Finds the parts of a layer that this worker claims. @param alone true if the worker finds all parts */
function findShare(
  finder: LayerFinder,
  counters: Int32Array,
  workers: number,
  depth: number,
  alone: boolean,
  count: LayerCount,
): void {
  const parts = finder.parts(depth);
  if (alone) {
    finder.find(0, parts, depth, count, true);
    return;
  }
  const claimed = Math.min(finder.mostPerClaim, Math.ceil(parts / (workers * CLAIMS_PER_WORKER)));
  for (let begin = claim(counters) * claimed; begin < parts; begin = claim(counters) * claimed) {
    finder.find(begin, Math.min(begin + claimed, parts), depth, count, false);
  }
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
