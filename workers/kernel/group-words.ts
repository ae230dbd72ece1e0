/**
 * Words of 128 bits, and the codes of their states, shared by gathering and settling.
 *
 * A state is a bit of a word, and a block is a run of words. Each state has a code of two bits, in two planes of the same shape: 0 if
 * it has not been reached, else 1 + depth mod 3. The states with the code of the last layer include those of layers 3, 6 ... before it.
 * These do no harm, because all their neighbours have been reached.
 *
 * **Fences.** Threads write codes while others read them. A reader that sees half of a code must not take it for a code of the last
 * layer. Codes only change from 0, and only 3 has two bits. So there is one case: the last layer has the code 2, the next one has 3,
 * and a code 3 without its low bit looks like 2. In this case all low bits of a block are written before any high bit, and all high
 * bits are read before any low bit. The fences guarantee this order on every processor.
 *
 * Addresses are in bytes and multiples of 16. Targets and sources never overlap.
 */

/** Bytes of a word. */
export const WORD: usize = 16;

/** Returns the states of a word that have a code, by its two bits. */
// @ts-ignore: decorator
@inline
export function withCode(code: i32, low: v128, high: v128): v128 {
  if (code == 1) return v128.andnot(low, high);
  if (code == 2) return v128.andnot(high, low);
  return v128.and(low, high);
}

/** Adds bits to a word. */
// @ts-ignore: decorator
@inline
export function orInto(target: usize, bits: v128): void {
  v128.store(target, v128.or(v128.load(target), bits));
}

/** Returns the number of set bits. */
// @ts-ignore: decorator
@inline
export function ones(bits: v128): i32 {
  return <i32>i64.popcnt(i64x2.extract_lane(bits, 0)) + <i32>i64.popcnt(i64x2.extract_lane(bits, 1));
}

/** Bytes before a copy, for its fence. */
const FENCE: usize = 64;

/**
 * Keeps all reads and writes before the fence from being reordered with those after it. Atomic accesses are sequentially consistent:
 * the store follows all earlier accesses, and the load precedes all later ones. AssemblyScript 0.28 has an atomic.fence, but its
 * validator rejects it.
 * @param own four bytes that no other thread uses
 */
// @ts-ignore: decorator
@inline
export function fence(own: usize): void {
  atomic.store<u32>(own, 0);
  atomic.load<u32>(own);
}

/**
 * Copies words. All of them are read before any later read.
 * @returns the address of the copy
 * @param room FENCE bytes, followed by space for the words
 */
// @ts-ignore: decorator
@inline
export function copiedFirst(room: usize, source: usize, words: i32): usize {
  memory.copy(room + FENCE, source, <usize>words << 4);
  fence(room);
  return room + FENCE;
}

/**
 * A block has a set of *active* words for each of two layers: the words that have states of the layer, one bit per word in 32-bit
 * numbers. In the first layers of a large puzzle, nearly no word is active.
 */
export const ACTIVE_WORDS: i32 = 32;

/** Returns the bytes of a set of active words. */
// @ts-ignore: decorator
@inline
export function activeBytes(words: i32): i32 {
  return (words + ACTIVE_WORDS - 1) >> 5 << 2;
}

/** Adds up to four words to a set. @param first a multiple of 4 @param four one bit for each word */
// @ts-ignore: decorator
@inline
export function addActive(active: usize, first: i32, four: i32): void {
  const byte = active + <usize>(first >> 3);
  store<u8>(byte, load<u8>(byte) | (four << (first & 4)));
}
