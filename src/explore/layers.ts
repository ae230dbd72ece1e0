/** The coordinator of the layers: it hands them to the workers in batches, and adds up what they found. */

import { availableParallelism } from 'node:os';
import { type Board, colourOf } from '../board/board.js';
import type { State } from '../numbering/numbering.js';
import type { WorkerPool } from '../threads/worker-pool.js';
import type { BatchTask, LayerResult, SharedExploration } from './batch.js';
import { begin } from './rounds.js';

/** With fewer blocks a worker than this, blocks are claimed one by one. */
const BLOCKS_FOR_LARGE_CLAIMS = 8;

/** Layers are handed out in batches of this time, or singly where they take longer. */
const BATCH_SECONDS = 0.1;

export interface LayersResult {
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** The first states of the last layer, in the order of blocks, cells, words and bits. */
  readonly last: readonly State[];
}

export interface LayerSearch {
  readonly board: Board;
  readonly goal: State;
  /** How many states of each layer to keep, at most. */
  readonly keep: number;
  /** Which share of a layer's states may be kept, by depth; by default all. */
  readonly shares?: readonly number[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Searches all layers from the goal.
 * @param exploration allocated for this board and goal
 * @param onLayer called after each layer with its depth, its number of fresh states, and the first of them
 * @throws WorkerError where a worker dies; the reason of the signal where that aborts
 */
export async function searchLayers(
  pool: WorkerPool<BatchTask, LayerResult[]>,
  exploration: SharedExploration,
  { board, goal, keep, shares, signal }: LayerSearch,
  onLayer: (depth: number, fresh: number, kept: readonly State[]) => void,
): Promise<LayersResult> {
  const { layout, counters } = exploration;
  const { threads } = pool;
  const cellsAt = (parity: number) =>
    Array.from({ length: board.cells }, (_, cell) => cell).filter(
      (cell) => (colourOf(board, cell) + colourOf(board, goal.cell)) % 2 === parity,
    );
  const cells = [cellsAt(0), cellsAt(1)] as const;
  const claimAllCells = layout.blocks.count >= BLOCKS_FOR_LARGE_CLAIMS * threads;
  const spin = threads <= availableParallelism();
  const histogram = [1];
  let last: readonly State[] = keep > 0 ? [goal] : [];
  onLayer(0, 1, last);
  for (;;) {
    const depth = histogram.length;
    begin(counters);
    const batch = { depth, cells, claimAllCells, keep, shares, seconds: BATCH_SECONDS, workers: threads, spin };
    const found = await pool.runOnAll({ exploration, batch }, 'in the middle of a layer', signal);
    for (const [index] of found[0].entries()) {
      const results = found.map((layers) => layers[index]);
      const fresh = results.reduce((sum, result) => sum + result.fresh, 0);
      if (fresh === 0) return { histogram, last };
      last = firstOf(results, cells[histogram.length % 2], layout.blocks.words, keep);
      onLayer(histogram.length, fresh, last);
      histogram.push(fresh);
    }
  }
}

/** The first states of all, in the order of units. Each worker took its units in order and kept its first states. */
function firstOf(results: readonly LayerResult[], cells: readonly number[], blockWords: number, keep: number): State[] {
  const unit = ({ cell, word }: State) => Math.floor(word / blockWords) * cells.length + cells.indexOf(cell);
  return results
    .flatMap((result) => result.kept)
    .sort((a, b) => unit(a) - unit(b) || a.word - b.word || a.bit - b.bit)
    .slice(0, keep);
}
