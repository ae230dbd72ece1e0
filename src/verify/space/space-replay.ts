/**
 * A plain breadth-first search of a space: layer after layer from the starts, until none is left. A layer of few states is gone
 * through here, as to wake the workers takes longer: some spaces have a hundred thousand of them.
 */

import { defaultThreads } from '../../base/threads/thread-count.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import type { NumberedSpace } from '../../space/space.js';
import { leavesNothing, type SpaceSource } from '../../space/space-source.js';
import type { Encoding } from '../../table/contents.js';
import type { Progress } from '../table/progress.js';
import {
  BITS_PER_WORD,
  newSpaceReplay,
  type SpaceReplayMemory,
  spaceReplayBytes,
  WORDS_PER_BLOCK,
} from './space-replay-memory.js';
import { expandSpace, type SpaceReplayTask, settleSpace } from './space-replay-steps.js';

export interface SpaceReplay {
  readonly memory: SpaceReplayMemory;
  /** States of each depth. */
  readonly histogram: readonly number[];
}

/** A layer of as many states is for the workers. */
const STATES_FOR_WORKERS = 2000;
/** Layers that are gone through here before others get their turn: a few milliseconds. */
const LAYERS_AT_A_TIME = 64;

/** States that one thread searches, or compares with their neighbours, in a second: measured with pancake:10 and cube-2x2x2. */
const STATES_PER_SECOND = 3e6;

/** Worker threads for checking a space of so many states where nobody says how many. */
export function threadsToVerifySpace(size: number): number {
  return defaultThreads(size / STATES_PER_SECOND);
}

/** @throws SpaceError, WorkerError; Error where the machine refuses the memory; the signal's reason */
export async function replaySpace(
  space: NumberedSpace,
  source: SpaceSource,
  encoding: Encoding,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<SpaceReplay> {
  const memory = newSpaceReplay(source, space.size, encoding);
  let pool: WorkerPool<SpaceReplayTask, number> | undefined;
  const onWorkers = async (task: SpaceReplayTask) => {
    memory.claims[0] = 0;
    pool ??= new WorkerPool('verify-space.cjs', threads);
    const counts = await pool.runOnAll(task, 'in the middle of a layer', signal);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const here = (task: SpaceReplayTask) => {
    memory.claims[0] = 0;
    return stepOf(task, space);
  };
  markStarts(memory, space.starts);
  const histogram = [here({ replay: memory, step: 'settle', depth: 0 })];
  let found = histogram[0];
  try {
    for (let depth = 1; ; depth++) {
      onProgress?.(`replaying depth ${depth}`, () => found / space.size);
      if (depth % LAYERS_AT_A_TIME === 0) {
        await new Promise(setImmediate);
        signal?.throwIfAborted();
      }
      const onAll = histogram[depth - 1] >= STATES_FOR_WORKERS;
      const does = onAll ? onWorkers : here;
      await does({ replay: memory, step: 'expand', depth });
      const fresh = await does({ replay: memory, step: 'settle', depth });
      if (fresh === 0) return { memory, histogram };
      histogram.push(fresh);
      found += fresh;
    }
  } finally {
    await pool?.leave(spaceReplayBytes(space.size, encoding), leavesNothing(source));
  }
}

/** @returns the states that were added to the layer; 0 where none are to be added */
export function stepOf({ replay, step, depth }: SpaceReplayTask, space: NumberedSpace): number {
  if (step === 'settle') return settleSpace(replay, depth);
  expandSpace(replay, space, depth);
  return 0;
}

function markStarts({ layers }: SpaceReplayMemory, starts: readonly number[]): void {
  for (const start of starts) {
    const word = Math.floor(start / BITS_PER_WORD);
    layers[0].states[word] |= 1 << (start & 31);
    layers[0].marks[Math.floor(word / WORDS_PER_BLOCK)] = 1;
  }
}
