/**
 * Blocks: the runs of words that one worker advances at a time, and the parts of the frontier.
 *
 * A block is all words of a blank cell with equal leading digits. It holds whole groups of every move
 * that crosses the word boundary, so that such a move reads and writes one block.
 */

import { neighbours } from '../../../spaces/board/board.js';
import { type Geometry, LOW_DIGITS, STATES_PER_WORD, wordsBelow } from '../../../spaces/board/numbering/geometry.js';
import { windowOf } from '../../../spaces/board/numbering/window.js';
import { BYTES_PER_WORD } from '../../../spaces/board/numbering/word.js';

/**
 * 9 low digits make 3024 words, 24 KB: those of all 12 or 14 cells of a board lie in a core's second cache. With 8 digits
 * and 2 threads 3x4 and 2x6 took 1.2 to 1.4 times as long; with 1 thread 3x4 showed no difference.
 */
const USUAL_BLOCK_DIGITS = 9;

/** Kernels take words by twos and sextets by twos, so a block is padded to a multiple of 12 words. */
export const KERNEL_STEP = 12;

/** How the words of each blank cell are cut. Plain data. */
export interface Blocks {
  /** Low digits that number the states of a block. */
  readonly digits: number;
  /** Words of a block. */
  readonly words: number;
  /** Words that a block takes in memory. */
  readonly paddedWords: number;
  /** Blocks of each blank cell. */
  readonly count: number;
  /** States of a full block. */
  readonly states: number;
}

export function blocksOf(geometry: Geometry): Blocks {
  const low = geometry.digits - LOW_DIGITS;
  let digits = USUAL_BLOCK_DIGITS;
  for (let cell = 0; cell < geometry.board.cells; cell++) {
    for (const source of neighbours(geometry.board, cell)) {
      const { first, last } = windowOf(geometry, source, cell);
      if (first < low && last >= low) digits = Math.max(digits, geometry.digits - first);
    }
  }
  digits = Math.min(digits, geometry.digits);
  const words = wordsBelow(digits);
  const count = geometry.words / words;
  return {
    digits,
    words,
    paddedWords: Math.ceil(words / KERNEL_STEP) * KERNEL_STEP,
    count,
    states: Math.min(geometry.arrangements, words * STATES_PER_WORD),
  };
}

/** Bytes of one bitset over all states of a board, as it lies in memory. */
export function bitsetBytes(geometry: Geometry, blocks: Blocks): number {
  return geometry.board.cells * blocks.count * blocks.paddedWords * BYTES_PER_WORD;
}
