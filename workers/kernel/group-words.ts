/**
 * Words of 128 bits, the codes of their states, and the permutations of their bits, shared by all loops of groups.ts.
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

/*
 * Permutations of the bits of a word, and the entries of rows that refer to them. See src/spaces/permutation/moves/compiled-moves.ts.
 */

/** Number of low bits of a row's entry that give the permutation, see CompiledMoves. */
const PERMUTATION_BITS = 12;
const PERMUTATION_MASK = 0xfff;

/** Kinds of permutations. */
export const THREE = 3;
export const NIBBLES = 32;

/** Bytes of a permutation: a permutation of bytes with the masks of three exchanges, or tables of 16 words for 32 nibbles. */
const BYTES_OF_THREE: usize = 64;
const BYTES_OF_NIBBLES: usize = 32 * 16 * 16;

/** Exchanges each bit of `lower` with the bit `distance` places above it. */
// @ts-ignore: decorator
@inline
export function exchange(bits: v128, lower: v128, distance: i32): v128 {
  const different = v128.and(v128.xor(bits, i16x8.shr_u(bits, distance)), lower);
  return v128.xor(v128.xor(bits, different), i16x8.shl(different, distance));
}

/** Returns the places of the bits of a nibble's value. */
// @ts-ignore: decorator
@inline
function places(permutation: usize, nibble: usize, half: u64): v128 {
  const value = <usize>(half >> (4 * (nibble & 15))) & 15;
  return v128.load(permutation + (nibble << 8) + (value << 4));
}

// @ts-ignore: decorator
@inline
function permuted(kind: i32, bits: v128, permutation: usize): v128 {
  if (kind == NIBBLES) {
    const low = i64x2.extract_lane(bits, 0), high = i64x2.extract_lane(bits, 1);
    let moved = v128.or(places(permutation, 0, low), places(permutation, 16, high));
    for (let nibble: usize = 1; nibble < 16; nibble++) {
      moved = v128.or(moved, v128.or(places(permutation, nibble, low), places(permutation, nibble + 16, high)));
    }
    return moved;
  }
  const bytes = i8x16.swizzle(bits, v128.load(permutation));
  const pairs = exchange(exchange(bytes, v128.load(permutation, 16), 1), v128.load(permutation, 32), 2);
  return exchange(pairs, v128.load(permutation, 48), 4);
}

// @ts-ignore: decorator
@inline
function bytesOf(kind: i32): usize {
  return kind == THREE ? BYTES_OF_THREE : BYTES_OF_NIBBLES;
}

/** Returns the address of the word that an entry of a row gives. */
// @ts-ignore: decorator
@inline
export function wordOf(entry: usize, target: usize): usize {
  return target + ((entry >> PERMUTATION_BITS) << 4);
}

/** Returns the address of the permutation that an entry of a row gives. */
// @ts-ignore: decorator
@inline
export function permutationOf(kind: i32, entry: usize, permutations: usize): usize {
  return permutations + (entry & PERMUTATION_MASK) * bytesOf(kind);
}

/** Returns true if four consecutive entries have the same permutation as `entry`. */
// @ts-ignore: decorator
@inline
export function shareOne(entries: usize, entry: u32): bool {
  const different = (load<u32>(entries) ^ entry) | (load<u32>(entries, 4) ^ entry)
    | (load<u32>(entries, 8) ^ entry) | (load<u32>(entries, 12) ^ entry);
  return (different & PERMUTATION_MASK) == 0;
}

/** Returns true if a permutation of three exchanges moves only whole bytes, and exchanges no bits. */
// @ts-ignore: decorator
@inline
export function movesBytes(permutation: usize): bool {
  const exchanged = v128.or(v128.load(permutation, 16), v128.or(v128.load(permutation, 32), v128.load(permutation, 48)));
  return !v128.any_true(exchanged);
}

/** Moves the bits of a word to the word that an entry of a row gives. */
// @ts-ignore: decorator
@inline
export function move(kind: i32, bits: v128, target: usize, entry: usize, permutations: usize): void {
  orInto(wordOf(entry, target), permuted(kind, bits, permutationOf(kind, entry, permutations)));
}
