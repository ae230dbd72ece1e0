/**
 * The inner loops of the enumeration, compiled to WebAssembly with 128-bit SIMD.
 *
 * A word has 64 bits, of which the low 60 represent the arrangements of the five low Lehmer digits
 * (src/spaces/board/numbering.ts). With x, y, z the first three of those, of radix 5, 4 and 3, a state's bit is
 * (x * 4 + y) * 3 + z; the fourth digit w, of radix 2, follows from the parity of the whole arrangement, and
 * the fifth is 0. The word digit just above x, of radix 6, is called v here: six consecutive words share all
 * digits above v and make a *sextet*, 6!/2 = 360 states.
 *
 * A move rotates a window of the arrangement. A rotation is a chain of exchanges of neighbouring digits, (a, b) -> a > b ? (b, a - 1) :
 * (b + 1, a), for any radices (src/permutations/lehmer.ts). Four of these exchanges move bits: (v, x) between the words of a
 * sextet, and (x, y), (y, z), (z, w) inside a word. Each takes one mask and one shift for every distance that bits travel. The exchange
 * of w with the last digit only changes the parity: it moves no bit. Exchanges of higher digits move whole words, by the maps of
 * src/engines/boards/moves.ts.
 *
 * Addresses and map entries are in bytes. `words` is a multiple of 12, so that a loop can process words in pairs or sextets in pairs.
 * Target and source never overlap.
 */

import { exchanged0, exchanged1, exchanged2, exchanged3, exchanged4, exchanged5, exchangeXY, exchangeYZ, mask, MASK_EVEN, MASK_Z0, MASK_Z01, ones, orInto } from './low-digits';

const BYTES_PER_SEXTET: usize = 48;

/** Exchanges inside the word, as flags. */
const EXCHANGE_XY = 1;
const EXCHANGE_YZ = 2;
const EXCHANGE_ZW = 4;

// --- The exchanges -----------------------------------------------------------------------------------------

/**
 * Exchanges (z, w), where w = (x + y + z + parity) mod 2. z becomes z > w ? w : w + 1, which rotates 0, 1, 2: forwards if x + y +
 * parity is even, backwards if it is odd. `forwards` holds the bits that move forwards.
 */
// @ts-ignore: decorator
@inline
function exchangeZW(bits: v128, forwards: v128): v128 {
  const zero = mask(MASK_Z0);
  const zeroOrOne = mask(MASK_Z01);
  const ahead = v128.and(bits, forwards);
  const back = v128.andnot(bits, forwards);
  return v128.or(
    v128.or(i64x2.shl(v128.and(ahead, zeroOrOne), 1), v128.and(i64x2.shr_u(ahead, 2), zero)),
    v128.or(i64x2.shl(v128.and(back, zero), 2), v128.and(i64x2.shr_u(back, 1), zeroOrOne)),
  );
}

/** Makes the exchanges of `set` in the order of a tile carried towards the end of the arrangement. */
// @ts-ignore: decorator
@inline
function ascending(bits: v128, set: i32, forwards: v128): v128 {
  if (set & EXCHANGE_XY) bits = exchangeXY(bits);
  if (set & EXCHANGE_YZ) bits = exchangeYZ(bits);
  if (set & EXCHANGE_ZW) bits = exchangeZW(bits, forwards);
  return bits;
}

/** Makes the exchanges of `set` in the order of a tile carried towards the front. */
// @ts-ignore: decorator
@inline
function descending(bits: v128, set: i32, forwards: v128): v128 {
  if (set & EXCHANGE_ZW) bits = exchangeZW(bits, forwards);
  if (set & EXCHANGE_YZ) bits = exchangeYZ(bits);
  if (set & EXCHANGE_XY) bits = exchangeXY(bits);
  return bits;
}

// @ts-ignore: decorator
@inline
function exchanged(bits: v128, set: i32, forwards: v128, isAscending: bool): v128 {
  return isAscending ? ascending(bits, set, forwards) : descending(bits, set, forwards);
}

/** Returns the `forwards` bits of exchangeZW for two words of these parities. */
// @ts-ignore: decorator
@inline
function forwardsOf(parity0: i32, parity1: i32): v128 {
  const odd = i64x2.replace_lane(i64x2.splat(-<i64>parity0), 1, -<i64>parity1);
  return v128.xor(mask(MASK_EVEN), odd);
}

// --- The kernels -------------------------------------------------------------------------------------------

/** target = 0 */
export function clear(target: usize, words: i32): void {
  memory.fill(target, 0, <usize>words << 3);
}

/** target = source */
export function copy(target: usize, source: usize, words: i32): void {
  memory.copy(target, source, <usize>words << 3);
}

/** target = first | second */
export function union2(target: usize, first: usize, second: usize, words: i32): void {
  const end = target + (<usize>words << 3);
  for (; target < end; target += 16, first += 16, second += 16) {
    v128.store(target, v128.or(v128.load(first), v128.load(second)));
  }
}

/** target |= source */
export function orWords(target: usize, source: usize, words: i32): void {
  const end = target + (<usize>words << 3);
  for (; target < end; target += 16, source += 16) orInto(target, v128.load(source));
}

/**
 * Moves runs of words: run k of target |= the run at source + map[k].
 * @param map `runs` offsets, u32
 * @param runWords words per run: 1, or an even number
 */
export function orRuns(target: usize, source: usize, map: usize, runs: i32, runWords: i32): void {
  const mapEnd = map + (<usize>runs << 2);
  if (runWords == 1) {
    for (; map < mapEnd; map += 4, target += 8) {
      store<u64>(target, load<u64>(target) | load<u64>(source + load<u32>(map)));
    }
    return;
  }
  const runBytes = <usize>runWords << 3;
  for (; map < mapEnd; map += 4) {
    let from = source + load<u32>(map);
    const end = target + runBytes;
    for (; target < end; target += 16, from += 16) orInto(target, v128.load(from));
  }
}

// @ts-ignore: decorator
@inline
function orLow(
  target: usize, source: usize, words: i32, set: i32, parities: usize, parity: i32, isAscending: bool,
): void {
  const end = target + (<usize>words << 3);
  for (; target < end; target += BYTES_PER_SEXTET, source += BYTES_PER_SEXTET, parities++) {
    const bits01 = v128.load(source), bits23 = v128.load(source, 16), bits45 = v128.load(source, 32);
    if (!v128.any_true(v128.or(v128.or(bits01, bits23), bits45))) continue;
    const p = <i32>load<u8>(parities) ^ parity;
    const forwards = forwardsOf(p, p ^ 1);
    orInto(target, exchanged(bits01, set, forwards, isAscending));
    orInto(target + 16, exchanged(bits23, set, forwards, isAscending));
    orInto(target + 32, exchanged(bits45, set, forwards, isAscending));
  }
}

/**
 * Rotates a window of low digits: a tile is carried towards the end.
 * @param set the exchanges of the rotation
 * @param parities one byte for each sextet: the parity of its digits above v
 * @param parity added to these parities when z and w are exchanged, 0 or 1
 */
export function orLowAscending(target: usize, source: usize, words: i32, set: i32, parities: usize, parity: i32): void {
  orLow(target, source, words, set, parities, parity, true);
}

/** Rotates a window of low digits: a tile is carried towards the front. Otherwise as orLowAscending. */
export function orLowDescending(target: usize, source: usize, words: i32, set: i32, parities: usize, parity: i32): void {
  orLow(target, source, words, set, parities, parity, false);
}

// @ts-ignore: decorator
@inline
function gather(source0: usize, source1: usize): v128 {
  return v128.load_lane<u64>(source1, v128.load_zero<u64>(source0), 1);
}

// @ts-ignore: decorator
@inline
function scatter(target0: usize, target1: usize, bits: v128): void {
  store<i64>(target0, load<i64>(target0) | i64x2.extract_lane(bits, 0));
  store<i64>(target1, load<i64>(target1) | i64x2.extract_lane(bits, 1));
}

// @ts-ignore: decorator
@inline
function at(map: usize, index: usize): usize {
  return load<u32>(map + (index << 2));
}

/**
 * Rotates a window across the word boundary: a tile is carried towards the end. Applies the map of words, then (v, x), then the
 * exchanges of `set`.
 * @param map for each target word of a period, its source word as an offset in the period, u32
 * @param period words after which the map repeats, a multiple of 12 that divides `words`
 * @param parities,parity as in orLowAscending
 */
export function orAcrossAscending(
  target: usize, source: usize, words: i32, map: usize, period: i32, set: i32, parities: usize, parity: i32,
): void {
  const end = target + (<usize>words << 3);
  const periodBytes = <usize>period << 3;
  for (; target < end; source += periodBytes) {
    const periodEnd = target + periodBytes;
    let entry = map;
    for (; target < periodEnd; target += 2 * BYTES_PER_SEXTET, entry += 48, parities += 2) {
      const in0 = gather(source + at(entry, 0), source + at(entry, 6));
      const in1 = gather(source + at(entry, 1), source + at(entry, 7));
      const in2 = gather(source + at(entry, 2), source + at(entry, 8));
      const in3 = gather(source + at(entry, 3), source + at(entry, 9));
      const in4 = gather(source + at(entry, 4), source + at(entry, 10));
      const in5 = gather(source + at(entry, 5), source + at(entry, 11));
      if (!v128.any_true(v128.or(v128.or(v128.or(in0, in1), v128.or(in2, in3)), v128.or(in4, in5)))) continue;
      const even = forwardsOf(<i32>load<u8>(parities) ^ parity, <i32>load<u8>(parities, 1) ^ parity);
      const odd = v128.not(even);
      const out0 = ascending(exchanged0(in1, in2, in3, in4, in5), set, even);
      const out1 = ascending(exchanged1(in0, in2, in3, in4, in5), set, odd);
      orInto(target, i64x2.shuffle(out0, out1, 0, 2));
      orInto(target + BYTES_PER_SEXTET, i64x2.shuffle(out0, out1, 1, 3));
      const out2 = ascending(exchanged2(in0, in1, in3, in4, in5), set, even);
      const out3 = ascending(exchanged3(in0, in1, in2, in4, in5), set, odd);
      orInto(target + 16, i64x2.shuffle(out2, out3, 0, 2));
      orInto(target + 16 + BYTES_PER_SEXTET, i64x2.shuffle(out2, out3, 1, 3));
      const out4 = ascending(exchanged4(in0, in1, in2, in3, in5), set, even);
      const out5 = ascending(exchanged5(in0, in1, in2, in3, in4), set, odd);
      orInto(target + 32, i64x2.shuffle(out4, out5, 0, 2));
      orInto(target + 32 + BYTES_PER_SEXTET, i64x2.shuffle(out4, out5, 1, 3));
    }
  }
}

/**
 * Rotates a window across the word boundary: a tile is carried towards the front. Applies the exchanges of `set`, then (v, x), then the
 * map of words.
 * @param map for each source word of a period, its target word as an offset in the period, u32
 */
export function orAcrossDescending(
  target: usize, source: usize, words: i32, map: usize, period: i32, set: i32, parities: usize, parity: i32,
): void {
  const end = source + (<usize>words << 3);
  const periodBytes = <usize>period << 3;
  for (; source < end; target += periodBytes) {
    const periodEnd = source + periodBytes;
    let entry = map;
    for (; source < periodEnd; source += 2 * BYTES_PER_SEXTET, entry += 48, parities += 2) {
      const a01 = v128.load(source), b01 = v128.load(source, 48);
      const a23 = v128.load(source, 16), b23 = v128.load(source, 64);
      const a45 = v128.load(source, 32), b45 = v128.load(source, 80);
      if (!v128.any_true(v128.or(v128.or(v128.or(a01, a23), v128.or(a45, b01)), v128.or(b23, b45)))) continue;
      const even = forwardsOf(<i32>load<u8>(parities) ^ parity, <i32>load<u8>(parities, 1) ^ parity);
      const odd = v128.not(even);
      const in0 = descending(i64x2.shuffle(a01, b01, 0, 2), set, even);
      const in1 = descending(i64x2.shuffle(a01, b01, 1, 3), set, odd);
      const in2 = descending(i64x2.shuffle(a23, b23, 0, 2), set, even);
      const in3 = descending(i64x2.shuffle(a23, b23, 1, 3), set, odd);
      const in4 = descending(i64x2.shuffle(a45, b45, 0, 2), set, even);
      const in5 = descending(i64x2.shuffle(a45, b45, 1, 3), set, odd);
      scatter(target + at(entry, 0), target + at(entry, 6), exchanged0(in1, in2, in3, in4, in5));
      scatter(target + at(entry, 1), target + at(entry, 7), exchanged1(in0, in2, in3, in4, in5));
      scatter(target + at(entry, 2), target + at(entry, 8), exchanged2(in0, in1, in3, in4, in5));
      scatter(target + at(entry, 3), target + at(entry, 9), exchanged3(in0, in1, in2, in4, in5));
      scatter(target + at(entry, 4), target + at(entry, 10), exchanged4(in0, in1, in2, in3, in5));
      scatter(target + at(entry, 5), target + at(entry, 11), exchanged5(in0, in1, in2, in3, in4));
    }
  }
}

/** reached &= ~visited: keeps the fresh states. */
export function subtract(reached: usize, visited: usize, words: i32): void {
  const end = reached + (<usize>words << 3);
  for (; reached < end; reached += 16, visited += 16) {
    v128.store(reached, v128.andnot(v128.load(reached), v128.load(visited)));
  }
}

// @ts-ignore: decorator
@inline
function freshAt(reached: usize, visited: usize, place: usize): v128 {
  return v128.andnot(v128.load(reached + place), v128.load(visited + place));
}

/**
 * Adds the fresh states, those reached and not visited yet, to `visited`, and to `table` unless it is 0. Processes twelve words with
 * one branch. A branch for every two words is often mispredicted in the middle layers, and took a third of the time.
 * @returns the number of fresh states
 */
export function settle(reached: usize, visited: usize, table: usize, words: i32): i32 {
  const end = reached + (<usize>words << 3);
  let count: i64 = 0;
  for (; reached < end; reached += 96, visited += 96) {
    const fresh0 = freshAt(reached, visited, 0), fresh1 = freshAt(reached, visited, 16);
    const fresh2 = freshAt(reached, visited, 32), fresh3 = freshAt(reached, visited, 48);
    const fresh4 = freshAt(reached, visited, 64), fresh5 = freshAt(reached, visited, 80);
    const any = v128.or(v128.or(v128.or(fresh0, fresh1), v128.or(fresh2, fresh3)), v128.or(fresh4, fresh5));
    if (v128.any_true(any)) {
      orInto(visited, fresh0);
      orInto(visited + 16, fresh1);
      orInto(visited + 32, fresh2);
      orInto(visited + 48, fresh3);
      orInto(visited + 64, fresh4);
      orInto(visited + 80, fresh5);
      if (table) {
        orInto(table, fresh0);
        orInto(table + 16, fresh1);
        orInto(table + 32, fresh2);
        orInto(table + 48, fresh3);
        orInto(table + 64, fresh4);
        orInto(table + 80, fresh5);
      }
      count += ones(fresh0) + ones(fresh1) + ones(fresh2) + ones(fresh3) + ones(fresh4) + ones(fresh5);
    }
    if (table) table += 96;
  }
  return <i32>count;
}

/**
 * Counts in bits: adds 1 to the count of each state that is moved here. Bit k of all counts is plane k. The carry of the last plane is
 * lost.
 */
export function increment(planes: usize, planeBytes: i32, planeCount: i32, moved: usize, words: i32): void {
  const end = moved + (<usize>words << 3);
  for (; moved < end; moved += 16, planes += 16) {
    let carry = v128.load(moved);
    for (let plane = planes, left = planeCount; left > 0; left--, plane += planeBytes) {
      const bits = v128.load(plane);
      v128.store(plane, v128.xor(bits, carry));
      carry = v128.and(bits, carry);
    }
  }
}

/**
 * Counts the fresh states by their counts.
 * @param counts receives the number of states with counts 1, 2, 3 and 4, u32
 */
export function tally(fresh: usize, planes: usize, planeBytes: i32, words: i32, counts: usize): void {
  const end = fresh + (<usize>words << 3);
  let with1: i64 = 0, with2: i64 = 0, with3: i64 = 0, with4: i64 = 0;
  for (; fresh < end; fresh += 16, planes += 16) {
    const bits = v128.load(fresh);
    if (!v128.any_true(bits)) continue;
    const first = v128.load(planes), second = v128.load(planes + planeBytes);
    with1 += ones(v128.and(bits, v128.andnot(first, second)));
    with2 += ones(v128.and(bits, v128.andnot(second, first)));
    with3 += ones(v128.and(bits, v128.and(first, second)));
    with4 += ones(v128.and(bits, v128.load(planes + 2 * planeBytes)));
  }
  store<u32>(counts, <u32>with1);
  store<u32>(counts, <u32>with2, 4);
  store<u32>(counts, <u32>with3, 8);
  store<u32>(counts, <u32>with4, 12);
}

/** Returns how many of the fresh states have exactly this count. */
export function countEqual(
  fresh: usize, planes: usize, planeBytes: i32, planeCount: i32, words: i32, count: i32,
): i32 {
  const end = fresh + (<usize>words << 3);
  let states: i64 = 0;
  for (; fresh < end; fresh += 16, planes += 16) {
    let bits = v128.load(fresh);
    if (!v128.any_true(bits)) continue;
    for (let k = 0, plane = planes; k < planeCount; k++, plane += planeBytes) {
      bits = (count >> k) & 1 ? v128.and(bits, v128.load(plane)) : v128.andnot(bits, v128.load(plane));
    }
    states += ones(bits);
  }
  return <i32>states;
}
