/** Checks an exported array of the distances of any space by local rules alone, with no search. */

import { checkThreads } from '../../base/threads/thread-count.js';
import { WorkerPool } from '../../base/threads/worker-pool.js';
import { openNumberedSpace } from '../../space/open-space.js';
import type { NumberedSpace } from '../../space/space.js';
import { leavesNothing, type SpaceSource } from '../../space/space-source.js';
import { describeState } from '../../space/space-text.js';
import { claimedShare } from '../space/claims.js';
import { threadsToVerifySpace } from '../space/space-replay.js';
import { wordsOf } from '../space/space-replay-memory.js';
import { Faults, MOST_FAULTS } from '../table/faults.js';
import type { Progress } from '../table/progress.js';
import { newSharedBytes } from '../table/shared-bytes.js';
import { type DistanceType, loadDistances, openDistances } from './distances-file.js';
import {
  type BrokenSpaceRule,
  checkSpaceRules,
  type SpaceDistances,
  type SpaceDistancesTask,
  type SpaceRule,
  type SpaceRulesResult,
  unreachedValue,
} from './space-distance-rules.js';

export interface SpaceDistancesFault {
  /** Which rule is broken; `histogram` where there are not as many states of a distance as the table says. */
  readonly rule: SpaceRule | 'histogram';
  /** In words. */
  readonly message: string;
  /** Text and number of the state. */
  readonly state: string | null;
  readonly number: number | null;
  readonly value: number;
  /** Of the rule `neighbours`: the move's name, and the state that it leads to. */
  readonly move: string | null;
  readonly neighbour: string | null;
  readonly neighbourValue: number | null;
}

export interface SpaceDistancesChecks {
  readonly source: SpaceSource;
  /** States of each distance, where a table tells them. */
  readonly histogram?: readonly number[];
  /** Worker threads, 1..256; by default as many as the machine offers, fewer for small spaces. */
  readonly threads?: number | undefined;
  /** Called before anything is allocated with what will be taken; where it throws, nothing is checked. */
  readonly onSpace?: (name: string, states: number, bytes: number, threads: number) => void;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

export interface SpaceDistancesReport {
  readonly type: DistanceType;
  /** How many values the array has. */
  readonly states: number;
  readonly notReached: number;
  /** States of each distance from 0 on, as the array has it, up to the first that no state has. */
  readonly histogram: readonly number[];
  /** Worker threads. */
  readonly threads: number;
  readonly faultCount: number;
  /** The first ones. */
  readonly faults: readonly SpaceDistancesFault[];
}

/**
 * @throws InputError where the file is not such an array, the source is unknown, or there cannot be so many threads; SpaceError
 * where the space contradicts itself; WorkerError where a worker dies; what onSpace throws; the signal's reason
 */
export async function verifySpaceDistances(path: string, checks: SpaceDistancesChecks): Promise<SpaceDistancesReport> {
  const { source, histogram, onSpace, onProgress, signal } = checks;
  if (checks.threads !== undefined) checkThreads(checks.threads);
  const space = await openNumberedSpace(source);
  const { threads = threadsToVerifySpace(space.size) } = checks;
  const opened = await openDistances(path, {
    space: space.name,
    shape: [space.size],
    axes: 'states',
    types: ['|u1', '<u2', '<u4'],
  });
  let buffer: SharedArrayBuffer;
  try {
    onSpace?.(space.name, space.size, opened.bytes + Uint32Array.BYTES_PER_ELEMENT * wordsOf(space.size), threads);
    let read = 0;
    onProgress?.('reading the distances', () => read / opened.bytes);
    [buffer] = await loadDistances(opened, 1, (bytes) => {
      read = bytes;
    });
  } finally {
    await opened.file.close();
  }
  const distances = valuesOf(opened.type, buffer);
  const results = await checkOnAll(space, source, distances, threads, onProgress, signal);
  const counts = sumOf(results.map((result) => result.counts));
  const notReached = counts.get(unreachedValue(distances)) ?? 0;
  counts.delete(unreachedValue(distances));
  const found: number[] = [];
  for (let count = counts.get(0); count !== undefined; count = counts.get(found.length)) found.push(count);
  const broken = results
    .flatMap((result) => result.broken)
    .sort((a, b) => a.state - b.state)
    .slice(0, MOST_FAULTS)
    .map((fault) => ruleFault(space, fault, unreachedValue(distances)));
  const differences = histogram === undefined ? new Faults<SpaceDistancesFault>() : histogramFaults(counts, histogram);
  return {
    type: opened.type,
    states: space.size,
    notReached,
    histogram: found,
    threads,
    faultCount: results.reduce((sum, result) => sum + result.brokenCount, differences.count),
    faults: [...broken, ...differences.told].slice(0, MOST_FAULTS),
  };
}

function valuesOf(type: DistanceType, buffer: SharedArrayBuffer): SpaceDistances {
  if (type === '|u1') return new Uint8Array(buffer);
  return type === '<u2' ? new Uint16Array(buffer) : new Uint32Array(buffer);
}

/** To start workers takes as long as to check so many states. */
const STATES_WITHOUT_WORKERS = 20_000;

async function checkOnAll(
  space: NumberedSpace,
  source: SpaceSource,
  distances: SpaceDistances,
  threads: number,
  onProgress: Progress | undefined,
  signal: AbortSignal | undefined,
): Promise<SpaceRulesResult[]> {
  const words = wordsOf(space.size);
  const marks = new Uint32Array(newSharedBytes(Uint32Array.BYTES_PER_ELEMENT * words));
  const claims = new Int32Array(newSharedBytes(Int32Array.BYTES_PER_ELEMENT));
  const pool =
    space.size > STATES_WITHOUT_WORKERS
      ? new WorkerPool<SpaceDistancesTask, SpaceRulesResult>('verify-space-distances.cjs', threads)
      : undefined;
  const results: SpaceRulesResult[] = [];
  try {
    for (const step of ['mark', 'find'] as const) {
      claims[0] = 0;
      onProgress?.('checking the distances', () => claimedShare(1, words, claims));
      const task = { source, step, distances, marks, claims };
      if (pool === undefined) results.push(checkSpaceRules(space, task));
      else results.push(...(await pool.runOnAll(task, 'in the middle of the distances', signal)));
    }
    return results;
  } finally {
    await pool?.leave(marks.byteLength + distances.byteLength, leavesNothing(source));
  }
}

function sumOf(counts: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sum = new Map<number, number>();
  for (const part of counts) for (const [value, count] of part) sum.set(value, (sum.get(value) ?? 0) + count);
  return sum;
}

function ruleFault(
  space: NumberedSpace,
  { rule, state, value, neighbour }: BrokenSpaceRule,
  unreached: number,
): SpaceDistancesFault {
  const place = describeState(space, state);
  const fault = {
    rule,
    state: space.format(state),
    number: state,
    value,
    move: null,
    neighbour: null,
    neighbourValue: null,
  };
  if (neighbour !== undefined) {
    const move = space.moves[neighbour.move];
    const told = neighbour.value === unreached ? 'is not reached' : `has ${neighbour.value}`;
    const other = describeState(space, neighbour.state);
    return {
      ...fault,
      message: `${place} has ${value}, and its move ${move} leads to ${other}, which ${told}: at most ${value + 1} expected`,
      move,
      neighbour: space.format(neighbour.state),
      neighbourValue: neighbour.value,
    };
  }
  if (rule === 'start') return { ...fault, message: `the start ${place} has ${value}, expected 0` };
  if (value === 0) return { ...fault, message: `${place} has 0, which only starts may have` };
  return { ...fault, message: `${place} has ${value}, but no move leads to it from a state that has ${value - 1}` };
}

function histogramFaults(found: ReadonlyMap<number, number>, expected: readonly number[]): Faults<SpaceDistancesFault> {
  const faults = new Faults<SpaceDistancesFault>();
  const further = [...found.keys()].filter((distance) => distance >= expected.length).sort((a, b) => a - b);
  for (const distance of [...expected.keys(), ...further]) {
    const [count, told] = [found.get(distance) ?? 0, expected[distance] ?? 0];
    if (count === told) continue;
    faults.add(() => ({
      rule: 'histogram',
      message: `states of distance ${distance}: ${count} found, ${told} expected by the table's header`,
      state: null,
      number: null,
      value: distance,
      move: null,
      neighbour: null,
      neighbourValue: null,
    }));
  }
  return faults;
}
