/** The coordinator of a replay: layer after layer from the goal, until none is left. */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import type { Progress } from '../table/progress.js';
import { newReplay, planesAt, type ReplayMemory, replayBytes } from './replay-memory.js';
import type { ReplayTask } from './replay-steps.js';
import type { Space } from './space.js';

export interface Replay {
  readonly memory: ReplayMemory;
  /** States of each depth. */
  readonly histogram: readonly number[];
}

/** @throws WorkerError where a worker dies; Error where the machine refuses the memory; the signal's reason */
export async function replayLayers(
  space: Space,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<Replay> {
  const { board, metric, shape, cellsAt } = space;
  const states = board.cells * shape.arrangements;
  const memory = newReplay(space);
  const histogram = [1];
  let found = 1;
  const pool = new WorkerPool<ReplayTask, number>('verify-layers.cjs', threads);
  const onAll = (task: ReplayTask) => {
    memory.claims[0] = 0;
    return pool.runOnAll(task, 'in the middle of a layer', signal);
  };
  try {
    for (let depth = 1; ; depth++) {
      onProgress?.(`replaying depth ${depth}`, () => found / states);
      await onAll({ replay: memory, step: 'expand', depth: depth - 1, cells: cellsAt[(depth - 1) % 2] });
      const planes = planesAt(metric, depth);
      const counts = await onAll({ replay: memory, step: 'settle', depth, cells: cellsAt[depth % 2], planes });
      const fresh = counts.reduce((sum, count) => sum + count, 0);
      if (fresh === 0) return { memory, histogram };
      histogram.push(fresh);
      found += fresh;
    }
  } finally {
    await pool.leave(replayBytes(board, metric, shape));
  }
}
