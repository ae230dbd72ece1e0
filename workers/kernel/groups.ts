/**
 * The inner loops of src/engines/groups: gathering, settling, and the conversion to tables.
 *
 * *Gathering*, the innermost loop: a target block collects the states that moves reach from the states of the last
 * layer.
 *
 * For each move, the target has a source block. A row maps each word of the source to a word of the target, and a permutation moves its
 * bits. See group-words.ts for words, codes and fences.
 */

import { ACTIVE_WORDS, activeBytes, addActive, copiedFirst, exchange, fence, move, movesBytes, NIBBLES, ones, orInto, permutationOf, shareOne, THREE, withCode, WORD, wordOf } from './group-words';

/**
 * Moves four consecutive words by permutations of three exchanges. A word takes 2.2 ns together with others, and 2.7 ns alone.
 */
// @ts-ignore: decorator
@inline
function moveFour(code: i32, target: usize, low: usize, high: usize, row: usize, permutations: usize): void {
  const entry0 = <usize>load<u32>(row), entry1 = <usize>load<u32>(row, 4);
  const entry2 = <usize>load<u32>(row, 8), entry3 = <usize>load<u32>(row, 12);
  const by0 = permutationOf(THREE, entry0, permutations), by1 = permutationOf(THREE, entry1, permutations);
  const by2 = permutationOf(THREE, entry2, permutations), by3 = permutationOf(THREE, entry3, permutations);
  let bits0 = i8x16.swizzle(withCode(code, v128.load(low), v128.load(high)), v128.load(by0));
  let bits1 = i8x16.swizzle(withCode(code, v128.load(low, 16), v128.load(high, 16)), v128.load(by1));
  let bits2 = i8x16.swizzle(withCode(code, v128.load(low, 32), v128.load(high, 32)), v128.load(by2));
  let bits3 = i8x16.swizzle(withCode(code, v128.load(low, 48), v128.load(high, 48)), v128.load(by3));
  bits0 = exchange(bits0, v128.load(by0, 16), 1);
  bits1 = exchange(bits1, v128.load(by1, 16), 1);
  bits2 = exchange(bits2, v128.load(by2, 16), 1);
  bits3 = exchange(bits3, v128.load(by3, 16), 1);
  bits0 = exchange(bits0, v128.load(by0, 32), 2);
  bits1 = exchange(bits1, v128.load(by1, 32), 2);
  bits2 = exchange(bits2, v128.load(by2, 32), 2);
  bits3 = exchange(bits3, v128.load(by3, 32), 2);
  bits0 = exchange(bits0, v128.load(by0, 48), 4);
  bits1 = exchange(bits1, v128.load(by1, 48), 4);
  bits2 = exchange(bits2, v128.load(by2, 48), 4);
  bits3 = exchange(bits3, v128.load(by3, 48), 4);
  orInto(wordOf(entry0, target), bits0);
  orInto(wordOf(entry1, target), bits1);
  orInto(wordOf(entry2, target), bits2);
  orInto(wordOf(entry3, target), bits3);
}

/**
 * Moves four words at a time as long as they share the permutation of the first, which stays in registers. That saves 7 % of the time
 * for blocks of pancakes, and 40 % for M24. If few words share a permutation, searching for them costs 7 %, so the caller does not.
 * @param exchanges false if the permutation only moves whole bytes
 * @returns the entry of the row at which the run ends
 */
// @ts-ignore: decorator
@inline
function moveRun(
  code: i32, exchanges: bool, target: usize, low: usize, high: usize, row: usize, end: usize, permutation: usize,
): usize {
  const bytes = v128.load(permutation);
  const lower1 = v128.load(permutation, 16), lower2 = v128.load(permutation, 32), lower4 = v128.load(permutation, 48);
  const first = load<u32>(row);
  do {
    let bits0 = i8x16.swizzle(withCode(code, v128.load(low), v128.load(high)), bytes);
    let bits1 = i8x16.swizzle(withCode(code, v128.load(low, 16), v128.load(high, 16)), bytes);
    let bits2 = i8x16.swizzle(withCode(code, v128.load(low, 32), v128.load(high, 32)), bytes);
    let bits3 = i8x16.swizzle(withCode(code, v128.load(low, 48), v128.load(high, 48)), bytes);
    if (exchanges) {
      bits0 = exchange(exchange(exchange(bits0, lower1, 1), lower2, 2), lower4, 4);
      bits1 = exchange(exchange(exchange(bits1, lower1, 1), lower2, 2), lower4, 4);
      bits2 = exchange(exchange(exchange(bits2, lower1, 1), lower2, 2), lower4, 4);
      bits3 = exchange(exchange(exchange(bits3, lower1, 1), lower2, 2), lower4, 4);
    }
    orInto(wordOf(load<u32>(row), target), bits0);
    orInto(wordOf(load<u32>(row, 4), target), bits1);
    orInto(wordOf(load<u32>(row, 8), target), bits2);
    orInto(wordOf(load<u32>(row, 12), target), bits3);
    row += 16;
    low += 4 * WORD;
    high += 4 * WORD;
  } while (row < end && shareOne(row, first));
  return row;
}

/**
 * Moves words by permutations of three exchanges, four at a time.
 * @param end end of the row's whole groups of four
 * @param inRuns true if most groups share one permutation
 */
// @ts-ignore: decorator
@inline
function gatherFours(
  code: i32, target: usize, low: usize, high: usize, row: usize, end: usize, permutations: usize, inRuns: bool,
): void {
  for (const begin = row; row < end; ) {
    const at = (row - begin) << 2;
    const entry = load<u32>(row);
    if (inRuns && shareOne(row, entry)) {
      const permutation = permutationOf(THREE, entry, permutations);
      row = movesBytes(permutation)
        ? moveRun(code, false, target, low + at, high + at, row, end, permutation)
        : moveRun(code, true, target, low + at, high + at, row, end, permutation);
    } else {
      moveFour(code, target, low + at, high + at, row, permutations);
      row += 16;
    }
  }
}

/** Moves all words, without a branch that would often be mispredicted. */
// @ts-ignore: decorator
@inline
function gatherAll(
  kind: i32, code: i32, target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, inRuns: bool,
): void {
  const fours = kind == THREE ? words & ~3 : 0;
  gatherFours(code, target, low, high, row, row + (<usize>fours << 2), permutations, inRuns);
  const end = row + (<usize>words << 2);
  const at = <usize>fours << 4;
  row += <usize>fours << 2;
  low += at;
  high += at;
  for (; row < end; row += 4, low += WORD, high += WORD) {
    move(kind, withCode(code, v128.load(low), v128.load(high)), target, load<u32>(row), permutations);
  }
}

/** Moves active words. */
// @ts-ignore: decorator
@inline
function gatherActive(
  kind: i32, code: i32, target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize,
  active: usize, room: usize,
): void {
  for (let first = 0; first < words; first += ACTIVE_WORDS, active += 4, low += <usize>ACTIVE_WORDS * WORD, high += <usize>ACTIVE_WORDS * WORD) {
    let set = load<u32>(active);
    if (set == 0) continue;
    const highs = room ? copiedFirst(room, high, min(words - first, ACTIVE_WORDS)) : high;
    const entries = row + (<usize>first << 2);
    for (; set != 0; set &= set - 1) {
      const word = <usize>ctz(set);
      const bits = withCode(code, v128.load(low + (word << 4)), v128.load(highs + (word << 4)));
      move(kind, bits, target, load<u32>(entries + (word << 2)), permutations);
    }
  }
}

// @ts-ignore: decorator
@inline
function gather(
  kind: i32, code: i32, target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize,
  active: usize, room: usize, inRuns: bool = false,
): void {
  if (active == 0) {
    const highs = room ? copiedFirst(room, high, words) : high;
    if (code == 1) gatherAll(kind, 1, target, low, highs, words, row, permutations, inRuns);
    else if (code == 2) gatherAll(kind, 2, target, low, highs, words, row, permutations, inRuns);
    else gatherAll(kind, 3, target, low, highs, words, row, permutations, inRuns);
  } else {
    if (code == 1) gatherActive(kind, 1, target, low, high, words, row, permutations, active, 0);
    else if (code == 2) gatherActive(kind, 2, target, low, high, words, row, permutations, active, room);
    else gatherActive(kind, 3, target, low, high, words, row, permutations, active, 0);
  }
}

/**
 * target |= the states of a source block that have a code, moved by a row, whose permutations have three exchanges.
 * @param low,high the planes of the source block
 * @param row an entry for each of `words` words
 * @param active the set of words that have such states; 0 to move all words, if most words have such states
 * @param room memory for a copy, 64 bytes more than a plane, if the code is 2 and other threads write the code 3 meanwhile; else 0
 */
export function gatherThree(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, active: usize, room: usize,
): void {
  gather(THREE, code, target, low, high, words, row, permutations, active, room);
}

/** As gatherThree, for rows in which most words share their permutation with adjacent words. */
export function gatherRuns(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, active: usize, room: usize,
): void {
  gather(THREE, code, target, low, high, words, row, permutations, active, room, true);
}

/** As gatherThree, with tables for nibbles. Moves active words only, because a word takes ten times as long. */
export function gatherNibbles(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, active: usize, room: usize,
): void {
  gather(NIBBLES, code, target, low, high, words, row, permutations, active, room);
}

/** target = 0 */
export function clear(target: usize, words: i32): void {
  memory.fill(target, 0, <usize>words << 4);
}

/*
 * Settling, the second loop of src/engines/groups: the states that a block has gathered and that were not reached before become its
 * part of the next layer. See group-words.ts for words, codes and fences.
 */

/**
 * Address of the counts that `settle` and `survey` write: the number of states, the number of words, and 1 if all states have been
 * reached; u32.
 */
const STATES = 0;
const WORDS = 4;
const FULL = 8;

/** Sets the first bit of a code. For code 3 this is the low bit: the high bits follow after a fence. */
// @ts-ignore: decorator
@inline
function giveCode(code: i32, low: usize, high: usize, fresh: v128): void {
  if (code == 2) v128.store(high, v128.or(v128.load(high), fresh));
  else v128.store(low, v128.or(v128.load(low), fresh));
}

// @ts-ignore: decorator
@inline
function freshOf(reached: usize, unreached: v128): v128 {
  return v128.and(v128.load(reached), unreached);
}

// @ts-ignore: decorator
@inline
function unreachedOf(used: v128, low: usize, high: usize): v128 {
  return v128.andnot(used, v128.or(v128.load(low), v128.load(high)));
}

// @ts-ignore: decorator
@inline
function settleAll(
  code: i32, reached: usize, low: usize, high: usize, words: i32, used: usize, active: usize, found: usize,
): void {
  const bits = v128.load(used);
  const end = reached + (<usize>words << 4);
  const begin = reached, highs = high;
  let left = i64x2.splat(0);
  let states = 0, some = 0;
  memory.fill(active, 0, activeBytes(words));
  const end4 = reached + (<usize>(words & ~3) << 4);
  for (; reached < end4; reached += 4 * WORD, low += 4 * WORD, high += 4 * WORD) {
    const unreached0 = unreachedOf(bits, low, high), unreached1 = unreachedOf(bits, low + 16, high + 16);
    const unreached2 = unreachedOf(bits, low + 32, high + 32), unreached3 = unreachedOf(bits, low + 48, high + 48);
    const fresh0 = freshOf(reached, unreached0), fresh1 = freshOf(reached + 16, unreached1);
    const fresh2 = freshOf(reached + 32, unreached2), fresh3 = freshOf(reached + 48, unreached3);
    left = v128.or(left, v128.or(v128.xor(fresh0, unreached0), v128.xor(fresh1, unreached1)));
    left = v128.or(left, v128.or(v128.xor(fresh2, unreached2), v128.xor(fresh3, unreached3)));
    v128.store(reached, fresh0);
    v128.store(reached, fresh1, 16);
    v128.store(reached, fresh2, 32);
    v128.store(reached, fresh3, 48);
    if (v128.any_true(v128.or(v128.or(fresh0, fresh1), v128.or(fresh2, fresh3)))) {
      giveCode(code, low, high, fresh0);
      giveCode(code, low + 16, high + 16, fresh1);
      giveCode(code, low + 32, high + 32, fresh2);
      giveCode(code, low + 48, high + 48, fresh3);
      states += ones(fresh0) + ones(fresh1) + ones(fresh2) + ones(fresh3);
      const four = <i32>v128.any_true(fresh0) | (<i32>v128.any_true(fresh1) << 1)
        | (<i32>v128.any_true(fresh2) << 2) | (<i32>v128.any_true(fresh3) << 3);
      some += popcnt(four);
      addActive(active, <i32>((reached - begin) >> 4), four);
    }
  }
  for (; reached < end; reached += WORD, low += WORD, high += WORD) {
    const unreached = unreachedOf(bits, low, high);
    const fresh = freshOf(reached, unreached);
    left = v128.or(left, v128.xor(fresh, unreached));
    v128.store(reached, fresh);
    giveCode(code, low, high, fresh);
    states += ones(fresh);
    const has = <i32>v128.any_true(fresh);
    some += has;
    const word = <i32>((reached - begin) >> 4);
    addActive(active, word & ~3, has << (word & 3));
  }
  if (code == 3) {
    fence(found);
    orWords(highs, begin, words);
  }
  store<u32>(found, states, STATES);
  store<u32>(found, some, WORDS);
  store<u32>(found, v128.any_true(left) ? 0 : 1, FULL);
}

/**
 * Gives a code to the gathered states that have not been reached before, and leaves only these states in `reached`.
 * @param low,high the planes of the block
 * @param used the bits of a word that represent states
 * @param active receives the set of words that have such states
 * @param found receives the numbers of states and words found, and 1 if all states of the block have been reached
 */
export function settle(
  reached: usize, low: usize, high: usize, words: i32, code: i32, used: usize, active: usize, found: usize,
): void {
  if (code == 1) settleAll(1, reached, low, high, words, used, active, found);
  else if (code == 2) settleAll(2, reached, low, high, words, used, active, found);
  else settleAll(3, reached, low, high, words, used, active, found);
}

/** Returns the next word that is not 0, from `word` on; or `words` if there is none. */
export function nextWord(plane: usize, word: i32, words: i32): i32 {
  for (; word < words; word++) if (v128.any_true(v128.load(plane + (<usize>word << 4)))) return word;
  return words;
}

/**
 * Surveys the codes of a block.
 * @param active receives the set of words that have states with the code
 * @param found receives the number of states reached, the number of active words, and 1 if all states have been reached
 */
export function survey(
  low: usize, high: usize, words: i32, code: i32, used: usize, active: usize, found: usize,
): void {
  const bits = v128.load(used);
  const end = low + (<usize>words << 4);
  let left = i64x2.splat(0);
  const begin = low;
  let states = 0, some = 0;
  memory.fill(active, 0, activeBytes(words));
  for (; low < end; low += WORD, high += WORD) {
    const reached = v128.or(v128.load(low), v128.load(high));
    left = v128.or(left, v128.andnot(bits, reached));
    states += ones(reached);
    const has = <i32>v128.any_true(withCode(code, v128.load(low), v128.load(high)));
    some += has;
    const word = <i32>((low - begin) >> 4);
    addActive(active, word & ~3, has << (word & 3));
  }
  store<u32>(found, states, STATES);
  store<u32>(found, some, WORDS);
  store<u32>(found, v128.any_true(left) ? 0 : 1, FULL);
}

/** target |= source */
export function orWords(target: usize, source: usize, words: i32): void {
  const end = target + (<usize>words << 4);
  for (; target < end; target += WORD, source += WORD) {
    v128.store(target, v128.or(v128.load(target), v128.load(source)));
  }
}

/*
 * Conversion of the planes of permutation groups to tables: codes or depths in the order of the states' numbers, which is the order of
 * places in each word. The bits of a word have another order, which depends on its bit type.
 *
 * Addresses are in bytes.
 */

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
 * @param states number of states of a word
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
 * @param width bytes per depth: 1, 2 or 4
 */
export function writeDepths(
  low: usize, high: usize, depths: usize, stride: usize, planes: i32, words: i32, bitTypes: usize, bits: usize,
  states: i32, target: usize, width: i32,
): void {
  for (let word = 0; word < words; word++, low += WORD, high += WORD, depths += WORD) {
    const bitOf = bits + <usize>load<u8>(bitTypes + word) * states;
    for (let place = 0; place < states; place++, target += width) {
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
