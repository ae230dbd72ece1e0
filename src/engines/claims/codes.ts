/**
 * One code a state, in words of 32 bits: what is visited and how far away it is, at once.
 *
 * The code 0 is a state that is not reached. If moves can be undone, two bits are enough, and the other codes are 1 + depth mod 3:
 * the depths of neighbours differ by 1 at most, so a neighbour's code shows whether it is nearer, as far, or further.
 * If moves cannot be undone, a neighbour may be nearer by any number, and a table takes whole depths: 1 + depth
 * in 8 bits, and in 16 or 32 when they are needed.
 *
 * A state is claimed by Atomics.or on its word: who sees the code 0 in what was there before has claimed it. That all who claim in
 * a layer write the same code is what makes it safe.
 */

import type { Encoding } from '../../table/contents/contents.js';

export type CodeBits = 2 | 8 | 16 | 32;

const ENCODINGS: Readonly<Record<CodeBits, Encoding>> = { 2: 'mod3', 8: 'depth8', 16: 'depth16', 32: 'depth32' };

/** What the table of such codes is called. */
export function encodingOf(bits: CodeBits): Encoding {
  return ENCODINGS[bits];
}

/**
 * Returns the bits of the codes of layers up to a depth. Whole depths are only needed in tables, of spaces whose moves cannot be
 * undone; their codes become wider when a layer has none.
 */
export function bitsOf(reversible: boolean, table: boolean, depth = 0): CodeBits {
  if (reversible || !table) return 2;
  return ([8, 16] as const).find((bits) => depth <= lastDepthOf(bits)) ?? 32;
}

/** The code of a depth, as a signed number of 32 bits. */
export function codeOfDepth(bits: CodeBits, depth: number): number {
  return bits === 2 ? 1 + (depth % 3) : (depth + 1) | 0;
}

/** The greatest depth that has a code. */
export function lastDepthOf(bits: CodeBits): number {
  return bits === 2 ? Number.POSITIVE_INFINITY : 2 ** bits - 2;
}

export function codeBytes(size: number, bits: CodeBits): number {
  return 4 * Math.ceil((size * bits) / 32);
}

type Whole = Exclude<CodeBits, 2>;

/** Views the codes of `states` states from `begin` on, a number each. */
function wholeCodes(words: Int32Array, bits: Whole, begin: number, states: number): WholeCodes {
  const offset = begin * (bits / 8);
  if (bits === 8) return new Uint8Array(words.buffer, offset, states);
  return bits === 16 ? new Uint16Array(words.buffer, offset, states) : new Uint32Array(words.buffer, offset, states);
}

type WholeCodes = Uint8Array | Uint16Array | Uint32Array;

/** Bits of the next wider codes. */
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
    for (const word of words) states += onesOf((word | (word >>> 1)) & 0x55555555);
    return states;
  }
  for (let begin = 0; begin < size; begin += STATES_PER_VIEW) {
    for (const code of wholeCodes(words, bits, begin, Math.min(STATES_PER_VIEW, size - begin))) {
      if (code !== 0) states++;
    }
  }
  return states;
}

/** Returns how many of the even bits of a word are set, if no odd one is. */
function onesOf(evenBits: number): number {
  const pairs = (evenBits & 0x33333333) + ((evenBits >>> 2) & 0x33333333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** No view is then too long for Node 20. */
const STATES_PER_VIEW = 2 ** 30;
const STATES_PER_COPY = 2 ** 18;

/** The codes as they stand in a table: 1 + depth mod 3 as it is, whole depths without the 1, so that 0 becomes the largest value. */
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
