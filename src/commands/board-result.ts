/** What is done with the finished exploration of a board: its files are written, and it is printed. */

import { formatPosition } from '../board/position.js';
import type { Exploration } from '../explore/explore.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { spaceTitle } from '../terminal/space-title.js';
import { type ExplorationPaths, printResult, writeExploration } from './exploration-files.js';

/** @throws Error where a file could not be written: the distribution is printed nevertheless */
export async function writeAndPrint(
  exploration: Exploration,
  paths: ExplorationPaths,
  asJson: boolean | undefined,
): Promise<void> {
  const written = await writeExploration(exploration, paths);
  printResult(written, asJson, (files) => {
    const { board, goal, metric } = exploration;
    const antipodes = exploration.antipodes.map(formatPosition);
    const summary = summaryText(spaceTitle(board, goal, metric), { ...exploration, antipodes, held: 'bitsets' }, files);
    return `${distributionText(exploration.histogram)}\n\n${summary}`;
  });
}
