/** A run that outlives its process, new or resumed: with checkpoints, or in the files of a work folder, alone or shared through a queue. */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StorageError } from '../../base/files.js';
import type { MemoryNeeds } from '../../base/memory.js';
import { bytesText, InputError, roughTime } from '../../base/text.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import type { EnginePlan, Need } from '../../engines/engine.js';
import { DamagedError, LateError } from '../../runs/disk/portion-file.js';
import { type DiskPlan, planDisk } from '../../runs/disk-plan.js';
import { checkpointBytes } from '../../runs/exploration/checkpoint-files.js';
import { secondsBetween } from '../../runs/exploration/checkpoint-restore.js';
import { type Exploration, type ExploreEvent, StoppedError } from '../../runs/exploration/exploration.js';
import { discardSavedRun } from '../../runs/exploration/run-folder.js';
import { isBegun, readSavedRun, type SavedRun } from '../../runs/exploration/saved-run.js';
import { diskLayerTimes, publishedShares } from '../../runs/exploration-plan.js';
import { explorePlanned, planRun } from '../../runs/explore.js';
import { measureFolder, measureProcessors } from '../../runs/measured-speeds.js';
import { fullLayers } from '../../runs/published-layers.js';
import { planOfSaved, trustedRun } from '../../runs/resumed-run.js';
import { SpaceError } from '../../space/definition.js';
import type { SpaceSource } from '../../space/space.js';
import { moduleDigest } from '../../space/space-module.js';
import type { Board } from '../../spaces/board/board.js';
import { BLANK } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import { isSameSpace, type NamedSpace } from '../../spaces/names.js';
import { isModulePath } from '../../spaces/source-of-text.js';
import { refuse, threadsOf } from '../arguments/option-values.js';
import type { ExploreArguments } from '../arguments/options.js';
import { DEFAULT_FOLDER, freeBytes, placeOf } from '../arguments/resources.js';
import { spaceTitle } from '../terminal/distribution-text.js';
import { endOnSignal, type Io, SignalError } from '../terminal/process.js';
import { awaitModule, type Job, type LastingStore, type SharedStore } from './request.js';
import { explorationPaths } from './result.js';
import { type WatchOptions, withWatch } from './run-watch.js';
import {
  boardText,
  checkSameRun,
  NOTHING_SAVED,
  outputOf,
  refuseAnotherRun,
  resumeAdvice,
  resumeText,
  storeOfRun,
  unsavedText,
} from './saved-run.js';

interface LastingJob extends Pick<Job, 'plan' | 'output' | 'saved'> {
  readonly store: LastingStore;
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
  return { plan, store, output, paths: explorationPaths(output, plan), saved };
}

/**
 * Returns the job of a shared run.
 * @param asked the folder of the results, if it is named
 * @param program the version of the program
 * @throws InputError if the folder holds another run; as planRun and planOfSaved
 */
export async function sharedJob(
  source: SpaceSource,
  need: Need,
  { folder, url, memory }: SharedStore,
  asked: string | undefined,
  program: string,
): Promise<Job> {
  const saved = await readSavedRun(folder);
  if (saved !== undefined) checkSameRequest(saved, source, need, folder);
  const { SharedQueue } = await import('./shared-queue.js');
  const queue = new SharedQueue({ url, program });
  const { signal } = queue;
  const plan =
    saved === undefined
      ? await planRun(source, { ...need, signal })
      : await planOfSaved(saved, folder, { threads: need.threads, signal });
  const output = saved === undefined ? (asked ?? DEFAULT_FOLDER) : outputOf(saved, asked);
  const store = { kind: 'disk', folder, memory: memory ?? modestMemory(plan), queue } as const;
  return { plan, store, output, paths: explorationPaths(output, plan), saved };
}

/** Bytes that the coordinator uses by default: it only makes layers of a few portions. */
const MODEST_MEMORY = 500e6;

/** Returns the bytes that the coordinator uses by default: MODEST_MEMORY, or its minimum if that is more. */
function modestMemory(plan: EnginePlan): number {
  if (!(plan instanceof BoardEnginePlan)) return MODEST_MEMORY;
  const { search, need, threads } = plan;
  const first = need.first;
  const staging = { table: need.table, memory: MODEST_MEMORY, threads, first, shared: true, orLeast: true };
  return Math.max(MODEST_MEMORY, planDisk(search.geometry.board, staging).memoryBytes);
}

/** @throws InputError if the folder holds another run than the requested one */
function checkSameRequest(
  { facts, store, table, antipodes }: SavedRun,
  source: SpaceSource,
  need: Need,
  folder: string,
) {
  const found = phrasesOf(facts.source, table, antipodes);
  const asked = phrasesOf(source, need.table, need.antipodes);
  const other = found.findIndex((phrase, index) => phrase !== asked[index]);
  refuse({
    [`${folder} holds the checkpoint of a run in memory: name another folder with --work`]: store !== 'disk',
    [`${folder} holds a run ${found[other]}, but the command asks for one ${asked[other]}: repeat the command that began it, or name another folder`]:
      other >= 0,
  });
}

/** Returns the properties that determine the files of a run, in words. */
function phrasesOf(source: SpaceSource, table: boolean, antipodes: number | undefined): readonly string[] {
  const isBoard = source.kind === 'board';
  return [
    `of ${isBoard ? boardText(boardOfSource(source)) : source.kind}`,
    `with the goal ${isBoard ? source.goal : 'none'}`,
    `with${table ? '' : 'out'} a table`,
    `that lists ${antipodes} antipodes`,
  ];
}

/**
 * Time in which a repeated signal counts as one. `timeout` and similar programs signal the process and then its whole group;
 * nobody presses Ctrl-C twice this fast.
 */
const MILLISECONDS_OF_ONE = 50;

interface LastingWatch extends Pick<WatchOptions, 'log' | 'reachable'> {
  /** Files that are written after the search; from then on a signal ends the program immediately. */
  readonly files: readonly string[];
}

/**
 * Explores, and stops after the layer in progress on a signal.
 * @throws SignalError with the command to resume, if a signal has stopped the search; as explorePlanned
 */
export async function exploreLasting(
  { plan, store, output, saved }: LastingJob,
  { files, ...watched }: LastingWatch,
  io: Io,
): Promise<Exploration> {
  const { folder } = store;
  const queue = store.kind === 'disk' ? store.queue : undefined;
  let complete = depthOf(saved);
  if (saved !== undefined) {
    const title =
      plan instanceof BoardEnginePlan
        ? spaceTitle(plan.search.geometry.board, plan.goal, plan.metric)
        : plan.facts.name;
    io.stderr.write(`${title}: resuming from depth ${complete}, saved in ${folder}\n`);
  }
  const stop = new AbortController();
  let begun = false;
  let first = { status: 0, at: 0 };
  const linesBelow = queue && ((width: number) => queue.progress.lines(width));
  return withWatch({ ...watched, io, linesBelow }, async (watch) => {
    queue?.sayBy(watch.say);
    io.answerSignals((status) => {
      if (first.status === 0) {
        first = { status, at: performance.now() };
        if (queue !== undefined) {
          queue.cancel(new SignalError(status, `stopped, and workers wait; ${resumeAdvice(store)}`));
          return false;
        }
        watch.say(`finishing the layer of depth ${complete + 1} and saving; repeat to stop immediately`);
        stop.abort();
        return false;
      }
      if (performance.now() - first.at <= MILLISECONDS_OF_ONE) return false;
      watch.end();
      io.stderr.write(`antipode: stopped immediately; ${resumeAdvice(store)}\n`);
      return true;
    });
    const onEvent = (event: ExploreEvent) => {
      begun = true;
      if (event.type === 'layer') complete = event.depth;
      queue?.progress.on(event);
      watch.on(event);
    };
    const where =
      store.kind === 'checkpoints'
        ? { checkpoints: { folder, everySeconds: store.everySeconds } }
        : { disk: { work: folder, memory: store.memory, handOut: queue?.handOut } };
    try {
      return await explorePlanned(plan, { output: resolve(output), saved, stop: stop.signal, onEvent, ...where });
    } catch (error) {
      if (error instanceof StoppedError) {
        const kept = error.folder === null ? NOTHING_SAVED : resumeAdvice(store);
        throw new SignalError(first.status, `stopped after the layer of depth ${error.depth}; ${kept}`);
      }
      // Resuming does not help if a space contradicts itself, a file is damaged, or another process leads the run.
      const isFinal = [SpaceError, SignalError, DamagedError, LateError].some((kind) => error instanceof kind);
      if (!begun || !(error instanceof Error) || isFinal) throw error;
      throw new Error(`${error.message}; ${resumeAdvice(store, ' once that is fixed')}`, { cause: error });
    } finally {
      endOnSignal(io, files, () => `antipode: stopped immediately; ${resumeAdvice(store)}\n`);
    }
  });
}

/** Returns the depth of the last complete layer. */
function depthOf(saved: Job['saved']): number {
  return saved === undefined ? 0 : saved.histogram.length - 1;
}

/** Adds to the failure of a file what is kept, and how it can be written later. */
export async function keptAdvice(failure: Error, store: LastingStore): Promise<Error> {
  const run = await readSavedRun(store.folder);
  const kept = run === undefined ? '' : `what is saved, up to depth ${run.histogram.length - 1}, is kept; `;
  return new Error(`${failure.message}; ${kept}${resumeAdvice(store, ' once that is fixed')}`, { cause: failure });
}

/**
 * Discards the saved run, and ends the workers of a queue. The results are written, so a folder that cannot be tidied costs no more than
 * a line.
 */
export async function finish(store: LastingStore, space: NamedSpace, io: Io): Promise<void> {
  const { folder } = store;
  try {
    const saved = await readSavedRun(folder);
    if (saved === undefined || isSameSpace(saved.facts, space)) await discardSavedRun(folder);
    else io.stderr.write(`antipode: ${folder} now holds a run of ${saved.facts.name}, which is kept\n`);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    io.stderr.write(`antipode: ${error.message}; the results are written, so ${folder} may be removed by hand\n`);
  }
  if (store.kind === 'disk') await store.queue?.finish();
}

/* The disk space, and the memory if it is not that of the engine's plan: checked and announced before a run. */

interface StorageNeeds {
  /** Memory of a run on disk; undefined if the states are in memory. */
  readonly memory?: MemoryNeeds & { readonly held: string };
  /** Prints the disk space and the time on standard error. */
  announce(io: Io): void | Promise<void>;
}

/**
 * Returns what a run takes besides its table.
 * @param tableBytes size of the table
 * @throws InputError; MemoryError if --memory is too little; Error if the disk has too little free space
 */
export function storageNeeds({ plan, store, output, saved }: LastingJob, tableBytes: number): StorageNeeds {
  const { folder } = store;
  const free = () =>
    `${bytesText(freeBytes(folder))} are free\nif the run is stopped or killed, resume it: ${resumeText(store)}\n`;
  if (store.kind === 'checkpoints') {
    const bytes = checkpointBytes(plan);
    checkOneDisk(output, tableBytes, folder, 2 * bytes);
    const seconds = secondsBetween(store.everySeconds, saved, folder);
    const often = seconds === 0 ? 'as often as possible' : `every ${seconds} s`;
    const text = `checkpoints in ${folder} ${often}, two at a time, of at most ${bytesText(bytes)} each; `;
    return { announce: ({ stderr }) => void stderr.write(text + free()) };
  }
  if (!(plan instanceof BoardEnginePlan)) throw new InputError(`${plan.facts.name} cannot be explored on disk`);
  const { search, need, threads, goal } = plan;
  const { board } = search.geometry;
  const shared = store.queue !== undefined;
  const disk = planDisk(board, { table: need.table, memory: store.memory, threads, first: need.first, shared });
  checkOneDisk(output, tableBytes, folder, disk.diskBytes);
  return {
    memory: { bytes: disk.memoryBytes, threadBytes: search.threadBytes, held: 'the bitsets that are searched' },
    async announce(io) {
      io.stderr.write(`files in ${folder} of at most ${bytesText(disk.diskBytes)}; ${free()}`);
      // The number and speed of the workers are unknown, so no time is announced.
      if (shared) return;
      const goalCell = goal.indexOf(BLANK);
      await announceDiskTime({ board, goalCell, threads, plan: disk, work: folder, depth: depthOf(saved) }, io);
    },
  };
}

/** A search that moves fewer bytes per layer ends before its speed could be measured. */
const LEAST_BYTES_OF_LAYER = 2e9;

interface DiskEstimate {
  readonly board: Board;
  readonly goalCell: number;
  readonly threads: number;
  readonly plan: DiskPlan;
  /** The folder of the work files. */
  readonly work: string;
  /** The last complete layer. */
  readonly depth: number;
}

/**
 * Prints the expected time of a search on disk on standard error, from speeds that are measured for some seconds. Prints nothing
 * for a short search.
 */
export async function announceDiskTime(
  { board, goalCell, threads, plan, work, depth }: DiskEstimate,
  io: Io,
): Promise<void> {
  const { bytesRead, bytesWritten } = plan.layer;
  if (bytesRead + bytesWritten < LEAST_BYTES_OF_LAYER) return;
  const files = await measureFolder(placeOf(work));
  const processors = await measureProcessors(board, threads);
  const { layerSeconds } = diskLayerTimes(plan, files, processors);
  if (files === undefined || layerSeconds === null) return;
  const shares = publishedShares(board, goalCell);
  const left = shares === undefined ? undefined : fullLayers(shares.slice(depth + 1));
  const all =
    left === undefined || shares === undefined
      ? 'and the number of layers is unknown'
      : `the remaining ${shares.length - 2 - depth} layers at most ${roughTime(left * layerSeconds)}`;
  io.stderr.write(
    `a full layer takes about ${roughTime(layerSeconds)}, ${all}: measured ${bytesText(files.bytesReadPerSecond)}/s read and ${bytesText(files.bytesWrittenPerSecond)}/s written\n`,
  );
}

/** Bytes of a block in `stat.blocks`, on every file system. */
const BYTES_OF_BLOCK = 512;

/**
 * Checks that the disk has room for both the saved run and the table, which is written when the search is complete. The folders need
 * not exist yet.
 * @param output the folder of the results
 * @param bytes size of the table
 * @param folder the folder of the saved run
 * @param saved bytes of the saved run
 * @throws Error if both folders are on one disk without enough free space
 */
export function checkOneDisk(output: string, bytes: number, folder: string, saved: number): void {
  const [one, other] = [output, folder].map((path) => statSync(placeOf(path)).dev);
  const free = freeBytes(folder);
  if (one !== other || free >= bytes + saved - bytesIn(folder)) return;
  throw new Error(
    `the run writes up to ${bytesText(saved)} to '${folder}', and then about ${bytesText(Math.ceil(bytes))} to '${output}' on the same disk, but ${bytesText(free)} are free: choose another disk for one of them, or --no-table`,
  );
}

/** Returns the bytes that a folder's files take on the disk; a resumed run already has some. */
function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => {
    const blocks = statSync(join(folder, name), { throwIfNoEntry: false })?.blocks ?? 0;
    return sum + blocks * BYTES_OF_BLOCK;
  }, 0);
}
