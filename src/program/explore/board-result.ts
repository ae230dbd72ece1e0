/** What is done with the finished exploration of a board: its files are written, and it is printed. */

import type { Exploration } from '../../runs/exploration/exploration.js';
import type { Io } from '../process/io.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { type ExplorationPaths, printResult, writeExploration } from './exploration-files.js';
import type { LastingStore } from './store-options.js';

/**
 * @param title of what was explored
 * @param saved what the search can be gone on with from, if anything: it goes once the results are written, and no sooner
 * @throws Error where a file could not be written: the distribution is printed nevertheless
 */
export async function writeAndPrint(
  exploration: Exploration,
  title: string,
  paths: ExplorationPaths,
  asJson: boolean | undefined,
  io: Io,
  saved?: LastingStore,
): Promise<void> {
  const written = await writeExploration(exploration, paths, io);
  const failure = saved === undefined ? written.failure : await withWayOn(written.failure, saved.folder);
  const store = saved?.kind === 'disk' ? 'disk' : 'memory';
  const summary = { ...exploration, held: 'bitsets', store } as const;
  printResult(
    { ...written, failure },
    asJson,
    (files) => `${distributionText(exploration.histogram)}\n\n${summaryText(title, summary, files)}`,
    io,
  );
  if (saved !== undefined) await (await import('../../runs/saved/discard.js')).discardSavedRun(saved.folder);
}

/** @param failure to write a file, if any */
async function withWayOn(failure: Error | undefined, saved: string): Promise<Error | undefined> {
  if (failure === undefined) return undefined;
  const [{ wayOn }, { readSavedRun }] = await Promise.all([
    import('./saved-search.js'),
    import('../../runs/saved/saved-run.js'),
  ]);
  const run = await readSavedRun(saved);
  const kept = run === undefined ? '' : `what is saved, up to depth ${run.histogram.length - 1}, is kept; `;
  return new Error(`${failure.message}; ${kept}${wayOn(saved, ' when that is put right')}`, { cause: failure });
}
