/** Shares the words of some cells among workers. Each worker claims the next block until none is left. */

/** Words per block: enough to make claims rare, few enough that all threads end at about the same time. */
const BLOCK_WORDS = 1024;

/** A block: the words begin to end - 1 of one blank cell. */
export interface ClaimedBlock {
  readonly cell: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * Claims the blocks of one worker, in ascending order of cell and word.
 * @param words number of words of each cell
 * @param claims [0]: the number of blocks claimed so far; 0 before the run
 */
export function* claimedBlocks(cells: readonly number[], words: number, claims: Int32Array): Generator<ClaimedBlock> {
  const blocks = blocksOf(words);
  for (;;) {
    const claim = Atomics.add(claims, 0, 1);
    if (claim >= cells.length * blocks) return;
    const begin = (claim % blocks) * BLOCK_WORDS;
    yield { cell: cells[Math.floor(claim / blocks)], begin, end: Math.min(begin + BLOCK_WORDS, words) };
  }
}

/** Returns the number of blocks of this many cells. */
export function blocksToClaim(cells: number, words: number): number {
  return cells * blocksOf(words);
}

/** Returns the share of the blocks of this many cells that has been claimed, 0..1. */
export function claimedShare(cells: number, words: number, claims: Int32Array): number {
  return Math.min(Atomics.load(claims, 0) / blocksToClaim(cells, words), 1);
}

function blocksOf(words: number): number {
  return Math.ceil(words / BLOCK_WORDS);
}
