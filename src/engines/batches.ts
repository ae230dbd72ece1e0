/**
 * Layers found in batches, by workers that need no coordinator between layers: the messages, a worker's part of a batch, and what the workers
 * share.
 */

import { PROCESS } from '#machine/machine.js';
import { claim, endRound, join, newRoundCounters } from '../base/threads.js';

/** Consecutive layers to find: at least one, and more as long as they take less than `seconds`. */
export interface Batch {
  /** Seconds during which workers begin new layers. */
  readonly seconds: number;
  /** Maximum depth to find. */
  readonly lastDepth: number;
  readonly workers: number;
  /** True if waiting workers may keep a processor busy. */
  readonly spin: boolean;
}

/**
 * @template Shared the memory of a run, which its workers share
 * @template Request what the workers observe; plain data, the same during a run
 */
export interface BatchTask<Shared extends SharedRun, Request = Keeping> {
  readonly shared: Shared;
  readonly batch: Batch;
  readonly request: Request;
}

/** Everything that a worker needs to join a run: plain data or shared memory. */
export interface SharedRun {
  /** Different for each run of a process. */
  readonly id: string;
  readonly progress: SharedProgress;
}

/** A worker's part of a batch. */
export interface BatchResult<Observed> {
  /** The layers that this worker finished last; each layer is in the result of one worker. */
  readonly layers: readonly { readonly depth: number; readonly fresh: number }[];
  readonly observed: readonly Observation<Observed>[];
}

/** What a worker has observed of its part of a layer. */
export interface Observation<Observed> {
  readonly depth: number;
  readonly observed: Observed;
}

/**
 * One worker finds layers of less than 200 microseconds of work. Workers take 10 to 50 microseconds to wait for each other, and much
 * longer if processors are busy otherwise.
 */
export const SECONDS_FOR_ONE = 200e-6;

/** Finds layers in the memory of a run. Each worker has one, with its own scratch space. */
export interface LayerFinder<Observed> {
  readonly observer: Observer<Observed>;
  /** Number of consecutive rounds of a layer. A round may read what all workers have found in earlier ones. @default 1 */
  readonly rounds?: number;
  /** Maximum number of parts that a worker claims at a time. */
  readonly mostPerClaim: number;
  /**
   * Begins a round of a layer.
   * @param alone true if no other worker writes
   * @returns the number of parts, such as blocks, which are found one by one in order
   */
  begin(depth: number, alone: boolean, round: number): number;
  /**
   * Finds the states of the layer in the parts `begin` to `end` - 1.
   * @param count receives the numbers found
   */
  find(begin: number, end: number, depth: number, count: LayerCount, alone: boolean, round: number): void;
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

/** Observes the states of each layer on the worker that finds them. */
export interface Observer<Observed> {
  begin(depth: number): void;
  /** Returns what has been observed, if it may be of use. Called at the end of each batch. */
  observed(): readonly Observation<Observed>[];
}

/** Claims into which a worker's part of a layer is divided. Small claims let all workers finish at about the same time. */
const CLAIMS_PER_WORKER = 32;

/** A worker, which joins one run after another. */
export class LayerWorker<Shared extends SharedRun, Observed, Request = Keeping> {
  readonly #finderOf: FinderOf<Shared, Observed, Request>;
  /** The run that the worker has joined. */
  #member: { readonly id: string; readonly worker: number; readonly finder: LayerFinder<Observed> } | undefined;

  constructor(finderOf: FinderOf<Shared, Observed, Request>) {
    this.#finderOf = finderOf;
  }

  /** Releases the memory of the run that this worker has joined. */
  release(): void {
    this.#member = undefined;
  }

  /** Finds layers until the batch's time is over, its last layer is found, or a layer is empty. */
  findLayers(task: BatchTask<Shared, Request>): BatchResult<Observed> {
    const { shared, batch } = task;
    const { cursor, counters, found, active } = shared.progress;
    const { workers, lastDepth, spin } = batch;
    const { worker, finder } = this.#join(task);
    const layers: { depth: number; fresh: number }[] = [];
    const end = performance.now() + 1000 * batch.seconds;
    const find = (alone: boolean) => {
      const depth = cursor[DEPTH] + 1;
      const count = { states: 0, active: 0 };
      finder.observer.begin(depth);
      for (let round = 0; round < (finder.rounds ?? 1); round++) {
        if (round > 0 && !alone) endRound(counters, workers, spin, true, () => true);
        findShare(finder, counters, workers, depth, alone, count, round);
      }
      finder.end?.();
      found[worker] = count.states;
      active[worker] = count.active;
    };
    const settle = () => {
      const states = sumOf(found);
      layers.push({ depth: cursor[DEPTH] + 1, fresh: states });
      setProgress(shared, cursor[DEPTH] + 1, sumOf(active));
      finder.complete?.(states);
    };
    /** Finds small layers alone while the others wait. @returns true if the next layer is for all of them */
    const another = () => {
      settle();
      while (cursor[DEPTH] < lastDepth && performance.now() < end) {
        if (finder.secondsFor(cursor[ACTIVE]) >= SECONDS_FOR_ONE) return true;
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
    return { layers, observed: finder.observer.observed() };
  }

  #join({ shared, batch, request }: BatchTask<Shared, Request>) {
    if (this.#member?.id !== shared.id) {
      const worker = join(shared.progress.counters);
      // A worker that replaces a dead one cannot join: the others wait for the dead one.
      if (worker >= batch.workers) throw new Error('a worker joined in the middle of an exploration');
      this.#member = { id: shared.id, worker, finder: this.#finderOf(shared, worker, request, batch.workers) };
    }
    return this.#member;
  }
}

/** Returns the finder of a run for one of its workers. */
type FinderOf<Shared, Observed, Request> = (
  shared: Shared,
  worker: number,
  request: Request,
  workers: number,
) => LayerFinder<Observed>;

/** Finds the parts of a round that this worker claims. @param alone true if the worker finds all parts */
function findShare(
  finder: LayerFinder<unknown>,
  counters: Int32Array,
  workers: number,
  depth: number,
  alone: boolean,
  count: LayerCount,
  round: number,
): void {
  const parts = finder.begin(depth, alone, round);
  if (alone) {
    finder.find(0, parts, depth, count, true, round);
    return;
  }
  const claimed = Math.min(finder.mostPerClaim, Math.ceil(parts / (workers * CLAIMS_PER_WORKER)));
  for (let begin = claim(counters) * claimed; begin < parts; begin = claim(counters) * claimed) {
    finder.find(begin, Math.min(begin + claimed, parts), depth, count, false, round);
  }
}

function sumOf(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/* The progress of a run, in shared memory. All workers read it during a layer, and one of them writes the cursor between layers. */

interface SharedProgress {
  /** The numbers DEPTH and ACTIVE. */
  readonly cursor: Float64Array;
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
  const progress = { cursor: numbers(FIELDS), found: numbers(threads), active: numbers(threads) };
  return { id: `${PROCESS}-${runs++}`, progress: { ...progress, counters: newRoundCounters() } };
}

/** Sets the progress of a run after a complete layer. @param active parts that have states of the layer */
export function setProgress({ progress: { cursor } }: SharedRun, depth: number, active: number): void {
  cursor[DEPTH] = depth;
  cursor[ACTIVE] = active;
}

/** Selection of the states to keep of each layer. Plain data. */
export interface Keeping {
  /** Maximum number of states per worker. */
  readonly most: number;
  /** Minimum depth of layers whose states are kept. @default 0 */
  readonly from?: number | undefined;
}

/** Keeps the smallest states of a layer. Any layer may be the last one, whose states are the antipodes. */
export class FirstStates implements Observer<readonly number[]> {
  /** Bound of the states to add: states from this number on are not needed. */
  bound = 0;
  readonly #most: number;
  readonly #from: number;
  readonly #kept: Float64Array;
  #count = 0;
  #depth = 0;
  #keptDepth = 0;

  constructor({ most, from = 0 }: Keeping) {
    this.#most = most;
    this.#from = from;
    this.#kept = new Float64Array(2 * most);
  }

  begin(depth: number): void {
    this.#depth = depth;
    this.bound = this.#most === 0 || depth < this.#from ? 0 : Number.POSITIVE_INFINITY;
  }

  /** True if more states are needed of a worker that adds them in ascending order. */
  get wantsMore(): boolean {
    return this.bound === Number.POSITIVE_INFINITY;
  }

  /** Adds a state, which replaces those of other layers. @param state less than `bound` */
  add(state: number): void {
    if (this.#keptDepth !== this.#depth) {
      this.#keptDepth = this.#depth;
      this.#count = 0;
    }
    this.#kept[this.#count++] = state;
    if (this.#count < this.#kept.length) return;
    this.#kept.sort();
    this.#count = this.#most;
    this.bound = this.#kept[this.#most - 1];
  }

  observed(): readonly Observation<readonly number[]>[] {
    const states = this.#kept.slice(0, this.#count).sort();
    return [{ depth: this.#keptDepth, observed: Array.from(states.subarray(0, this.#most)) }];
  }
}

/** Number of states of a word. */
const WORD_STATES = 128;

/**
 * Keeps the first fresh bits of a layer, numbered word by word. The numbers of states ascend from word to word, but not within a word. So
 * all bits of the last word are kept too.
 */
export class FirstBits extends FirstStates {
  readonly #enough: number;
  #added = 0;

  constructor({ most, from }: Keeping) {
    super({ most: most === 0 ? 0 : most + WORD_STATES, from });
    this.#enough = most;
  }

  override begin(depth: number): void {
    super.begin(depth);
    this.#added = 0;
  }

  /** Adds the bits of a word. @param word its number among those of all blocks @param bits in four numbers */
  addWord(word: number, bits: Uint32Array): void {
    for (let part = 0; part < bits.length; part++) {
      for (let rest = bits[part]; rest !== 0; rest &= rest - 1) {
        this.add(WORD_STATES * word + 32 * part + 31 - Math.clz32(rest & -rest));
        this.#added++;
      }
    }
    if (this.#added >= this.#enough) this.bound = 0;
  }
}
