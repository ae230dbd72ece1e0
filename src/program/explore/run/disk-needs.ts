/** The needs of an exploration on disks, announced and checked before anything is searched. */

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

/** Bytes of the blocks that a file is said to have, on every file system. */
const BYTES_OF_BLOCK = 512;

/**
 * Says on standard error how much checkpoints take, and what they are for.
 * @param bytes of one of them
 */
export function announceCheckpoints(folder: string, everySeconds: number, bytes: number, io: Io): void {
  const often = everySeconds === 0 ? 'as often as possible' : `every ${everySeconds} s`;
  io.stderr.write(
    `checkpoints in ${folder} ${often}, two at a time, of at most ${bytesText(bytes)} each; ${freeText(folder)}\n${afterStopText({ folder })}`,
  );
}

/**
 * Says on standard error what a search on disk takes.
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

/** With less traffic in a layer, the search is over before its speed could be measured. */
const LEAST_BYTES_OF_LAYER = 2e9;

export interface DiskEstimate {
  readonly board: Board;
  readonly goalCell: number;
  readonly threads: number;
  readonly plan: DiskPlan;
  /** The folder of the work files. */
  readonly work: string;
  /** The last layer that is complete. */
  readonly depth: number;
}

/**
 * Says on standard error how long a search on disk will take, as far as that is known, from speeds that are measured on the spot
 * for some seconds; nothing of short ones.
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
      ? 'how many there are nobody knows'
      : `the ${shares.length - 2 - depth} layers to come at most ${roughTime(left * layerSeconds)}`;
  io.stderr.write(
    `a full layer takes about ${roughTime(layerSeconds)}, ${all}: ${bytesText(files.bytesReadPerSecond)} read and ${bytesText(files.bytesWrittenPerSecond)} written a second were measured just now\n`,
  );
}

function afterStopText(store: SavedIn): string {
  return `if it is stopped or killed, resume it: ${resumeText(store)}\n`;
}

/**
 * Checks that a disk has room for the table, which is written when the search is over, beside what was saved of the search.
 * @param output the folder of the results
 * @param bytes of the table
 * @param folder of what is saved; neither need be there yet
 * @param saved bytes of that
 * @throws Error if both lie on one disk, and it lacks the space
 */
export function checkOneDisk(output: string, bytes: number, folder: string, saved: number): void {
  const [one, other] = [output, folder].map((path) => statSync(placeOf(path)).dev);
  const free = freeBytes(folder);
  if (one !== other || free >= bytes + saved - bytesIn(folder)) return;
  throw new Error(
    `up to ${bytesText(saved)} are to be written to '${folder}', and then about ${bytesText(Math.ceil(bytes))} to '${output}' on the same disk, where ${bytesText(free)} are free: choose another disk for one of them, or --no-table`,
  );
}

/** Returns the bytes that a folder's files take on the disk; a run that is resumed has some already. */
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

/** Returns the bytes that are free on the disk of a folder. */
function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(placeOf(folder));
  return bavail * bsize;
}

/** Returns the path of a folder, or if it does not exist, of the one that it will be made in. */
export function placeOf(folder: string): string {
  let place = resolve(folder);
  while (!existsSync(place)) place = dirname(place);
  return place;
}
