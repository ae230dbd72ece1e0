/**
 * The local rules of a board's distances; docs/explanations/verify.md proves that no other numbers obey them:
 *
 *     start       the goal has 0
 *     neighbours  neighbours of a reached state are reached, and their distances differ from its own by exactly one; by at most
 *                 one if a move may slide several tiles
 *     nearer      every other reached state has a neighbour that is one nearer
 *
 * Each worker checks whole states, with all their neighbours.
 */

import type { Board } from '../../spaces/board/board.js';
import type { Metric } from '../../spaces/board/metric.js';
import { type DistanceValues, unreachedValue } from '../file/distance-values.js';
import { Faults } from '../file/faults.js';
import type { BrokenRule, RulesResult } from '../referee/broken-rules.js';
import { claimedBlocks } from '../threads/claimed-blocks.js';
import { PLAIN_STATES_PER_WORD } from './arrangements.js';
import type { PlainBoard } from './plain-board.js';

/** The task, the same for every worker. */
export interface BoardDistancesTask {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
  /** [blank cell]: its distances, in the order of the arrangements. */
  readonly distances: readonly DistanceValues[];
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

export function checkBoardRules(
  plain: PlainBoard,
  distances: readonly DistanceValues[],
  claims: Int32Array,
): RulesResult {
  const { arrangements, slides, odd, shape, board, goalCell, metric } = plain;
  const unreached = unreachedValue(distances[0]);
  const counts = new Float64Array(unreached + 1);
  const broken = new Faults<BrokenRule>();
  const cells = Array.from({ length: board.cells }, (_, cell) => cell);
  for (const { cell, begin, end } of claimedBlocks(cells, shape.words, claims)) {
    // If neighbours have blank cells of opposite colours, every pair is checked from the cells of one colour.
    const isEven = plain.parityAt(cell) === 0;
    for (let word = begin; word < end; word++) {
      arrangements.takeWord(word, odd[cell]);
      const first = word * PLAIN_STATES_PER_WORD;
      const bits = Math.min(PLAIN_STATES_PER_WORD, shape.arrangements - first);
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
            there = arrangements.word * PLAIN_STATES_PER_WORD + arrangements.bit;
          }
          const other = distances[to][there];
          if (other === value - 1) nearer = true;
          const showsPair = metric === 'single' ? isEven : cell < to;
          if (showsPair && !mayBeNeighbours(metric, value, other, unreached)) {
            broken.add(() => ({
              rule: 'neighbours',
              state: plain.numberOf(cell, arrangement),
              value,
              neighbour: { move: null, state: plain.numberOf(to, there), value: other },
            }));
          }
        }
        const isGoal = cell === goalCell && arrangement === 0;
        if (isGoal ? value !== 0 : !nearer) {
          broken.add(() => ({
            rule: isGoal ? 'start' : 'nearer',
            state: plain.numberOf(cell, arrangement),
            value,
          }));
        }
      }
    }
  }
  return { counts: new Map(countedValues(counts)), broken: broken.told, brokenCount: broken.count };
}

function mayBeNeighbours(metric: Metric, value: number, other: number, unreached: number): boolean {
  if (value === unreached || other === unreached) return value === other;
  return value - other === 1 || other - value === 1 || (metric === 'multi' && value === other);
}

/** Returns the values that occur, with their counts. */
function countedValues(counts: Float64Array): [number, number][] {
  return [...counts.entries()].filter(([, count]) => count > 0);
}
