/** The coordinator of the layers: it hands them to the workers in batches, and adds up what they found. */

import { availableParallelism } from 'node:os';
import { type Board, colourOf } from '../board/board.js';
import type { Metric } from '../board/metric.js';
import type { State } from '../numbering/numbering.js';
import { begin } from '../threads/rounds.js';
import type { WorkerPool } from '../threads/worker-pool.js';
import type { BatchTask, LayerResult, SharedExploration } from './batch.js';

/** With fewer blocks a worker than this, blocks are claimed one by one. */
const BLOCKS_FOR_LARGE_CLAIMS = 8;

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
  readonly signal?: AbortSignal | undefined;
}

/**
 * Searches the layers from the goal.
 * @param exploration allocated for this board and goal
 * @param onLayer called, and waited for, after each layer: its depth, its number of fresh states, and what the workers'
 * observers have seen of it (nothing of the goal, which is there from the beginning)
 * @returns states of each depth
 * @throws WorkerError where a worker dies; the reason of the signal where that aborts
 */
export async function searchLayers<Look, Seen>(
  pool: WorkerPool<BatchTask<Look>, LayerResult<Seen>[]>,
  exploration: SharedExploration,
  { board, goal, look, lastDepth = Number.POSITIVE_INFINITY, layerByLayer = false, signal }: LayerSearch<Look>,
  onLayer: (depth: number, fresh: number, seen: readonly Seen[]) => void | Promise<void>,
): Promise<number[]> {
  const { layout, counters } = exploration;
  const { threads } = pool;
  const metric = layout.sweeps === null ? 'single' : 'multi';
  const cells = [cellsAtDepth(board, metric, goal.cell, 0), cellsAtDepth(board, metric, goal.cell, 1)] as const;
  const claimWholeBlocks = layout.blocks.count >= BLOCKS_FOR_LARGE_CLAIMS * threads;
  const spin = threads <= availableParallelism();
  const seconds = layerByLayer ? 0 : BATCH_SECONDS;
  const histogram = [1];
  await onLayer(0, 1, []);
  while (histogram.length <= lastDepth) {
    const depth = histogram.length;
    begin(counters);
    const batch = { depth, lastDepth, cells, claimWholeBlocks, seconds, workers: threads, spin };
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

/** The cells that the blank can be on at a depth, ascending: those of one colour, or all where moves keep to no colours. */
export function cellsAtDepth(board: Board, metric: Metric, goalCell: number, depth: number): number[] {
  return Array.from({ length: board.cells }, (_, cell) => cell).filter(
    (cell) => metric === 'multi' || (colourOf(board, cell) + colourOf(board, goalCell) + depth) % 2 === 0,
  );
}
