/** The coordinator of the layers: it hands them to the workers in batches, and adds up what they found. */

import { availableParallelism } from 'node:os';
import { begin } from '../../../base/threads/rounds.js';
import type { WorkerPool } from '../../../base/threads/worker-pool.js';
import { type Board, colourOf } from '../../../spaces/board/board.js';
import type { Metric } from '../../../spaces/board/metric.js';
import type { State } from '../../../spaces/board/numbering/numbering.js';
import type { Layout } from '../memory/addresses.js';
import type { Batch, BatchTask, LayerResult, SharedExploration } from './batch.js';

/** With fewer blocks a worker than this, blocks are claimed one by one. */
export const BLOCKS_FOR_LARGE_CLAIMS = 8;

/** Layers are handed out in batches of this time, or singly where they take longer. */
const BATCH_SECONDS = 0.1;

export interface LayerSearch<Look> {
  readonly board: Board;
  readonly goal: State;
  /** What the workers' observers look for. */
  readonly look: Look;
  /** The last layer to search; by default all. */
  readonly lastDepth?: number;
  /** Whether no layer begins before `onLayer` has looked at the one before in memory. */
  readonly layerByLayer?: boolean;
  /** States of the depths that are in memory already; by default those of the goal alone. */
  readonly histogram?: readonly number[];
  /**
   * Asked, and waited for, before layers from this depth on are handed out, while no worker is at work: whether to hand out a
   * single one. What it throws ends the search.
   */
  readonly beforeLayers?: (depth: number) => Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Searches the layers from the goal, or from those that are in memory.
 * @param exploration allocated for this board and goal
 * @param onLayer called, and waited for, after each layer: its depth, its number of fresh states, and what the workers'
 * observers have seen of it (nothing of the goal, which is there from the beginning); not for layers that were in memory
 * @returns states of each depth
 * @throws WorkerError where a worker dies; the reason of the signal where that aborts; what `beforeLayers` throws
 */
export async function searchLayers<Look, Seen>(
  pool: WorkerPool<BatchTask<Look>, LayerResult<Seen>[]>,
  exploration: SharedExploration,
  search: LayerSearch<Look>,
  onLayer: (depth: number, fresh: number, seen: readonly Seen[]) => void | Promise<void>,
): Promise<number[]> {
  const { look, lastDepth = Number.POSITIVE_INFINITY, layerByLayer = false, beforeLayers, signal } = search;
  const batches = batchesOf(exploration.layout, search, pool.threads);
  const histogram = [...(search.histogram ?? [1])];
  if (search.histogram === undefined) await onLayer(0, 1, []);
  while (histogram.length <= lastDepth) {
    const depth = histogram.length;
    const singly = (await beforeLayers?.(depth)) ?? layerByLayer;
    begin(exploration.counters);
    const batch = { ...batches, depth, lastDepth, seconds: singly ? 0 : BATCH_SECONDS };
    const found = await pool.runOnAll({ exploration, batch, look }, 'in the middle of a layer', signal);
    for (const [index] of found[0].entries()) {
      const results = found.map((layers) => layers[index]);
      const fresh = results.reduce((sum, result) => sum + result.fresh, 0);
      if (fresh === 0) return histogram;
      await onLayer(
        histogram.length,
        fresh,
        results.map((result) => result.seen),
      );
      histogram.push(fresh);
    }
  }
  return histogram;
}

/**
 * Finds again what the cells of one colour held after the layer of a depth, from what the others held before it: in the
 * metric `single`
 *
 *     visited[t] = move(visited[s]) | ...     for its neighbours s
 *
 * because every state but a lone goal has a neighbour that is nearer, and that neighbour was visited before.
 * @param depth of the last layer, at least 1
 * @param exploration whose cells of that layer hold nothing yet; their table is cleared
 * @returns how many states those cells hold
 * @throws as searchLayers
 */
export async function rebuildColour<Look, Seen>(
  pool: WorkerPool<BatchTask<Look>, LayerResult<Seen>[]>,
  exploration: SharedExploration,
  search: LayerSearch<Look>,
  depth: number,
): Promise<number> {
  // Of the layers of a colour, the first one marks nothing in the table.
  const unmarked = depth % 2;
  begin(exploration.counters);
  const batch = {
    ...batchesOf(exploration.layout, search, pool.threads),
    depth: unmarked,
    lastDepth: unmarked,
    seconds: 0,
  };
  const found = await pool.runOnAll({ exploration, batch, look: search.look }, 'while it restored', search.signal);
  return found.reduce((sum, [{ fresh }]) => sum + fresh, 0);
}

/** What all batches of a search have in common. */
function batchesOf(
  { blocks, sweeps }: Layout,
  { board, goal }: LayerSearch<unknown>,
  workers: number,
): Omit<Batch, 'depth' | 'lastDepth' | 'seconds'> {
  const metric = sweeps === null ? 'single' : 'multi';
  return {
    cells: [cellsAtDepth(board, metric, goal.cell, 0), cellsAtDepth(board, metric, goal.cell, 1)],
    claimWholeBlocks: blocks.count >= BLOCKS_FOR_LARGE_CLAIMS * workers,
    workers,
    spin: workers <= availableParallelism(),
  };
}

/** The cells that the blank can be on at a depth, ascending: those of one colour, or all where moves keep to no colours. */
export function cellsAtDepth(board: Board, metric: Metric, goalCell: number, depth: number): number[] {
  return Array.from({ length: board.cells }, (_, cell) => cell).filter(
    (cell) => metric === 'multi' || (colourOf(board, cell) + colourOf(board, goalCell) + depth) % 2 === 0,
  );
}
