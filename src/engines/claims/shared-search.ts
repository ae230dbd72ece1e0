/** The shared memory of a search of a state space. */

import { MemoryError, sharedArray } from '../../base/memory.js';
import { grouped } from '../../base/text/numbers.js';
import { newRoundCounters } from '../../base/threads/rounds.js';
import { threadsFor } from '../../base/threads/thread-count.js';
import type { SpaceOutline } from '../../space/facts.js';
import type { NumberedSpace } from '../../space/space.js';
import { bitsOf, type CodeBits, codeBytes, codeOfDepth, widen, widerBits } from './codes.js';
import { type FrontierList, listCapacity, placeBytes } from './frontier-list.js';
import { Plan, type PlannedSpace } from './plan.js';

/** The search as sent to workers: plain data or shared memory. */
export interface SharedSearch {
  /** Identifies this memory. It changes when the codes become wider. */
  readonly generation: number;
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
  /** [worker]: number of states that the worker has found in the layer. */
  readonly found: Float64Array;
  /** Counters of src/base/threads/rounds.ts. */
  readonly counters: Int32Array;
}

/** Properties of a space that determine the memory of a search. */
export type SearchedSpace = Pick<NumberedSpace, 'size' | 'reversible'>;

/** Minimum number of states that are worth another thread: some 3 ms of work. */
const STATES_PER_PIECE = 16_384;

/** States that one thread enumerates per second. Measured: 3 to 8 million for built-in spaces of at least a million states. */
const STATES_PER_SECOND = 5e6;

/**
 * Returns the number of worker threads that enumerate a space.
 * @param asked maximum number of threads; by default chosen by the size of the space
 */
export function threadsToClaim({ size }: Pick<SpaceOutline, 'size'>, asked?: number): number {
  return threadsFor(asked, size / STATES_PER_SECOND, Math.floor(size / STATES_PER_PIECE));
}

export function searchBytes(size: number, bits: CodeBits): number {
  const codes = codeBytes(size, bits);
  return codes + (bits === 2 ? codes / 2 : 0) + 2 * listCapacity(size) * placeBytes(size);
}

/** Options of a search. */
export interface SearchCourse {
  readonly table: boolean;
  /** Depth of the last layer that was found earlier; 0 if the search begins with the starts. */
  readonly depth: number;
  readonly threads: number;
}

/**
 * Allocates the memory, all zeros. Workers touch its pages when they find states.
 * @throws MemoryError if the operating system refuses the memory
 */
export function newSearch({ size, reversible }: SearchedSpace, { table, depth, threads }: SearchCourse): SharedSearch {
  const bits = bitsOf(reversible, table, depth);
  const capacity = listCapacity(size);
  const List = placeBytes(size) === 4 ? Uint32Array : Float64Array;
  const newList = (): FrontierList => sharedArray<FrontierList>(List, capacity * placeBytes(size));
  const words = newWords(size, bits);
  return {
    generation: 0,
    bits,
    words,
    expanded: bits === 2 ? sharedArray(Uint16Array, 2 * words.length) : undefined,
    lists: [newList(), newList()],
    reserved: sharedArray(Int32Array, 4),
    plan: new Plan().numbers,
    found: sharedArray(Float64Array, 8 * threads),
    counters: newRoundCounters(),
  };
}

/** Marks the starts in a new search. */
export function plant(search: SharedSearch, starts: readonly number[], space: PlannedSpace): void {
  const { bits, words } = search;
  const perWord = 32 / bits;
  for (const state of starts) words[Math.floor(state / perWord)] |= codeOfDepth(bits, 0) << (bits * (state % perWord));
  const isListed = starts.length <= space.capacity;
  if (isListed) firstListOf(search).set(starts);
  new Plan(search.plan).begin([starts.length], isListed ? starts.length : undefined, space);
}

/** Returns the list that holds the first frontier of a new search. */
export function firstListOf({ lists }: SharedSearch): FrontierList {
  // The list with the other number, because a plan of zeros swaps the lists before the next layer.
  return lists[1];
}

/** Returns each start once, in ascending order. */
export function distinctStarts(starts: readonly number[]): number[] {
  return [...new Set(starts)].sort((one, other) => one - other);
}

/** Copies a search into wider codes, for greater depths. @throws MemoryError if the operating system refuses the memory */
export function withWiderCodes(search: SharedSearch, size: number): SharedSearch {
  const bits = widerBits(search.bits);
  const words = newWords(size, bits);
  widen(search.words, search.bits === 8 ? 8 : 16, words, bits, size);
  return { ...search, generation: search.generation + 1, bits, words };
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
