/** The needs of exploring a board on disk, known before anything is written: memory, disk, and the traffic of a layer. */

import { planBoard } from '../engines/bits/layout/board-plan.js';
import { runsOf } from '../runs/disk/portion.js';
import { chooseOrder, coloursOf, divideMemory, fileBytesOf, stagedBoard, type Trial } from '../runs/disk/staging.js';
import type { Board } from '../spaces/board/board.js';
import { BYTES_PER_WORD } from '../spaces/board/numbering/geometry.js';

export interface DiskPlan {
  /** States that are numbered. */
  readonly states: number;
  /** Staging memory, marks, and maps. Node itself, and its threads, come on top. */
  readonly memoryBytes: number;
  /** Work files at their fullest. */
  readonly diskBytes: number;
  /** The traffic of a layer in which nothing can be left out. */
  readonly portions: number;
  /** The typical shortest sequential read: nine tenths of the bytes are read in runs that are no shorter. */
  readonly smallestRunBytes: number;
  /**
   * Of such a layer; the average of those that mark the table and those that do not, and of both colours. Nothing is read of a board
   * for which there is memory.
   */
  readonly layer: { readonly bytesRead: number; readonly bytesWritten: number };
  /** Moves of a block in such a layer: what the processors do. */
  readonly blockMoves: number;
  readonly blockBytes: number;
}

/**
 * Returns what exploring a board on disk takes.
 * @param table whether a table is made
 * @param memory bytes that may be allocated
 * @param threads the most worker threads
 * @throws InputError if the board is too large to number; MemoryError if `memory` does not suffice for the smallest portions
 */
export function planDisk(
  board: Board,
  { table, memory, threads: asked }: { table: boolean; memory: number; threads: number },
): DiskPlan {
  const plan = planBoard(board, { table, fresh: false }, asked);
  const { threads } = plan;
  const staged = stagedBoard(plan);
  const { geometry, blocks, slotBytes, moves } = staged;
  const staging = divideMemory(staged, { table, memory, threads });
  const colours = coloursOf(board);
  // Only half of the layers mark the table; the others have room for more blocks.
  const layers = [1, table ? 2 : 1].flatMap((slotsOfTarget) =>
    colours.map((cells) => {
      const trial = chooseOrder(staged, cells, staging, slotsOfTarget);
      const slots = cells.length * blocks.count;
      const marked = slotsOfTarget === 2 ? slots : 0;
      return {
        portions: (trial.portions.length * blocks.count) / trial.blocks,
        // Marked bits are written to the journal first.
        bytesWritten: (slots + 2 * marked) * slotBytes,
        bytesRead: staging.isWhole
          ? 0
          : (slots + marked + (sourcesOf(trial) * blocks.count) / trial.blocks) * slotBytes,
        shortest: shortestRun(trial) * slotBytes,
      };
    }),
  );
  const average = (of: (layer: (typeof layers)[number]) => number) =>
    Math.round(layers.reduce((sum, layer) => sum + of(layer), 0) / layers.length);
  return {
    states: geometry.states,
    memoryBytes: staging.memoryBytes,
    diskBytes: fileBytesOf(staged, staging, table),
    portions: Math.ceil(Math.max(...layers.map(({ portions }) => portions))),
    smallestRunBytes: Math.min(...layers.map(({ shortest }) => shortest)),
    layer: {
      bytesRead: average(({ bytesRead }) => bytesRead),
      bytesWritten: average(({ bytesWritten }) => bytesWritten),
    },
    blockMoves: Math.round((moves.flat().length * blocks.count) / 2),
    blockBytes: blocks.paddedWords * BYTES_PER_WORD,
  };
}

function sourcesOf({ portions }: Trial): number {
  return portions.reduce((sum, { sources }) => sum + sources.length, 0);
}

/** The fewest blocks of the runs in which nine tenths of the blocks are read. */
function shortestRun({ portions }: Trial): number {
  const runs = portions.flatMap(({ sources, targets }) => [...runsOf(sources), ...runsOf(targets)]);
  const counts = runs.map(({ count }) => count).sort((a, b) => a - b);
  let rest = counts.reduce((sum, count) => sum + count, 0) / 10;
  for (const count of counts) {
    rest -= count;
    if (rest < 0) return count;
  }
  return 0;
}
