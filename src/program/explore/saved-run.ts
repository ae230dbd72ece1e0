/** A saved run: the advice to resume it, the job that resumes it, and the comparison of the run with a command line. */

import { isAbsolute, relative, resolve } from 'node:path';
import { InputError, shellCommand } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import type { EnginePlan } from '../../engines/engine.js';
import { hasManifest, isBegun, readSavedRun, type SavedRun } from '../../runs/disk/saved-run.js';
import { planRun } from '../../runs/exploration/exploration.js';
import { checkRequest } from '../../runs/request.js';
import { runOnDiskPlanner } from '../../runs/requirements.js';
import { firstDifference, planOfSaved, spaceText, trustedRun } from '../../runs/resumed-run.js';
import { moduleDigest } from '../../space/space-module.js';
import { METRICS } from '../../spaces/board/board.js';
import { parsePatternTiles } from '../../spaces/board/partition.js';
import { formatPosition, parsePosition } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { isModulePath, isPath } from '../../spaces/source-of-text.js';
import { flagOf, readEverySeconds, readMemory, readName, readThreads, refuse } from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER } from '../arguments/resources.js';
import { readSpaceSource } from '../arguments/space-argument.js';
import type { Io } from '../terminal/process.js';
import type { SharedQueue } from './queue.js';
import { awaitModule, type ExploreRequest, type Job, type LastingStore, optionName, STORES } from './request.js';

/** The folder of a saved search, and the queue that hands portions out to workers, if the run is shared. */
type SavedIn = { readonly folder: string; readonly queue?: SharedQueue | undefined };

/** Returns the command that resumes a run. A queue's address can hold a password, so it is not repeated. */
export function resumeText({ folder, queue }: SavedIn): string {
  return queue === undefined ? shellCommand(['antipode', 'explore', '--resume', folder]) : 'repeat the same command';
}

/** Returns the advice for a folder whose run has saved nothing yet. */
export function unsavedText(folder: string): string {
  return `a run began in '${folder}', but has saved nothing yet: if it was killed, begin it again in the same folder`;
}

export const NOTHING_SAVED = 'nothing has been saved';

/** Returns the advice to resume, if anything has been saved. @param when condition of resuming, with a leading blank */
export function resumeAdvice(store: SavedIn, when = ''): string {
  return hasManifest(store.folder) ? `to resume${when}: ${resumeText(store)}` : NOTHING_SAVED;
}

/**
 * Returns the job that resumes the run in a folder.
 * @param folder the folder of --checkpoint or --work
 * @param text the space that was given together with --resume, if any
 * @throws InputError if there is nothing to resume, or an option names another run; as trustedRun and planOfSaved
 */
export async function resumedJob(folder: string, text: string | undefined, options: ExploreArguments): Promise<Job> {
  refuseAnotherRun(options, folder);
  const found = await readSavedRun(folder);
  if (found === undefined) {
    const nothing = `there is nothing to resume in '${folder}': give the folder of --checkpoint or --work`;
    throw new InputError((await isBegun(folder)) ? unsavedText(folder) : nothing);
  }
  const { source } = found.facts;
  const isMoved = text !== undefined && isModulePath(text) && source.kind === 'module';
  // A changed module is another space, which checkSameRun refuses.
  const moved = isMoved && moduleDigest(text) === source.digest ? text : undefined;
  const saved = trustedRun(found, folder, moved);
  await checkSameRun(saved, text, options, folder);
  const store = storeOfRun(saved, options, folder);
  await awaitModule(saved.facts.source);
  const plan = await planOfSaved(saved, folder, { threads: readThreads(options.threads) });
  return { plan, store, output: outputOf(saved, options.output), saved };
}

/**
 * Returns the job of a run that a queue shares, new or saved, and connects to the server.
 * @param store the request's
 * @param named the folder of the results, if an option names it
 * @throws InputError if the folder holds another run; QueueError; as planRun and planOfSaved
 */
export async function sharedJob(
  { source, request }: ExploreRequest,
  { folder, url, memory }: Extract<ExploreRequest['store'], { readonly kind: 'shared' }>,
  named: string | undefined,
  io: Io,
): Promise<Job> {
  const saved = await readSavedRun(folder);
  if (saved !== undefined) {
    refuse({
      [`${folder} holds the checkpoint of a run in memory: name another folder with --work`]: saved.store !== 'disk',
    });
    const goal = 'goal' in source ? source.goal : undefined;
    const [table, antipodes] = [request.table, request.antipodes].map(String);
    const { texts: [found, asks] = [] } =
      firstDifference(saved, { space: spaceText(source), goal, table, antipodes }) ?? {};
    refuse({
      [`${folder} holds a run ${found}, but the command asks for one ${asks}: repeat the command that began it, or name another folder`]:
        found !== undefined,
    });
  }
  const end = new AbortController();
  const { signal } = end;
  const plan =
    saved === undefined
      ? await planRun(source, { ...request, signal })
      : await planOfSaved(saved, folder, { threads: request.threads, signal });
  const queue = await (await import('./queue.js')).openQueue(url, end, io);
  const output = saved === undefined ? (named ?? DEFAULT_FOLDER) : outputOf(saved, named);
  return { plan, store: { kind: 'disk', folder, memory: memory ?? modestMemory(plan), queue }, output, saved };
}

/** Bytes that the coordinator uses by default: it only makes layers of a few portions. */
const MODEST_MEMORY = 500e6;

/** Returns the bytes that the coordinator uses by default: MODEST_MEMORY, or its minimum if that is more. */
function modestMemory(plan: EnginePlan): number {
  if (!(plan instanceof BoardEnginePlan)) return MODEST_MEMORY;
  const planned = runOnDiskPlanner(plan, { shared: true, orLeast: true });
  return Math.max(MODEST_MEMORY, planned(MODEST_MEMORY).memoryBytes);
}

/** Refuses options that never go with --resume, whatever the folder holds. @throws InputError */
function refuseAnotherRun(options: ExploreArguments, folder: string): void {
  const { table, method } = options;
  const given = (['allGoals', 'partition', 'start', 'generators', 'antipodes'] as const).find(
    (name) => options[name] !== undefined,
  );
  const changed = given !== undefined ? flagOf(given) : !table ? '--no-table' : `--method ${method}`;
  const isOther = given !== undefined || !table || (method !== undefined && method !== 'fast');
  const other = (['checkpoint', 'work'] as const).find((name) => {
    const path = options[name];
    return path !== undefined && resolve(path) !== resolve(folder);
  });
  refuse({
    [`--resume continues a run with the options that it began with: leave out ${changed}, or begin another run`]:
      isOther,
    [`--resume continues the run in ${folder}, found --${other} ${options[other ?? 'work']}: leave out --${other}`]:
      other !== undefined,
  });
}

/**
 * Checks that options that name a run name the saved one.
 * @param text the space that was given together with --resume, if any
 * @throws InputError with both runs, if they differ
 */
export async function checkSameRun(
  run: SavedRun,
  text: string | undefined,
  options: ExploreArguments,
  folder: string,
): Promise<void> {
  const { goal, metric, store, map, pattern } = options;
  const { source } = run.facts;
  const check = (requested: Parameters<typeof firstDifference>[1], what?: string) => {
    const other = firstDifference(run, requested);
    if (other === undefined) return;
    throw new InputError(
      `${folder} holds a run of ${what ?? other.property} ${other.saved}, but the command asks for ${other.requested}: leave that out, or name another folder`,
    );
  };
  if (map !== undefined || text !== undefined) {
    const counted = source.kind === 'generators' && text !== undefined && isPath(text) && !isModulePath(text);
    const named = await readSpaceSource(text, { map, pattern, ...(counted && { metric: metric ?? source.metric }) });
    check({ space: spaceText(named) }, source.kind === 'board' && named.kind === 'board' ? 'board' : 'space');
  } else if (pattern !== undefined) {
    const tiles = parsePatternTiles(pattern).sort((one, other) => one - other);
    check({ pattern: tiles.join(' ') });
  }
  if (metric !== undefined) check({ metric: source.kind === 'board' ? readName('--metric', metric, METRICS) : metric });
  if (goal !== undefined) {
    if (source.kind !== 'board' && source.kind !== 'pattern') {
      throw new InputError('--goal is for boards, and the saved run is of another space: leave it out');
    }
    check({ goal: formatPosition(parsePosition(goal, boardOfSource(source))) });
  }
  if (store !== undefined) check({ store: readName('--store', store, STORES) });
}

/**
 * Returns the store of the resumed run.
 * @throws InputError if an option is wrong, or is for the other store
 */
function storeOfRun({ store, facts, engine }: SavedRun, options: ExploreArguments, folder: string): LastingStore {
  const { memory, checkpointEvery } = options;
  const disk = store === 'disk';
  const kept = { disk, work: disk, memory, checkpoints: !disk, everySeconds: checkpointEvery };
  checkRequest({ source: facts.source, engine, resumed: true, ...kept }, optionName());
  if (disk) return { kind: 'disk', folder, memory: readMemory(memory) };
  return { kind: 'checkpoints', folder, everySeconds: readEverySeconds(checkpointEvery) };
}

/**
 * Returns the folder of the results, by default the one chosen when the run began. Its path is relative if the folder is below the
 * working directory.
 */
function outputOf({ output }: SavedRun, named: string | undefined): string {
  if (named !== undefined) return named;
  if (output === null) return DEFAULT_FOLDER;
  const fromHere = relative(process.cwd(), output);
  const below = fromHere !== '' && !fromHere.startsWith('..') && !isAbsolute(fromHere);
  return below ? fromHere : output;
}
