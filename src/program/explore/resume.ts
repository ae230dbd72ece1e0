/** `antipode explore --resume`: resumes an exploration that was stopped or killed. */

import { InputError } from '../../base/input-error.js';
import { planOfSaved, trustedRun } from '../../runs/resume-exploration.js';
import { isBegun } from '../../runs/saved/own-files.js';
import { readSavedRun } from '../../runs/saved/saved-run.js';
import { moduleDigest } from '../../space/space-module.js';
import { isModulePath } from '../../spaces/source-of-text.js';
import { threadsOf } from '../arguments/option-values.js';
import type { Call } from '../process/call.js';
import type { Io } from '../process/io.js';
import { awaitModule } from './asked-exploration.js';
import { checkSameRun, outputOf, refuseAnotherRun, storeOfRun } from './resume-options.js';
import { explorationPaths } from './run/exploration-files.js';
import type { ExploreArguments } from './run/explore-arguments.js';
import { exploreLasting } from './run/lasting-exploration.js';
import { unsavedText } from './run/saved-search.js';

/**
 * @param folder the folder of --checkpoint or --work
 * @param text the space that was given together with --resume, if any
 */
export async function resumeCommand(
  folder: string,
  text: string | undefined,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<void> {
  refuseAnotherRun(options, folder);
  const found = await readSavedRun(folder);
  if (found === undefined) {
    throw new InputError(
      (await isBegun(folder))
        ? unsavedText(folder)
        : `there is nothing to resume in '${folder}': give the folder of --checkpoint or --work`,
    );
  }
  const { source } = found.facts;
  const isMoved = text !== undefined && isModulePath(text) && source.kind === 'module';
  // A changed module is another space, which checkSameRun refuses.
  const moved = isMoved && moduleDigest(text) === source.digest ? text : undefined;
  const saved = trustedRun(found, folder, moved);
  await checkSameRun(saved, text, options, folder);
  const store = storeOfRun(saved, options, folder);
  await awaitModule(saved.facts.source);
  const plan = await planOfSaved(saved, folder, { threads: threadsOf(options.threads) });
  const output = outputOf(saved, options.output);
  const paths = explorationPaths(output, plan);
  await exploreLasting({ plan, store, output, paths, saved }, options, call, io);
}
