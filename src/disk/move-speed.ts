/**
 * How fast the processors move blocks, measured on the spot by searching a small board in memory: 3x4 without a table takes 32 MB
 * and half a second with one thread.
 *
 * Timed are its layers in which nothing can be left out, every block of the one colour having gained states in the layer before and
 * none of the other one being full: of these it is known how many blocks are moved, each once for every move into each of its
 * targets. That is how the layers of a larger board are that take nearly all of its time. It has moves of all kinds, as every
 * board of three rows and more; those of two rows have more of the cheap ones, and blocks that are larger than 3x4's, of 24 KB,
 * fit less well into the processors' caches.
 */

import { type Board, makeBoard, neighbours } from '../board/board.js';
import { BLANK, orderedPosition } from '../board/position.js';
import { type Blocks, blocksOf } from '../explore/blocks.js';
import { BoardSearch, keepers } from '../explore/board-search.js';
import { cellsAtDepth } from '../explore/layers.js';
import { geometryOf } from '../numbering/geometry.js';
import { BYTES_PER_WORD } from '../numbering/word.js';

const BOARD = makeBoard(3, 4);

/** Moves of a block in a layer in which nothing can be left out. */
export function blockMovesOf(board: Board, blocks: Blocks): number {
  // Each move and the one back are of one colour each.
  let moves = 0;
  for (let cell = 0; cell < board.cells; cell++) moves += neighbours(board, cell).length;
  return (moves / 2) * blocks.count;
}

/**
 * @param threads worker threads
 * @returns bytes of blocks moved in a second
 * @throws WorkerError where a thread dies
 */
export async function measureMoves(threads: number): Promise<number> {
  const blocks = blocksOf(geometryOf(BOARD));
  const goal = orderedPosition(BOARD);
  const search = new BoardSearch(BOARD, { table: false, fresh: false }, threads, keepers({ most: 0 }));
  const every = (depth: number, holds: (block: number) => boolean) =>
    cellsAtDepth(BOARD, 'single', goal.indexOf(BLANK), depth).every((cell) =>
      Array.from({ length: blocks.count }, (_, block) => cell * blocks.count + block).every(holds),
    );
  let began = 0;
  let isFull = false;
  let layers = 0;
  let seconds = 0;
  try {
    await search.run(
      { goal, layerByLayer: true },
      {
        onLayer: (depth, _fresh, _seen, { marks }, since) => {
          if (isFull) {
            layers++;
            seconds += since - began;
          }
          isFull =
            every(depth, (block) => marks.gained[block] === 1) &&
            every(depth + 1, (block) => marks.held[block] < blocks.states);
          began = since;
        },
      },
    );
  } finally {
    search.end();
  }
  return (layers * blockMovesOf(BOARD, blocks) * blocks.paddedWords * BYTES_PER_WORD) / seconds;
}
