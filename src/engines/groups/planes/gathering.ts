/** How the kernel gathers the words of a puzzle. */

import {
  type BitPermutations,
  type CompiledMoves,
  PERMUTATION_BITS,
} from '../../../spaces/permutation/words/compiled-moves.js';
import type { GroupKernel } from './kernel.js';

/** By permutations of a kind; `runs` are of the kind `three`, and most words share their permutation with those beside them. */
export type Gathering = BitPermutations['kind'] | 'runs';

/** Words that the kernel moves side by side. */
const TOGETHER = 4;
/** Pancakes, burnt pancakes, topspin and M24 share three quarters. All others are below a third, or share nearly all. */
const SHARED_BY_MOST = 1 / 2;

/** Returns how the words of a puzzle are gathered fastest. */
export function gatheringOf(moves: CompiledMoves): Gathering {
  const { kind } = moves.permutations;
  return kind === 'three' && sharedPart(moves) >= SHARED_BY_MOST ? 'runs' : kind;
}

/** Returns the part of all moved words that lie in fours with one permutation. */
function sharedPart({ rows, rowLength, sourceRows, words }: CompiledMoves): number {
  const uses = new Uint32Array(rows.length / rowLength);
  for (let at = 0; at < sourceRows.length; at++) uses[sourceRows[at]]++;
  let shared = 0;
  for (const [row, count] of uses.entries()) {
    for (let at = row * rowLength, end = at + words - TOGETHER; at <= end; at += TOGETHER) {
      if (haveOnePermutation(rows, at)) shared += TOGETHER * count;
    }
  }
  return shared / (words * sourceRows.length);
}

function haveOnePermutation(rows: Uint32Array, at: number): boolean {
  const different = (rows[at + 1] ^ rows[at]) | (rows[at + 2] ^ rows[at]) | (rows[at + 3] ^ rows[at]);
  return different % 2 ** PERMUTATION_BITS === 0;
}

/** Returns the kernel's function. */
export function gatherBy(kernel: GroupKernel, gathering: Gathering): GroupKernel['gatherThree'] {
  switch (gathering) {
    case 'runs':
      return kernel.gatherRuns;
    case 'three':
      return kernel.gatherThree;
    case 'five':
      return kernel.gatherFive;
    case 'nibbles':
      return kernel.gatherNibbles;
    case 'scattered':
      return kernel.gatherScattered;
  }
}
