/** The shared memory of a search through a state space. */

import { MemoryError, sharedArray } from '../../base/memory.js';
import { grouped } from '../../base/text/numbers.js';
import { newRoundCounters } from '../../base/threads/rounds.js';
import { threadsFor } from '../../base/threads/thread-count.js';
import type { SpaceOutline } from '../../space/facts.js';
import type { NumberedSpace } from '../../space/space.js';
import { bitsOf, type CodeBits, codeBytes, codeOfDepth, widen, widerBits } from './codes.js';
import { type FrontierList, listCapacity, placeBytes } from './frontier-list.js';
import { Plan, type PlannedSpace } from './plan.js';

/** All of it is plain data or shared memory, and so can be given to workers. */
export interface SharedSearch {
  /** Of this memory; another one if the codes have become wider. */
  readonly generation: number;
  readonly bits: CodeBits;
  /** The codes of all states. */
  readonly words: Int32Array;
  /** A bit for each state that was expanded from its code, so that it is not expanded again three layers later; codes of 2 bits only. */
  readonly expanded: Uint16Array | undefined;
  readonly lists: readonly [FrontierList, FrontierList];
  /** Places of the next list that are reserved. */
  readonly reserved: Int32Array;
  /** Numbers of a Plan. */
  readonly plan: Float64Array;
  /** States that each worker has found in the layer. */
  readonly found: Float64Array;
  /** Of src/base/threads/rounds.ts. */
  readonly counters: Int32Array;
}

/** What a search needs to know of a space. */
export type SearchedSpace = Pick<NumberedSpace, 'size' | 'reversible'>;

/** States of a piece of work that is worth handing to another thread: some 3 ms. */
const STATES_PER_PIECE = 16_384;

/** States that one thread enumerates in a second: 3 to 8 million of the built-in spaces, from a million states on. */
const STATES_PER_SECOND = 5e6;

/**
 * Returns the number of worker threads that enumerate a space.
 * @param asked the most; by default as many as are worth their start
 */
export function threadsToClaim({ size }: Pick<SpaceOutline, 'size'>, asked?: number): number {
  return threadsFor(asked, size / STATES_PER_SECOND, Math.floor(size / STATES_PER_PIECE));
}

export function searchBytes(size: number, bits: CodeBits): number {
  const codes = codeBytes(size, bits);
  return codes + (bits === 2 ? codes / 2 : 0) + 2 * listCapacity(size) * placeBytes(size);
}

/** How a search is made. */
export interface SearchCourse {
  readonly table: boolean;
  /** Depth of the last layer that was found before; 0 if the search begins with the starts. */
  readonly depth: number;
  readonly threads: number;
}

/**
 * Allocates the memory, all zeros. Its pages are touched by the workers, when states are found.
 * @throws MemoryError if the machine refuses
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

/** Puts the starts into a new search. */
export function plant(search: SharedSearch, starts: readonly number[], space: PlannedSpace): void {
  const { bits, words } = search;
  const perWord = 32 / bits;
  for (const state of starts) words[Math.floor(state / perWord)] |= codeOfDepth(bits, 0) << (bits * (state % perWord));
  const isListed = starts.length <= space.capacity;
  if (isListed) firstListOf(search).set(starts);
  new Plan(search.plan).begin([starts.length], isListed ? starts.length : undefined, space);
}

/** Returns the list of the frontier that a new search begins with. */
export function firstListOf({ lists }: SharedSearch): FrontierList {
  // That of the plan's other number: a plan of zeros changes them before the next layer.
  return lists[1];
}

/** Returns each start once, ascending. */
export function distinctStarts(starts: readonly number[]): number[] {
  return [...new Set(starts)].sort((one, other) => one - other);
}

/** The same search with codes for greater depths. @throws MemoryError if the machine refuses */
export function withWiderCodes(search: SharedSearch, size: number): SharedSearch {
  const bits = widerBits(search.bits);
  const words = newWords(size, bits);
  widen(search.words, search.bits === 8 ? 8 : 16, words, bits, size);
  return { ...search, generation: search.generation + 1, bits, words };
}

/** Words are found by numbers of 32 bits. */
const MOST_WORDS = 2 ** 32;

function newWords(size: number, bits: CodeBits): Int32Array {
  const bytes = codeBytes(size, bits);
  if (bytes / 4 > MOST_WORDS) {
    const most = (MOST_WORDS / bits) * 32;
    throw new MemoryError(
      `the general method takes at most ${grouped(most)} states of ${bits} bits, and this space has ${grouped(size)}`,
    );
  }
  return sharedArray(Int32Array, bytes);
}
