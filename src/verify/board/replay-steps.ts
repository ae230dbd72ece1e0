/**
 * What workers do in a layer of a replay. First every state of the frontier is unranked, moved and ranked, one at a time,
 * and what was not visited yet is marked in the next frontier; any worker may mark any word there, so that is done
 * atomically. When all workers are done, that frontier is added to the visited states, each word by one worker.
 */

import { claimedBlocks } from '../space/claims.js';
import { HALVES_PER_WORD } from './arrangements.js';
import type { ReplayMemory } from './replay-memory.js';
import type { Space } from './space.js';

/** One step of one layer, the same task for every worker. `depth`: that of the frontier to be expanded, or added. */
export type ReplayTask = {
  readonly replay: ReplayMemory;
  readonly depth: number;
  readonly cells: readonly number[];
} & (
  | { readonly step: 'expand' }
  /** `planes`: those in which the layer has bits. */
  | { readonly step: 'settle'; readonly planes: readonly number[] }
);

/** Marks the neighbours of the frontier on `cells`, which is empty then. */
export function expand(
  { visited, frontiers, claims }: ReplayMemory,
  space: Space,
  depth: number,
  cells: readonly number[],
): void {
  const { arrangements, slides, odd, shape } = space;
  const frontier = frontiers[depth % 2];
  const next = frontiers[(depth + 1) % 2];
  for (const { cell, begin, end } of claimedBlocks(cells, shape.words, claims)) {
    const halves = frontier[cell];
    for (let index = begin * HALVES_PER_WORD; index < end * HALVES_PER_WORD; index++) {
      let bits = halves[index];
      if (bits === 0) continue;
      halves[index] = 0;
      arrangements.takeWord(index >> 1, odd[cell]);
      const firstBit = (index & 1) << 5;
      for (; bits !== 0; bits &= bits - 1) {
        const bit = firstBit + 31 - Math.clz32(bits & -bits);
        arrangements.takeBit(bit);
        for (const { to, shifts } of slides[cell]) {
          let word = index >> 1;
          let bitOfWord = bit;
          // A move along consecutive cells of the path leaves the order of the tiles.
          if (shifts.length > 0) {
            arrangements.numberAfterAll(shifts);
            ({ word, bit: bitOfWord } = arrangements);
          }
          const half = word * HALVES_PER_WORD + (bitOfWord >> 5);
          const mask = 1 << (bitOfWord & 31);
          if (((visited[to][half] | next[to][half]) & mask) === 0) Atomics.or(next[to], half, mask);
        }
      }
    }
  }
}

/** Adds the frontier on `cells` to what was visited. @returns its states, of those that this worker added */
export function settle(
  { visited, frontiers, residues, claims }: ReplayMemory,
  { shape }: Space,
  depth: number,
  cells: readonly number[],
  planes: readonly number[],
): number {
  const frontier = frontiers[depth % 2];
  const halves = shape.words * HALVES_PER_WORD;
  let states = 0;
  for (const { cell, begin, end } of claimedBlocks(cells, shape.words, claims)) {
    for (let index = begin * HALVES_PER_WORD; index < end * HALVES_PER_WORD; index++) {
      const fresh = frontier[cell][index];
      if (fresh === 0) continue;
      visited[cell][index] |= fresh;
      for (const plane of planes) residues[cell][plane * halves + index] |= fresh;
      for (let bits = fresh; bits !== 0; bits &= bits - 1) states++;
    }
  }
  return states;
}
