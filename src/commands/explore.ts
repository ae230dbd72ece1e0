/** `antipode explore`: enumerates a board or another space, prints its distribution, and writes the table and the result. */

import { formatBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { METRICS } from '../board/metric.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from '../board/position.js';
import { explore } from '../explore/explore.js';
import { spaceName } from '../table/contents.js';
import { distributionText, summaryText } from '../terminal/distribution-text.js';
import { explorationPaths, printResult, writeExploration } from './exploration-files.js';
import { type ExploreArguments, prepare, setupOf, withExploreProgress } from './exploration-setup.js';
import { exploreAllGoalsCommand } from './explore-all-goals.js';
import { METHODS, refuseOptions } from './explore-methods.js';
import { oneOf } from './option-values.js';

/** @param text a board, or another space; undefined where an option names it */
export async function exploreCommand(text: string | undefined, options: ExploreArguments): Promise<void> {
  const method = options.method === undefined ? undefined : oneOf('--method', options.method, METHODS);
  if (text !== undefined && isBoardText(text) && options.generators === undefined) {
    if (method !== 'general') return exploreBoard(text, options);
    const { exploreBoardAsSpace } = await import('./explore-space.js');
    return exploreBoardAsSpace(text, options);
  }
  if (text === undefined && options.generators === undefined) {
    throw new InputError(
      'nothing to explore was named: a board such as 3x3, a puzzle such as pancake:10, a module such as ./my-space.js, or --generators <file>',
    );
  }
  const { exploreSpaceCommand } = await import('./explore-space.js');
  return exploreSpaceCommand(text, options);
}

/** Whether a text is to be read as a board, right or wrong: `3x4`, or rows of cells such as `..#/...`, and no path of a module. */
function isBoardText(text: string): boolean {
  if (/^\d+x/i.test(text)) return true;
  if (/\.[cm]?[jt]s$/.test(text)) return false;
  return text.includes('#') || text.split('/').every((row) => row === '' || row.startsWith('.'));
}

async function exploreBoard(boardText: string, options: ExploreArguments): Promise<void> {
  refuseOptions(options, ['start'], "is for other spaces: a board's distances are counted from its --goal");
  if (options.metric !== undefined && oneOf('--metric', options.metric, METRICS) === 'multi') {
    throw new InputError('--metric multi takes the general method: add --method general');
  }
  const setup = setupOf(boardText, options);
  const { board } = setup;
  if (options.allGoals) {
    if (options.goal === undefined) return exploreAllGoalsCommand(setup, options);
    throw new InputError('--all-goals explores every goal, and --goal gives a single one: leave out one of them');
  }
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const paths = explorationPaths(options.output, spaceName(board, goal.indexOf(BLANK)), setup.table);
  prepare(setup, options.output, [paths]);

  const exploration = await withExploreProgress(async (onEvent) => {
    const exploring = explore({ ...setup, goal, onEvent });
    // Loaded while the threads start.
    if (setup.table) await Promise.race([exploring, import('../table/save.js')]);
    return exploring;
  });
  const written = await writeExploration(exploration, paths);
  printResult(written, options.json, (files) => {
    const title = `${formatBoard(board)}, goal ${formatPosition(exploration.goal)}`;
    const antipodes = exploration.antipodes.map(formatPosition);
    const summary = summaryText(title, { ...exploration, notReached: 0, antipodes, held: 'bitsets' }, files);
    return `${distributionText(exploration.histogram)}\n\n${summary}`;
  });
}
