/** A worker's part of a batch of layers, which it finds together with the others. */

import { claim, endRound, join } from '../../base/threads/rounds.js';
import type { RunBatch, RunBatchResult, RunBatchTask, SharedRun } from './batch.js';
import { FreshWords } from './fresh-words.js';
import { Course } from './progress.js';

/**
 * Layers of less work than 200 microseconds are found by one worker. Waiting for each other takes 10 to 50 microseconds, and much longer
 * if processors are busy with something else.
 */
const SECONDS_FOR_ONE = 200e-6;

/** Finds layers in the memory of a run, with scratch space of a worker's own. */
export interface LayerFinder {
  /** Parts that are found one by one, in order, such as blocks. */
  parts(depth: number): number;
  /** The most parts that a worker claims at a time. */
  readonly mostPerClaim: number;
  /**
   * Finds the states of a layer in the parts `begin` to `end` - 1.
   * @param count takes what is found
   * @param alone true if no other worker writes
   */
  find(begin: number, end: number, depth: number, count: LayerCount, alone: boolean): void;
  /** Returns roughly how long one thread takes for the next layer. @param active parts that have states of the last one */
  secondsFor(active: number): number;
}

/** Counts of a layer, as far as a worker has found it. */
export interface LayerCount {
  states: number;
  /** Parts that have some. */
  active: number;
}

/** Claims into which a worker's part of a layer is divided, so that all workers end at about the same time. */
const CLAIMS_PER_WORKER = 32;

/** A worker, which takes part in one run after another. */
export class LayerWorker<Shared extends SharedRun> {
  readonly #finderOf: (shared: Shared, worker: number, fresh: FreshWords) => LayerFinder;
  /** The run that it takes part in. */
  #member: Member | undefined;

  /** @param finderOf returns the finder of a run for a worker; `fresh` keeps the first states of a layer */
  constructor(finderOf: (shared: Shared, worker: number, fresh: FreshWords) => LayerFinder) {
    this.#finderOf = finderOf;
  }

  /** Releases the memory of the run that this worker took part in. */
  release(): void {
    this.#member = undefined;
  }

  /** Finds layers until the time of the batch is over, its last layer is found, or a layer is empty. */
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
    /** Finds small layers alone, while the others wait. @returns whether a layer for all of them is next */
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

/** Finds a layer, or the parts of it that this worker claims. @param alone true if all parts are its own */
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
