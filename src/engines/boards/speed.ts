/**
 * Measures how fast the threads move the blocks of a board, by searching a small board in memory without a table. The small board is
 * 2x6 for boards of two rows or columns, and 3x4 for all others. The search takes 32 MB, and half a second with one thread.
 *
 * Only layers in which no block can be skipped are timed: every block of one colour gained states in the layer before, and no block of
 * the other colour is full. The number of blocks moved is then known: one for each move into each target. On larger boards nearly all
 * the time is spent in layers of this kind. Their blocks may be larger than the 24 KB of the small boards (2.7 MB on 4x4), and then fit
 * less well into the processor's caches.
 */

import { type Board, makeBoard, neighbours } from '../../spaces/board/board.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';
import { BLANK, orderedPosition } from '../../spaces/board/position.js';
import { type Blocks, cellsAtDepth, planBoard } from './board-plan.js';
import { BoardSearch, keepers } from './engine.js';

/** Returns the bytes of blocks moved in a layer in which no block can be skipped, counted once for each move into each target. */
export function bytesMovedInLayer(board: Board, blocks: Blocks): number {
  let moves = 0;
  for (let cell = 0; cell < board.cells; cell++) moves += neighbours(board, cell).length;
  // A move and its reverse have targets of different colours.
  return (moves / 2) * blocks.count * blocks.paddedWords * BYTES_PER_WORD;
}

/**
 * Measures the speed of moves.
 * @param like the board that is to be explored
 * @param threads maximum number of worker threads
 * @returns bytes per second of all threads together, counted once for each move into each target
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
  let isFull = false;
  let layers = 0;
  let seconds = 0;
  try {
    await search.begin(goal);
    const { marks } = search.memory;
    let began = performance.now();
    for await (const { depth } of search.layers({ singly: true })) {
      if (isFull) {
        layers++;
        seconds += (performance.now() - began) / 1000;
      }
      isFull =
        every(depth, (block) => marks.gained[block] === 1) &&
        every(depth + 1, (block) => marks.held[block] < blocks.states);
      began = performance.now();
    }
  } finally {
    search.end();
  }
  return (layers * bytesMovedInLayer(board, blocks)) / seconds;
}
