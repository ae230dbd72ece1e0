/** The needs of exploring a board on disk, known before anything is written: memory, disk, and the traffic of a layer. */

import { planBoard } from '../engines/bits/layout/board-plan.js';
import { blocksOfStages, choosePortions, triedStages } from '../runs/disk/lanes/choose-portions.js';
import { runsOf, type Stage } from '../runs/disk/lanes/stage.js';
import {
  coloursOf,
  divideMemory,
  fileBytesOf,
  headBytesOfRun,
  placesOfPortion,
  stagedBoard,
} from '../runs/disk/lanes/staging.js';
import type { StagingOptions } from '../runs/disk/lanes/staging-options.js';
import type { Board } from '../spaces/board/board.js';
import { BYTES_PER_WORD } from '../spaces/board/numbering/geometry.js';

export interface DiskPlan {
  /** States that are numbered. */
  readonly states: number;
  /** Staging memory, marks, and maps. Node itself, and its threads, come on top. */
  readonly memoryBytes: number;
  /** Work files at their fullest. */
  readonly diskBytes: number;
  /** The stages in which a layer is done in which nothing can be left out. */
  readonly stages: number;
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
  /** Portions of each colour, and bytes of a portion's header. */
  readonly portions: number;
  readonly headBytes: number;
}

export interface DiskPlanOptions extends Pick<StagingOptions, 'table' | 'memory' | 'threads' | 'shared' | 'orLeast'> {
  /** States of a layer that are kept. */
  readonly first: number;
}

/**
 * Returns what exploring a board on disk takes.
 * @throws InputError if the board is too large to number; MemoryError if `memory` does not suffice for the smallest portions
 */
export function planDisk(
  board: Board,
  { table, memory, threads: asked, first, ...sharing }: DiskPlanOptions,
): DiskPlan {
  const plan = planBoard(board, { table, fresh: false }, asked);
  const { threads } = plan;
  const staged = stagedBoard(plan);
  const { geometry, blocks, slotBytes, moves } = staged;
  const places = placesOfPortion(staged);
  const headBytes = headBytesOfRun(staged, places, first);
  const staging = divideMemory(staged, { table, memory, threads, headBytes, ...sharing });
  const slotsOfTarget = table ? 2 : 1;
  const marking = choosePortions(staged, places, coloursOf(board), staging, slotsOfTarget);
  const { portions } = marking;
  // Only half of the layers mark the table; the others have room for more blocks.
  const others = triedStages(staged, portions, staging.slots, 1);
  const layers = [others, marking].flatMap((trial) =>
    trial.stages.map((stages, colour) => {
      const slots = portions.colours[colour].length * blocks.count;
      const marked = table && trial === marking ? slots : 0;
      const share = blocks.count / blocksOfStages(stages);
      const sources = stages.reduce((sum, stage) => sum + stage.sources.length, 0);
      return {
        stages: stages.length * share,
        bytesWritten: (slots + marked) * slotBytes + portions.count * headBytes,
        bytesRead: staging.isWhole ? 0 : (slots + marked + sources * share) * slotBytes,
        shortest: shortestRun(stages) * slotBytes,
      };
    }),
  );
  const average = (of: (layer: (typeof layers)[number]) => number) =>
    Math.round(layers.reduce((sum, layer) => sum + of(layer), 0) / layers.length);
  return {
    states: geometry.states,
    memoryBytes: staging.memoryBytes,
    diskBytes: fileBytesOf(staged, portions, { table, first }),
    stages: Math.ceil(Math.max(...layers.map(({ stages }) => stages))),
    smallestRunBytes: Math.min(...layers.map(({ shortest }) => shortest)),
    layer: {
      bytesRead: average(({ bytesRead }) => bytesRead),
      bytesWritten: average(({ bytesWritten }) => bytesWritten),
    },
    blockMoves: Math.round((moves.flat().length * blocks.count) / 2),
    blockBytes: blocks.paddedWords * BYTES_PER_WORD,
    portions: portions.count,
    headBytes,
  };
}

/** The fewest blocks of the runs in which nine tenths of the blocks are read. */
function shortestRun(stages: readonly Stage[]): number {
  const runs = stages.flatMap(({ sources, targets }) => [...runsOf(sources), ...runsOf(targets)]);
  const counts = runs.map(({ count }) => count).sort((a, b) => a - b);
  let rest = counts.reduce((sum, count) => sum + count, 0) / 10;
  for (const count of counts) {
    rest -= count;
    if (rest < 0) return count;
  }
  return 0;
}
