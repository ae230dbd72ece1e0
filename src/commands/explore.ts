/** `antipode explore`: enumerates a board, prints its distribution, and writes the table and the result. */

import { InputError } from '../board/input-error.js';
import { BLANK, orderedPosition, parsePosition } from '../board/position.js';
import { type Exploration, explore } from '../explore/explore.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { ExploreProgress } from '../terminal/explore-progress.js';
import { LiveLine } from '../terminal/live-line.js';
import { explorationPaths, writeExploration } from './exploration-files.js';
import { type ExploreArguments, prepare, setupOf } from './exploration-setup.js';
import { exploreAllGoalsCommand } from './explore-all-goals.js';

export async function exploreCommand(boardText: string | undefined, options: ExploreArguments): Promise<void> {
  const setup = setupOf(boardText, options);
  const { board } = setup;
  if (options.allGoals) {
    if (options.goal === undefined) return exploreAllGoalsCommand(setup, options);
    throw new InputError('--all-goals explores every goal, and --goal gives a single one: leave out one of them');
  }
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const paths = explorationPaths(options.output, setup, goal.indexOf(BLANK));
  prepare(setup, options.output, [paths]);

  const progress = new ExploreProgress();
  const line = new LiveLine(process.stderr, () => progress.text());
  let exploration: Exploration;
  try {
    const exploring = explore({ ...setup, goal, onEvent: (event) => progress.on(event) });
    // Loaded while the threads start.
    if (setup.table) await Promise.race([exploring, import('../table/save.js')]);
    exploration = await exploring;
  } finally {
    line.end();
  }
  const { table, result, json, failure } = await writeExploration(exploration, paths);
  if (options.json) {
    process.stdout.write(json);
  } else {
    const files: [string, string][] = [];
    if (table !== null) files.push(['table', table]);
    if (result !== null) files.push(['result', result]);
    process.stdout.write(`${distributionText(exploration.histogram)}\n\n${summaryText(exploration, files)}\n`);
  }
  if (failure !== undefined) throw failure;
}
