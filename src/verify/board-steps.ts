/** The share of a worker in the check of a board: the steps of a replay, and the local rules of distances. */

import type { Board, Metric } from '../spaces/board/board.js';
import { HALVES_PER_WORD, PLAIN_STATES_PER_WORD, type PlainBoard } from './board-numbering.js';
import { type BrokenRule, Faults, type RulesResult } from './faults.js';
import { claimedBlocks, type DistanceValues, newSharedBytes, unreachedValue } from './shared-work.js';

/**
 * Bitsets laid out like the words of a table: for each blank cell its words of 60 states, as halves of 32 bits, the
 * lower half first.
 */
export interface BoardReplay {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
  /** States found in any layer. */
  readonly visited: readonly Uint32Array[];
  /**
   * [depth mod 2]: the states of a layer. In the metric `single` both are the same bitset, because the blank cells of
   * consecutive layers have opposite colours.
   */
  readonly frontiers: readonly [readonly Uint32Array[], readonly Uint32Array[]];
  /** The words that the table must hold, plane by plane; 0 for states that are not visited. */
  readonly residues: readonly Uint32Array[];
  /** [0]: the next block that a worker may claim. */
  readonly claims: Int32Array;
}

/** Returns the number of bits per state in a table. */
export function planeCount(metric: Metric): number {
  return metric === 'single' ? 1 : 2;
}

/**
 * Returns the planes in which the states of a depth have a bit. In the metric `single`, it is the only plane if
 * floor(depth / 2) is odd. In `multi`, it is the first plane if depth mod 3 is 0 or 2, and the second if it is 1 or 2.
 */
export function planesAt(metric: Metric, depth: number): number[] {
  if (metric === 'single') return (depth >> 1) % 2 === 1 ? [0] : [];
  return [[0], [1], [0, 1]][depth % 3];
}

/** Returns the bytes of all bitsets: three in the metric `single`, five in `multi`. */
export function boardReplayBytes({ board, metric, shape: { words } }: PlainBoard): number {
  return (1 + 2 * planeCount(metric)) * board.cells * words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT;
}

/** Allocates a replay whose only visited state is the goal. @throws Error if the machine refuses the memory */
export function newBoardReplay({ board, goalCell, metric, shape: { words } }: PlainBoard): BoardReplay {
  const bitset = (planes = 1) =>
    Array.from(
      { length: board.cells },
      () => new Uint32Array(newSharedBytes(planes * words * HALVES_PER_WORD * Uint32Array.BYTES_PER_ELEMENT)),
    );
  const even = bitset();
  const odd = metric === 'single' ? even : bitset();
  const replay: BoardReplay = {
    board,
    goalCell,
    metric,
    visited: bitset(),
    frontiers: [even, odd],
    residues: bitset(planeCount(metric)),
    claims: new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT)),
  };
  replay.visited[goalCell][0] = 1;
  even[goalCell][0] = 1;
  for (const plane of planesAt(metric, 0)) replay.residues[goalCell][plane * words * HALVES_PER_WORD] = 1;
  return replay;
}

/**
 * The two steps of a layer, in worker threads. First, every state of the frontier is unranked, moved and ranked, one at a time.
 * States that were not visited are marked in the next frontier. Any worker can mark any word there, so marking is atomic. When
 * all workers are done, that frontier is added to the visited states, each word by one worker.
 */

/** One step of a layer, the same task for every worker. `depth` is that of the frontier to expand or add. */
export type BoardReplayTask = {
  readonly replay: BoardReplay;
  readonly depth: number;
  readonly cells: readonly number[];
} & (
  | { readonly step: 'expand' }
  /** `planes` are those in which the layer has bits. */
  | { readonly step: 'settle'; readonly planes: readonly number[] }
);

/** Does this worker's share of a step. @returns the number of states that it added; 0 for the step `expand` */
export function replayBoardStep(task: BoardReplayTask, plain: PlainBoard): number {
  const { replay, depth, cells } = task;
  if (task.step === 'settle') return settleBoard(replay, plain, depth, cells, task.planes);
  expandBoard(replay, plain, depth, cells);
  return 0;
}

/** Marks the neighbours of the frontier's states with the blank on `cells`, and empties the frontier. */
function expandBoard(
  { visited, frontiers, claims }: BoardReplay,
  plain: PlainBoard,
  depth: number,
  cells: readonly number[],
): void {
  const { arrangements, slides, odd, shape } = plain;
  const frontier = frontiers[depth % 2];
  const next = frontiers[(depth + 1) % 2];
  for (const { cell, begin, end } of claimedBlocks(cells, shape.words, claims)) {
    const halves = frontier[cell];
    for (let index = begin * HALVES_PER_WORD; index < end * HALVES_PER_WORD; index++) {
      let bits = halves[index];
      if (bits === 0) continue;
      halves[index] = 0;
      arrangements.takeWord(index >> 1, odd[cell]);
      const firstBit = (index & 1) << 5;
      for (; bits !== 0; bits &= bits - 1) {
        const bit = firstBit + 31 - Math.clz32(bits & -bits);
        arrangements.takeBit(bit);
        for (const { to, shifts } of slides[cell]) {
          let word = index >> 1;
          let bitOfWord = bit;
          // A move along consecutive cells of the path keeps the order of the tiles.
          if (shifts.length > 0) {
            arrangements.numberAfterAll(shifts);
            ({ word, bit: bitOfWord } = arrangements);
          }
          const half = word * HALVES_PER_WORD + (bitOfWord >> 5);
          const mask = 1 << (bitOfWord & 31);
          if (((visited[to][half] | next[to][half]) & mask) === 0) Atomics.or(next[to], half, mask);
        }
      }
    }
  }
}

/**
 * Adds the frontier's states with the blank on `cells` to the visited states.
 * @returns the number of states that this worker added
 */
function settleBoard(
  { visited, frontiers, residues, claims }: BoardReplay,
  { shape }: PlainBoard,
  depth: number,
  cells: readonly number[],
  planes: readonly number[],
): number {
  const frontier = frontiers[depth % 2];
  const halves = shape.words * HALVES_PER_WORD;
  let states = 0;
  for (const { cell, begin, end } of claimedBlocks(cells, shape.words, claims)) {
    for (let index = begin * HALVES_PER_WORD; index < end * HALVES_PER_WORD; index++) {
      const fresh = frontier[cell][index];
      if (fresh === 0) continue;
      visited[cell][index] |= fresh;
      for (const plane of planes) residues[cell][plane * halves + index] |= fresh;
      for (let bits = fresh; bits !== 0; bits &= bits - 1) states++;
    }
  }
  return states;
}

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
