/** The shared memory of a search of a state space, and the messages between its coordinator and its workers. */

import { MemoryError, sharedArray } from '../../base/memory.js';
import { grouped, InputError } from '../../base/text.js';
import { threadsFor } from '../../base/threads.js';
import { SpaceError } from '../../space/definition.js';
import type { NumberedSpace, SpaceOutline, SpaceSource } from '../../space/space.js';
import type { Encoding } from '../../table/contents.js';
import { type BatchResult, type BatchTask, newSharedRun, type SharedRun, setProgress } from '../batches.js';
import { type FrontierList, listCapacity, numberBytes, Plan, type PlannedSpace } from './frontier.js';

/** The search as sent to workers: plain data or shared memory. */
export interface SharedSearch extends SharedRun {
  readonly bits: CodeBits;
  /** The codes of all states. */
  readonly words: Int32Array;
  /**
   * One bit per state that was expanded from its code, so that it is not expanded again three layers later. Only for codes of 2 bits.
   */
  readonly expanded: Uint16Array | undefined;
  readonly lists: readonly [FrontierList, FrontierList];
  /** Number of reserved places of the next list. */
  readonly reserved: Int32Array;
  /** Numbers of a Plan, see the class. */
  readonly plan: Float64Array;
}

/** Minimum number of states that are worth another thread: some 3 ms of work. */
const STATES_PER_PIECE = 16_384;

/** States that one thread enumerates per second. Measured: 3 to 8 million for built-in spaces of at least a million states. */
const STATES_PER_SECOND = 5e6;

/** Returns the approximate seconds in which one thread enumerates a space. */
export function generalSeconds({ size }: Pick<SpaceOutline, 'size'>): number {
  return size / STATES_PER_SECOND;
}

/**
 * Returns the number of worker threads that enumerate a space.
 * @param most maximum number of threads; by default chosen by the size of the space
 */
export function generalThreads(space: Pick<SpaceOutline, 'size'>, most?: number): number {
  return threadsFor(most, generalSeconds(space), Math.floor(space.size / STATES_PER_PIECE));
}

export function searchBytes(size: number, bits: CodeBits): number {
  const codes = codeBytes(size, bits);
  return codes + (bits === 2 ? codes / 2 : 0) + 2 * listCapacity(size) * numberBytes(size);
}

/**
 * Allocates the memory, all zeros. Workers touch its pages when they find states.
 * @param table true if a table is made
 * @param depth of the last layer that was found earlier; 0 if the search begins with the starts
 * @throws MemoryError if the operating system refuses the memory
 */
export function newSearch(
  { size, reversible }: Pick<NumberedSpace, 'size' | 'reversible'>,
  table: boolean,
  depth: number,
  threads: number,
): SharedSearch {
  const bits = bitsOf(reversible, table, depth);
  const capacity = listCapacity(size);
  const List = numberBytes(size) === 4 ? Uint32Array : Float64Array;
  const newList = (): FrontierList => sharedArray<FrontierList>(List, capacity * numberBytes(size));
  const words = newWords(size, bits);
  return {
    ...newSharedRun(threads),
    bits,
    words,
    expanded: bits === 2 ? sharedArray(Uint16Array, 2 * words.length) : undefined,
    lists: [newList(), newList()],
    reserved: sharedArray(Int32Array, 4),
    plan: new Plan().numbers,
  };
}

/** Marks the starts in a new search. */
export function seedSearch(search: SharedSearch, starts: readonly number[], space: PlannedSpace): void {
  const { bits, words } = search;
  const perWord = 32 / bits;
  for (const state of starts) words[Math.floor(state / perWord)] |= codeOfDepth(bits, 0) << (bits * (state % perWord));
  const isListed = starts.length <= listCapacity(space.size);
  if (isListed) firstList(search).set(starts);
  beginSearch(search, [starts.length], isListed ? starts.length : undefined, space);
}

/** Returns the list that holds the first frontier of a new search. */
export function firstList({ lists }: SharedSearch): FrontierList {
  // The list with the other number, because a plan of zeros swaps the lists before the next layer.
  return lists[1];
}

/**
 * Prepares a search for its next layer.
 * @param histogram of the layers found so far
 * @param places number of used places in the last layer's list; undefined if it is not listed
 */
export function beginSearch(
  search: SharedSearch,
  histogram: readonly number[],
  places: number | undefined,
  space: PlannedSpace,
): void {
  new Plan(search.plan).begin(histogram, places, space);
  setProgress(search, histogram.length - 1, histogram[histogram.length - 1]);
}

/** Copies a search into wider codes, for greater depths. Workers join it anew. @throws MemoryError if the operating system refuses the memory */
export function withWiderCodes(search: SharedSearch, size: number, threads: number): SharedSearch {
  const bits = widerBits(search.bits);
  const words = newWords(size, bits);
  widen(search.words, search.bits === 8 ? 8 : 16, words, bits, size);
  const { id, progress } = newSharedRun(threads);
  return { ...search, id, progress: { ...progress, cursor: search.progress.cursor }, bits, words };
}

/** Checks that words can be addressed by 32-bit numbers. @throws MemoryError if there are too many */
const MOST_WORDS = 2 ** 32;

function newWords(size: number, bits: CodeBits): Int32Array {
  const bytes = codeBytes(size, bits);
  if (bytes / 4 > MOST_WORDS) {
    const most = (MOST_WORDS / bits) * 32;
    throw new MemoryError(
      `the general method takes at most ${grouped(most)} states of ${bits} bits, but this space has ${grouped(size)}`,
    );
  }
  return sharedArray(Int32Array, bytes);
}

/**
 * A task of a worker. The coordinator never runs a space's code: code that takes forever keeps only a worker busy, which can be
 * terminated. So workers also open the space, check it, and write its states.
 */
export type SpaceTask = SpaceStep & { readonly source: SpaceSource };

export type SpaceStep =
  | { readonly step: 'open' | 'check' }
  /** Measures the speed of a worker, while all others do the same. `words`: codes, shared by all, that do not belong to a search. */
  | { readonly step: 'speed'; readonly words: Int32Array }
  | ({ readonly step: 'layers' } & BatchTask<SharedSearch>)
  | { readonly step: 'format'; readonly states: readonly number[] };

/** The results of each step. */
export interface SpaceResults {
  readonly open: SpaceOutline;
  /** Texts of the starts. */
  readonly check: readonly string[];
  /** States per second. */
  readonly speed: number;
  readonly layers: BatchResult<readonly number[]>;
  readonly format: readonly string[];
}

/** The outcome of a task. Errors lose their class between threads, so errors of a space are returned. */
export type SpaceOutcome =
  | { readonly result: SpaceResults[keyof SpaceResults] }
  | { readonly failed: 'input' | 'space'; readonly message: string };

/** Returns the outcome of an error of a space or its source. @throws every other error */
export function failedOutcome(error: unknown): SpaceOutcome {
  if (error instanceof SpaceError) return { failed: 'space', message: error.message };
  if (error instanceof InputError) return { failed: 'input', message: error.message };
  throw error;
}

/** Returns the result of a task. @throws InputError, SpaceError if it failed */
export function resultOf(outcome: SpaceOutcome): SpaceResults[keyof SpaceResults] {
  if ('result' in outcome) return outcome.result;
  throw outcome.failed === 'space' ? new SpaceError(outcome.message) : new InputError(outcome.message);
}

/*
 * One code per state in words of 32 bits, which marks visited states and gives their distances.
 *
 * The code 0 marks a state that has not been reached. If moves can be undone, two bits are enough, and the other codes are 1 + depth
 * mod 3. The depths of neighbours differ by at most 1, so the code of a neighbour shows if it is nearer, equally far, or farther. If
 * moves cannot be undone, a neighbour may be nearer by any number. A table then holds whole depths: 1 + depth in 8 bits, or in 16 or 32
 * bits if necessary.
 *
 * A state is claimed by Atomics.or on its word. The worker that finds the code 0 in the previous word has claimed the state. This is
 * safe because all workers write the same code in a layer.
 */

export type CodeBits = 2 | 8 | 16 | 32;

/** Returns the name of the table encoding for codes of this width. */
export function encodingOf(bits: CodeBits): Encoding {
  return bits === 2 ? 'mod3' : `depth${bits}`;
}

/**
 * Returns the bits of the codes of layers up to a depth. Whole depths are needed only in tables of spaces whose moves cannot be undone.
 * Their codes become wider when the next layer would have none.
 */
export function bitsOf(reversible: boolean, table: boolean, depth = 0): CodeBits {
  if (reversible || !table) return 2;
  return ([8, 16] as const).find((bits) => depth <= lastDepth(bits)) ?? 32;
}

/** Returns the code of a depth as a signed 32-bit number. */
export function codeOfDepth(bits: CodeBits, depth: number): number {
  return bits === 2 ? 1 + (depth % 3) : (depth + 1) | 0;
}

/** Returns the maximum depth that has a code. */
export function lastDepth(bits: CodeBits): number {
  return bits === 2 ? Number.POSITIVE_INFINITY : 2 ** bits - 2;
}

export function codeBytes(size: number, bits: CodeBits): number {
  return 4 * Math.ceil((size * bits) / 32);
}

type Whole = Exclude<CodeBits, 2>;

/** Returns a view of the codes of `states` states from `begin` on, one number per state. */
function wholeCodes(words: Int32Array, bits: Whole, begin: number, states: number): WholeCodes {
  const offset = begin * (bits / 8);
  if (bits === 8) return new Uint8Array(words.buffer, offset, states);
  return bits === 16 ? new Uint16Array(words.buffer, offset, states) : new Uint32Array(words.buffer, offset, states);
}

type WholeCodes = Uint8Array | Uint16Array | Uint32Array;

/** Returns the bits of the next wider codes. */
export function widerBits(bits: CodeBits): Whole {
  return bits === 8 ? 16 : 32;
}

/** Copies codes of whole depths into wider ones. */
export function widen(from: Int32Array, bits: Whole, to: Int32Array, wider: Whole, size: number): void {
  for (let begin = 0; begin < size; begin += STATES_PER_VIEW) {
    const states = Math.min(STATES_PER_VIEW, size - begin);
    wholeCodes(to, wider, begin, states).set(wholeCodes(from, bits, begin, states));
  }
}

/** Returns how many states have a code other than 0. */
export function countReached(words: Int32Array, bits: CodeBits, size: number): number {
  let states = 0;
  if (bits === 2) {
    for (const word of words) states += countOnes((word | (word >>> 1)) & 0x55555555);
    return states;
  }
  for (let begin = 0; begin < size; begin += STATES_PER_VIEW) {
    for (const code of wholeCodes(words, bits, begin, Math.min(STATES_PER_VIEW, size - begin))) {
      if (code !== 0) states++;
    }
  }
  return states;
}

/** Returns the number of set bits of a word in which no odd bit is set. */
function countOnes(evenBits: number): number {
  const pairs = (evenBits & 0x33333333) + ((evenBits >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Views of this length are not too long for Node 20. */
const STATES_PER_VIEW = 2 ** 30;
const STATES_PER_COPY = 2 ** 18;

/**
 * Yields the codes as a table stores them: 1 + depth mod 3 unchanged, whole depths without the 1, so that 0 becomes the largest value.
 */
export function* tablePieces(words: Int32Array, bits: CodeBits, size: number): Generator<Uint8Array> {
  if (bits === 2) {
    for (let begin = 0; begin < size; begin += STATES_PER_VIEW) {
      const states = Math.min(STATES_PER_VIEW, size - begin);
      yield new Uint8Array(words.buffer, begin / 4, Math.ceil(states / 4));
    }
    return;
  }
  for (let begin = 0; begin < size; begin += STATES_PER_COPY) {
    const depths = wholeCodes(words, bits, begin, Math.min(STATES_PER_COPY, size - begin)).map((code) => code - 1);
    yield new Uint8Array(depths.buffer, depths.byteOffset, depths.byteLength);
  }
}
