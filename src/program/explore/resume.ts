/** `antipode explore --resume`: goes on with the exploration of a board that was stopped or killed. */

import { InputError } from '../../base/input-error.js';
import { threadsToExplore } from '../../runs/requirements.js';
import { resumeExploration } from '../../runs/resume-exploration.js';
import { readSavedRun } from '../../runs/saved/saved-run.js';
import type { Board } from '../../spaces/board/board.js';
import { spaceName } from '../../spaces/board/board-facts.js';
import { BLANK } from '../../spaces/board/position.js';
import { threadsOf } from '../arguments/option-values.js';
import { refuseOtherTables } from '../arguments/other-tables.js';
import type { Io } from '../io.js';
import { spaceTitle } from '../terminal/space-title.js';
import { writeAndPrint } from './board-result.js';
import { explorationPaths, filesOf } from './exploration-files.js';
import { type ExploreArguments, logOf, withWatch } from './exploration-setup.js';
import { checkSameRun, outputOf, refuseAnotherRun, storeOfRun } from './resume-options.js';
import { searchSaved } from './saved-search.js';
import { prepareStored } from './stored-exploration.js';

/**
 * @param folder of --checkpoint or --work
 * @param board what was given beside it, if anything
 */
export async function resumeCommand(
  folder: string,
  board: Board | undefined,
  options: ExploreArguments,
  io: Io,
): Promise<void> {
  refuseAnotherRun(options, folder);
  const run = await readSavedRun(folder);
  if (run === undefined) {
    throw new InputError(`there is nothing to go on with in '${folder}': give the folder of --checkpoint or --work`);
  }
  checkSameRun(run, board, options, folder);
  const { goal, metric, table, antipodes } = run;
  const threads = threadsOf(options.threads) ?? threadsToExplore(run.board, metric);
  const setup = { board: run.board, metric, threads, table, antipodes };
  const store = storeOfRun(run, options, folder);
  const output = outputOf(run, options.output);
  const paths = explorationPaths(output, spaceName(run.board, goal.indexOf(BLANK), metric), table);
  await refuseOtherTables(paths.table, 'board');
  const depth = run.histogram.length - 1;
  await prepareStored({ setup, goal, store, output, paths }, depth, io);
  const log = logOf(options.log, filesOf(paths), io, true);
  io.stderr.write(`${spaceTitle(run.board, goal, metric)}: going on from depth ${depth}, saved in ${folder}\n`);

  const exploration = await withWatch(log, io, (watch) =>
    searchSaved({ folder, depth, paths: filesOf(paths), watch }, io, (hooks) =>
      resumeExploration(folder, {
        threads,
        ...(store.kind === 'disk' ? { memory: store.memory } : { everySeconds: store.everySeconds }),
        ...hooks,
      }),
    ),
  );
  await writeAndPrint(exploration, paths, options.json, io, store);
}
