/**
 * Measures how fast the threads move the blocks of a board, by searching a small one in memory without a table. That is 2x6 for
 * boards of two rows or columns, and 3x4 for all others; it takes 32 MB, and half a second with one thread.
 *
 * Only layers in which nothing can be left out are timed: every block of one colour has gained states in the layer before, and no
 * block of the other colour is full. In these the number of blocks moved is known, one for each move into each target. The layers
 * that take nearly all the time of a larger board are like that. Its blocks may be larger than the 24 KB of these two (those of 4x4
 * have 2.7 MB), and then fit less well into the processors' caches.
 */

import { type Board, makeBoard, neighbours } from '../../spaces/board/board.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering/geometry.js';
import { BLANK, orderedPosition } from '../../spaces/board/position.js';
import type { Blocks } from './layout/blocks.js';
import { planBoard } from './layout/board-plan.js';
import { BoardSearch, cellsAtDepth, keepers } from './run/board-search.js';

/** Bytes of blocks that are moved in a layer in which nothing can be left out, once for every move into each target. */
export function bytesMovedInLayer(board: Board, blocks: Blocks): number {
  let moves = 0;
  for (let cell = 0; cell < board.cells; cell++) moves += neighbours(board, cell).length;
  // A move and the one back have targets of different colours.
  return (moves / 2) * blocks.count * blocks.paddedWords * BYTES_PER_WORD;
}

/**
 * @param like the board that is to be explored
 * @param threads the most worker threads
 * @returns bytes per second of all threads together, once for every move into each target
 * @throws WorkerError if a thread dies
 */
export async function measureMoves(like: Board, threads: number): Promise<number> {
  const board = Math.min(like.rows, like.columns) <= 2 ? makeBoard(2, 6) : makeBoard(3, 4);
  const plan = planBoard(board, { table: false, fresh: false }, threads);
  const { blocks } = plan;
  const goal = orderedPosition(board);
  const search = new BoardSearch(plan, keepers({ most: 0 }));
  const every = (depth: number, holds: (block: number) => boolean) =>
    cellsAtDepth(board, 'single', goal.indexOf(BLANK), depth).every((cell) =>
      Array.from({ length: blocks.count }, (_, block) => cell * blocks.count + block).every(holds),
    );
  let began = 0;
  let isFull = false;
  let layers = 0;
  let seconds = 0;
  try {
    await search.begin(goal);
    const { marks } = search.memory;
    for await (const { depth, seconds: since } of search.layers({ singly: () => true })) {
      if (isFull) {
        layers++;
        seconds += since - began;
      }
      isFull =
        every(depth, (block) => marks.gained[block] === 1) &&
        every(depth + 1, (block) => marks.held[block] < blocks.states);
      began = since;
    }
  } finally {
    search.end();
  }
  return (layers * bytesMovedInLayer(board, blocks)) / seconds;
}
