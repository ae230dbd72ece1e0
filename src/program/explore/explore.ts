/** `antipode explore`: enumerates a space, prints its distribution, and writes the table and the result. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { explorePlanned, planRun } from '../../runs/explore.js';
import { isBoardText } from '../../spaces/source-of-text.js';
import { boardArgument } from '../arguments/board-argument.js';
import { oneOf } from '../arguments/option-values.js';
import { refuseOtherTables } from '../arguments/other-tables.js';
import type { Io } from '../process/io.js';
import { type AskedExploration, askedOfBoard, askedOfSpace, fileEnding } from './asked-exploration.js';
import { explorationPaths, filesOf, printExploration, writeExploration } from './exploration-files.js';
import { logOf, withWatch } from './exploration-watch.js';
import { DEFAULT_OUTPUT, type ExploreArguments, METHODS } from './explore-arguments.js';
import { beforeRun, prepare } from './preparation.js';
import { folderOf } from './store-options.js';

/** @param text a board, or another space; undefined if an option names it */
export async function exploreCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const { map, generators } = options;
  if (options.method !== undefined) oneOf('--method', options.method, METHODS);
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
    const { resumeCommand } = await import('./resume.js');
    return resumeCommand(folderOf('--resume', options.resume), text, options, io);
  }
  const namesBoard = map !== undefined || (text !== undefined && isBoardText(text) && generators === undefined);
  const board = namesBoard ? boardArgument(text, map) : undefined;
  const asked = board === undefined ? await askedOfSpace(text, options) : askedOfBoard(board, options);
  if (board === undefined || !options.allGoals) return exploreAsked(asked, options, io);
  const { exploreAllGoalsCommand } = await import('./explore-all-goals.js');
  return exploreAllGoalsCommand(board, asked.need, options, io);
}

async function exploreAsked(
  { source, only, need, store }: AskedExploration,
  options: ExploreArguments,
  io: Io,
): Promise<void> {
  const plan = await planRun(source, need, only);
  const { output = DEFAULT_OUTPUT } = options;
  const paths = explorationPaths(output, `${plan.facts.name}${fileEnding(plan)}`, need.table);
  const files = filesOf(paths);
  if (store.kind !== 'memory') {
    const { exploreLasting } = await import('./lasting-exploration.js');
    return exploreLasting({ plan, store, output, paths }, options, io);
  }
  const log = await beforeRun(plan, async () => {
    await refuseOtherTables(paths.table, source.kind);
    prepare(plan, output, files, io);
    return logOf(options.log, files, io);
  });
  const reachable = plan.reached !== null;
  const exploration = await withWatch(
    log,
    io,
    async ({ on: onEvent }) => {
      const exploring = explorePlanned(plan, { onEvent });
      // Loaded while the threads start.
      if (need.table) await Promise.race([exploring, import('../../table/files/save.js')]);
      return exploring;
    },
    reachable,
  );
  const written = await writeExploration(exploration, paths, io);
  printExploration(exploration, written, options.json, 'memory', io);
  if (written.failure !== undefined) throw written.failure;
}
