/**
 * The check of an exported array of a space's distances by local rules alone, without a search.
 * docs/explanations/verify.md proves that the rules suffice.
 */

import { checkThreads, threadsFor } from '../base/threads.js';
import type { SpaceSource } from '../space/space.js';
import { type BoardOfDistances, boardDistances } from './board-referees.js';
import { type CheckedArray, checkRules, follower, type VerifiedSpace } from './checks.js';
import { bitsetWords } from './codes.js';
import { type BrokenRule, Faults, MOST_FAULTS, type Rule } from './faults.js';
import { type DistanceType, readDistances } from './file-distances.js';
import { statesDistances } from './state-referees.js';
import { unreachedValue } from './steps.js';
import type { TableChecks } from './verify-table.js';

/** The space of an array: a board, whose array is [blank cell, arrangement], or the source of any other space, [state]. */
export type DistancesSpace = BoardOfDistances | SpaceSource;

export interface DistancesChecks extends Pick<TableChecks, 'threads' | 'onSpace' | 'onProgress' | 'signal'> {
  /** Number of states of each distance in a table's header, to be compared with the array. */
  readonly histogram?: readonly number[];
}

export interface DistancesFault {
  /** The rule that is broken; `histogram` if the number of states of a distance is not that of the table. */
  readonly rule: Rule | 'histogram';
  /** One sentence, with the value found and the values expected. */
  readonly message: string;
  /** Text and number of the state. The number is its index in the array, in C order. */
  readonly state: string | null;
  readonly number: number | null;
  /** Value of the state; the distance if the rule is `histogram`. */
  readonly value: number;
  /** Rule `neighbours`: name of the move, or null on boards; text and value of the state that the move leads to. */
  readonly move: string | null;
  readonly neighbour: string | null;
  readonly neighbourValue: number | null;
}

export interface DistancesReport {
  readonly space: VerifiedSpace;
  readonly type: DistanceType;
  /** Number of states with the largest value of the type, which are not reached. */
  readonly notReached: number;
  /**
   * Number of states of each distance in the array: on boards up to the largest distance, in other spaces up to the first
   * distance that no state has.
   */
  readonly histogram: readonly number[];
  /** Worker threads of the check. */
  readonly threads: number;
  readonly faultCount: number;
  /** True if there is no fault. */
  readonly ok: boolean;
  /** The first 20 faults. */
  readonly faults: readonly DistancesFault[];
}

/**
 * Checks that an array in a .npy file holds the distances of a space.
 * @param path path of the .npy file: shape (blank cells, arrangements) for boards, (states,) for other spaces
 * @param space a board, such as `{ board: '3x3' }`, or the source of another space
 * @param checks histogram to compare, threads, callbacks and signal
 * @returns the histogram of the array and the faults; check `ok` first
 * @throws InputError if the file does not hold such an array, or space or threads are wrong; SpaceError if the space
 * contradicts itself; WorkerError if a worker dies; the errors of `onSpace`; the signal's reason
 * @example
 * ```ts
 * import { verifyDistances } from 'antipode';
 *
 * const { ok } = await verifyDistances('3x3.npy', { board: '3x3' });
 * await verifyDistances('pancake.npy', { kind: 'known', space: 'pancake:8' });
 * ```
 */
export async function verifyDistances(
  path: string,
  space: DistancesSpace,
  checks: DistancesChecks = {},
): Promise<DistancesReport> {
  const { onSpace, onProgress } = checks;
  if (checks.threads !== undefined) checkThreads(checks.threads);
  const checked = 'kind' in space ? await statesDistances(space) : boardDistances(space);
  const threads = threadsFor(checks.threads, checked.seconds, checked.blocks);
  const { type, parts } = await readDistances(path, checked.array, (bytes) => {
    onSpace?.(checked.space, bytes + Uint32Array.BYTES_PER_ELEMENT * bitsetWords(checked.space.size), threads);
    return follower('reading the distances', bytes, onProgress);
  });
  const unreached = unreachedValue(parts[0]);
  const results = await checkRules(checked, parts, { ...checks, threads });
  const counts = new Map<number, number>();
  for (const result of results) {
    for (const [value, count] of result.counts) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  const notReached = counts.get(unreached) ?? 0;
  counts.delete(unreached);
  const broken = results
    .flatMap((result) => result.broken)
    .sort((a, b) => a.state - b.state)
    .slice(0, MOST_FAULTS)
    .map((fault) => ruleFault(checked, fault, unreached));
  const differences = new Faults<DistancesFault>();
  if (checks.histogram !== undefined) compareHistogram(counts, checks.histogram, differences);
  const faultCount = results.reduce((sum, { brokenCount }) => sum + brokenCount, differences.count);
  return {
    space: checked.space,
    type,
    notReached,
    histogram: histogramOf(counts, checked),
    threads,
    faultCount,
    ok: faultCount === 0,
    faults: [...broken, ...differences.first].slice(0, MOST_FAULTS),
  };
}

/** Returns the number of states of each distance. @param counts number of states of each value except the largest */
function histogramOf(counts: ReadonlyMap<number, number>, { space }: CheckedArray): number[] {
  if (space.board !== null) {
    const length = [...counts.keys()].reduce((most, value) => Math.max(most, value + 1), 0);
    return Array.from({ length }, (_, value) => counts.get(value) ?? 0);
  }
  const histogram: number[] = [];
  for (let count = counts.get(0); count !== undefined; count = counts.get(histogram.length)) histogram.push(count);
  return histogram;
}

const NO_NEIGHBOUR = { move: null, neighbour: null, neighbourValue: null } as const;

function ruleFault({ space, describe, moves }: CheckedArray, broken: BrokenRule, unreached: number): DistancesFault {
  const { rule, state: number, value, neighbour } = broken;
  const { text: state, place } = describe(number);
  const fault = { rule, state, number, value, ...NO_NEIGHBOUR };
  const isBoard = space.board !== null;
  const has = `${place} has ${value}`;
  if (neighbour !== undefined) {
    const { text, place: there } = describe(neighbour.state);
    const found = neighbour.value === unreached ? 'is not reached' : `has ${neighbour.value}`;
    const move = neighbour.move === null ? null : moves[neighbour.move];
    const message = isBoard
      ? `${has} and its neighbour ${there} has ${neighbour.value}: neighbours differ by ${space.metric === 'single' ? 'exactly' : 'at most'} one`
      : `${has}, and its move ${move} leads to ${there}, which ${found}: at most ${value + 1} expected`;
    return { ...fault, move, neighbour: text, neighbourValue: neighbour.value, message };
  }
  if (rule === 'start') return { ...fault, message: `the ${isBoard ? 'goal' : 'start'} ${has}, expected 0` };
  if (value === 0) return { ...fault, message: `${has}, which only ${isBoard ? 'the goal' : 'starts'} can have` };
  const message = isBoard
    ? `${has}, but no neighbour has ${value - 1}: one must be one nearer`
    : `${has}, but no move leads to it from a state that has ${value - 1}`;
  return { ...fault, message };
}

function compareHistogram(
  found: ReadonlyMap<number, number>,
  expected: readonly number[],
  faults: Faults<DistancesFault>,
): void {
  const further = [...found.keys()].filter((distance) => distance >= expected.length).sort((a, b) => a - b);
  for (const distance of [...expected.keys(), ...further]) {
    const [count, right] = [found.get(distance) ?? 0, expected[distance] ?? 0];
    if (count === right) continue;
    const message = `states of distance ${distance}: ${count} found, ${right} expected by the table's header`;
    faults.add(() => ({ rule: 'histogram', message, state: null, number: null, value: distance, ...NO_NEIGHBOUR }));
  }
}
