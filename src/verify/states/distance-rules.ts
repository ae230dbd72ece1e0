/**
 * The local rules of the distances of any space; docs/explanations/verify.md proves that no other numbers obey them:
 *
 *     start       every start has 0
 *     neighbours  a move from a reached state leads to a reached state, whose distance is at most one more
 *     nearer      every other reached state has a move leading to it from a state whose distance is one less
 *
 * Moves are only known forwards, so the last rule takes two steps. The first marks the states that satisfy the rule
 * through a move from another state. The second finds the states without a mark.
 */

import { NO_STATE } from '../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { type DistanceValues, unreachedValue } from '../file/distance-values.js';
import { Faults } from '../file/faults.js';
import type { BrokenRule, RulesResult } from '../referee/broken-rules.js';
import { claimedBlocks } from '../threads/claimed-blocks.js';
import { BITS_PER_WORD, bitsetWords } from './replay-memory.js';

/** The task of a step, the same for every worker. */
export interface StatesDistancesTask {
  readonly source: SpaceSource;
  readonly step: 'mark' | 'find';
  readonly distances: DistanceValues;
  /** One bit per state: 1 if a move leads to it from a state that is one nearer. */
  readonly marks: Uint32Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** Does this worker's share of a step. The step `find` also counts states. */
export function checkStatesRules(space: NumberedSpace, task: StatesDistancesTask): RulesResult {
  return task.step === 'mark' ? markNearer(space, task) : findUnmarked(space, task);
}

function markNearer(space: NumberedSpace, { distances, marks, claims }: StatesDistancesTask): RulesResult {
  const unreached = unreachedValue(distances);
  const broken = new Faults<BrokenRule>();
  const next = newNeighbours(space);
  for (const state of claimedStates(space.size, claims)) {
    const value = distances[state];
    if (value === unreached) continue;
    writeNeighbours(space, state, next);
    for (let move = 0; move < next.length; move++) {
      const there = next[move];
      if (there === NO_STATE) continue;
      const other = distances[there];
      if (other === unreached || other > value + 1) {
        broken.add(() => ({ rule: 'neighbours', state, value, neighbour: { move, state: there, value: other } }));
      } else if (other === value + 1) {
        const word = Math.floor(there / BITS_PER_WORD);
        const mask = 1 << (there & 31);
        if ((marks[word] & mask) === 0) Atomics.or(marks, word, mask);
      }
    }
  }
  return { counts: new Map(), broken: broken.told, brokenCount: broken.count };
}

function findUnmarked(space: NumberedSpace, { distances, marks, claims }: StatesDistancesTask): RulesResult {
  const unreached = unreachedValue(distances);
  const broken = new Faults<BrokenRule>();
  const starts = new Set(space.starts);
  // The file can hold any value, so the counts are not an array indexed by value.
  const counts = new Map<number, number>();
  for (const state of claimedStates(space.size, claims)) {
    const value = distances[state];
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (starts.has(state)) {
      if (value !== 0) broken.add(() => ({ rule: 'start', state, value }));
    } else if (value !== unreached && (marks[Math.floor(state / BITS_PER_WORD)] & (1 << (state & 31))) === 0) {
      broken.add(() => ({ rule: 'nearer', state, value }));
    }
  }
  return { counts, broken: broken.told, brokenCount: broken.count };
}

/** Yields the states of the blocks that this worker claims. */
function* claimedStates(size: number, claims: Int32Array): Generator<number> {
  for (const { begin, end } of claimedBlocks([0], bitsetWords(size), claims)) {
    const last = Math.min(end * BITS_PER_WORD, size);
    for (let state = begin * BITS_PER_WORD; state < last; state++) yield state;
  }
}
