/**
 * Conversion of the planes of permutation groups to tables: codes or depths in the order of the states' numbers, which is the order of
 * places in each word. The bits of a word have another order, which depends on its bit type.
 *
 * Addresses are in bytes.
 */

import { WORD } from './group-words';

/** Bytes of a bit type's places: [byte of a word][value of the byte], 16 bytes each. */
const BYTES_OF_PLACES: usize = 16 * 256 * 16;

/** The four bits of a nibble, each moved to twice its place. */
const SPREAD: usize = memory.data<u8>(
  [0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55],
  16,
);

/** Returns the places of a word's bits. */
// @ts-ignore: decorator
@inline
function placesOf(word: usize, places: usize): v128 {
  let found = v128.load(places + (<usize>load<u8>(word) << 4));
  for (let byte: usize = 1; byte < 16; byte++) {
    found = v128.or(found, v128.load(places + (byte << 12) + (<usize>load<u8>(word + byte) << 4)));
  }
  return found;
}

/** Stores 64 bits beginning at bit `shift` of a byte, above the low bits of `before`. */
// @ts-ignore: decorator
@inline
function storeShifted(target: usize, bits: u64, before: u64, shift: u64): void {
  store<u64>(target, (bits << shift) | ((before >> 1) >> (63 - shift)));
}

/**
 * Writes the codes of a block, two bits per state.
 * @param low,high the planes of the block
 * @param bitTypes a byte for each word
 * @param places of each bit type
 * @param states number of states of a word, and of the last word
 * @param target receives whole words: up to 33 bytes more than the codes have
 * @param shift number of bits of the first byte that belong to the previous codes: 0, 2, 4 or 6
 */
export function writeCodes(
  low: usize, high: usize, words: i32, bitTypes: usize, places: usize, states: i32, target: usize, shift: i32,
): void {
  const spread = v128.load(SPREAD);
  const nibble = i8x16.splat(15);
  const end = bitTypes + words;
  for (let bit = <usize>shift; bitTypes < end; bitTypes++, low += WORD, high += WORD, bit += 2 * states) {
    const ofType = places + <usize>load<u8>(bitTypes) * BYTES_OF_PLACES;
    const first = placesOf(low, ofType), second = placesOf(high, ofType);
    const even = v128.or(
      i8x16.swizzle(spread, v128.and(first, nibble)),
      i16x8.shl(i8x16.swizzle(spread, v128.and(second, nibble)), 1),
    );
    const odd = v128.or(
      i8x16.swizzle(spread, v128.and(i16x8.shr_u(first, 4), nibble)),
      i16x8.shl(i8x16.swizzle(spread, v128.and(i16x8.shr_u(second, 4), nibble)), 1),
    );
    const codes0 = i8x16.shuffle(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const codes1 = i8x16.shuffle(even, odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    const to = target + (bit >> 3);
    const by = <u64>(bit & 7);
    const lane0 = <u64>i64x2.extract_lane(codes0, 0), lane1 = <u64>i64x2.extract_lane(codes0, 1);
    const lane2 = <u64>i64x2.extract_lane(codes1, 0), lane3 = <u64>i64x2.extract_lane(codes1, 1);
    store<u64>(to, (lane0 << by) | (load<u8>(to) & ((1 << by) - 1)));
    storeShifted(to + 8, lane1, lane0, by);
    storeShifted(to + 16, lane2, lane1, by);
    storeShifted(to + 24, lane3, lane2, by);
    store<u8>(to + 32, <u8>((lane3 >> 1) >> (63 - by)));
  }
}

/**
 * Writes the depths of a block, and the largest value for states that have not been reached.
 * @param depths,stride,planes address of the first binary digit of the block's depths, bytes to the next digit, and number of digits
 * @param bits [bit type * states + place]: the bit of a place
 * @param last number of states of the last word
 * @param width bytes per depth: 1, 2 or 4
 */
export function writeDepths(
  low: usize, high: usize, depths: usize, stride: usize, planes: i32, words: i32, bitTypes: usize, bits: usize,
  states: i32, last: i32, target: usize, width: i32,
): void {
  for (let word = 0; word < words; word++, low += WORD, high += WORD, depths += WORD) {
    const bitOf = bits + <usize>load<u8>(bitTypes + word) * states;
    const count = word == words - 1 ? last : states;
    for (let place = 0; place < count; place++, target += width) {
      const bit = <usize>load<u8>(bitOf + place);
      const byte = bit >> 3, shift = <u32>bit & 7;
      let depth: u32 = 0xffffffff;
      if (((<u32>load<u8>(low + byte) | <u32>load<u8>(high + byte)) >> shift) & 1) {
        depth = 0;
        for (let plane = 0; plane < planes; plane++) {
          depth |= ((<u32>load<u8>(depths + <usize>plane * stride + byte) >> shift) & 1) << plane;
        }
      }
      if (width == 1) store<u8>(target, <u8>depth);
      else if (width == 2) store<u16>(target, <u16>depth);
      else store<u32>(target, depth);
    }
  }
}
