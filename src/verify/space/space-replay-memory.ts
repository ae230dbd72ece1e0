/** What a replay of any space has in memory that all threads share: bitsets of its states, and what the table should hold. */

import type { SpaceSource } from '../../space/space-source.js';
import { type Encoding, tableBytes } from '../../table/contents.js';
import { newSharedBytes } from '../table/shared-bytes.js';

/** Bits of a word of a bitset, and words of a block: where a block holds no state of a layer, it is not looked through. */
export const BITS_PER_WORD = 32;
export const WORDS_PER_BLOCK = 64;
const BYTES_PER_WORD = 4;

export interface SpaceReplayMemory {
  readonly source: SpaceSource;
  readonly size: number;
  readonly encoding: Encoding;
  /** States that were found in any layer. */
  readonly visited: Uint32Array;
  /** [depth mod 2]: the states of a layer, and of the one before or after it. */
  readonly layers: readonly [Layer, Layer];
  /** What the table should hold, byte for byte. */
  readonly values: Uint8Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

export interface Layer {
  readonly states: Uint32Array;
  /** For each block whether there may be states in it. */
  readonly marks: Uint8Array;
}

/** Words of a bitset. */
export function wordsOf(size: number): number {
  return Math.ceil(size / BITS_PER_WORD);
}

/** Bytes of memory that a replay takes. */
export function spaceReplayBytes(size: number, encoding: Encoding): number {
  const words = wordsOf(size);
  return 3 * words * BYTES_PER_WORD + 2 * Math.ceil(words / WORDS_PER_BLOCK) + tableBytes(size, encoding);
}

/** @throws Error where the machine refuses the memory */
export function newSpaceReplay(source: SpaceSource, size: number, encoding: Encoding): SpaceReplayMemory {
  const words = wordsOf(size);
  const bitset = () => new Uint32Array(newSharedBytes(words * BYTES_PER_WORD));
  const layer = () => ({
    states: bitset(),
    marks: new Uint8Array(newSharedBytes(Math.ceil(words / WORDS_PER_BLOCK))),
  });
  const values = new Uint8Array(newSharedBytes(tableBytes(size, encoding)));
  // Of whole depths, the largest value: not reached.
  if (encoding !== 'mod3') values.fill(0xff);
  return {
    source,
    size,
    encoding,
    visited: bitset(),
    layers: [layer(), layer()],
    values,
    claims: new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT)),
  };
}
