/** The disk space and memory of an exploration on disk, announced and checked before it begins. */

import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { freeMemory } from '../../../base/memory.js';
import { bytesText, grouped, roughTime } from '../../../base/text/numbers.js';
import type { BoardPlan } from '../../../engines/bits/layout/board-plan.js';
import type { DiskPlan } from '../../../plan/disk-plan.js';
import { diskLayerTimes, publishedShares } from '../../../plan/exploration-plan.js';
import { measureFolder } from '../../../plan/folder-speed.js';
import { fullLayers } from '../../../plan/layer-shares.js';
import { measureProcessors } from '../../../plan/processor-speed.js';
import { type Board, formatBoard } from '../../../spaces/board/board.js';
import { inAllText } from '../../arguments/memory.js';
import type { Io } from '../../process/io.js';
import { resumeText, type SavedIn } from './saved-search.js';

/** Bytes of a block in `stat.blocks`, on every file system. */
const BYTES_OF_BLOCK = 512;

/**
 * Prints the size of checkpoints, and how to use them, on standard error.
 * @param bytes size of one checkpoint
 */
export function announceCheckpoints(folder: string, everySeconds: number, bytes: number, io: Io): void {
  const often = everySeconds === 0 ? 'as often as possible' : `every ${everySeconds} s`;
  io.stderr.write(
    `checkpoints in ${folder} ${often}, two at a time, of at most ${bytesText(bytes)} each; ${freeText(folder)}\n${afterStopText({ folder })}`,
  );
}

/**
 * Prints the memory and disk space of a search on disk, on standard error.
 * @param store the folder of its files
 */
export function announceDisk(
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

export interface DiskEstimate {
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
