/** What an exploration begins with: its options, and whether memory, folder and disk suffice. */

import { checkMemory, freeMemory } from '../../base/memory.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { type BoardPlan, planBoard } from '../../engines/bits/layout/board-plan.js';
import { MOST_ANTIPODES } from '../../runs/exploration/exploration.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
import type { Position } from '../../spaces/board/position.js';
import { orbitsOf } from '../../spaces/board/symmetry.js';
import { announceMemory } from '../arguments/memory.js';
import { oneOf, threadsOf, wholeNumber } from '../arguments/option-values.js';
import { checkOutput } from '../arguments/output-folder.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { type ExplorationPaths, filesOf } from './exploration-files.js';
import { ExplorationWatch } from './exploration-watch.js';
import { RunLog } from './run-log.js';
import type { StoreArguments } from './store-options.js';

/** As commander gives them. */
export interface ExploreArguments extends StoreArguments {
  readonly map?: string;
  readonly goal?: string;
  readonly allGoals?: boolean;
  readonly start?: string;
  readonly metric?: string;
  readonly generators?: string;
  readonly method?: string;
  readonly threads?: string;
  readonly output?: string;
  readonly table: boolean;
  readonly antipodes?: string;
  readonly resume?: string;
  readonly log?: string;
  readonly plan?: boolean;
  readonly json?: boolean;
}

/** Where results go, and how many antipodes are listed, where nobody says it. */
export const DEFAULT_OUTPUT = 'out';
const DEFAULT_ANTIPODES = '20';

/** What explorations of all kinds are told. */
interface Effort {
  readonly threads: number;
  readonly table: boolean;
  readonly antipodes: number;
}

/** What explore and exploreAllGoals are told. */
export interface ExplorationSetup extends Effort {
  readonly board: Board;
  readonly metric: Metric;
  readonly plan: BoardPlan;
}

/** @throws InputError */
export function setupOf(board: Board, options: ExploreArguments): ExplorationSetup {
  const metric = oneOf('--metric', options.metric ?? 'single', METRICS);
  const goals = options.allGoals ? orbitsOf(board).length : 1;
  const plan = planBoard(board, { metric, table: options.table, fresh: false }, threadsOf(options.threads), goals);
  return { board, metric, plan, ...effortOf(options, () => plan.threads) };
}

/** Returns the plan of an exploration from one goal. */
export function planWithGoal({ plan, table, antipodes, threads }: ExplorationSetup, goal: Position): BoardEnginePlan {
  return new BoardEnginePlan(plan, goal, { table, first: antipodes, threads });
}

/**
 * @param byDefault the threads, where they are left out
 * @throws InputError; what byDefault throws
 */
export function effortOf(
  { threads, table, antipodes = DEFAULT_ANTIPODES }: ExploreArguments,
  byDefault: () => number,
): Effort {
  return {
    threads: threadsOf(threads) ?? byDefault(),
    table,
    antipodes: wholeNumber('--antipodes', antipodes, 0, MOST_ANTIPODES),
  };
}

/** What an exploration takes. */
export interface Needs {
  /** The plan of a board, or the name of another space. */
  readonly what: BoardPlan | string;
  readonly states: number;
  readonly bytes: number;
  /** What the memory holds, in words. */
  readonly held: string;
  /** Of the table on the disk; 0 where none is made. */
  readonly tableBytes: number;
}

/**
 * As prepareFiles, for a board.
 * @param explorations where the files of each go; the memory of one serves all
 * @param others further files
 */
export function prepare(
  { plan, threads, table }: ExplorationSetup,
  folder: string,
  explorations: readonly ExplorationPaths[],
  io: Io,
  others: readonly string[] = [],
): void {
  const { bytes, geometry } = plan;
  const tableBytes = table ? tableBytesOf(plan) * explorations.length : 0;
  const note = explorations.length === 1 ? '' : `, ${explorations.length} goals in turn`;
  const paths = [...explorations.flatMap(filesOf), ...others];
  prepareFiles(
    { what: plan, states: geometry.states, bytes, held: 'bitsets', tableBytes },
    threads,
    folder,
    paths,
    io,
    note,
  );
}

/** Returns the bytes of a board's table on the disk. @param plan of an exploration that makes one */
export function tableBytesOf({ bytes }: BoardPlan): number {
  // Half of the bytes in memory are the table's, in either metric; its checksums take a thousandth.
  return (bytes / 2) * 1.01;
}

/**
 * Checks that there is memory, and that all files can be written, before anything is enumerated; says on standard error
 * what is needed. From now on Ctrl-C leaves no half-written file.
 * @param note what else is to be said of the space, in words
 * @throws InputError, MemoryError, Error where the disk has not the space
 */
export function prepareFiles(
  { what, states, bytes, held, tableBytes }: Needs,
  threads: number,
  folder: string,
  paths: readonly string[],
  io: Io,
  note = '',
): void {
  const name = typeof what === 'string' ? what : formatBoard(what.geometry.board);
  const threadBytes = typeof what === 'string' ? 0 : what.threadBytes;
  checkMemory(name, { bytes, threadBytes }, threads, freeMemory(), `its ${held}`);
  endOnSignal(io, paths);
  checkOutput(folder, paths, tableBytes, 'choose another --output, or --no-table');
  announceMemory({ what, states, bytes, threads, note }, io);
}

/**
 * Explores under the eyes of whoever watches.
 * @param log of the run, which is closed in the end
 * @param reachable whether moves reach all states that events tell
 */
export async function withWatch<Outcome>(
  log: RunLog | undefined,
  io: Io,
  explore: (watch: ExplorationWatch) => Promise<Outcome>,
  reachable = true,
): Promise<Outcome> {
  const watch = new ExplorationWatch({ io, log, reachable });
  try {
    return await explore(watch);
  } finally {
    watch.end();
    log?.close();
  }
}

/**
 * The log that was asked for, if any.
 * @param others files that will be written, in folders that exist
 * @param append whether it goes on with the lines that are there
 * @throws InputError where it cannot be written
 */
export function logOf(path: string | undefined, others: readonly string[], io: Io, append = false): RunLog | undefined {
  return path === undefined ? undefined : new RunLog({ path, others, append, io });
}
