/** `antipode explore`: enumerates a space, prints its distribution, and writes the table and the result. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { BoardEnginePlan } from '../../engines/bits/engine.js';
import { explorePlanned, planRun } from '../../runs/explore.js';
import { boardOfSource } from '../../spaces/board/space/board-facts.js';
import { isBoardText } from '../../spaces/source-of-text.js';
import { boardArgument } from '../arguments/board-argument.js';
import { oneOf } from '../arguments/option-values.js';
import { refuseOtherTables } from '../arguments/other-tables.js';
import { spaceSourceOf } from '../arguments/space-argument.js';
import type { Io } from '../process/io.js';
import { type AskedExploration, askedOfBoard, askedOfSpace } from './asked-exploration.js';
import { explorationPaths, filesOf, printExploration, writeExploration } from './exploration-files.js';
import { logOf, withWatch } from './exploration-watch.js';
import { DEFAULT_OUTPUT, type ExploreArguments, METHODS } from './explore-arguments.js';
import { beforeRun, prepare } from './preparation.js';
import { folderOf } from './store-options.js';

/** @param text a board, or another space; undefined if an option names it */
export async function exploreCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const { map } = options;
  if (options.method !== undefined) oneOf('--method', options.method, METHODS);
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
  const source = await spaceSourceOf(text, options);
  const asked = source.kind === 'board' ? askedOfBoard(source, options) : await askedOfSpace(source, options);
  if (source.kind !== 'board' || !options.allGoals) return exploreAsked(asked, options, io);
  const { exploreAllGoalsCommand } = await import('./explore-all-goals.js');
  return exploreAllGoalsCommand(boardOfSource(source), asked.need, options, io);
}

async function exploreAsked(
  { source, only, ending, need, store }: AskedExploration,
  options: ExploreArguments,
  io: Io,
): Promise<void> {
  const plan = await planRun(source, need, only);
  const { output = DEFAULT_OUTPUT } = options;
  const paths = explorationPaths(output, `${plan.facts.name}${ending}`, need.table);
  const files = filesOf(paths);
  if (store.kind !== 'memory' && plan instanceof BoardEnginePlan) {
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
  printExploration(exploration, written, options, 'memory', io);
  if (written.failure !== undefined) throw written.failure;
}
