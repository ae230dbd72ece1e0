/** An exploration that outlives its process, new or resumed: with checkpoints, or in the files of a work folder. */

import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StorageError } from '../../base/files.js';
import { checkMemory, freeMemory } from '../../base/memory.js';
import { bytesText, grouped, InputError, roughTime } from '../../base/text.js';
import type { BoardPlan } from '../../engines/boards/board-plan.js';
import { BoardEnginePlan } from '../../engines/boards/engine.js';
import type { EnginePlan } from '../../engines/engine.js';
import { type DiskPlan, planDisk } from '../../runs/disk-plan.js';
import { checkpointBytes } from '../../runs/exploration/checkpoint-files.js';
import { secondsBetween } from '../../runs/exploration/checkpoint-restore.js';
import type { ExploreEvent } from '../../runs/exploration/exploration.js';
import { discardSavedRun } from '../../runs/exploration/run-folder.js';
import { isBegun, readSavedRun, type SavedRun } from '../../runs/exploration/saved-run.js';
import { diskLayerTimes, publishedShares } from '../../runs/exploration-plan.js';
import { explorePlanned } from '../../runs/explore.js';
import { measureFolder, measureProcessors } from '../../runs/measured-speeds.js';
import { fullLayers } from '../../runs/published-layers.js';
import { planOfSaved, trustedRun } from '../../runs/resumed-run.js';
import { moduleDigest } from '../../space/space-module.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { BLANK } from '../../spaces/board/position.js';
import { isSameSpace, type NamedSpace } from '../../spaces/names.js';
import { isModulePath } from '../../spaces/source-of-text.js';
import { inAllText } from '../arguments/memory.js';
import { threadsOf } from '../arguments/option-values.js';
import { checkOutput, refuseOthers } from '../arguments/output.js';
import { type Call, endOnSignal } from '../terminal/call.js';
import { spaceTitle } from '../terminal/distribution-text.js';
import type { Io } from '../terminal/process.js';
import { ANOTHER_OUTPUT, awaitModule, type ExploreArguments, type LastingStore } from './request.js';
import {
  beforeRun,
  bytesOnDisk,
  type ExplorationPaths,
  explorationPaths,
  filesOf,
  prepare,
  printExploration,
  writeExploration,
} from './run.js';
import { logOf, withWatch } from './run-watch.js';
import {
  checkSameRun,
  outputOf,
  refuseAnotherRun,
  resumeAdvice,
  resumeText,
  type SavedIn,
  type SearchHooks,
  searchSaved,
  storeOfRun,
  unsavedText,
} from './saved-run.js';
import type { SharedQueue } from './shared-queue.js';

interface LastingExploration {
  readonly plan: EnginePlan;
  readonly store: LastingStore;
  /** The folder of the results. */
  readonly output: string;
  readonly paths: ExplorationPaths;
  /** The saved run to resume; undefined for a new run. */
  readonly saved?: SavedRun | undefined;
}

/** Explores, writes and prints. Discards the saved run only after the results are written. */
export async function exploreLasting(
  lasting: LastingExploration,
  options: Pick<ExploreArguments, 'log' | 'json' | 'antipodes' | 'replace'>,
  call: Call,
  io: Io,
): Promise<void> {
  const { store } = lasting;
  const queue = store.kind === 'disk' ? store.queue : undefined;
  try {
    await exploreToFiles(lasting, queue, options, call, io);
    await tidy(store.folder, lasting.plan.facts, io);
    await queue?.finish();
  } finally {
    await queue?.close();
  }
}

/** Discards the saved run. The results are written, so a folder that cannot be tidied costs no more than a line. */
async function tidy(folder: string, space: NamedSpace, io: Io): Promise<void> {
  try {
    const saved = await readSavedRun(folder);
    if (saved === undefined || isSameSpace(saved.facts, space)) return await discardSavedRun(folder);
    io.stderr.write(`antipode: ${folder} now holds a run of ${saved.facts.name}, which is kept\n`);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    io.stderr.write(`antipode: ${error.message}; the results are written, so ${folder} may be removed by hand\n`);
  }
}

/** Explores, writes and prints. @throws as explorePlanned; the failure to write a file */
async function exploreToFiles(
  lasting: LastingExploration,
  queue: SharedQueue | undefined,
  options: Pick<ExploreArguments, 'log' | 'json' | 'antipodes' | 'replace'>,
  call: Call,
  io: Io,
): Promise<void> {
  const { plan, store, paths, saved } = lasting;
  const { folder } = store;
  const depth = saved === undefined ? 0 : saved.histogram.length - 1;
  const files = filesOf(paths);
  const log = await beforeRun(plan, async () => {
    if (!options.replace) await refuseOthers(files, plan.facts, ANOTHER_OUTPUT);
    await queue?.open(io);
    await prepareLasting(lasting, depth, io);
    return logOf(options.log, files, io, saved !== undefined);
  });
  if (saved !== undefined) {
    const title =
      plan instanceof BoardEnginePlan
        ? spaceTitle(plan.search.geometry.board, plan.goal, plan.metric)
        : plan.facts.name;
    io.stderr.write(`${title}: resuming from depth ${depth}, saved in ${folder}\n`);
  }
  const linesBelow = queue && ((width: number) => queue.progress.lines(width));
  const exploration = await withWatch({ io, log, reachable: plan.reached !== null, linesBelow }, (watch) => {
    queue?.sayBy(watch.say);
    return searchSaved({ store, depth, paths: files, watch }, io, (hooks) => searchLasting(lasting, hooks));
  }).finally(() => log?.close());
  const written = await writeExploration(exploration, paths, call, io);
  const failure = written.failure && (await withAdvice(written.failure, store));
  await printExploration(exploration, written, options, store.kind === 'disk' ? 'disk' : 'memory', io);
  if (failure !== undefined) throw failure;
}

function searchLasting({ plan, store, output, saved }: LastingExploration, hooks: SearchHooks) {
  const { folder } = store;
  const options = { output: resolve(output), saved, ...hooks };
  if (store.kind === 'checkpoints') {
    return explorePlanned(plan, { ...options, checkpoints: { folder, everySeconds: store.everySeconds } });
  }
  const { memory, queue } = store;
  const onEvent = (event: ExploreEvent) => {
    queue?.progress.on(event);
    hooks.onEvent(event);
  };
  return explorePlanned(plan, { ...options, onEvent, disk: { work: folder, memory, handOut: queue?.handOut } });
}

/**
 * Checks the memory, and that all files can be written, and prints the needs on standard error. Afterwards Ctrl-C ends the program
 * immediately, and leaves no half-written result.
 * @param depth depth of the last complete layer
 * @throws InputError, MemoryError; Error if the disk has too little free space
 */
async function prepareLasting(
  { plan, store, output, paths, saved }: LastingExploration,
  depth: number,
  io: Io,
): Promise<void> {
  const { threads, need } = plan;
  const { folder } = store;
  const files = filesOf(paths);
  const tableBytes = bytesOnDisk(plan);
  if (store.kind === 'checkpoints') {
    const bytes = checkpointBytes(plan);
    checkOneDisk(output, tableBytes, folder, 2 * bytes);
    prepare(plan, output, files, io);
    announceCheckpoints(folder, secondsBetween(store.everySeconds, saved, folder), bytes, io);
  } else if (plan instanceof BoardEnginePlan) {
    const { search, goal } = plan;
    const { board } = search.geometry;
    const shared = store.queue !== undefined;
    const disk = planDisk(board, { table: need.table, memory: store.memory, threads, first: need.first, shared });
    checkOneDisk(output, tableBytes, folder, disk.diskBytes);
    endOnSignal(io, files);
    checkOutput(output, files, tableBytes, 'choose another --output, or --no-table');
    const needs = { bytes: disk.memoryBytes, threadBytes: search.threadBytes };
    checkMemory(plan.label, needs, threads, freeMemory(), 'the bitsets that are searched');
    announceDisk(search, disk, store, io);
    // The number and speed of the workers are unknown, so no time is announced.
    if (shared) return;
    const goalCell = goal.indexOf(BLANK);
    await announceDiskTime({ board, goalCell, threads, plan: disk, work: folder, depth }, io);
  }
}

/** Adds advice to the failure of a file: how to write it later. @param store the store of the saved run */
async function withAdvice(failure: Error, store: LastingStore): Promise<Error> {
  const run = await readSavedRun(store.folder);
  const kept = run === undefined ? '' : `what is saved, up to depth ${run.histogram.length - 1}, is kept; `;
  return new Error(`${failure.message}; ${kept}${resumeAdvice(store, ' once that is fixed')}`, { cause: failure });
}

/** `antipode explore --resume`: resumes an exploration that was stopped or killed. */

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

/** The disk space and memory of an exploration on disk, announced and checked before it begins. */

/** Bytes of a block in `stat.blocks`, on every file system. */
const BYTES_OF_BLOCK = 512;

/**
 * Prints the size of checkpoints, and how to use them, on standard error.
 * @param bytes size of one checkpoint
 */
function announceCheckpoints(folder: string, everySeconds: number, bytes: number, io: Io): void {
  const often = everySeconds === 0 ? 'as often as possible' : `every ${everySeconds} s`;
  io.stderr.write(
    `checkpoints in ${folder} ${often}, two at a time, of at most ${bytesText(bytes)} each; ${freeText(folder)}\n${afterStopText({ folder })}`,
  );
}

/**
 * Prints the memory and disk space of a search on disk, on standard error.
 * @param store the folder of its files
 */
function announceDisk(
  { geometry, threads, threadBytes }: BoardPlan,
  { states, memoryBytes, diskBytes }: DiskPlan,
  store: SavedIn,
  io: Io,
): void {
  io.stderr.write(
    `${formatBoard(geometry.board)}: ${grouped(states)} states need ${bytesText(memoryBytes)} of memory, ${inAllText({ bytes: memoryBytes, threadBytes }, threads)}; ${bytesText(freeMemory())} are free\n` +
      `files in ${store.folder} of at most ${bytesText(diskBytes)}; ${freeText(store.folder)}\n${afterStopText(store)}`,
  );
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

function afterStopText(store: SavedIn): string {
  return `if the run is stopped or killed, resume it: ${resumeText(store)}\n`;
}

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

function freeText(folder: string): string {
  return `${bytesText(freeBytes(folder))} are free`;
}

/** Returns the free bytes on the disk of a folder. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(placeOf(folder));
  return bavail * bsize;
}

/** Returns the path of a folder, or of its nearest existing ancestor. */
export function placeOf(folder: string): string {
  let place = resolve(folder);
  while (!existsSync(place)) place = dirname(place);
  return place;
}
