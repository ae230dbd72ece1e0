/**
 * Replays a space: a breadth-first search from its starts, layer by layer, until a layer is empty. Small layers are
 * searched on this thread, because waking the workers takes longer. Some spaces have a hundred thousand layers.
 */

import { threadsFor } from '../../base/threads/thread-count.js';
import type { NumberedSpace } from '../../space/space.js';
import { SpacePool } from '../../space/space-pool.js';
import { leavesNothing } from '../../space/space-source.js';
import { blocksToClaim } from '../threads/claimed-blocks.js';
import type { Progress } from '../threads/progress.js';
import { BITS_PER_WORD, bitsetWords, type StatesReplay, statesReplayBytes, WORDS_PER_BLOCK } from './replay-memory.js';
import { replayStatesStep, type StatesReplayTask } from './replay-steps.js';

/** Minimum neighbours of a layer that is searched by the workers. */
const NEIGHBOURS_FOR_WORKERS = 20_000;
/** Layers searched on this thread before the event loop gets a turn: a few milliseconds. */
const LAYERS_AT_A_TIME = 64;

/** Neighbours/s that one thread searches, or compares, measured with the 9 moves of pancake:10 and of cube-2x2x2. */
const NEIGHBOURS_PER_SECOND = 27e6;

/** Returns the number of neighbours of this many states, which determines the time of a check. */
export function neighboursOf({ moves }: NumberedSpace, states: number): number {
  return states * moves.length;
}

/**
 * Returns the number of worker threads that check a space.
 * @param asked maximum number; by default as many as save more time than they take to start
 */
export function threadsToCheck(space: NumberedSpace, asked?: number): number {
  const seconds = neighboursOf(space, space.size) / NEIGHBOURS_PER_SECOND;
  return threadsFor(asked, seconds, blocksToClaim(1, bitsetWords(space.size)));
}

/**
 * Fills the memory of a new replay.
 * @returns the number of states of each depth
 * @throws SpaceError if the space contradicts itself; WorkerError; the signal's reason
 */
export async function replayStates(
  space: NumberedSpace,
  replay: StatesReplay,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<readonly number[]> {
  let pool: SpacePool<StatesReplayTask, number> | undefined;
  const onWorkers = async (task: StatesReplayTask) => {
    replay.claims[0] = 0;
    pool ??= new SpacePool('verify-states.cjs', threads);
    const counts = await pool.runOnAll(task, 'in the middle of a layer', signal);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const here = (task: StatesReplayTask) => {
    replay.claims[0] = 0;
    return replayStatesStep(task, space);
  };
  markStarts(replay, space.starts);
  const histogram = [here({ replay, step: 'settle', depth: 0 })];
  let found = histogram[0];
  try {
    for (let depth = 1; ; depth++) {
      onProgress?.(`replaying depth ${depth}`, () => found / space.size);
      if (depth % LAYERS_AT_A_TIME === 0) {
        await new Promise(setImmediate);
        signal?.throwIfAborted();
      }
      const onAll = neighboursOf(space, histogram[depth - 1]) >= NEIGHBOURS_FOR_WORKERS;
      const does = onAll ? onWorkers : here;
      await does({ replay, step: 'expand', depth });
      const fresh = await does({ replay, step: 'settle', depth });
      if (fresh === 0) return histogram;
      histogram.push(fresh);
      found += fresh;
    }
  } finally {
    await pool?.leave(statesReplayBytes(replay.codes), leavesNothing(replay.source));
  }
}

function markStarts({ layers }: StatesReplay, starts: readonly number[]): void {
  for (const start of starts) {
    const word = Math.floor(start / BITS_PER_WORD);
    layers[0].states[word] |= 1 << (start & 31);
    layers[0].marks[Math.floor(word / WORDS_PER_BLOCK)] = 1;
  }
}
