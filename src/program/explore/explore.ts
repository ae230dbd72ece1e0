/** `antipode explore`: enumerates a board or another space, prints its distribution, and writes the table and the result. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { exploreBoard } from '../../runs/explore.js';
import type { Board } from '../../spaces/board/board.js';
import { orderedPosition, parsePosition } from '../../spaces/board/position.js';
import { isBoardText } from '../../spaces/source-of-text.js';
import { boardArgument } from '../arguments/board-argument.js';
import { oneOf } from '../arguments/option-values.js';
import { refuseOtherTables } from '../arguments/other-tables.js';
import type { Io } from '../process/io.js';
import { spaceTitle } from '../terminal/space-title.js';
import { writeAndPrint } from './board-result.js';
import { explorationPaths, filesOf } from './exploration-files.js';
import {
  DEFAULT_OUTPUT,
  type ExploreArguments,
  logOf,
  planWithGoal,
  prepare,
  setupOf,
  withWatch,
} from './exploration-setup.js';
import { exploreAllGoalsCommand } from './explore-all-goals.js';
import { METHODS, refuseOptions } from './explore-methods.js';
import { folderOf, refuseStores, storeOf } from './store-options.js';

/** @param text a board, or another space; undefined where an option names it */
export async function exploreCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const { map, generators } = options;
  const method = options.method === undefined ? undefined : oneOf('--method', options.method, METHODS);
  if (map !== undefined && generators !== undefined) {
    throw new InputError('--map and --generators both name what to explore: leave out one of them');
  }
  if (options.plan) {
    if (text !== undefined && !isBoardText(text)) {
      throw new InputError(`--plan tells what a board takes, and '${excerpt(text)}' is none: leave out --plan`);
    }
    const { planCommand } = await import('./explore-plan.js');
    return planCommand(boardArgument(text, map), options, io);
  }
  if (options.resume !== undefined) {
    if (text !== undefined && !isBoardText(text)) {
      throw new InputError(`--resume goes on with a board, and '${excerpt(text)}' is none: leave it out`);
    }
    const { resumeCommand } = await import('./resume.js');
    return resumeCommand(folderOf('--resume', options.resume), boardArgument(text, map), options, io);
  }
  const namesBoard = map !== undefined || (text !== undefined && isBoardText(text) && generators === undefined);
  const board = namesBoard ? boardArgument(text, map) : undefined;
  if (board !== undefined) {
    if (method !== 'general') return boardCommand(board, options, io);
    const { exploreBoardAsSpace } = await import('./explore-space.js');
    return exploreBoardAsSpace(board, options, io);
  }
  if (text === undefined && generators === undefined) {
    throw new InputError(
      'nothing to explore: give a board such as 3x4, a puzzle such as pancake:10, a module such as ./my-space.js, --map <file> or --generators <file>',
    );
  }
  const { exploreSpaceCommand } = await import('./explore-space.js');
  return exploreSpaceCommand(text, options, io);
}

async function boardCommand(board: Board, options: ExploreArguments, io: Io): Promise<void> {
  refuseOptions(options, ['start'], "is for other spaces: a board's distances are counted from its --goal");
  const setup = setupOf(board, options);
  const { metric } = setup;
  const store = storeOf(options, metric);
  if (options.allGoals) {
    refuseStores(options, '--all-goals');
    if (options.goal === undefined) return exploreAllGoalsCommand(setup, options, io);
    throw new InputError('--all-goals explores every goal, and --goal gives a single one: leave out one of them');
  }
  const goal = options.goal === undefined ? orderedPosition(board) : parsePosition(options.goal, board);
  const plan = planWithGoal(setup, goal);
  const { output = DEFAULT_OUTPUT } = options;
  const paths = explorationPaths(output, plan.facts.name, setup.table);
  await refuseOtherTables(paths.table, 'board');
  if (store.kind !== 'memory') {
    const { exploreStored } = await import('./stored-exploration.js');
    return exploreStored({ setup, plan, store, output, paths }, options, io);
  }
  prepare(setup, output, [paths], io);
  const log = logOf(options.log, filesOf(paths), io);
  const exploration = await withWatch(log, io, async ({ on: onEvent }) => {
    const exploring = exploreBoard(plan, { onEvent });
    // Loaded while the threads start.
    if (setup.table) await Promise.race([exploring, import('../../table/files/save.js')]);
    return exploring;
  });
  await writeAndPrint(exploration, spaceTitle(board, goal, metric), paths, options.json, io);
}
