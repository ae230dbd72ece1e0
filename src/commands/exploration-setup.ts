/** What an exploration begins with: its options, and whether memory, folder and disk suffice. */

import type { Board } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { METRICS, type Metric } from '../board/metric.js';
import { MOST_ANTIPODES } from '../explore/explore.js';
import { checkMemory, freeMemory, requirementsOf } from '../explore/requirements.js';
import { boardArgument } from './board-argument.js';
import { type ExplorationPaths, filesOf } from './exploration-files.js';
import { announceMemory } from './memory.js';
import { oneOf, threadsOf, wholeNumber } from './option-values.js';
import { checkOutput } from './output-folder.js';
import { endOnSignal } from './signals.js';

/** As commander gives them. */
export interface ExploreArguments {
  readonly map?: string;
  readonly goal?: string;
  readonly metric: string;
  readonly allGoals?: boolean;
  readonly threads?: string;
  readonly output: string;
  readonly table: boolean;
  readonly antipodes: string;
  readonly json?: boolean;
}

/** What explore and exploreAllGoals are told. */
export interface ExplorationSetup {
  readonly board: Board;
  readonly metric: Metric;
  readonly threads: number;
  readonly table: boolean;
  readonly antipodes: number;
}

/** @throws InputError */
export function setupOf(boardText: string | undefined, options: ExploreArguments): ExplorationSetup {
  const board = boardArgument(boardText, options.map);
  if (board === undefined) throw new InputError("missing required argument 'board', such as 3x4, or --map <file>");
  const metric = oneOf('--metric', options.metric, METRICS);
  const threads = threadsOf(options.threads);
  const antipodes = wholeNumber('--antipodes', options.antipodes, 0, MOST_ANTIPODES);
  return { board, metric, threads, table: options.table, antipodes };
}

/**
 * Checks that there is memory, and that all files can be written, before anything is enumerated; says on standard error
 * what is needed. From now on Ctrl-C leaves no half-written file.
 * @param explorations where the files of each go; the memory of one serves all
 * @param others further files
 * @throws InputError, MemoryError, Error where the disk has not the space
 */
export function prepare(
  { board, metric, threads, table }: ExplorationSetup,
  folder: string,
  explorations: readonly ExplorationPaths[],
  others: readonly string[] = [],
): void {
  const { states, bytes } = requirementsOf(board, table, metric);
  checkMemory(board, bytes, threads, freeMemory());
  const paths = [...explorations.flatMap(filesOf), ...others];
  endOnSignal(paths);
  // Half of the bytes in memory are the table's, in either metric; its checksums take a thousandth.
  const tableBytes = table ? (bytes / 2) * 1.01 : 0;
  checkOutput(folder, paths, tableBytes * explorations.length, 'choose another --output, or --no-table');
  const note = explorations.length === 1 ? '' : `, ${explorations.length} goals in turn`;
  announceMemory({ board, states, bytes, threads, note });
}
