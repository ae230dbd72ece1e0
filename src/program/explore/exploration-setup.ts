/** What an exploration begins with: its options, and whether memory, folder and disk suffice. */

import { MOST_ANTIPODES } from '../../runs/explore.js';
import { checkMemory, freeMemory, requirementsOf, threadsToExplore } from '../../runs/requirements.js';
import type { Board } from '../../spaces/board/board.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
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
}

/** @throws InputError */
export function setupOf(board: Board, options: ExploreArguments): ExplorationSetup {
  const metric = oneOf('--metric', options.metric ?? 'single', METRICS);
  const goals = options.allGoals ? orbitsOf(board).length : 1;
  return { board, metric, ...effortOf(options, () => threadsToExplore(board, metric, goals)) };
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
  /** A board, or a space by its name. */
  readonly what: Board | string;
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
  { board, metric, threads, table }: ExplorationSetup,
  folder: string,
  explorations: readonly ExplorationPaths[],
  io: Io,
  others: readonly string[] = [],
): void {
  const { states, bytes } = requirementsOf(board, table, metric);
  const tableBytes = table ? tableBytesOf(board, metric) * explorations.length : 0;
  const note = explorations.length === 1 ? '' : `, ${explorations.length} goals in turn`;
  const paths = [...explorations.flatMap(filesOf), ...others];
  prepareFiles({ what: board, states, bytes, held: 'bitsets', tableBytes }, threads, folder, paths, io, note);
}

/** Bytes of a board's table on the disk. */
export function tableBytesOf(board: Board, metric: Metric): number {
  // Half of the bytes in memory are the table's, in either metric; its checksums take a thousandth.
  return (requirementsOf(board, true, metric).bytes / 2) * 1.01;
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
  checkMemory(what, bytes, threads, freeMemory(), `its ${held}`);
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
