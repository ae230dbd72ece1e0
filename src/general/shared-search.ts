/** The shared memory of a search through a state space. */

import { MemoryError } from '../explore/errors.js';
import type { Requirements } from '../explore/requirements.js';
import type { StateSpace } from '../space/state-space.js';
import { bytesText } from '../text/numbers.js';
import { newCounters } from '../threads/rounds.js';
import { type CodeBits, codeBytes, codeOf, firstBits, widen, widerBits } from './codes.js';
import { listCapacity, PLACES_PER_RUN, placeBytes, type StateList } from './frontier-list.js';
import { Plan } from './plan.js';

/** All of it is plain data or shared memory, and so can be given to workers. */
export interface SharedSearch {
  /** Of this memory; another one where the codes have become wider. */
  readonly generation: number;
  readonly bits: CodeBits;
  /** The codes of all states. */
  readonly words: Int32Array;
  /** A bit for each state that was expanded from its code, so that it is not expanded again three layers later; codes of 2 bits only. */
  readonly expanded: Uint16Array | undefined;
  readonly lists: readonly [StateList, StateList];
  /** Places of the next list that are reserved. */
  readonly reserved: Int32Array;
  /** Numbers of a Plan. */
  readonly plan: Float64Array;
  /** States that each worker has found in the layer. */
  readonly found: Float64Array;
  /** Of src/threads/rounds.ts. */
  readonly counters: Int32Array;
}

/** What a search needs to know of a space. */
export type SearchedSpace = Pick<StateSpace, 'size' | 'reversible'>;

/**
 * What enumerating a space takes.
 * @param table whether a table is made; spaces whose moves can be undone need no more for it
 */
export function spaceRequirements({ size, reversible }: SearchedSpace, table: boolean): Requirements {
  return { states: size, bytes: searchBytes(size, firstBits(reversible, table)) };
}

export function searchBytes(size: number, bits: CodeBits): number {
  const codes = codeBytes(size, bits);
  return codes + (bits === 2 ? codes / 2 : 0) + 2 * listCapacity(size) * placeBytes(size);
}

/**
 * Allocates the memory and puts the starts there. Its pages are touched by the workers, when states are found.
 * @throws MemoryError where the machine refuses
 */
export function newSearch(
  { size, reversible, starts, moves }: SearchedSpace & { readonly starts: readonly number[]; readonly moves: number },
  table: boolean,
  threads: number,
): SharedSearch {
  const bits = firstBits(reversible, table);
  const capacity = listCapacity(size);
  const newList = (): StateList => {
    const buffer = shared(capacity * placeBytes(size));
    return placeBytes(size) === 4 ? new Uint32Array(buffer) : new Float64Array(buffer);
  };
  const words = new Int32Array(shared(codeBytes(size, bits)));
  const lists = [newList(), newList()] as const;
  const plan = new Plan();
  const distinct = [...new Set(starts)].sort((a, b) => a - b);
  const perWord = 32 / bits;
  for (const state of distinct) words[Math.floor(state / perWord)] |= codeOf(bits, 0) << (bits * (state % perWord));
  const listed = distinct.length <= capacity;
  // The list of the plan's other number is the one that the next layer begins with.
  if (listed) lists[1].set(distinct);
  plan.next(distinct.length, listed ? distinct.length : capacity + PLACES_PER_RUN, {
    size,
    reversible,
    moves,
    capacity,
  });
  return {
    generation: 0,
    bits,
    words,
    expanded: bits === 2 ? new Uint16Array(shared(2 * words.length)) : undefined,
    lists,
    reserved: new Int32Array(shared(4)),
    plan: plan.numbers,
    found: new Float64Array(shared(8 * threads)),
    counters: newCounters(),
  };
}

/** The same search with codes for greater depths. @throws MemoryError where the machine refuses */
export function withWiderCodes(search: SharedSearch, size: number): SharedSearch {
  const bits = widerBits(search.bits);
  const words = new Int32Array(shared(codeBytes(size, bits)));
  widen(search.words, search.bits === 8 ? 8 : 16, words, bits, size);
  return { ...search, generation: search.generation + 1, bits, words };
}

function shared(bytes: number): SharedArrayBuffer {
  try {
    return new SharedArrayBuffer(bytes);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MemoryError(`the machine refused ${bytesText(bytes)} of memory: ${message}`, { cause });
  }
}
