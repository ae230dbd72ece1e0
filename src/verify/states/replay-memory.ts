/** The shared memory of a replay: bitsets of the states, and the bytes that the table must hold. */

import type { SpaceSource } from '../../space/space-source.js';
import type { Encoding } from '../../table/contents/contents.js';
import type { PatternBits } from '../pattern/bits.js';
import { newSharedBytes } from '../threads/shared-bytes.js';

/** States per word of a bitset. */
export const BITS_PER_WORD = 32;
/** Words per block. Blocks without states of a layer are skipped. */
export const WORDS_PER_BLOCK = 64;
const BYTES_PER_WORD = 4;

/** Layout of the codes that a table of states must hold; plain data. */
export interface StateCodes {
  /** Number of states of the space. */
  readonly size: number;
  readonly encoding: Encoding;
  /** Layout of a pattern's bits; null in other encodings. */
  readonly bits: PatternBits | null;
  /** Bytes of the table's words. */
  readonly bytes: number;
}

export interface StatesReplay {
  readonly source: SpaceSource;
  readonly codes: StateCodes;
  /** States found in any layer. */
  readonly visited: Uint32Array;
  /** [depth mod 2]: the states of two consecutive layers. */
  readonly layers: readonly [MarkedLayer, MarkedLayer];
  /** The bytes that the table must hold. */
  readonly values: Uint8Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** The states of a layer, and for each block 1 if it can hold some of them. */
export interface MarkedLayer {
  readonly states: Uint32Array;
  readonly marks: Uint8Array;
}

/** Returns the number of words in a bitset of states. */
export function bitsetWords(size: number): number {
  return Math.ceil(size / BITS_PER_WORD);
}

/** Returns the number of bytes of a replay's memory. */
export function statesReplayBytes({ size, bytes }: StateCodes): number {
  const words = bitsetWords(size);
  return 3 * words * BYTES_PER_WORD + 2 * Math.ceil(words / WORDS_PER_BLOCK) + bytes;
}

/** Allocates a replay in which no state is visited. @throws Error if the machine refuses the memory */
export function newStatesReplay(source: SpaceSource, codes: StateCodes): StatesReplay {
  const words = bitsetWords(codes.size);
  const bitset = () => new Uint32Array(newSharedBytes(words * BYTES_PER_WORD));
  const layer = () => ({
    states: bitset(),
    marks: new Uint8Array(newSharedBytes(Math.ceil(words / WORDS_PER_BLOCK))),
  });
  const values = new Uint8Array(newSharedBytes(codes.bytes));
  // The largest value means that a state is not reached.
  if (codes.encoding !== 'mod3' && codes.bits === null) values.fill(0xff);
  return {
    source,
    codes,
    visited: bitset(),
    layers: [layer(), layer()],
    values,
    claims: new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT)),
  };
}
