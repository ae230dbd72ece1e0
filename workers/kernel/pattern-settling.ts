/**
 * Settling, the second loop of src/engines/patterns: the states that a target has gathered and that were not visited before become its
 * part of the layer.
 */

import { ones, orInto } from './low-digits';
import { bytes, full, marks, reached, table, used, visited } from './pattern-memory';
import { SEXTET, VECTOR } from './pattern-moves';

/**
 * Adds the fresh states, those that the target has gathered and that have not been visited, to the bitsets. Processes six vectors with
 * one branch. A branch for each vector is often mispredicted in the middle layers.
 * @param marksTable true if fresh states are added to the table
 * @returns the number of fresh states
 */
function settle(target: usize, marksTable: bool): i32 {
  let before = visited + target * bytes;
  let bits = table + target * bytes;
  let all = v128.load(used);
  const states = all;
  let count: i64 = 0;
  const end = reached + bytes;
  for (let from = reached; from < end; from += SEXTET, before += SEXTET, bits += SEXTET) {
    const before0 = v128.load(before, 0), fresh0 = v128.andnot(v128.load(from, 0), before0);
    const before1 = v128.load(before, 16), fresh1 = v128.andnot(v128.load(from, 16), before1);
    const before2 = v128.load(before, 32), fresh2 = v128.andnot(v128.load(from, 32), before2);
    const before3 = v128.load(before, 48), fresh3 = v128.andnot(v128.load(from, 48), before3);
    const before4 = v128.load(before, 64), fresh4 = v128.andnot(v128.load(from, 64), before4);
    const before5 = v128.load(before, 80), fresh5 = v128.andnot(v128.load(from, 80), before5);
    const any = v128.or(v128.or(v128.or(fresh0, fresh1), v128.or(fresh2, fresh3)), v128.or(fresh4, fresh5));
    if (v128.any_true(any)) {
      const after0 = v128.or(before0, fresh0);
      v128.store(before, after0, 0);
      const after1 = v128.or(before1, fresh1);
      v128.store(before, after1, 16);
      const after2 = v128.or(before2, fresh2);
      v128.store(before, after2, 32);
      const after3 = v128.or(before3, fresh3);
      v128.store(before, after3, 48);
      const after4 = v128.or(before4, fresh4);
      v128.store(before, after4, 64);
      const after5 = v128.or(before5, fresh5);
      v128.store(before, after5, 80);
      all = v128.and(all, allOf(after0, after1, after2, after3, after4, after5));
      if (marksTable) {
        orInto(bits, fresh0);
        orInto(bits + 16, fresh1);
        orInto(bits + 32, fresh2);
        orInto(bits + 48, fresh3);
        orInto(bits + 64, fresh4);
        orInto(bits + 80, fresh5);
      }
      count += ones(fresh0) + ones(fresh1) + ones(fresh2) + ones(fresh3) + ones(fresh4) + ones(fresh5);
    } else all = v128.and(all, allOf(before0, before1, before2, before3, before4, before5));
  }
  if (!v128.any_true(v128.xor(all, states))) store<u8>(full + target, 1);
  return <i32>count;
}

/** Returns the bits that six vectors have in common. */
// @ts-ignore: decorator
@inline
function allOf(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128): v128 {
  return v128.and(v128.and(v128.and(a, b), v128.and(c, d)), v128.and(e, f));
}

/** Settles as `settle` does, for placements with a single vector. @param bits gathered states */
// @ts-ignore: decorator
@inline
export function settleVector(target: usize, bits: v128, marksTable: bool): i32 {
  const place = target * VECTOR;
  const before = v128.load(visited + place);
  const fresh = v128.andnot(bits, before);
  if (!v128.any_true(fresh)) return 0;
  const after = v128.or(before, fresh);
  v128.store(visited + place, after);
  if (marksTable) orInto(table + place, fresh);
  if (!v128.any_true(v128.xor(after, v128.load(used)))) store<u8>(full + target, 1);
  return <i32>ones(fresh);
}

/** Removes the visited states of the target from `reached`. */
export function keepFresh(target: usize): void {
  let before = visited + target * bytes;
  const end = reached + bytes;
  for (let from = reached; from < end; from += VECTOR, before += VECTOR) {
    v128.store(from, v128.andnot(v128.load(from), v128.load(before)));
  }
}

/**
 * Settles the states that a target has gathered.
 * @param target its number among the placements of this memory
 * @param mark of the placements that gain states now
 * @param marksTable true if fresh states are added to the table
 * @param keep true to leave only fresh states in the thread's block
 * @returns the number of fresh states
 */
export function settleBlock(target: usize, mark: i32, marksTable: bool, keep: bool): i32 {
  if (keep) keepFresh(target);
  const fresh = settle(target, marksTable);
  if (fresh) store<u8>(marks + target, mark);
  return fresh;
}

/**
 * Counts the states that a placement has visited after a checkpoint was restored, and notes if these are all of its states.
 * @returns the number of visited states
 */
export function survey(placement: usize): i32 {
  let count: i64 = 0;
  const states = v128.load(used);
  let all = states;
  let at = visited + placement * bytes;
  for (const end = at + bytes; at < end; at += VECTOR) {
    const bits = v128.load(at);
    count += ones(bits);
    all = v128.and(all, bits);
  }
  store<u8>(full + placement, v128.any_true(v128.xor(all, states)) ? 0 : 1);
  return <i32>count;
}
