/**
 * The low Lehmer digits x, y, z of radix 5, 4 and 3, and v of radix 6 just above them. Bit (x * 4 + y) * 3 + z of a word of 64 bits
 * represents the digits x y z. Six words or vectors that share all digits above v are a *sextet*.
 *
 * Exchanges of neighbouring digits move bits within a word, or between the words of a sextet. See layers.ts for their use.
 */

/**
 * Masks, loaded at each use. A 128-bit constant costs V8 five instructions in each iteration of a loop, and a load from the first-level
 * cache costs one: 3.2 to 4.2 instead of 5.0 ns per word for a window of all five digits.
 */
const MASKS: usize = memory.data<u64>([
  // (x, y): the lower of two exchanged bits, for y - x = 0, 1, 2, 3.
  0xe001c0038007, 0xe001c0038, 0xe001c0, 0xe00,
  // (y, z): the lower of two exchanged bits, for z - y = 0, 1, 2.
  0x111111111111111, 0x22022022022022, 0x4004004004004,
  // z = 0; z < 2.
  0x249249249249249, 0x6db6db6db6db6db,
  // x + y even.
  0x1c7e381c7e381c7,
  // x = 0, 1, 2, 3, 4.
  0xfff, 0xfff000, 0xfff000000, 0xfff000000000, 0xfff000000000000,
]);
const MASK_XY = 0;
const MASK_YZ = 4;
export const MASK_Z0 = 7;
export const MASK_Z01 = 8;
export const MASK_EVEN = 9;
const MASK_X = 10;

// @ts-ignore: decorator
@inline
export function mask(index: i32): v128 {
  return v128.load_splat<u64>(MASKS + 8 * index);
}

/** Exchanges each bit of `lower` with the bit `distance` places above it. */
// @ts-ignore: decorator
@inline
function exchangeAt(bits: v128, lower: v128, distance: i32): v128 {
  return v128.or(
    v128.and(i64x2.shr_u(bits, distance), lower),
    i64x2.shl(v128.and(bits, lower), distance),
  );
}

/** Exchanges (x, y) with x > y for (y, x - 1), which is 9 (x - y) + 3 bits lower: 12, 21, 30 or 39. */
// @ts-ignore: decorator
@inline
export function exchangeXY(bits: v128): v128 {
  return v128.or(
    v128.or(exchangeAt(bits, mask(MASK_XY), 12), exchangeAt(bits, mask(MASK_XY + 1), 21)),
    v128.or(exchangeAt(bits, mask(MASK_XY + 2), 30), exchangeAt(bits, mask(MASK_XY + 3), 39)),
  );
}

/** Exchanges (y, z) with y > z for (z, y - 1), which is 2 (y - z) + 1 bits lower: 3, 5 or 7. */
// @ts-ignore: decorator
@inline
export function exchangeYZ(bits: v128): v128 {
  return v128.or(
    exchangeAt(bits, mask(MASK_YZ), 3),
    v128.or(exchangeAt(bits, mask(MASK_YZ + 1), 5), exchangeAt(bits, mask(MASK_YZ + 2), 7)),
  );
}

/** Returns the twelve bits of group x = `from`, moved to the place of group x = `to`. */
// @ts-ignore: decorator
@inline
function group(bits: v128, from: i32, to: i32): v128 {
  const alone = v128.and(bits, mask(MASK_X + from));
  return from > to ? i64x2.shr_u(alone, 12 * (from - to)) : i64x2.shl(alone, 12 * (to - from));
}

// @ts-ignore: decorator
@inline
function union(a: v128, b: v128, c: v128, d: v128, e: v128): v128 {
  return v128.or(v128.or(v128.or(a, b), v128.or(c, d)), e);
}

// The exchange (v, x) of a whole sextet in0..in5. If v > x, word v takes group x from group v - 1 of word x. Otherwise it takes the
// group from group v of word x + 1.

// @ts-ignore: decorator
@inline
export function exchanged0(in1: v128, in2: v128, in3: v128, in4: v128, in5: v128): v128 {
  return union(group(in1, 0, 0), group(in2, 0, 1), group(in3, 0, 2), group(in4, 0, 3), group(in5, 0, 4));
}
// @ts-ignore: decorator
@inline
export function exchanged1(in0: v128, in2: v128, in3: v128, in4: v128, in5: v128): v128 {
  return union(group(in0, 0, 0), group(in2, 1, 1), group(in3, 1, 2), group(in4, 1, 3), group(in5, 1, 4));
}
// @ts-ignore: decorator
@inline
export function exchanged2(in0: v128, in1: v128, in3: v128, in4: v128, in5: v128): v128 {
  return union(group(in0, 1, 0), group(in1, 1, 1), group(in3, 2, 2), group(in4, 2, 3), group(in5, 2, 4));
}
// @ts-ignore: decorator
@inline
export function exchanged3(in0: v128, in1: v128, in2: v128, in4: v128, in5: v128): v128 {
  return union(group(in0, 2, 0), group(in1, 2, 1), group(in2, 2, 2), group(in4, 3, 3), group(in5, 3, 4));
}
// @ts-ignore: decorator
@inline
export function exchanged4(in0: v128, in1: v128, in2: v128, in3: v128, in5: v128): v128 {
  return union(group(in0, 3, 0), group(in1, 3, 1), group(in2, 3, 2), group(in3, 3, 3), group(in5, 4, 4));
}
// @ts-ignore: decorator
@inline
export function exchanged5(in0: v128, in1: v128, in2: v128, in3: v128, in4: v128): v128 {
  return union(group(in0, 4, 0), group(in1, 4, 1), group(in2, 4, 2), group(in3, 4, 3), group(in4, 4, 4));
}

// @ts-ignore: decorator
@inline
export function orInto(target: usize, bits: v128): void {
  v128.store(target, v128.or(v128.load(target), bits));
}

// @ts-ignore: decorator
@inline
export function ones(bits: v128): i64 {
  return i64.popcnt(i64x2.extract_lane(bits, 0)) + i64.popcnt(i64x2.extract_lane(bits, 1));
}
