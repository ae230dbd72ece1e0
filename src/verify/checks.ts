/**
 * Spaces as the checks see them, and the checks of their states on threads: the replay of all layers, and the local rules of
 * distances.
 *
 * verify-table.ts reads a table, and verify-distances.ts an array. What they must hold follows from the space: board-referees.ts opens
 * boards, and state-referees.ts all other spaces.
 */

import type { BoardView, SpaceSource } from '../space/space.js';
import { SpacePool } from '../space/space-module.js';
import type { ContainerHeader } from '../table/container.js';
import { bitsetWords, type Codes } from './codes.js';
import type { RulesResult, TableFault } from './faults.js';
import type { ExpectedArray } from './file-distances.js';
import {
  blocksToClaim,
  type CheckTask,
  checkStep,
  type DistanceValues,
  newBitset,
  newClaims,
  type PlainStates,
  type Replay,
  type ReplayTask,
  type RulesTask,
  replayBytes,
} from './steps.js';

export interface VerifiedSpace {
  readonly source: SpaceSource;
  /** Name given by the author of the space. */
  readonly name: string;
  /** Name of the space in results and files. */
  readonly fullName: string;
  readonly metric: string | null;
  /** Number of states, reached or not. */
  readonly size: number;
  /** Texts of the states from which distances are counted; the goal of a board. */
  readonly starts: readonly string[];
  /**
   * Board and goal if states are numbered by blank cell and arrangement; null if the space's own moves and numbers are
   * used.
   */
  readonly board: BoardView | null;
}

/** A space whose states are checked. */
export interface CheckedSpace {
  readonly space: VerifiedSpace;
  readonly states: PlainStates;
  /** What the workers open the states from. */
  readonly origin: object;
  /** File of the workers. */
  readonly worker: 'verify-board' | 'verify-states';
  /** True if nothing of the space stays in the workers. */
  readonly leavesNothing: boolean;
  /** As in RulesTask. */
  readonly parities: RulesTask['parities'];
  /** Approximate time of the check on one thread. */
  readonly seconds: number;
  /** Number of blocks that threads claim; more threads than blocks would find nothing to do. */
  readonly blocks: number;
}

/** A space with the table that follows from it. */
export interface CheckedTable extends CheckedSpace {
  readonly codes: Codes;
  /** Sections of the table, at their offsets behind a header of any length. */
  readonly layout: ContainerHeader;
  /** Returns the name of a section's words. */
  wordsName(section: number): string;
  /** Returns the header that the table must have. @param histogram number of states of each depth */
  header(histogram: readonly number[]): ContainerHeader;
  /** Describes a code, or a bit of it if a table has it elsewhere. @param index in its section */
  codeAt(section: number, index: number): PlacedCode;
}

/** A code in a table, or a bit of it. */
export interface PlacedCode {
  /** Fields of a fault that tell its place. */
  readonly fields: Partial<TableFault>;
  /** Its place in a message. */
  readonly place: string;
  /** Its state; undefined if it belongs to none. */
  readonly owner?: {
    readonly number: number;
    /** The text of the state, as a field of a fault. */
    readonly texts: Partial<TableFault>;
    /** Returns code and state in a message. @param distance undefined if the state is not reached */
    describe(distance: number | undefined): string;
  };
}

/** A space with the array of its distances. */
export interface CheckedArray extends CheckedSpace {
  /** The array that the file must hold. */
  readonly array: ExpectedArray;
  /** Returns the text of a state, alone and with its place in the array. */
  describe(state: number): { readonly text: string; readonly place: string };
  /** Names of the moves; none on boards, where broken rules do not distinguish them. */
  readonly moves: readonly string[];
}

/**
 * Receives the name of each step before it begins.
 * @param share returns how much of the step is done, 0..1
 */
export type Progress = (what: string, share: () => number) => void;

/** Announces a piece of work. @returns a function that receives the number of steps done */
export function follower(what: string, steps: number, onProgress: Progress | undefined): (done: number) => void {
  let now = 0;
  onProgress?.(what, () => now / steps);
  return (done) => {
    now = done;
  };
}

/** How a check runs. */
interface Running {
  /** Number of worker threads. */
  readonly threads: number;
  readonly onProgress?: Progress;
  readonly signal?: AbortSignal;
}

/** Minimum neighbours of a step that is worth waking the workers. */
const NEIGHBOURS_FOR_WORKERS = 20_000;
/** Number of neighbours that are compared in the time that workers take to start. */
const NEIGHBOURS_WITHOUT_WORKERS = 200_000;
/** Maximum time of a check on one thread that is this one. A longer check would keep the event loop waiting. */
const SECONDS_WITHOUT_WORKERS = 0.1;

/** Returns true if a check is worth workers of its own. */
function needsWorkers({ seconds }: CheckedSpace, threads: number): boolean {
  return threads > 1 || seconds > SECONDS_WITHOUT_WORKERS;
}
/** Layers searched on this thread before the event loop gets a turn: a few milliseconds. */
const LAYERS_AT_A_TIME = 64;

/**
 * Fills the memory of a new replay: a breadth-first search from the starts, layer by layer, until a layer is empty. Small
 * layers are searched on this thread. Some spaces have a hundred thousand layers.
 * @returns the number of states of each depth
 * @throws SpaceError if the space contradicts itself; WorkerError; the signal's reason
 */
export async function replayStates(
  checked: CheckedSpace,
  replay: Replay,
  { threads, onProgress, signal }: Running,
): Promise<readonly number[]> {
  const { space, states, origin, worker, leavesNothing } = checked;
  const least = needsWorkers(checked, threads) ? NEIGHBOURS_FOR_WORKERS : Number.POSITIVE_INFINITY;
  let pool: SpacePool<CheckTask, number> | undefined;
  const onWorkers = async (task: ReplayTask) => {
    replay.claims[0] = 0;
    pool ??= new SpacePool(worker, threads);
    const counts = await pool.runOnAll(task, 'in the middle of a layer', signal);
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const here = (task: ReplayTask) => {
    replay.claims[0] = 0;
    return checkStep(task, states) as number;
  };
  const histogram = [here({ origin, replay, step: 'settle', depth: 0 })];
  let found = histogram[0];
  try {
    for (let depth = 1; ; depth++) {
      onProgress?.(`replaying depth ${depth}`, () => found / space.size);
      if (depth % LAYERS_AT_A_TIME === 0) await new Promise(setImmediate);
      signal?.throwIfAborted();
      const does = histogram[depth - 1] * states.moves >= least ? onWorkers : here;
      await does({ origin, replay, step: 'expand', depth });
      const fresh = await does({ origin, replay, step: 'settle', depth });
      if (fresh === 0) return histogram;
      histogram.push(fresh);
      found += fresh;
    }
  } finally {
    await pool?.leave(replayBytes(replay.codes), leavesNothing);
  }
}

/**
 * Checks distances by the local rules.
 * @returns a result for each worker and step
 * @throws SpaceError if the space contradicts itself; WorkerError; the signal's reason
 */
export async function checkRules(
  checked: CheckedSpace,
  parts: readonly DistanceValues[],
  { threads, onProgress, signal }: Running,
): Promise<readonly RulesResult[]> {
  const { states, origin, worker, leavesNothing, parities } = checked;
  const blocks = blocksToClaim(bitsetWords(states.size));
  const marks = newBitset(states.size);
  const claims = newClaims();
  const pool =
    states.size * states.moves > NEIGHBOURS_WITHOUT_WORKERS && needsWorkers(checked, threads)
      ? new SpacePool<CheckTask, RulesResult>(worker, threads)
      : undefined;
  const results: RulesResult[] = [];
  try {
    for (const step of ['mark', 'find'] as const) {
      claims[0] = 0;
      onProgress?.('checking the distances', () => Math.min(Atomics.load(claims, 0) / blocks, 1));
      const task = { origin, step, parts, marks, claims, parities };
      if (pool === undefined) results.push(checkStep(task, states) as RulesResult);
      else results.push(...(await pool.runOnAll(task, 'in the middle of the distances', signal)));
    }
    return results;
  } finally {
    const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, marks.byteLength);
    await pool?.leave(bytes, leavesNothing);
  }
}
