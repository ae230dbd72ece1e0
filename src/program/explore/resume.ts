/** `antipode explore --resume`: goes on with the exploration of a board that was stopped or killed. */

import { InputError } from '../../base/input-error.js';
import { resumeExploration } from '../../runs/resume-exploration.js';
import { planOfSaved, readSavedRun } from '../../runs/saved/saved-run.js';
import type { Board } from '../../spaces/board/board.js';
import { threadsOf } from '../arguments/option-values.js';
import { refuseOtherTables } from '../arguments/other-tables.js';
import type { Io } from '../process/io.js';
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
  const plan = planOfSaved(run, { threads: threadsOf(options.threads) });
  const { threads } = plan;
  const setup = { board: run.board, metric, threads, table, antipodes, plan: plan.search };
  const store = storeOfRun(run, options, folder);
  const output = outputOf(run, options.output);
  const paths = explorationPaths(output, plan.facts.name, table);
  await refuseOtherTables(paths.table, 'board');
  const depth = run.histogram.length - 1;
  await prepareStored({ setup, plan, store, output, paths }, depth, io);
  const log = logOf(options.log, filesOf(paths), io, true);
  const title = spaceTitle(run.board, goal, metric);
  io.stderr.write(`${title}: going on from depth ${depth}, saved in ${folder}\n`);

  const exploration = await withWatch(log, io, (watch) =>
    searchSaved({ folder, depth, paths: filesOf(paths), watch }, io, (hooks) =>
      resumeExploration(folder, {
        threads,
        ...(store.kind === 'disk' ? { memory: store.memory } : { everySeconds: store.everySeconds }),
        ...hooks,
      }),
    ),
  );
  await writeAndPrint(exploration, title, paths, options.json, io, store);
}
