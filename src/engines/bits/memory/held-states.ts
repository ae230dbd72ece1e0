/** What blocks hold, counted from their bits where these come from elsewhere than from a layer. */

import { BYTES_PER_WORD } from '../../../spaces/board/numbering/word.js';
import type { SharedExploration } from '../layers/batch.js';
import { blockAddress } from './addresses.js';
import { instantiate } from './kernel.js';

/**
 * Counts the states of those blocks that are marked as having gained any, and keeps the counts in the marks. While no worker is at work.
 * @returns how many states the cells hold
 */
export function countHeld({ layout, memories, kernel, marks }: SharedExploration, cells: readonly number[]): number {
  const { blocks, blocksPerShard, visited, table, sweeps, scratch } = layout;
  const words = blocks.paddedWords;
  const kernels = memories.map((memory) => instantiate(kernel, memory));
  let states = 0;
  for (const cell of cells) {
    for (let block = 0; block < blocks.count; block++) {
      const index = cell * blocks.count + block;
      if (marks.gained[index] === 0) continue;
      const { union2, countEqual } = kernels[Math.floor(block / blocksPerShard)];
      let bits = blockAddress(layout, visited, cell, block);
      if (sweeps !== null) {
        // Either of the two bits is set.
        union2(scratch, bits, blockAddress(layout, table, cell, block), words);
        bits = scratch;
      }
      const held = countEqual(bits, bits, words * BYTES_PER_WORD, 0, words, 0);
      marks.held[index] = held;
      states += held;
    }
  }
  return states;
}
