/**
 * Permutations of the bits of a word, and the entries of rows that refer to them. See src/spaces/permutation/words/compiled-moves.ts.
 */

import { orInto } from './group-words';

/** Number of low bits of a row's entry that give the permutation, see CompiledMoves. */
const PERMUTATION_BITS = 12;
const PERMUTATION_MASK = 0xfff;

/** Kinds of permutations. */
export const THREE = 3;
export const FIVE = 5;
export const NIBBLES = 32;

/** Bytes of a permutation: a permutation of bytes with the masks of three or five exchanges, or tables of 16 words for 32 nibbles. */
const BYTES_OF_THREE: usize = 64;
const BYTES_OF_FIVE: usize = 96;
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
  if (kind == THREE) {
    return exchange(
      exchange(exchange(bytes, v128.load(permutation, 16), 1), v128.load(permutation, 32), 2),
      v128.load(permutation, 48),
      4,
    );
  }
  const first = exchange(exchange(bytes, v128.load(permutation, 16), 4), v128.load(permutation, 32), 2);
  const second = exchange(first, v128.load(permutation, 48), 1);
  return exchange(exchange(second, v128.load(permutation, 64), 2), v128.load(permutation, 80), 4);
}

// @ts-ignore: decorator
@inline
function bytesOf(kind: i32): usize {
  return kind == THREE ? BYTES_OF_THREE : kind == FIVE ? BYTES_OF_FIVE : BYTES_OF_NIBBLES;
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
