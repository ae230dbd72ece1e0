/**
 * Rotations of windows by table look-up: the change of an arrangement's rank, without its Lehmer digits.
 *
 * A rotation of the window first..last rewrites the digits first..last, and the result depends on these digits alone
 * (see ../../permutation/lehmer.ts). In the rank they are one block, the number
 *
 *     floor(rank / below) mod values,   below = (m - 1 - last)!,   values = (m - first)! / below
 *
 * with m digits, of which digit j has the radix m - j. So a table of `values` entries gives the block afterwards. Example: the window
 * 0..1 of m = 3 has 3 * 2 values. The block of the digits 1 0 is 2. Exchanging the two elements turns them into 0 0, the block 0.
 */

import { changeByRotation, factorial } from '../../permutation/lehmer.js';
import { quotient } from '../../permutation/quotient.js';
import type { Window } from '../numbering/geometry.js';

/** The effect of a rotation on ranks. */
export interface WindowRotation {
  readonly below: number;
  /** 1 / below. */
  readonly belowInverse: number;
  readonly values: number;
  /** 1 / values. */
  readonly valuesInverse: number;
  /** [block]: the rotation's change of it; null if there are too many blocks. */
  readonly changes: Int32Array | null;
  /** Returns the same change, computed from the digits. */
  changeOf(block: number): number;
}

/** Maximum number of entries. All windows of boards of up to 12 cells have tables: 3x4 needs at most 55,440 entries. */
const LARGEST_TABLE = 1 << 17;

/** Returns the rotation of a window. @param digits of the arrangement, m */
export function windowRotation(digits: number, { first, last, rotation }: Window): WindowRotation {
  const below = factorial(digits - 1 - last);
  const values = factorial(digits - first) / below;
  const length = last - first + 1;
  const weights = Array.from({ length }, (_, j) => factorial(digits - 1 - first - j) / below);
  const window = new Int32Array(length);
  const changeOf = (block: number) => {
    let rest = block;
    for (let j = 0; j < length; j++) {
      window[j] = Math.floor(rest / weights[j]);
      rest -= window[j] * weights[j];
    }
    return changeByRotation(window, 0, length - 1, rotation, weights);
  };
  const changes = values <= LARGEST_TABLE ? Int32Array.from({ length: values }, (_, block) => changeOf(block)) : null;
  return { below, belowInverse: 1 / below, values, valuesInverse: 1 / values, changes, changeOf };
}

/** Returns the rank after a rotation. @param rank below 2^50, as for all boards whose states can be numbered */
export function rotatedRank(rotation: WindowRotation, rank: number): number {
  const upper = quotient(rank, rotation.belowInverse);
  const block = upper - quotient(upper, rotation.valuesInverse) * rotation.values;
  const change = rotation.changes === null ? rotation.changeOf(block) : rotation.changes[block];
  return rank + change * rotation.below;
}
