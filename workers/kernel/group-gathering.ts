/**
 * Gathering, the innermost loop of src/engines/groups: a target block collects the states that moves reach from the states of the last
 * layer.
 *
 * For each move, the target has a source block. A row maps each word of the source to a word of the target, and a permutation moves its
 * bits. See group-words.ts for words, codes and fences.
 */

import {
  exchange, FIVE, move, movesBytes, NIBBLES, permutationOf, shareOne, THREE, wordOf,
} from './group-permutations';
import { ACTIVE_WORDS, copiedFirst, orInto, withCode, WORD } from './group-words';

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

/** As gatherThree, with permutations of five exchanges. */
export function gatherFive(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, active: usize, room: usize,
): void {
  gather(FIVE, code, target, low, high, words, row, permutations, active, room);
}

/** As gatherThree, with tables for nibbles. Moves active words only, because a word takes ten times as long. */
export function gatherNibbles(
  target: usize, low: usize, high: usize, words: i32, row: usize, permutations: usize, code: i32, active: usize, room: usize,
): void {
  gather(NIBBLES, code, target, low, high, words, row, permutations, active, room);
}

/** Moves the states of half a word to the bits that a row gives. */
// @ts-ignore: decorator
@inline
function scatterHalf(target: usize, half: u64, row: usize): void {
  for (; half != 0; half &= half - 1) {
    const bit = <usize>load<u32>(row + (<usize>ctz(half) << 2));
    const place = target + ((bit >> 6) << 3);
    store<u64>(place, load<u64>(place) | (<u64>1 << (bit & 63)));
  }
}

/**
 * As gatherThree, with a row that gives the target bit of each state, for active words only. The block has a third plane, which marks
 * states that have been sent. Sending them again in every third layer would take as long as all other work.
 */
export function gatherScattered(
  target: usize, low: usize, high: usize, words: i32, row: usize, _permutations: usize, code: i32, active: usize, room: usize,
): void {
  let sent = low + (<usize>words << 5);
  for (let first = 0; first < words; first += ACTIVE_WORDS, active += 4) {
    const highs = room && load<u32>(active) != 0 ? copiedFirst(room, high, min(words - first, ACTIVE_WORDS)) : high;
    for (let set = load<u32>(active); set != 0; set &= set - 1) {
      const word = <usize>ctz(set);
      const withLast = withCode(code, v128.load(low + (word << 4)), v128.load(highs + (word << 4)));
      const bits = v128.andnot(withLast, v128.load(sent + (word << 4)));
      // A word has 128 entries of four bytes.
      const entries = row + ((<usize>first + word) << 9);
      scatterHalf(target, i64x2.extract_lane(bits, 0), entries);
      scatterHalf(target, i64x2.extract_lane(bits, 1), entries + 256);
    }
    low += <usize>ACTIVE_WORDS * WORD;
    high += <usize>ACTIVE_WORDS * WORD;
    sent += <usize>ACTIVE_WORDS * WORD;
  }
}

/** Marks the states of a block that have a code as sent. */
export function markSent(low: usize, high: usize, sent: usize, words: i32, code: i32): void {
  const end = low + (<usize>words << 4);
  for (; low < end; low += WORD, high += WORD, sent += WORD) {
    orInto(sent, withCode(code, v128.load(low), v128.load(high)));
  }
}

/** target = 0 */
export function clear(target: usize, words: i32): void {
  memory.fill(target, 0, <usize>words << 4);
}
