/** What is done with the finished exploration of a board: its files are written, and it is printed. */

import { formatPosition } from '../board/position.js';
import type { Exploration } from '../explore/explore.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { spaceTitle } from '../terminal/space-title.js';
import { type ExplorationPaths, printResult, writeExploration } from './exploration-files.js';

/**
 * @param saved the folder that the search can be gone on with from, if any: it goes once the results are written, and no sooner
 * @throws Error where a file could not be written: the distribution is printed nevertheless
 */
export async function writeAndPrint(
  exploration: Exploration,
  paths: ExplorationPaths,
  asJson: boolean | undefined,
  saved?: string,
): Promise<void> {
  const written = await writeExploration(exploration, paths);
  const failure = saved === undefined ? written.failure : await withWayOn(written.failure, saved);
  printResult({ ...written, failure }, asJson, (files) => {
    const { board, goal, metric } = exploration;
    const antipodes = exploration.antipodes.map(formatPosition);
    const summary = summaryText(spaceTitle(board, goal, metric), { ...exploration, antipodes, held: 'bitsets' }, files);
    return `${distributionText(exploration.histogram)}\n\n${summary}`;
  });
  if (saved !== undefined) await (await import('../saved/discard.js')).discardSavedRun(saved);
}

/** @param failure to write a file, if any */
async function withWayOn(failure: Error | undefined, saved: string): Promise<Error | undefined> {
  if (failure === undefined) return undefined;
  const { resumeText } = await import('./saved-search.js');
  return new Error(
    `${failure.message}; what was searched is kept, and when there is room, this writes the results: ${resumeText(saved)}`,
    { cause: failure },
  );
}
