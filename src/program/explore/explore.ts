/** `antipode explore`: enumerates a space, prints its distribution, and writes the table and the result. */

import { planRun } from '../../runs/exploration/exploration.js';
import { readFolder, refuse } from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER, STANDARD_OUTPUT } from '../arguments/resources.js';
import type { Io } from '../terminal/process.js';
import { type Job, readRequest } from './request.js';
import { printExploration, runJobs, type Series } from './run.js';

/** @param text a board, or another space; undefined if an option names it */
export async function exploreCommand(text: string | undefined, options: ExploreArguments, io: Io): Promise<void> {
  const { output, plan, workers, network, resume, queue, projection, save } = options;
  refuse({
    '--output must be a folder, for the table and the result: use --json to print the result on standard output':
      output === STANDARD_OUTPUT,
  });
  if (projection !== undefined) return (await import('./projected.js')).exploreProjections(text, options, io);
  refuse({ '--save is for the tables of --projection; the table of a space is saved anyway: leave it out': save });
  if (plan) {
    const { planCommand } = await import('./plan.js');
    return planCommand(text, options, io);
  }
  refuse({
    '--workers is for --plan: add --plan, or leave it out and start each worker with antipode worker --queue <url> --work <dir>':
      workers !== undefined,
    '--network is for --plan --workers: add both, or leave it out': network !== undefined,
    '--queue resumes the run in the --work folder, if the command that began it is repeated: leave out --resume':
      resume !== undefined && queue !== undefined,
  });
  await runJobs(await readSeries(text, options, io), options, io);
}

/** Returns what is to be run: a saved run, all patterns of a partition, all goals, or one exploration. */
async function readSeries(text: string | undefined, options: ExploreArguments, io: Io): Promise<Series> {
  const { resume, partition, allGoals } = options;
  if (resume !== undefined) {
    const { resumedJob } = await import('./saved-run.js');
    return alone(await resumedJob(readFolder('--resume', resume), text, options), options, io);
  }
  if (partition !== undefined) {
    const { partitionSeries } = await import('./run-series.js');
    return partitionSeries(text, partition, options, io);
  }
  const { source, request, only, store } = await readRequest(text, options);
  const { output = DEFAULT_FOLDER } = options;
  if (source.kind === 'board' && allGoals) {
    const { allGoalsSeries } = await import('./run-series.js');
    return allGoalsSeries(source, request, options, io);
  }
  if (store.kind === 'shared') {
    const { sharedJob } = await import('./saved-run.js');
    return alone(await sharedJob({ source, request, store }, store, options.output, io), options, io);
  }
  return alone({ plan: await planRun(source, request, only), store, output }, options, io);
}

function alone(job: Job, { json }: ExploreArguments, io: Io): Series {
  return {
    jobs: [job],
    advice: () => 'stopped, and nothing is saved; next time, --checkpoint <dir> saves progress for --resume <dir>',
    async print([{ written, ...exploration }]) {
      await printExploration(exploration, written, json, job.store.kind === 'disk' ? 'disk' : 'memory', io);
      return undefined;
    },
  };
}
