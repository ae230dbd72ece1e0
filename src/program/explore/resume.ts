/** `antipode explore --resume`: resumes the exploration of a board that was stopped or killed. */

import { InputError } from '../../base/input-error.js';
import { planOfSaved, readSavedRun } from '../../runs/saved/saved-run.js';
import type { Board } from '../../spaces/board/board.js';
import { threadsOf } from '../arguments/option-values.js';
import type { Call } from '../process/call.js';
import type { Io } from '../process/io.js';
import { explorationPaths } from './exploration-files.js';
import type { ExploreArguments } from './explore-arguments.js';
import { exploreLasting } from './lasting-exploration.js';
import { checkSameRun, outputOf, refuseAnotherRun, storeOfRun } from './resume-options.js';

/**
 * @param folder of --checkpoint or --work
 * @param board what was given beside it, if anything
 */
export async function resumeCommand(
  folder: string,
  board: Board | undefined,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<void> {
  refuseAnotherRun(options, folder);
  const saved = await readSavedRun(folder);
  if (saved === undefined) {
    throw new InputError(`there is nothing to go on with in '${folder}': give the folder of --checkpoint or --work`);
  }
  checkSameRun(saved, board, options, folder);
  const plan = planOfSaved(saved, { threads: threadsOf(options.threads) });
  const store = storeOfRun(saved, options, folder);
  const output = outputOf(saved, options.output);
  const paths = explorationPaths(output, plan);
  await exploreLasting({ plan, store, output, paths, saved }, options, call, io);
}
