/** How workers share a run over all words of some cells: each claims the next block until there is none left. */

/** Words in a block: many more than there are claims to be made, few enough that no thread is left alone at the end. */
const BLOCK_WORDS = 1024;

/** Words begin..end-1 of one blank cell. */
export interface Block {
  readonly cell: number;
  readonly begin: number;
  readonly end: number;
}

/**
 * The blocks that this worker gets, in ascending order of cell and word.
 * @param words of each cell
 * @param claims [0] counts the blocks that were claimed; 0 before the run
 */
export function* claimedBlocks(cells: readonly number[], words: number, claims: Int32Array): Generator<Block> {
  const blocks = blocksOf(words);
  for (;;) {
    const claim = Atomics.add(claims, 0, 1);
    if (claim >= cells.length * blocks) return;
    const begin = (claim % blocks) * BLOCK_WORDS;
    yield { cell: cells[Math.floor(claim / blocks)], begin, end: Math.min(begin + BLOCK_WORDS, words) };
  }
}

/** How much of a run over so many cells has been claimed, 0..1. */
export function claimedShare(cells: number, words: number, claims: Int32Array): number {
  return Math.min(Atomics.load(claims, 0) / (cells * blocksOf(words)), 1);
}

function blocksOf(words: number): number {
  return Math.ceil(words / BLOCK_WORDS);
}
