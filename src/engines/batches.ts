/**
 * Layers found in batches, by workers that need no coordinator between layers: the messages, the layers of a run as the coordinator requests
 * them, a worker's part of a batch, and what both share. The engines of groups and of patterns use them.
 */

import { availableParallelism } from 'node:os';
import { beginRounds, claim, endRound, join, newRoundCounters } from '../base/threads.js';
import type { WorkerPool } from '../base/worker-pool.js';
import type { FoundLayer, Need } from './engine.js';

interface RunBatch {
  /** Seconds during which workers begin new layers. */
  readonly seconds: number;
  /** Maximum depth to find. */
  readonly lastDepth: number;
  readonly workers: number;
  /** True if waiting workers may keep a processor busy. */
  readonly spin: boolean;
  /** Maximum number of first states of a layer that each worker keeps. */
  readonly first: number;
  /** Minimum depth of layers whose first states are kept. */
  readonly keepFrom: number;
}

/** @template Shared the memory of a run, which its workers share */
export interface RunBatchTask<Shared extends SharedRun> {
  readonly shared: Shared;
  readonly batch: RunBatch;
}

/** Everything that a worker needs to join a run: plain data or shared memory. */
export interface SharedRun {
  /** Different for each run of a process. */
  readonly id: string;
  readonly progress: SharedProgress;
}

/** A worker's part of a batch. */
export interface RunBatchResult {
  /** The layers that this worker finished last; each layer is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly kept: KeptWords;
}

/** The layers of a run, requested from the workers batch by batch. */

/** Target time of a batch of layers. A layer that takes longer has a batch to itself. */
const BATCH_SECONDS = 0.1;

interface BatchedRun<Shared extends SharedRun> {
  readonly need: Need;
  readonly pool: WorkerPool<RunBatchTask<Shared>, RunBatchResult>;
  readonly shared: Shared;
  /** States of depth 0, in ascending order. */
  readonly starts: readonly number[];
  /** Returns the states that a worker has kept of a word. */
  statesOf(block: number, word: number, bits: readonly number[]): number[];
  /** Returns the maximum depth of a batch if it begins with the layer `next`. */
  lastDepth(next: number): number;
  /** Returns the seconds that the run has taken so far. */
  elapsed(): number;
}

/**
 * Yields the layers in order, without those that were found earlier.
 * @param singly see LayerRun.layers
 * @throws whatever lastDepth throws; WorkerError; the signal's reason
 */
export async function* batchedLayers<Shared extends SharedRun>(
  run: BatchedRun<Shared>,
  singly: (() => boolean) | undefined,
): AsyncGenerator<FoundLayer, void> {
  const { need, pool, shared, starts } = run;
  const { first, keepFrom = 0, from, signal } = need;
  const { counters, found } = shared.progress;
  const workers = pool.threads;
  const layer = (depth: number, fresh: number, kept: readonly number[], isLatest: boolean): FoundLayer => {
    return { depth, fresh, first: kept, seconds: run.elapsed(), bytesRead: 0, bytesWritten: 0, isLatest };
  };
  if (from === undefined) yield layer(0, starts.length, starts.slice(0, first), true);
  const spin = workers <= availableParallelism();
  for (let depth = from?.histogram.length ?? 1; ; ) {
    const lastDepth = run.lastDepth(depth);
    beginRounds(counters);
    const seconds = singly?.() === true ? 0 : BATCH_SECONDS;
    const batch = { seconds, lastDepth, workers, spin, first, keepFrom };
    const results = await pool.runOnAll({ shared, batch }, 'in the middle of a layer', signal);
    const layers = results.flatMap((result) => result.layers).sort((one, other) => one.depth - other.depth);
    const latest = layers.at(-1)?.depth;
    const isComplete = found.every((states) => states === 0);
    for (const { depth: at, fresh } of layers) {
      const isLatest = at === latest;
      // Workers keep first states only of a batch's last layer, because no other layer can be the last of all.
      const kept = isLatest ? firstOf(run, results, at) : [];
      yield layer(at, fresh, kept, isLatest && !isComplete);
      depth = at + 1;
    }
    run.elapsed();
    if (isComplete) return;
  }
}

/** Returns the smallest states of a layer that the workers kept, in ascending order. */
function firstOf<Shared extends SharedRun>(
  run: BatchedRun<Shared>,
  results: readonly RunBatchResult[],
  depth: number,
): number[] {
  return results
    .map(({ kept }) => kept)
    .filter((kept) => kept.depth === depth)
    .flatMap(({ words }) => words)
    .flatMap(([block, word, bits]) => run.statesOf(block, word, bits))
    .sort((one, other) => one - other)
    .slice(0, run.need.first);
}

/** A worker's part of a batch of layers, which all workers find together. */

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

/** The progress of a run, in shared memory. All workers read it during a layer, and one of them writes the course between layers. */

interface SharedProgress {
  /** Numbers of a Course, see the class. */
  readonly course: Float64Array;
  /** [worker]: number of states that the worker has found in the layer. */
  readonly found: Float64Array;
  /** [worker]: number of active parts that the worker has found in the layer, see Course. */
  readonly active: Float64Array;
  /** Counters of src/base/threads.ts. */
  readonly counters: Int32Array;
}

const DEPTH = 0;
const ACTIVE = 1;
const FIELDS = 2;

/** Allocates the progress of a run, all 0. */
export function newProgress(threads: number): SharedProgress {
  const numbers = (count: number) => new Float64Array(new SharedArrayBuffer(8 * count));
  return { course: numbers(FIELDS), found: numbers(threads), active: numbers(threads), counters: newRoundCounters() };
}

/** The progress of a run from layer to layer. */
export class Course {
  readonly #numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.#numbers = numbers;
  }

  /** Depth of the last layer. */
  get depth(): number {
    return this.#numbers[DEPTH];
  }

  /** Number of parts, such as words or blocks, that have states of the last layer. These parts are the work of the next layer. */
  get active(): number {
    return this.#numbers[ACTIVE];
  }

  /** Begins after a complete layer. @param active parts that have states of the layer */
  begin(depth: number, active: number): void {
    this.#numbers[DEPTH] = depth;
    this.#numbers[ACTIVE] = active;
  }

  /** Continues with the next layer. @param active parts that have states of the complete layer */
  next(active: number): void {
    this.begin(this.depth + 1, active);
  }
}

/**
 * The first words of a layer that contain fresh states, kept by a worker. Any layer may be the last one, whose states are the
 * antipodes. Workers claim blocks in ascending order, so the words that they keep include the smallest states of all.
 */

/** The words of a layer. Plain data. */
interface KeptWords {
  readonly depth: number;
  /** Each word with its block, its position in the block, and its 128 bits in four numbers. */
  readonly words: readonly (readonly [block: number, word: number, bits: readonly number[]])[];
}

export class FreshWords {
  readonly #most: number;
  readonly #from: number;
  #depth = 0;
  #keptDepth = 0;
  #states = 0;
  #words: KeptWords['words'][number][] = [];

  /**
   * @param most maximum number of states; words are not divided
   * @param from minimum depth of states to keep
   */
  constructor(most: number, from: number) {
    this.#most = most;
    this.#from = from;
  }

  /** Begins a layer: words added from now on have this depth. The first of them replaces the words of other depths. */
  begin(depth: number): void {
    this.#depth = depth;
    this.#states = 0;
  }

  /** True if more words are needed. */
  get wantsMore(): boolean {
    return this.#states < this.#most && this.#depth >= this.#from;
  }

  /** Keeps a word. @param bits of its states that belong to the layer, in four numbers */
  add(block: number, word: number, bits: Uint32Array): void {
    if (this.#keptDepth !== this.#depth) {
      this.#keptDepth = this.#depth;
      this.#words = [];
    }
    for (let rest of bits) for (; rest !== 0; rest &= rest - 1) this.#states++;
    this.#words.push([block, word, Array.from(bits)]);
  }

  /** The words of the latest layer for which any were added. */
  get kept(): KeptWords {
    return { depth: this.#keptDepth, words: this.#words };
  }
}
