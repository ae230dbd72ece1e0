/** A worker of the engine `general`: it opens the space for itself, and finds layers together with the others. */

import { breakOff } from '../../base/threads.js';
import { NOT_WRITTEN, neighboursThrew, newNeighbours, wrongNeighbour } from '../../space/answers.js';
import { checkSamples } from '../../space/check.js';
import { NO_STATE, writeState } from '../../space/definition.js';
import { type NumberedSpace, outlineOf } from '../../space/space.js';
import { loadSpace } from '../../spaces/open-space.js';
import {
  FirstStates,
  type Keeping,
  type LayerCount,
  type LayerFinder,
  LayerWorker,
  SECONDS_FOR_ONE,
} from '../batches.js';
import {
  EMPTY_32,
  EMPTY_64,
  FROM_LIST,
  FROM_REST,
  type FrontierList,
  ListWriter,
  PLACES_PER_RUN,
  Plan,
} from './frontier.js';
import {
  type CodeBits,
  codeOfDepth,
  failedOutcome,
  type SharedSearch,
  type SpaceOutcome,
  type SpaceResults,
  type SpaceTask,
} from './shared-search.js';

/** State of this thread. */
let opened: NumberedSpace | undefined;
const worker = new LayerWorker(
  (search: SharedSearch, _, keeping: Keeping) => new LayerSearch(opened as NumberedSpace, search, keeping),
);

/** Releases the exploration that this worker has joined. */
export function releaseSpace(): void {
  opened = undefined;
  worker.release();
}

export async function work(task: SpaceTask): Promise<SpaceOutcome> {
  try {
    const space = opened ?? (await loadSpace(task.source));
    opened = space;
    return { result: resultOfTask(space, task) };
  } catch (error) {
    // Otherwise the other workers would wait for this one forever.
    if (task.step === 'layers') breakOff(task.shared.progress.counters);
    return failedOutcome(error);
  }
}

function resultOfTask(space: NumberedSpace, task: SpaceTask): SpaceResults[keyof SpaceResults] {
  switch (task.step) {
    case 'open':
      return outlineOf(space);
    case 'check':
      checkSamples(space);
      return space.starts.map((state) => writeState(space, state));
    case 'speed':
      return statesPerSecond(space, task.words);
    case 'layers':
      return worker.findLayers(task);
    case 'format':
      return task.states.map((state) => writeState(space, state));
  }
}

/* One worker's share of the layers: the inner loops of the engine `general`. */

/** The lowest bit of each code of 2 bits. */
const LOW_BITS = 0x55555555;

/** Number of places or words in a part of a layer, and maximum number of parts that a worker claims at a time. */
const PART = PLACES_PER_RUN;
const MOST_PARTS_PER_CLAIM = 64;

/** Number of neighbours that one thread finds per second. Layers of fewer than 16,384 neighbours are found by one worker. */
const NEIGHBOURS_PER_SECOND = 16_384 / SECONDS_FOR_ONE;

export class LayerSearch implements LayerFinder<readonly number[]> {
  readonly mostPerClaim = MOST_PARTS_PER_CLAIM;
  readonly #space: NumberedSpace;
  readonly #reserved: Int32Array;
  readonly #plan: Plan;
  readonly #bits: CodeBits;
  readonly #words: Int32Array;
  readonly #expanded: Uint16Array | undefined;
  readonly #lists: readonly [FrontierList, FrontierList];
  readonly #empty: number;
  readonly #writer: ListWriter;
  readonly observer: FirstStates;

  /** Neighbours of the state that is expanded; NOT_WRITTEN between two states. */
  readonly #next: Float64Array;
  readonly #size: number;
  /** Factor for the word of a state, floor(state * factor). Exact, because it is a power of 2. */
  readonly #wordsPerState: number;
  /** Mask for the index of a state in its word, state & mask. */
  readonly #indexMask: number;
  readonly #codeMask: number;

  /** Codes of the last layer, and of the one that is being found. */
  #last = 0;
  #code = 0;
  /** True if no other worker writes. */
  #alone = true;
  /** Number of places or words that the layer is found from. */
  #count = 0;
  #found = 0;

  constructor(space: NumberedSpace, search: SharedSearch, keeping: Keeping) {
    this.#space = space;
    this.#reserved = search.reserved;
    this.#plan = new Plan(search.plan);
    this.#bits = search.bits;
    this.#words = search.words;
    this.#expanded = search.expanded;
    this.#lists = search.lists;
    this.#empty = search.lists[0] instanceof Uint32Array ? EMPTY_32 : EMPTY_64;
    this.#writer = new ListWriter(search.lists[0], search.reserved);
    this.observer = new FirstStates(keeping);
    this.#next = newNeighbours(space);
    this.#size = space.size;
    this.#wordsPerState = search.bits / 32;
    this.#indexMask = 32 / search.bits - 1;
    this.#codeMask = search.bits === 32 ? -1 : (1 << search.bits) - 1;
  }

  begin(depth: number, alone: boolean): number {
    const { way, list, places } = this.#plan;
    this.#alone = alone;
    this.#last = codeOfDepth(this.#bits, depth - 1);
    this.#code = codeOfDepth(this.#bits, depth);
    this.#writer.begin(this.#lists[1 - list]);
    this.#count = way === FROM_LIST ? places : this.#words.length;
    return Math.ceil(this.#count / PART);
  }

  /** @throws SpaceError */
  find(firstPart: number, endPart: number, _depth: number, count: LayerCount): void {
    const begin = firstPart * PART;
    const end = Math.min(endPart * PART, this.#count);
    const { way } = this.#plan;
    this.#found = 0;
    if (way === FROM_LIST) this.#fromList(begin, end);
    else if (way === FROM_REST) this.#fromRest(begin, end);
    else if (this.#expanded === undefined) this.#fromWholeDepths(begin, end);
    else this.#fromCodes(begin, end);
    count.states += this.#found;
    count.active += this.#found;
  }

  end(): void {
    this.#writer.end();
  }

  /** Plans the next layer. */
  complete(fresh: number): void {
    this.#plan.next(fresh, Atomics.exchange(this.#reserved, 0, 0), this.#space);
  }

  secondsFor(active: number): number {
    return (active * this.#space.moves.length) / NEIGHBOURS_PER_SECOND;
  }

  /** Expands the states in some places of the frontier's list. */
  #fromList(begin: number, end: number): void {
    const list = this.#lists[this.#plan.list];
    for (let place = begin; place < end; place++) {
      const state = list[place];
      if (state !== this.#empty) this.#expand(state);
    }
  }

  /**
   * Expands the states of the last layer in some words of 2-bit codes. Layers 3, 6 ... before it have the same code, but their states
   * are marked.
   */
  #fromCodes(begin: number, end: number): void {
    const words = this.#words;
    const expanded = this.#expanded as Uint16Array;
    const pattern = LOW_BITS * this.#last;
    for (let word = begin; word < end; word++) {
      const different = words[word] ^ pattern;
      let same = ~(different | (different >>> 1)) & LOW_BITS;
      if (same === 0) continue;
      // Gathers every other one of the 32 bits into 16 adjacent bits.
      same = (same | (same >>> 1)) & 0x33333333;
      same = (same | (same >>> 2)) & 0x0f0f0f0f;
      same = (same | (same >>> 4)) & 0x00ff00ff;
      same = (same | (same >>> 8)) & 0xffff & ~expanded[word];
      if (same === 0) continue;
      expanded[word] |= same;
      for (; same !== 0; same &= same - 1) this.#expand(word * 16 + 31 - Math.clz32(same & -same));
    }
  }

  /** Expands the states of the last layer in some words of whole depths. */
  #fromWholeDepths(begin: number, end: number): void {
    const words = this.#words;
    const perWord = this.#indexMask + 1;
    for (let word = begin; word < end; word++) {
      if (words[word] === 0) continue;
      for (let place = 0; place < perWord; place++) {
        if (((words[word] >>> (place * this.#bits)) & this.#codeMask) === this.#last) {
          this.#expand(word * perWord + place);
        }
      }
    }
  }

  /** Tests the unreached states in some words of 2-bit codes, which no other worker writes. */
  #fromRest(begin: number, end: number): void {
    const words = this.#words;
    for (let word = begin; word < end; word++) {
      const present = words[word];
      let absent = ~(present | (present >>> 1)) & LOW_BITS;
      let fresh = 0;
      for (; absent !== 0; absent &= absent - 1) {
        const bit = 31 - Math.clz32(absent & -absent);
        const state = word * 16 + (bit >> 1);
        // The last word may end in places without states.
        if (state >= this.#size) break;
        if (!this.#isNext(state)) continue;
        fresh |= this.#code << bit;
        this.#keep(state);
      }
      if (fresh !== 0) words[word] = present | fresh;
    }
  }

  /** Claims the neighbours of a state that have not been reached yet. */
  #expand(state: number): void {
    this.#writeNeighbours(state);
    const next = this.#next;
    const words = this.#words;
    const size = this.#size;
    const wordsPerState = this.#wordsPerState;
    const indexMask = this.#indexMask;
    const bits = this.#bits;
    const codeMask = this.#codeMask;
    for (let move = 0; move < next.length; move++) {
      const to = next[move];
      next[move] = NOT_WRITTEN;
      if (!(to >= 0 && to < size)) {
        if (to === NO_STATE) continue;
        throw wrongNeighbour(this.#space, state, move, to);
      }
      if (Math.floor(to) !== to) throw wrongNeighbour(this.#space, state, move, to);
      const word = (to * wordsPerState) >>> 0;
      const shift = (to & indexMask) * bits;
      if (((words[word] >>> shift) & codeMask) === 0 && this.#claim(word, shift)) this.#keep(to);
    }
  }

  /** Returns true if a neighbour of a state belongs to the last layer. Validates all neighbours. */
  #isNext(state: number): boolean {
    this.#writeNeighbours(state);
    const next = this.#next;
    const words = this.#words;
    const size = this.#size;
    const last = this.#last;
    let found = false;
    for (let move = 0; move < next.length; move++) {
      const to = next[move];
      next[move] = NOT_WRITTEN;
      if (!(to >= 0 && to < size)) {
        if (to === NO_STATE) continue;
        throw wrongNeighbour(this.#space, state, move, to);
      }
      if (Math.floor(to) !== to) throw wrongNeighbour(this.#space, state, move, to);
      found ||= ((words[(to / 16) >>> 0] >>> ((to & 15) * 2)) & 3) === last;
    }
    return found;
  }

  #writeNeighbours(state: number): void {
    try {
      this.#space.neighbours(state, this.#next);
    } catch (error) {
      throw neighboursThrew(this.#space, state, this.#next, error);
    }
  }

  #claim(word: number, shift: number): boolean {
    if (this.#alone) {
      this.#words[word] |= this.#code << shift;
      return true;
    }
    const before = Atomics.or(this.#words, word, this.#code << shift);
    return ((before >>> shift) & this.#codeMask) === 0;
  }

  #keep(state: number): void {
    this.#found++;
    this.#writer.append(state);
    if (state < this.observer.bound) this.observer.add(state);
  }
}

/*
 * Measures how fast a worker expands states, which takes nearly all of the time. As in a layer, the worker calls `neighbours` for
 * states all over the space, reads the code of each neighbour, and claims one. The codes do not belong to a search, so nothing is
 * enumerated. A large space has fewer codes than states, but they still exceed the processor's caches.
 */

/** Duration of the warm-up, in which V8 compiles the functions of a space. */
const WARM_UP_SECONDS = 0.3;
const SECONDS = 0.5;
/** Step from one run of states to the next, as a share of the space. Its multiples are evenly distributed. */
const TURN = (Math.sqrt(5) - 1) / 2;
/** Number of consecutive states in a run. Many states of a large layer are consecutive. */
const RUN = 64;
const STATES_PER_WORD = 16;

/** Measures the speed of this worker. @returns states per second @throws SpaceError */
function statesPerSecond(space: NumberedSpace, words: Int32Array): number {
  const next = newNeighbours(space);
  let place = Math.random();
  let state = 0;
  const expandFor = (seconds: number) => {
    const begin = performance.now();
    let states = 0;
    let elapsed = 0;
    // The clock is read rarely if a space is fast.
    for (let some = 1; elapsed < seconds; some = Math.min(2 * some, 1024)) {
      for (let count = 0; count < some; count++) {
        if (count % RUN === 0) {
          place = (place + TURN) % 1;
          state = Math.floor(place * space.size);
        }
        expand(space, state, next, words);
        state = (state + 1) % space.size;
      }
      states += some;
      elapsed = (performance.now() - begin) / 1000;
    }
    return states / elapsed;
  };
  expandFor(WARM_UP_SECONDS);
  return expandFor(SECONDS);
}

function expand(space: NumberedSpace, state: number, next: Float64Array, words: Int32Array): void {
  try {
    space.neighbours(state, next);
  } catch (error) {
    throw neighboursThrew(space, state, next, error);
  }
  let last = state;
  for (let move = 0; move < next.length; move++) {
    const to = next[move];
    if (to === NO_STATE) continue;
    if (!(to >= 0 && to < space.size)) throw wrongNeighbour(space, state, move, to);
    if (words[Math.floor(to / STATES_PER_WORD) % words.length] !== -1) last = to;
  }
  Atomics.or(words, Math.floor(last / STATES_PER_WORD) % words.length, 1);
}
