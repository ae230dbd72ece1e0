/** Replays a board: a breadth-first search from the goal, layer by layer, until a layer is empty. */

import { WorkerPool } from '../../base/threads/worker-pool.js';
import type { Progress } from '../threads/progress.js';
import type { PlainBoard } from './plain-board.js';
import { type BoardReplay, boardReplayBytes, planesAt } from './replay-memory.js';
import type { BoardReplayTask } from './replay-steps.js';

/**
 * Fills the bitsets of a new replay.
 * @returns the number of states of each depth
 * @throws WorkerError if a worker dies; the signal's reason
 */
export async function replayBoard(
  plain: PlainBoard,
  replay: BoardReplay,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  const { metric, cellsAt, size } = plain;
  const histogram = [1];
  let found = 1;
  const pool = new WorkerPool<BoardReplayTask, number>('verify-board.cjs', threads);
  const onAll = (task: BoardReplayTask) => {
    replay.claims[0] = 0;
    return pool.runOnAll(task, 'in the middle of a layer', signal);
  };
  try {
    for (let depth = 1; ; depth++) {
      onProgress?.(`replaying depth ${depth}`, () => found / size);
      await onAll({ replay, step: 'expand', depth: depth - 1, cells: cellsAt[(depth - 1) % 2] });
      const planes = planesAt(metric, depth);
      const counts = await onAll({ replay, step: 'settle', depth, cells: cellsAt[depth % 2], planes });
      const fresh = counts.reduce((sum, count) => sum + count, 0);
      if (fresh === 0) return histogram;
      histogram.push(fresh);
      found += fresh;
    }
  } finally {
    await pool.leave(boardReplayBytes(plain));
  }
}
