/** `antipode explore`: enumerates a space, prints its distribution, and writes the table and the result. */

import { InputError } from '../../base/text.js';
import { planRun } from '../../runs/explore.js';
import { oneOf } from '../arguments/option-values.js';
import { DEFAULT_FOLDER, refuseOthers, STANDARD_OUTPUT } from '../arguments/output.js';
import type { Call } from '../terminal/call.js';
import type { Io } from '../terminal/process.js';
import { ANOTHER_OUTPUT, type AskedExploration, askedOf, type ExploreArguments, folderOf, METHODS } from './request.js';
import { beforeRun, explorationPaths, exploreInMemory, filesOf, prepare, printExploration } from './run.js';
import { logOf } from './run-watch.js';

/** @param text a board, or another space; undefined if an option names it */
export async function exploreCommand(
  text: string | undefined,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<void> {
  if (options.output === STANDARD_OUTPUT) {
    throw new InputError(
      '--output must be a folder, for the table and the result: use --json to print the result on standard output',
    );
  }
  if (options.method !== undefined) oneOf('--method', options.method, METHODS);
  if (options.plan) {
    const { planCommand } = await import('./plan.js');
    return planCommand(text, options, io);
  }
  refuseWorkers(options);
  if (options.resume !== undefined) {
    if (options.queue !== undefined) {
      throw new InputError(
        '--queue resumes the run in the --work folder, if the command that began it is repeated: leave out --resume',
      );
    }
    const { resumeCommand } = await import('./lasting-run.js');
    return resumeCommand(folderOf('--resume', options.resume), text, options, call, io);
  }
  if (options.partition !== undefined) {
    const { explorePartitionCommand } = await import('./run-series.js');
    return explorePartitionCommand(text, { ...options, partition: options.partition }, call, io);
  }
  const asked = await askedOf(text, options);
  const { source, need } = asked;
  if (source.kind !== 'board' || !options.allGoals) return exploreAsked(asked, options, call, io);
  const { exploreAllGoalsCommand } = await import('./run-series.js');
  return exploreAllGoalsCommand({ source, need }, options, call, io);
}

/** Refuses options that need --plan. @throws InputError if one is given */
function refuseWorkers({ workers, network }: ExploreArguments): void {
  if (workers !== undefined) {
    throw new InputError(
      '--workers is for --plan: add --plan, or leave it out and start each worker with antipode worker --queue <url> --work <dir>',
    );
  }
  if (network !== undefined) throw new InputError('--network is for --plan --workers: add both, or leave it out');
}

/** Message for a signal that ends an exploration. */
const NOTHING_SAVED = 'stopped, and nothing is saved; next time, --checkpoint <dir> saves progress for --resume <dir>';

async function exploreAsked(
  { source, only, need, store }: AskedExploration,
  options: ExploreArguments,
  call: Call,
  io: Io,
): Promise<void> {
  if (store.kind === 'shared') {
    const { exploreShared } = await import('./shared-run.js');
    return exploreShared({ source, need, store }, options, call, io);
  }
  const plan = await planRun(source, need, only);
  const { output = DEFAULT_FOLDER } = options;
  const paths = explorationPaths(output, plan);
  const files = filesOf(paths);
  if (store.kind !== 'memory') {
    const { exploreLasting } = await import('./lasting-run.js');
    return exploreLasting({ plan, store, output, paths }, options, call, io);
  }
  const log = await beforeRun(plan, async () => {
    if (!options.replace) await refuseOthers(files, plan.facts, ANOTHER_OUTPUT);
    prepare(plan, output, files, io);
    return logOf(options.log, files, io);
  });
  const finished = exploreInMemory({ plan, paths, log, advice: NOTHING_SAVED }, call, io);
  const { exploration, written } = await finished.finally(() => log?.close());
  await printExploration(exploration, written, options, 'memory', io);
  if (written.failure !== undefined) throw written.failure;
}
