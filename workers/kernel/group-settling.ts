/**
 * Settling, the second loop of src/engines/groups: the states that a block has gathered and that were not reached before become its
 * part of the next layer. See group-words.ts for words, codes and fences.
 */

import { activeBytes, addActive, fence, ones, withCode, WORD } from './group-words';

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
  const end = reached + (<usize>(words - 1) << 4);
  const begin = reached, highs = high;
  let left = i64x2.splat(0);
  let states = 0, some = 0;
  memory.fill(active, 0, activeBytes(words));
  const end4 = reached + (<usize>((words - 1) & ~3) << 4);
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
  for (; reached <= end; reached += WORD, low += WORD, high += WORD) {
    const unreached = unreachedOf(reached == end ? v128.load(used, 16) : bits, low, high);
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
 * @param used the bits of a word that represent states, and those of the last word
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
  const end = low + (<usize>(words - 1) << 4);
  let left = i64x2.splat(0);
  const begin = low;
  let states = 0, some = 0;
  memory.fill(active, 0, activeBytes(words));
  for (; low <= end; low += WORD, high += WORD) {
    const bits = v128.load(low == end ? used + 16 : used);
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
