/**
 * Measures how fast the threads move the blocks of a board, by searching a small board in memory without a table. The small board is
 * 2x6 for boards of two rows or columns, and 3x4 for all others. The search takes 32 MB, and half a second with one thread.
 *
 * The search moves as many blocks as a known number of layers in which no block can be skipped. On larger boards nearly all the time is
 * spent in layers of this kind. Their blocks may be larger than the 24 KB of the small boards (2.7 MB on 4x4), and then fit less well
 * into the processor's caches.
 */

import { type Board, makeBoard, neighbours } from '../../spaces/board/board.js';
import { BYTES_PER_WORD } from '../../spaces/board/numbering.js';
import { orderedPosition } from '../../spaces/board/position.js';
import { type Blocks, planBoard } from './board-plan.js';
import { BoardSearch, keepers } from './engine.js';

/** The boards that are searched, and their number of full layers with the same work. */
const NARROW = { board: makeBoard(2, 6), fullLayers: 54 };
const WIDE = { board: makeBoard(3, 4), fullLayers: 44 };

/** Bytes that one thread moves per second on the machine for which the other engines state their speeds. */
const USUAL_BYTES_PER_SECOND = 8e9;

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
  const { board, fullLayers } = Math.min(like.rows, like.columns) <= 2 ? NARROW : WIDE;
  const plan = planBoard(board, { table: false, fresh: false }, threads);
  const search = new BoardSearch(plan, keepers({ most: 0 }));
  try {
    await search.begin(orderedPosition(board));
    const begin = performance.now();
    for await (const _ of search.layers());
    const seconds = (performance.now() - begin) / 1000;
    return (fullLayers * bytesMovedInLayer(board, plan.blocks)) / seconds;
  } finally {
    search.end();
  }
}

/** Returns the speed of this machine's threads together, relative to one thread of the usual machine. @throws as measureMoves */
export async function machineSpeed(threads: number): Promise<number> {
  return (await measureMoves(WIDE.board, threads)) / USUAL_BYTES_PER_SECOND;
}
