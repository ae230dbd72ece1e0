/**
 * The local rules that distances obey, and no other numbers do; docs/verify.md proves it:
 *
 *     goal        the goal has 0
 *     neighbours  neighbours of a reached state are reached, and differ from it by exactly one; by at most one, where a move
 *                 may slide several tiles
 *     nearer      every other reached state has a neighbour that is one nearer
 *
 * Each worker looks at whole states, with all their neighbours.
 */

import type { Metric } from '../../spaces/board/metric.js';
import { STATES_PER_WORD } from '../board/arrangements.js';
import type { Space } from '../board/space.js';
import { claimedBlocks } from '../space/claims.js';
import { Faults } from '../table/faults.js';

/** The distances of each blank cell, in the order of the arrangements. */
export type Distances = readonly Uint8Array[] | readonly Uint16Array[];

export type Rule = 'goal' | 'neighbours' | 'nearer';

/** A state and its value. */
export interface ValueAt {
  readonly cell: number;
  /** word * 60 + bit */
  readonly arrangement: number;
  readonly value: number;
}

export interface BrokenRule {
  readonly rule: Rule;
  readonly state: ValueAt;
  /** Of the rule `neighbours`: the other one. */
  readonly neighbour?: ValueAt;
}

/** What a worker found among the states that it looked at. */
export interface DistancesResult {
  /** States of each value. */
  readonly counts: Float64Array;
  readonly broken: readonly BrokenRule[];
  readonly brokenCount: number;
}

/** The value of states that are not reached. */
export function notReached(distances: Distances): number {
  return distances[0] instanceof Uint8Array ? 255 : 65535;
}

export function checkRules(space: Space, distances: Distances, claims: Int32Array): DistancesResult {
  const { arrangements, slides, odd, shape, board, goalCell, metric } = space;
  const unreached = notReached(distances);
  const counts = new Float64Array(unreached + 1);
  const broken = new Faults<BrokenRule>();
  const cells = Array.from({ length: board.cells }, (_, cell) => cell);
  for (const { cell, begin, end } of claimedBlocks(cells, shape.words, claims)) {
    // Where neighbours have blank cells of opposite colours, those of one colour show every pair once.
    const isEven = space.parityAt(cell) === 0;
    for (let word = begin; word < end; word++) {
      arrangements.takeWord(word, odd[cell]);
      const first = word * STATES_PER_WORD;
      const bits = Math.min(STATES_PER_WORD, shape.arrangements - first);
      for (let bit = 0; bit < bits; bit++) {
        const arrangement = first + bit;
        const value = distances[cell][arrangement];
        counts[value]++;
        arrangements.takeBit(bit);
        let nearer = value === unreached;
        for (const { to, shifts } of slides[cell]) {
          let there = arrangement;
          if (shifts.length > 0) {
            arrangements.numberAfterAll(shifts);
            there = arrangements.word * STATES_PER_WORD + arrangements.bit;
          }
          const other = distances[to][there];
          if (other === value - 1) nearer = true;
          const showsPair = metric === 'single' ? isEven : cell < to;
          if (showsPair && !mayBeNeighbours(metric, value, other, unreached)) {
            broken.add(() => ({
              rule: 'neighbours',
              state: { cell, arrangement, value },
              neighbour: { cell: to, arrangement: there, value: other },
            }));
          }
        }
        const isGoal = cell === goalCell && arrangement === 0;
        if (isGoal ? value !== 0 : !nearer) {
          broken.add(() => ({ rule: isGoal ? 'goal' : 'nearer', state: { cell, arrangement, value } }));
        }
      }
    }
  }
  return { counts, broken: broken.told, brokenCount: broken.count };
}

function mayBeNeighbours(metric: Metric, value: number, other: number, unreached: number): boolean {
  if (value === unreached || other === unreached) return value === other;
  return value - other === 1 || other - value === 1 || (metric === 'multi' && value === other);
}
