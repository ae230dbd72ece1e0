/**
 * The local rules that the distances of any space obey, and no other numbers do; docs/verify.md proves it:
 *
 *     start       every start has 0
 *     neighbours  where a move leads from a reached state, the state there is reached, and its value is at most one more
 *     nearer      to every other reached state a move leads from a state whose value is one less
 *
 * Moves are only asked for forwards, so the last rule takes two steps: from every state those that it makes good are marked, and
 * then those without a mark are found.
 */

import { NO_STATE } from '../../space/definition.js';
import { newNeighbours, writeNeighbours } from '../../space/neighbours.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import { claimedBlocks } from '../space/claims.js';
import { BITS_PER_WORD, wordsOf } from '../space/space-replay-memory.js';
import { Faults } from '../table/faults.js';

export type SpaceDistances = Uint8Array | Uint16Array | Uint32Array;
export type SpaceRule = 'start' | 'neighbours' | 'nearer';

/** The same task for every worker, once for each step. */
export interface SpaceDistancesTask {
  readonly source: SpaceSource;
  readonly step: 'mark' | 'find';
  readonly distances: SpaceDistances;
  /** A bit for each state: whether a move leads to it from one that is nearer. */
  readonly marks: Uint32Array;
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

export interface BrokenSpaceRule {
  readonly rule: SpaceRule;
  readonly state: number;
  readonly value: number;
  /** Of the rule `neighbours`: the move, and where it leads. */
  readonly neighbour?: { readonly move: number; readonly state: number; readonly value: number };
}

/** What a worker found among the states that it looked at. */
export interface SpaceRulesResult {
  /** States of each value that it saw, in the step `find`. Values are whatever the file holds, so no array of that length. */
  readonly counts: ReadonlyMap<number, number>;
  readonly broken: readonly BrokenSpaceRule[];
  readonly brokenCount: number;
}

/** The value of states that are not reached. */
export function unreachedValue(distances: SpaceDistances): number {
  return 2 ** (8 * distances.BYTES_PER_ELEMENT) - 1;
}

export function checkSpaceRules(space: NumberedSpace, task: SpaceDistancesTask): SpaceRulesResult {
  return task.step === 'mark' ? markNearer(space, task) : findUnmarked(space, task);
}

function markNearer(space: NumberedSpace, { distances, marks, claims }: SpaceDistancesTask): SpaceRulesResult {
  const unreached = unreachedValue(distances);
  const broken = new Faults<BrokenSpaceRule>();
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

function findUnmarked(space: NumberedSpace, { distances, marks, claims }: SpaceDistancesTask): SpaceRulesResult {
  const unreached = unreachedValue(distances);
  const broken = new Faults<BrokenSpaceRule>();
  const starts = new Set(space.starts);
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

/** The states that this worker gets. */
function* claimedStates(size: number, claims: Int32Array): Generator<number> {
  for (const { begin, end } of claimedBlocks([0], wordsOf(size), claims)) {
    const last = Math.min(end * BITS_PER_WORD, size);
    for (let state = begin * BITS_PER_WORD; state < last; state++) yield state;
  }
}
