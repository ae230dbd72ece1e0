/**
 * Moves of a pattern's tile, for all arrangements of a placement at once; pattern-layers.ts chooses the moves.
 *
 * A vector has 128 bits, and src/spaces/board/pattern-geometry.ts numbers them. The Lehmer digit w is the lane of 64 bits. The three
 * digits before it give the bit (x * 4 + y) * 3 + z in the lane. So an arrangement of either parity has a bit, and no exchange of
 * digits depends on parities. The digits before x number the vectors, and v is the digit just before x. Six vectors that share all
 * digits before v are a *sextet*.
 *
 * A move carries a label from one place to another, a chain of exchanges of neighbouring digits (src/permutations/lehmer.ts):
 *
 * | digits | the exchange moves |
 * |---|---|
 * | before x | whole vectors, by the maps of src/engines/patterns/moves.ts |
 * | v and x | groups of 12 bits between the vectors of a sextet |
 * | x and y, y and z | bits of each lane |
 * | z and w | bits of both lanes |
 * | w and the last one, which is 0 | the lanes |
 *
 * Addresses are in bytes, and target and source never overlap.
 */

import { exchanged0, exchanged1, exchanged2, exchanged3, exchanged4, exchanged5, exchangeXY, exchangeYZ, orInto } from './low-digits';

/** Bytes of a sextet, and of a vector. */
export const SEXTET: usize = 96;
export const VECTOR: usize = 16;

/** Exchanges inside the vector, as flags. */
const EXCHANGE_XY = 1;
const EXCHANGE_YZ = 2;
const EXCHANGE_ZW = 4;
const EXCHANGE_LANES = 8;

/** Masks of both lanes, for (z, w): the lower of two bits exchanged in a lane, and those that come from the other lane. */
const MASKS: usize = memory.data<u64>([
  // z = 0 in lane 0; z = 1 in lane 1.
  0x249249249249249, 0x492492492492492,
  // z = 2 in lane 0; none in lane 1.
  0x924924924924924, 0,
  // None in lane 0; z = 0 in lane 1.
  0, 0x249249249249249,
], 16);

// @ts-ignore: decorator
@inline
function exchangeLanes(bits: v128): v128 {
  return i64x2.shuffle(bits, bits, 1, 0);
}

/** Exchanges (z, w): 0 0 with 1 0, and 1 1 with 2 1, within a lane; 2 0 with 0 1, between the lanes. */
// @ts-ignore: decorator
@inline
function exchangeZW(bits: v128): v128 {
  const lower = v128.load(MASKS);
  const other = exchangeLanes(bits);
  return v128.or(
    v128.or(v128.and(i64x2.shr_u(bits, 1), lower), i64x2.shl(v128.and(bits, lower), 1)),
    v128.or(
      v128.and(i64x2.shl(other, 2), v128.load(MASKS, 16)),
      v128.and(i64x2.shr_u(other, 2), v128.load(MASKS, 32)),
    ),
  );
}

/** Makes the exchanges of `set` in the order of a label carried towards the end. */
// @ts-ignore: decorator
@inline
function ascending(bits: v128, set: i32): v128 {
  if (set & EXCHANGE_XY) bits = exchangeXY(bits);
  if (set & EXCHANGE_YZ) bits = exchangeYZ(bits);
  if (set & EXCHANGE_ZW) bits = exchangeZW(bits);
  if (set & EXCHANGE_LANES) bits = exchangeLanes(bits);
  return bits;
}

/** Makes the exchanges of `set` in the order of a label carried towards the front. */
// @ts-ignore: decorator
@inline
function descending(bits: v128, set: i32): v128 {
  if (set & EXCHANGE_LANES) bits = exchangeLanes(bits);
  if (set & EXCHANGE_ZW) bits = exchangeZW(bits);
  if (set & EXCHANGE_YZ) bits = exchangeYZ(bits);
  if (set & EXCHANGE_XY) bits = exchangeXY(bits);
  return bits;
}

/** Returns a vector after the exchanges of `set`. */
// @ts-ignore: decorator
@inline
export function within(bits: v128, set: i32, isAscending: bool): v128 {
  return isAscending ? ascending(bits, set) : descending(bits, set);
}

/**
 * Moves runs of vectors: run k of target |= the run at source + map[k].
 * @param map offset of the source for each run of the target, u16
 */
export function orRuns(target: usize, source: usize, bytes: usize, map: usize, runBytes: usize): void {
  const end = target + bytes;
  for (; target < end; map += 2) {
    let from = source + <usize>load<u16>(map);
    const runEnd = target + runBytes;
    for (; target < runEnd; target += VECTOR, from += VECTOR) orInto(target, v128.load(from));
  }
}

// @ts-ignore: decorator
@inline
function isEmpty(in0: v128, in1: v128, in2: v128, in3: v128, in4: v128, in5: v128): bool {
  return !v128.any_true(v128.or(v128.or(v128.or(in0, in1), v128.or(in2, in3)), v128.or(in4, in5)));
}

/** Carries a label within the digits of the vector. @param isAscending true if towards the end, false if towards the front */
// @ts-ignore: decorator
@inline
export function orWithin(target: usize, source: usize, bytes: usize, set: i32, isAscending: bool): void {
  const end = target + bytes;
  for (; target < end; target += SEXTET, source += SEXTET) {
    const in0 = v128.load(source), in1 = v128.load(source, 16), in2 = v128.load(source, 32);
    const in3 = v128.load(source, 48), in4 = v128.load(source, 64), in5 = v128.load(source, 80);
    if (isEmpty(in0, in1, in2, in3, in4, in5)) continue;
    orInto(target, within(in0, set, isAscending));
    orInto(target + 16, within(in1, set, isAscending));
    orInto(target + 32, within(in2, set, isAscending));
    orInto(target + 48, within(in3, set, isAscending));
    orInto(target + 64, within(in4, set, isAscending));
    orInto(target + 80, within(in5, set, isAscending));
  }
}

// @ts-ignore: decorator
@inline
function at(map: usize, index: usize): usize {
  return <usize>load<u16>(map + (index << 1));
}

/**
 * Carries a label from a digit before x towards the end: the vectors first, then (v, x), then the exchanges of `set`.
 * @param map offset of the source for each vector of the target, u16
 */
export function orAcrossAscending(target: usize, source: usize, bytes: usize, map: usize, set: i32): void {
  const end = target + bytes;
  for (; target < end; target += SEXTET, map += 12) {
    const in0 = v128.load(source + at(map, 0)), in1 = v128.load(source + at(map, 1));
    const in2 = v128.load(source + at(map, 2)), in3 = v128.load(source + at(map, 3));
    const in4 = v128.load(source + at(map, 4)), in5 = v128.load(source + at(map, 5));
    if (isEmpty(in0, in1, in2, in3, in4, in5)) continue;
    orInto(target, ascending(exchanged0(in1, in2, in3, in4, in5), set));
    orInto(target + 16, ascending(exchanged1(in0, in2, in3, in4, in5), set));
    orInto(target + 32, ascending(exchanged2(in0, in1, in3, in4, in5), set));
    orInto(target + 48, ascending(exchanged3(in0, in1, in2, in4, in5), set));
    orInto(target + 64, ascending(exchanged4(in0, in1, in2, in3, in5), set));
    orInto(target + 80, ascending(exchanged5(in0, in1, in2, in3, in4), set));
  }
}

/**
 * Carries a label from a digit of the vector to a digit before x: the exchanges of `set` first, then (v, x), then the vectors.
 * @param map offset of the target for each vector of the source, u16
 */
export function orAcrossDescending(target: usize, source: usize, bytes: usize, map: usize, set: i32): void {
  const end = source + bytes;
  for (; source < end; source += SEXTET, map += 12) {
    let in0 = v128.load(source), in1 = v128.load(source, 16), in2 = v128.load(source, 32);
    let in3 = v128.load(source, 48), in4 = v128.load(source, 64), in5 = v128.load(source, 80);
    if (isEmpty(in0, in1, in2, in3, in4, in5)) continue;
    in0 = descending(in0, set);
    in1 = descending(in1, set);
    in2 = descending(in2, set);
    in3 = descending(in3, set);
    in4 = descending(in4, set);
    in5 = descending(in5, set);
    orInto(target + at(map, 0), exchanged0(in1, in2, in3, in4, in5));
    orInto(target + at(map, 1), exchanged1(in0, in2, in3, in4, in5));
    orInto(target + at(map, 2), exchanged2(in0, in1, in3, in4, in5));
    orInto(target + at(map, 3), exchanged3(in0, in1, in2, in4, in5));
    orInto(target + at(map, 4), exchanged4(in0, in1, in2, in3, in5));
    orInto(target + at(map, 5), exchanged5(in0, in1, in2, in3, in4));
  }
}
