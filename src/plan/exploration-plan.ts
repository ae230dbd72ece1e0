/**
 * What it would take to explore a board, in memory and on disk, on a machine of which some figures are known; nothing is
 * enumerated.
 *
 * A layer on disk takes as long as the slower of two things that go on at the same time: files are read and written, and the
 * processors check and move blocks. The number of layers is not known beforehand; if their sizes have been published, it is
 * known how many full layers they are together, at most (layer-shares.ts).
 */

import { bytesBeside, MemoryError } from '../base/memory.js';
import { blocksOf } from '../engines/bits/layout/blocks.js';
import { planBoard } from '../engines/bits/layout/board-plan.js';
import type { Board } from '../spaces/board/board.js';
import type { Metric } from '../spaces/board/metric.js';
import { geometryOf } from '../spaces/board/numbering/geometry.js';
import { type DiskPlan, planDisk } from './disk-plan.js';
import type { FolderSpeed } from './folder-speed.js';
import { fullLayers, layerShares } from './layer-shares.js';
import { bytesMovedInLayer, type ProcessorSpeed } from './processor-speed.js';
import { publishedHistogram } from './published-histograms.js';

/** A folder that files will be written to. */
export interface PlannedFolder {
  readonly path: string;
  readonly freeBytes: number;
  /** Of the file system: folders of one device share what is free. */
  readonly device: number;
}

export interface PlanInput {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
  /** The table, if one is made, and its bytes as a file. */
  readonly table: boolean;
  readonly tableBytes: number;
  readonly threads: number;
  /** Bytes that are free, and that an exploration on disk may allocate. */
  readonly freeMemory: number;
  readonly memoryLimit: number;
  /** The folders of results and of work files. */
  readonly output: PlannedFolder;
  readonly work: PlannedFolder;
  /** If true, a search on disk is planned too, which takes some seconds of large boards. */
  readonly onDisk: boolean;
  /** The speed of reading and writing in the work folder; undefined if it could not be measured. */
  readonly folderSpeed: FolderSpeed | undefined;
  readonly processorSpeed: ProcessorSpeed;
}

/** The bytes that are needed of memory or of a disk, and those that it has. */
export interface Room {
  /** The folder on the disk; null for memory. */
  readonly folder: string | null;
  readonly neededBytes: number;
  readonly freeBytes: number;
}

/** A method of exploring the board. */
export interface StorePlan {
  /** Memory first. */
  readonly rooms: readonly Room[];
  /** True if there is enough of everything. */
  readonly fits: boolean;
  /** Seconds of a layer in which nothing can be left out; null if they are not known. */
  readonly layerSeconds: number | null;
  /** Seconds of all layers, at most; null if they are not known. */
  readonly seconds: number | null;
}

/** Seconds of a layer on disk in which nothing can be left out. */
export interface DiskLayerTimes {
  /** Reading and writing; null if that is not known. */
  readonly fileSeconds: number | null;
  /** The processors' work in the meantime. */
  readonly processorSeconds: number;
  /** The longer of the two. */
  readonly layerSeconds: number | null;
}

export interface DiskStorePlan extends StorePlan, DiskLayerTimes {
  /** The reason why the memory that may be used is too little; null if it suffices. Else the plan is for all that would be of use. */
  readonly tooLittleMemory: string | null;
  readonly plan: DiskPlan;
}

export interface ExplorationPlan {
  /** States that are numbered, and those that moves reach. */
  readonly states: number;
  readonly reached: number;
  /** States of each depth, if they have been published. */
  readonly histogram: readonly number[] | null;
  /** The most work of each layer, as a share of a full one; if the distribution is known. */
  readonly shares: readonly number[] | null;
  readonly memory: StorePlan;
  /** Null if it was not asked for, and in the metric `multi`, for which there is no search on disk. */
  readonly disk: DiskStorePlan | null;
}

/** @throws InputError if the board is too large to number */
export function planExploration(input: PlanInput): ExplorationPlan {
  const { board, goalCell, metric } = input;
  const geometry = geometryOf(board);
  const histogram = metric === 'single' ? publishedHistogram(board, goalCell) : undefined;
  const shares = publishedShares(board, goalCell, histogram) ?? null;
  const layers = shares === null ? null : fullLayers(shares);
  return {
    states: geometry.states,
    reached: geometry.reached,
    histogram: histogram ?? null,
    shares,
    memory: planInMemory(input, layers),
    disk: input.onDisk && metric === 'single' ? planOnDisk(input, layers) : null,
  };
}

/** Returns the most work of each layer, as a share of a full one; undefined if the distribution has not been published. */
export function publishedShares(
  board: Board,
  goalCell: number,
  histogram = publishedHistogram(board, goalCell),
): readonly number[] | undefined {
  const blocks = (board.cells / 2) * blocksOf(geometryOf(board)).count;
  return histogram === undefined ? undefined : layerShares(histogram, blocks);
}

export function diskLayerTimes(
  { layer: { bytesRead, bytesWritten }, blockMoves, blockBytes }: DiskPlan,
  files: FolderSpeed | undefined,
  processors: ProcessorSpeed,
): DiskLayerTimes {
  const processorSeconds =
    (blockMoves * blockBytes) / processors.bytesMovedPerSecond +
    (bytesRead + bytesWritten) / processors.bytesCheckedPerSecond;
  if (files === undefined) return { fileSeconds: null, processorSeconds, layerSeconds: null };
  const fileSeconds = bytesRead / files.bytesReadPerSecond + bytesWritten / files.bytesWrittenPerSecond;
  return { fileSeconds, processorSeconds, layerSeconds: Math.max(fileSeconds, processorSeconds) };
}

function planInMemory(
  { board, metric, table, tableBytes, threads, freeMemory, output, processorSpeed }: PlanInput,
  layers: number | null,
): StorePlan {
  const { blocks, bytes, threadBytes } = planBoard(board, { metric, table, fresh: false }, threads);
  const neededBytes = bytes + bytesBeside(threads, threadBytes);
  const rooms = [
    { folder: null, neededBytes, freeBytes: freeMemory },
    ...diskRooms([{ place: output, bytes: tableBytes }]),
  ];
  const moved = bytesMovedInLayer(board, blocks);
  // The sweeps of the other metric have not been measured.
  const layerSeconds = metric === 'single' ? moved / processorSpeed.bytesMovedPerSecond : null;
  return { rooms, fits: fit(rooms), layerSeconds, seconds: allOf(layerSeconds, layers) };
}

function planOnDisk(input: PlanInput, layers: number | null): DiskStorePlan {
  const { board, tableBytes, threads, freeMemory, output, work, folderSpeed, processorSpeed } = input;
  const { plan, tooLittleMemory } = diskPlanOf(input);
  const { threadBytes } = planBoard(board, { table: false, fresh: false }, threads);
  const rooms = [
    { folder: null, neededBytes: plan.memoryBytes + bytesBeside(threads, threadBytes), freeBytes: freeMemory },
    ...diskRooms([
      { place: work, bytes: plan.diskBytes },
      { place: output, bytes: tableBytes },
    ]),
  ];
  const times = diskLayerTimes(plan, folderSpeed, processorSpeed);
  const fits = tooLittleMemory === null && fit(rooms);
  return { rooms, fits, ...times, seconds: allOf(times.layerSeconds, layers), tooLittleMemory, plan };
}

/** Within the memory that may be used, or else with all that is of use. */
function diskPlanOf({
  board,
  table,
  threads,
  memoryLimit,
}: PlanInput): Pick<DiskStorePlan, 'plan' | 'tooLittleMemory'> {
  try {
    return { plan: planDisk(board, { table, memory: memoryLimit, threads }), tooLittleMemory: null };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    const plan = planDisk(board, { table, memory: Number.MAX_SAFE_INTEGER, threads });
    return { plan, tooLittleMemory: error.message };
  }
}

/** Returns the needs of each disk; those of folders on one disk are added up. */
function diskRooms(needs: readonly { readonly place: PlannedFolder; readonly bytes: number }[]): Room[] {
  const devices = [...new Set(needs.map(({ place }) => place.device))];
  return devices.map((device) => {
    const here = needs.filter(({ place }) => place.device === device);
    const [{ place }] = here;
    const neededBytes = Math.ceil(here.reduce((sum, { bytes }) => sum + bytes, 0));
    return { folder: place.path, neededBytes, freeBytes: place.freeBytes };
  });
}

function fit(rooms: readonly Room[]): boolean {
  return rooms.every(({ neededBytes, freeBytes }) => neededBytes <= freeBytes);
}

function allOf(layerSeconds: number | null, layers: number | null): number | null {
  return layerSeconds === null || layers === null ? null : layerSeconds * layers;
}
