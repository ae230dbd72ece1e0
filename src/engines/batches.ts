/**
 * Layers found in batches, by workers that need no coordinator between layers: the messages, a worker's part of a batch, and what the workers
 * share. The engines of groups, of patterns and of all spaces use them.
 */

import { claim, endRound, join, newRoundCounters } from '../base/threads.js';

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

/** A worker's part of a batch. @template Entry a state, or a word of states */
export interface RunBatchResult<Entry> {
  /** The layers that this worker finished last; each layer is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly kept: KeptLayer<Entry>;
}

/** The first states of a layer. Any layer may be the last one, whose states are the antipodes. */
export interface KeptLayer<Entry> {
  readonly depth: number;
  readonly entries: readonly Entry[];
}

/**
 * One worker finds layers of less than 200 microseconds of work. Workers take 10 to 50 microseconds to wait for each other, and much
 * longer if processors are busy otherwise.
 */
export const SECONDS_FOR_ONE = 200e-6;

/** Finds layers in the memory of a run. Each worker has one, with its own scratch space. */
export interface LayerFinder {
  /** Maximum number of parts that a worker claims at a time. */
  readonly mostPerClaim: number;
  /**
   * Begins a layer.
   * @param alone true if no other worker writes
   * @returns the number of parts, such as blocks, which are found one by one in order
   */
  begin(depth: number, alone: boolean): number;
  /**
   * Finds the states of the layer in the parts `begin` to `end` - 1.
   * @param count receives the numbers found
   */
  find(begin: number, end: number, depth: number, count: LayerCount, alone: boolean): void;
  /** Called when this worker has found its parts of the layer. */
  end?(): void;
  /** Called on one worker when a layer is complete. @param fresh number of its states */
  complete?(fresh: number): void;
  /** Returns the approximate time that one thread needs for the next layer. @param active parts that have states of the last one */
  secondsFor(active: number): number;
}

/** Counts of a layer, as far as the worker has found them. */
export interface LayerCount {
  states: number;
  /** Number of parts that have states of the layer. */
  active: number;
}

/** Keeps the first states of a layer on the worker that finds them. */
interface Keeper<Entry> {
  /** Begins a layer. The first state that is kept of it replaces those of other layers. */
  begin(depth: number): void;
  /** The states of the latest layer of which any were kept. */
  readonly kept: KeptLayer<Entry>;
}

/** Claims into which a worker's part of a layer is divided. Small claims let all workers finish at about the same time. */
const CLAIMS_PER_WORKER = 32;

/** A worker, which joins one run after another. */
export class LayerWorker<Shared extends SharedRun, Entry, Kept extends Keeper<Entry>> {
  readonly #newKeeper: (most: number, from: number) => Kept;
  readonly #finderOf: (shared: Shared, worker: number, fresh: Kept) => LayerFinder;
  /** The run that the worker has joined. */
  #member:
    | { readonly id: string; readonly worker: number; readonly finder: LayerFinder; readonly fresh: Kept }
    | undefined;

  /**
   * @param newKeeper returns a keeper of at most `most` states of a layer from the depth `from` on
   * @param finderOf returns the finder of a run for a worker; `fresh` keeps the first states of a layer
   */
  constructor(
    newKeeper: (most: number, from: number) => Kept,
    finderOf: (shared: Shared, worker: number, fresh: Kept) => LayerFinder,
  ) {
    this.#newKeeper = newKeeper;
    this.#finderOf = finderOf;
  }

  /** Releases the memory of the run that this worker has joined. */
  release(): void {
    this.#member = undefined;
  }

  /** Finds layers until the batch's time is over, its last layer is found, or a layer is empty. */
  findLayers({ shared, batch }: RunBatchTask<Shared>): RunBatchResult<Entry> {
    const { course, counters, found, active } = shared.progress;
    const { workers, lastDepth, spin } = batch;
    const { worker, finder, fresh } = this.#join(shared, batch);
    const layers: { depth: number; fresh: number }[] = [];
    const end = performance.now() + 1000 * batch.seconds;
    const find = (alone: boolean) => {
      const depth = course[DEPTH] + 1;
      fresh.begin(depth);
      const count = { states: 0, active: 0 };
      findShare(finder, counters, workers, depth, alone, count);
      found[worker] = count.states;
      active[worker] = count.active;
    };
    const settle = () => {
      const states = sumOf(found);
      layers.push({ depth: course[DEPTH] + 1, fresh: states });
      newCourse(shared, course[DEPTH] + 1, sumOf(active));
      finder.complete?.(states);
    };
    /** Finds small layers alone while the others wait. @returns true if the next layer is for all of them */
    const another = () => {
      settle();
      while (course[DEPTH] < lastDepth && performance.now() < end) {
        if (finder.secondsFor(course[ACTIVE]) >= SECONDS_FOR_ONE) return true;
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

  #join(shared: Shared, { workers, first, keepFrom }: RunBatch) {
    if (this.#member?.id !== shared.id) {
      const worker = join(shared.progress.counters);
      // A worker that replaces a dead one cannot join: the others wait for the dead one.
      if (worker >= workers) throw new Error('a worker joined in the middle of an exploration');
      const fresh = this.#newKeeper(first, keepFrom);
      this.#member = { id: shared.id, worker, finder: this.#finderOf(shared, worker, fresh), fresh };
    }
    return this.#member;
  }
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
  const parts = finder.begin(depth, alone);
  if (alone) finder.find(0, parts, depth, count, true);
  else {
    const claimed = Math.min(finder.mostPerClaim, Math.ceil(parts / (workers * CLAIMS_PER_WORKER)));
    for (let begin = claim(counters) * claimed; begin < parts; begin = claim(counters) * claimed) {
      finder.find(begin, Math.min(begin + claimed, parts), depth, count, false);
    }
  }
  finder.end?.();
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/* The progress of a run, in shared memory. All workers read it during a layer, and one of them writes the course between layers. */

interface SharedProgress {
  /** The numbers DEPTH and ACTIVE. */
  readonly course: Float64Array;
  /** [worker]: number of states that the worker has found in the layer. */
  readonly found: Float64Array;
  /** [worker]: number of active parts that the worker has found in the layer. */
  readonly active: Float64Array;
  /** Counters of src/base/threads.ts. */
  readonly counters: Int32Array;
}

/** Depth of the last layer. */
const DEPTH = 0;
/** Number of parts, such as words or blocks, that have states of the last layer. These parts are the work of the next layer. */
const ACTIVE = 1;
const FIELDS = 2;

/** Number of runs in this process so far. */
let runs = 0;

/** Returns a new run, with progress that is all 0. */
export function newSharedRun(threads: number): SharedRun {
  const numbers = (count: number) => new Float64Array(new SharedArrayBuffer(8 * count));
  const progress = { course: numbers(FIELDS), found: numbers(threads), active: numbers(threads) };
  return { id: `${process.pid}-${runs++}`, progress: { ...progress, counters: newRoundCounters() } };
}

/** Sets the progress of a run after a complete layer. @param active parts that have states of the layer */
export function newCourse({ progress: { course } }: SharedRun, depth: number, active: number): void {
  course[DEPTH] = depth;
  course[ACTIVE] = active;
}

/**
 * A word with fresh states: its block, its position in the block, and its 128 bits in four numbers. Workers claim blocks in ascending
 * order, so the words that they keep include the smallest states of all.
 */
export type FreshWord = readonly [block: number, word: number, bits: readonly number[]];

/** Keeps the first words of a layer that have fresh states. */
export class FreshWords {
  readonly #most: number;
  readonly #from: number;
  #depth = 0;
  #keptDepth = 0;
  #states = 0;
  #words: FreshWord[] = [];

  /**
   * @param most maximum number of states; words are not divided
   * @param from minimum depth of states to keep
   */
  constructor(most: number, from: number) {
    this.#most = most;
    this.#from = from;
  }

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

  get kept(): KeptLayer<FreshWord> {
    return { depth: this.#keptDepth, entries: this.#words };
  }
}

/** Duration of a measurement, if layers are short. */
const MEASURED_SECONDS = 0.2;
/** Maximum duration of the measurement. Filling the memory of small puzzles takes longer than searching it. */
const MOST_MILLISECONDS = 500;
/** Layers after which V8 has optimized the kernel. */
const WARM_UP_LAYERS = 3;

/** Returns the average seconds of some layers, in less than a second. @param layer finds a layer, and returns its seconds */
export function secondsPerLayer(layer: () => number): number {
  for (let count = 0; count < WARM_UP_LAYERS; count++) layer();
  let measured = 0;
  let seconds = 0;
  const end = performance.now() + MOST_MILLISECONDS;
  do {
    seconds += layer();
    measured++;
  } while (seconds < MEASURED_SECONDS && performance.now() < end);
  return seconds / measured;
}
