/**
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

import type { Encoding } from '../../table/files/contents.js';

export type CodeBits = 2 | 8 | 16 | 32;

const ENCODINGS: Readonly<Record<CodeBits, Encoding>> = { 2: 'mod3', 8: 'depth8', 16: 'depth16', 32: 'depth32' };

/** Returns the name of the table encoding for codes of this width. */
export function encodingOf(bits: CodeBits): Encoding {
  return ENCODINGS[bits];
}

/**
 * Returns the bits of the codes of layers up to a depth. Whole depths are needed only in tables of spaces whose moves cannot be undone.
 * Their codes become wider when the next layer would have none.
 */
export function bitsOf(reversible: boolean, table: boolean, depth = 0): CodeBits {
  if (reversible || !table) return 2;
  return ([8, 16] as const).find((bits) => depth <= lastDepthOf(bits)) ?? 32;
}

/** Returns the code of a depth as a signed 32-bit number. */
export function codeOfDepth(bits: CodeBits, depth: number): number {
  return bits === 2 ? 1 + (depth % 3) : (depth + 1) | 0;
}

/** Returns the maximum depth that has a code. */
export function lastDepthOf(bits: CodeBits): number {
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

/** Returns the number of set bits of a word in which no odd bit is set. */
function onesOf(evenBits: number): number {
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
