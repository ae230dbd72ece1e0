/** The resources of explorations, known before anything is allocated or written: on disk, with the traffic of a layer, and in memory. */

import type { MemoryUse } from '../base/memory.js';
import { planBoard } from '../engines/boards/board-plan.js';
import type { BoardEnginePlan } from '../engines/boards/engine.js';
import { generalMemory } from '../engines/general/engine.js';
import type { Board, Metric } from '../spaces/board/board.js';
import { BYTES_PER_WORD } from '../spaces/board/numbering.js';
import { divideMemory } from './disk/buffers.js';
import { type MemoryOptions, runsOf } from './disk/portions.js';
import {
  blocksOfStages,
  bytesOfFiles,
  choosePortions,
  coloursOf,
  diskBoard,
  headBytesOfRun,
  placesOfPortion,
  type Stage,
  triedStages,
} from './disk/stage.js';

export interface DiskPlan {
  /** Number of states that have numbers. */
  readonly states: number;
  /** Bytes of buffers, marks and maps, without those of Node and its threads. */
  readonly memoryBytes: number;
  /** Maximum bytes of the work files. */
  readonly diskBytes: number;
  /** Number of stages of a layer in which nothing can be skipped. */
  readonly stages: number;
  /** Typical minimum length of a sequential read: nine tenths of the bytes are read in runs of at least this length. */
  readonly smallestRunBytes: number;
  /**
   * Traffic of such a layer, averaged over both colours, and over layers that mark the table and those that do not. Nothing is read if
   * all blocks fit into memory.
   */
  readonly layer: { readonly bytesRead: number; readonly bytesWritten: number };
  /** Number of moves of a block in such a layer: the work of the processors. */
  readonly blockMoves: number;
  readonly blockBytes: number;
  /** Number of portions of each colour, and bytes of a portion's header. */
  readonly portions: number;
  readonly headBytes: number;
}

export interface DiskPlanOptions extends Pick<MemoryOptions, 'table' | 'memory' | 'threads' | 'shared' | 'orLeast'> {
  /** Number of states of a layer that are kept. */
  readonly first: number;
}

/**
 * Returns the resources for exploring a board on disk.
 * @param board in the metric `single`
 * @throws InputError if the board is too large to number; MemoryError if `memory` is insufficient for the smallest portions
 * @example
 * ```ts
 * import { parseBoard, planDisk } from 'antipode';
 *
 * const plan = planDisk(parseBoard('4x4'), { table: true, memory: 16e9, threads: 2, first: 20 });
 * ```
 */
export function planDisk(board: Board, options: DiskPlanOptions): DiskPlan {
  return diskPlanner(board, options)(options.memory);
}

/** Returns planDisk of a run for any memory. */
export function runOnDiskPlanner(
  { search, request, threads }: BoardEnginePlan,
  sharing: Pick<DiskPlanOptions, 'shared' | 'orLeast'>,
): (memory: number) => DiskPlan {
  const { table, first } = request;
  return diskPlanner(search.geometry.board, { table, first, threads, ...sharing });
}

/** Returns planDisk of a board for any memory. What does not depend on the memory is computed once: on 4x4 it takes some seconds. */
function diskPlanner(
  board: Board,
  { table, threads: most, first, ...sharing }: Omit<DiskPlanOptions, 'memory'>,
): (memory: number) => DiskPlan {
  const plan = planBoard(board, { table, fresh: false }, most);
  const { threads } = plan;
  const onDisk = diskBoard(plan);
  const { geometry, blocks, slotBytes, moves } = onDisk;
  const places = placesOfPortion(onDisk);
  const headBytes = headBytesOfRun(onDisk, places, first);
  return (memory) => {
    const division = divideMemory(onDisk, { table, memory, threads, headBytes, ...sharing });
    const slotsOfTarget = table ? 2 : 1;
    const marking = choosePortions(onDisk, places, coloursOf(geometry.board), division, slotsOfTarget);
    const { portions } = marking;
    // Only half of the layers mark the table; the others have memory for more blocks.
    const others = triedStages(onDisk, portions, division.slots, 1);
    const layers = [others, marking].flatMap((trial) =>
      trial.stages.map((stages, colour) => {
        const slots = portions.colours[colour].length * blocks.count;
        const marked = table && trial === marking ? slots : 0;
        const share = blocks.count / blocksOfStages(stages);
        const sources = stages.reduce((sum, stage) => sum + stage.sources.length, 0);
        return {
          stages: stages.length * share,
          bytesWritten: (slots + marked) * slotBytes + portions.count * headBytes,
          bytesRead: division.isWhole ? 0 : (slots + marked + sources * share) * slotBytes,
          shortest: shortestRun(stages) * slotBytes,
        };
      }),
    );
    const average = (of: (layer: (typeof layers)[number]) => number) =>
      Math.round(layers.reduce((sum, layer) => sum + of(layer), 0) / layers.length);
    return {
      states: geometry.states,
      memoryBytes: division.memoryBytes,
      diskBytes: bytesOfFiles(onDisk, portions, { table, first }),
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
  };
}

/** Returns the minimum length of the longest runs that contain nine tenths of the blocks. */
function shortestRun(stages: readonly Stage[]): number {
  const runs = stages.flatMap(({ sources, targets }) => [...runsOf(sources), ...runsOf(targets)]);
  const counts = runs.map(({ first, last }) => last - first + 1).sort((a, b) => a - b);
  let rest = counts.reduce((sum, count) => sum + count, 0) / 10;
  for (const count of counts) {
    rest -= count;
    if (rest < 0) return count;
  }
  return 0;
}

/* The resources for enumerating a space in memory. */

export interface Requirements extends MemoryUse {
  /** Number of states that have numbers. On some maps, and in other spaces, moves do not reach all of them. */
  readonly states: number;
}

/** The known properties of a space. */
export type MeasuredSpace =
  | { readonly board: { readonly board: Board; readonly metric: Metric } }
  | { readonly board?: null; readonly size: number; readonly reversible: boolean };

/**
 * Returns the resources for enumerating a space in memory.
 * @param space a board with its metric, or the size of another space, and if its moves can be undone
 * @param options.table true if a table is made. It doubles the bytes of boards in the metric `single`; spaces whose moves cannot be
 * undone need more for it too. @default true
 * @throws InputError if a board is too large to number
 * @example
 * ```ts
 * import { parseBoard, requirementsOf } from 'antipode';
 *
 * const { states, bytes } = requirementsOf({ board: { board: parseBoard('3x4'), metric: 'single' } });
 * ```
 */
export function requirementsOf(
  space: MeasuredSpace,
  { table = true }: { readonly table?: boolean } = {},
): Requirements {
  if (space.board == null) return generalMemory(space, table);
  const { board, metric } = space.board;
  const { geometry, bytes, threadBytes } = planBoard(board, { metric, table, fresh: false });
  return { states: geometry.states, bytes, threadBytes };
}
