/**
 * The two steps of a layer, in worker threads. First, every state of the frontier is unranked, moved and ranked, one at a time.
 * States that were not visited are marked in the next frontier. Any worker can mark any word there, so marking is atomic. When
 * all workers are done, that frontier is added to the visited states, each word by one worker.
 */

import { claimedBlocks } from '../threads/claimed-blocks.js';
import { HALVES_PER_WORD } from './arrangements.js';
import type { PlainBoard } from './plain-board.js';
import type { BoardReplay } from './replay-memory.js';

/** One step of a layer, the same task for every worker. `depth` is that of the frontier to expand or add. */
export type BoardReplayTask = {
  readonly replay: BoardReplay;
  readonly depth: number;
  readonly cells: readonly number[];
} & (
  | { readonly step: 'expand' }
  /** `planes` are those in which the layer has bits. */
  | { readonly step: 'settle'; readonly planes: readonly number[] }
);

/** Does this worker's share of a step. @returns the number of states that it added; 0 for the step `expand` */
export function replayBoardStep(task: BoardReplayTask, plain: PlainBoard): number {
  const { replay, depth, cells } = task;
  if (task.step === 'settle') return settleBoard(replay, plain, depth, cells, task.planes);
  expandBoard(replay, plain, depth, cells);
  return 0;
}

/** Marks the neighbours of the frontier's states with the blank on `cells`, and empties the frontier. */
function expandBoard(
  { visited, frontiers, claims }: BoardReplay,
  plain: PlainBoard,
  depth: number,
  cells: readonly number[],
): void {
  const { arrangements, slides, odd, shape } = plain;
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
          // A move along consecutive cells of the path keeps the order of the tiles.
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

/**
 * Adds the frontier's states with the blank on `cells` to the visited states.
 * @returns the number of states that this worker added
 */
function settleBoard(
  { visited, frontiers, residues, claims }: BoardReplay,
  { shape }: PlainBoard,
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
