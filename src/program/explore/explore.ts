/** `antipode explore`: enumerates a space, prints its distribution, and writes the table and the result. */

import { InputError } from '../../base/input-error.js';
import { planRun } from '../../runs/explore.js';
import { oneOf } from '../arguments/option-values.js';
import { refuseOthers } from '../arguments/other-spaces.js';
import { STANDARD_OUTPUT } from '../arguments/output-file.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import type { Call } from '../process/call.js';
import type { Io } from '../process/io.js';
import { type AskedExploration, askedOf } from './asked-exploration.js';
import { explorationPaths, filesOf, printExploration } from './run/exploration-files.js';
import { logOf } from './run/exploration-watch.js';
import { ANOTHER_OUTPUT, type ExploreArguments, METHODS } from './run/explore-arguments.js';
import { exploreInMemory } from './run/memory-exploration.js';
import { beforeRun, prepare } from './run/preparation.js';
import { folderOf } from './run/store-options.js';

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
    const { planCommand } = await import('./explore-plan.js');
    return planCommand(text, options, io);
  }
  refuseWorkers(options);
  if (options.resume !== undefined) {
    if (options.queue !== undefined) {
      throw new InputError(
        '--queue resumes the run in the --work folder, if the command that began it is repeated: leave out --resume',
      );
    }
    const { resumeCommand } = await import('./resume.js');
    return resumeCommand(folderOf('--resume', options.resume), text, options, call, io);
  }
  if (options.partition !== undefined) {
    const { explorePartitionCommand } = await import('./explore-partition.js');
    return explorePartitionCommand(text, { ...options, partition: options.partition }, call, io);
  }
  const asked = await askedOf(text, options);
  const { source, need } = asked;
  if (source.kind !== 'board' || !options.allGoals) return exploreAsked(asked, options, call, io);
  const { exploreAllGoalsCommand } = await import('./explore-all-goals.js');
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
    const { exploreShared } = await import('./explore-shared.js');
    return exploreShared({ source, need, store }, options, call, io);
  }
  const plan = await planRun(source, need, only);
  const { output = DEFAULT_FOLDER } = options;
  const paths = explorationPaths(output, plan);
  const files = filesOf(paths);
  if (store.kind !== 'memory') {
    const { exploreLasting } = await import('./run/lasting-exploration.js');
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
