/** What an exploration begins with: its options, and whether memory, folder and disk suffice. */

import type { Board } from '../board/board.js';
import { METRICS, type Metric } from '../board/metric.js';
import { type ExploreEvent, MOST_ANTIPODES } from '../explore/explore.js';
import { checkMemory, freeMemory, requirementsOf } from '../explore/requirements.js';
import { ExploreProgress } from '../terminal/explore-progress.js';
import { LiveLine } from '../terminal/live-line.js';
import { type ExplorationPaths, filesOf } from './exploration-files.js';
import { announceMemory } from './memory.js';
import { oneOf, threadsOf, wholeNumber } from './option-values.js';
import { checkOutput } from './output-folder.js';
import { endOnSignal } from './signals.js';

/** As commander gives them. */
export interface ExploreArguments {
  readonly map?: string;
  readonly goal?: string;
  readonly allGoals?: boolean;
  readonly start?: string;
  readonly metric?: string;
  readonly generators?: string;
  readonly method?: string;
  readonly threads?: string;
  readonly output: string;
  readonly table: boolean;
  readonly antipodes: string;
  readonly json?: boolean;
}

/** What explorations of all kinds are told. */
export interface Effort {
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
  return { board, metric: oneOf('--metric', options.metric ?? 'single', METRICS), ...effortOf(options) };
}

/** @throws InputError */
export function effortOf({ threads, table, antipodes }: ExploreArguments): Effort {
  return {
    threads: threadsOf(threads),
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
  others: readonly string[] = [],
): void {
  const { states, bytes } = requirementsOf(board, table, metric);
  // Half of the bytes in memory are the table's, in either metric; its checksums take a thousandth.
  const tableBytes = table ? (bytes / 2) * 1.01 * explorations.length : 0;
  const note = explorations.length === 1 ? '' : `, ${explorations.length} goals in turn`;
  const paths = [...explorations.flatMap(filesOf), ...others];
  prepareFiles({ what: board, states, bytes, held: 'bitsets', tableBytes }, threads, folder, paths, note);
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
  note = '',
): void {
  checkMemory(what, bytes, threads, freeMemory(), `its ${held}`);
  endOnSignal(paths);
  checkOutput(folder, paths, tableBytes, 'choose another --output, or --no-table');
  announceMemory({ what, states, bytes, threads, note });
}

/** Explores under a live line of how far that is. */
export async function withExploreProgress<Outcome>(
  explore: (onEvent: (event: ExploreEvent) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = new ExploreProgress();
  const line = new LiveLine(process.stderr, () => progress.text());
  try {
    return await explore((event) => progress.on(event));
  } finally {
    line.end();
  }
}
