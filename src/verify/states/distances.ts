/** The referee of the distances of a space whose states are numbers: an array of the shape (states,). */

import type { NumberedSpace } from '../../space/space.js';
import { SpacePool } from '../../space/space-pool.js';
import { leavesNothing, type SpaceSource } from '../../space/space-source.js';
import { describeState } from '../../space/space-text.js';
import type { DistanceValues } from '../file/distance-values.js';
import type { BrokenRule, RulesResult } from '../referee/broken-rules.js';
import type { BrokenRuleTexts, DistancesReferee } from '../referee/distances-referee.js';
import { claimedShare } from '../threads/claimed-blocks.js';
import type { Progress } from '../threads/progress.js';
import { newSharedBytes } from '../threads/shared-bytes.js';
import { openCheckedSpace } from './checked-space.js';
import { checkStatesRules, type StatesDistancesTask } from './distance-rules.js';
import { neighboursOf, threadsToCheck } from './replay.js';
import { bitsetWords } from './replay-memory.js';
import { verifiedStates } from './verified-states.js';

/** Number of neighbours that are compared in the time that workers take to start. */
const NEIGHBOURS_WITHOUT_WORKERS = 200_000;

/**
 * Makes the referee of a space's distances.
 * @throws InputError if the source is unknown; SpaceError if the space contradicts itself
 */
export async function statesDistances(source: SpaceSource): Promise<DistancesReferee> {
  const space = await openCheckedSpace(source);
  return {
    space: verifiedStates(source, space),
    array: { space: space.name, shape: [space.size], axes: 'states', types: ['|u1', '<u2', '<u4'] },
    parts: 1,
    extraBytes: Uint32Array.BYTES_PER_ELEMENT * bitsetWords(space.size),
    threads: (asked) => threadsToCheck(space, asked),
    check: ([distances], ...args) => checkOnAll(space, distances, ...args),
    histogram: (counts) => {
      const histogram: number[] = [];
      for (let count = counts.get(0); count !== undefined; count = counts.get(histogram.length)) histogram.push(count);
      return histogram;
    },
    describe: (broken, unreached) => describeBroken(space, broken, unreached),
  };
}

async function checkOnAll(
  space: NumberedSpace,
  distances: DistanceValues,
  threads: number,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<RulesResult[]> {
  const { source } = space;
  const words = bitsetWords(space.size);
  const marks = new Uint32Array(newSharedBytes(Uint32Array.BYTES_PER_ELEMENT * words));
  const claims = new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT));
  const pool =
    neighboursOf(space, space.size) > NEIGHBOURS_WITHOUT_WORKERS
      ? new SpacePool<StatesDistancesTask, RulesResult>('verify-states.cjs', threads)
      : undefined;
  const results: RulesResult[] = [];
  try {
    for (const step of ['mark', 'find'] as const) {
      claims[0] = 0;
      onProgress?.('checking the distances', () => claimedShare(1, words, claims));
      const task = { source, step, distances, marks, claims };
      if (pool === undefined) results.push(checkStatesRules(space, task));
      else results.push(...(await pool.runOnAll(task, 'in the middle of the distances', signal)));
    }
    return results;
  } finally {
    await pool?.leave(marks.byteLength + distances.byteLength, leavesNothing(source));
  }
}

function describeBroken(
  space: NumberedSpace,
  { rule, state, value, neighbour }: BrokenRule,
  unreached: number,
): BrokenRuleTexts {
  const place = describeState(space, state);
  const texts = { state: space.format(state), move: null, neighbour: null };
  if (neighbour !== undefined) {
    const move = neighbour.move === null ? null : space.moves[neighbour.move];
    const told = neighbour.value === unreached ? 'is not reached' : `has ${neighbour.value}`;
    const other = describeState(space, neighbour.state);
    const message = `${place} has ${value}, and its move ${move} leads to ${other}, which ${told}: at most ${value + 1} expected`;
    return { ...texts, message, move, neighbour: space.format(neighbour.state) };
  }
  if (rule === 'start') return { ...texts, message: `the start ${place} has ${value}, expected 0` };
  if (value === 0) return { ...texts, message: `${place} has 0, which only starts can have` };
  return { ...texts, message: `${place} has ${value}, but no move leads to it from a state that has ${value - 1}` };
}
