/**
 * Words of 128 bits, and the codes of their states: what gathering and settling share.
 *
 * A state is a bit of a word, and a block is a run of words. Each state has a code of two bits, in two planes of the same shape: 0
 * if it has not been reached, else 1 + depth mod 3. The states of the last layer are those that have its code: they include layers
 * 3, 6 ... before, whose neighbours have all been reached, so that they do no harm.
 *
 * **Fences.** Threads write codes while others read them. A reader that meets half of a code must not take it for one of the last
 * layer. Codes change from 0 alone, and only 3 has two bits. So there is one case: the last layer has the code 2, the next one has
 * 3, and a code 3 without its low bit looks like 2. There all low bits of a block are written before any high one, and all high
 * ones are read before any low one. The fences make sure of it on every processor.
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

/** Returns the number of bits that are set. */
// @ts-ignore: decorator
@inline
export function ones(bits: v128): i32 {
  return <i32>i64.popcnt(i64x2.extract_lane(bits, 0)) + <i32>i64.popcnt(i64x2.extract_lane(bits, 1));
}

/** Bytes in front of a copy, for its fence. */
const FENCE: usize = 64;

/**
 * Keeps all reads and writes before the fence from being exchanged with those after it. Atomic accesses are sequentially consistent:
 * the store follows whatever came before, and the load precedes whatever comes after. AssemblyScript 0.28 has an atomic.fence, which
 * its own validator refuses.
 * @param own four bytes that no other thread uses
 */
// @ts-ignore: decorator
@inline
export function fence(own: usize): void {
  atomic.store<u32>(own, 0);
  atomic.load<u32>(own);
}

/**
 * Copies words, all of which are read before anything that is read afterwards.
 * @returns the address of the copy
 * @param room FENCE bytes, and the words
 */
// @ts-ignore: decorator
@inline
export function copiedFirst(room: usize, source: usize, words: i32): usize {
  memory.copy(room + FENCE, source, <usize>words << 4);
  fence(room);
  return room + FENCE;
}

/**
 * A block has a set of *active* words for each of two layers, one bit a word in numbers of 32 bits: the words that have states of the layer.
 * In the first layers of a large puzzle, nearly all have none.
 */
export const ACTIVE_WORDS: i32 = 32;

/** Returns the bytes of a set of active words. */
// @ts-ignore: decorator
@inline
export function activeBytes(words: i32): i32 {
  return (words + ACTIVE_WORDS - 1) >> 5 << 2;
}

/** Adds up to four words to a set. @param first a multiple of 4 @param four a bit for each */
// @ts-ignore: decorator
@inline
export function addActive(active: usize, first: i32, four: i32): void {
  const byte = active + <usize>(first >> 3);
  store<u8>(byte, load<u8>(byte) | (four << (first & 4)));
}
