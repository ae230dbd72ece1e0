/**
 * The needs of exploring a space, in memory and on disk, on a machine of which some figures are known; nothing is
 * enumerated.
 *
 * A layer on disk takes as long as the slower of two things that happen at the same time: files are read and written, and
 * processors check and move blocks. The number of layers is not known beforehand; if their sizes have been published, it is
 * known how many full layers they are together, at most (layer-shares.ts).
 */

import { bytesBeside } from '../base/memory.js';
import { BoardEnginePlan } from '../engines/bits/engine.js';
import { blocksOf } from '../engines/bits/layout/blocks.js';
import type { EnginePlan, RunEstimate } from '../engines/engine.js';
import { checkpointBytes } from '../runs/checkpoint/room.js';
import type { Board } from '../spaces/board/board.js';
import { geometryOf } from '../spaces/board/numbering/geometry.js';
import { BLANK } from '../spaces/board/position.js';
import type { DiskPlan } from './disk-plan.js';
import { diskPlanOf } from './disk-plan-of-run.js';
import type { FolderSpeed } from './folder-speed.js';
import { fullLayers, layerShares } from './layer-shares.js';
import type { ProcessorSpeed } from './processor-speed.js';
import { publishedHistogram } from './published-histograms.js';
import { diskRooms, fit, type PlannedFolder, type Room } from './rooms.js';

export interface PlanInput {
  /** The plan of the engine that would explore the space, and what it has measured. */
  readonly run: Omit<EnginePlan, 'estimate' | 'open' | 'close'>;
  readonly estimate: RunEstimate;
  /** Bytes of the table as a file; 0 if none is made. */
  readonly tableBytes: number;
  /** Bytes that are free, and that an exploration on disk may allocate. */
  readonly freeMemory: number;
  readonly memoryLimit: number;
  /** The folders of results, of work files, and of checkpoints if they are saved. */
  readonly output: PlannedFolder;
  readonly work: PlannedFolder;
  readonly checkpoints?: PlannedFolder | undefined;
  /** The speed of an exploration on disk; undefined if none is planned. */
  readonly onDisk?: DiskSpeeds | undefined;
}

/** Planning an exploration on disk takes some seconds of large boards. */
export interface DiskSpeeds {
  readonly processors: ProcessorSpeed;
  /** The speed of reading and writing in the work folder; undefined if it could not be measured. */
  readonly folder: FolderSpeed | undefined;
}

/** A method of exploring the space. */
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
  /** States that are numbered, and those that moves reach; null if that is not known. */
  readonly states: number;
  readonly reached: number | null;
  /** States of each depth, if they have been published. */
  readonly histogram: readonly number[] | null;
  /** The most work of each layer, as a share of a full one; if the distribution is known. */
  readonly shares: readonly number[] | null;
  readonly memory: StorePlan;
  /** Bytes of a checkpoint at most; null if none are saved. */
  readonly checkpointBytes: number | null;
  /** Null if it was not asked for, and of spaces that cannot be explored on disk. */
  readonly disk: DiskStorePlan | null;
  /** The reason why the space cannot be explored on disk; null if it can. */
  readonly notOnDisk: string | null;
}

export function planExploration(input: PlanInput): ExplorationPlan {
  const { run, onDisk } = input;
  const { facts, reached } = run;
  const board = boardOnDisk(run);
  const [geometry, goalCell] = [board?.search.geometry, board?.goal.indexOf(BLANK) ?? 0];
  const histogram = geometry && publishedHistogram(geometry.board, goalCell);
  const shares = (geometry && publishedShares(geometry.board, goalCell, histogram)) ?? null;
  const layers = shares === null ? null : fullLayers(shares);
  return {
    states: facts.size,
    reached,
    histogram: histogram ?? null,
    shares,
    memory: planInMemory(input, layers),
    checkpointBytes: input.checkpoints === undefined ? null : checkpointBytes(run),
    disk: board === undefined || onDisk === undefined ? null : planOnDisk(board, input, onDisk, layers),
    notOnDisk: board === undefined ? notOnDisk(run) : null,
  };
}

/** Returns the reason why a space cannot be explored on disk. */
function notOnDisk({ facts }: PlanInput['run']): string {
  return facts.source.kind === 'pattern'
    ? '--store disk is for whole boards, and a pattern is explored in memory'
    : 'moves reach anywhere, so a layer needs all states in memory; only boards in the metric single do not';
}

/** Returns the plan of a board that can be explored on disk; undefined if a space cannot. */
export function boardOnDisk(run: PlanInput['run']): BoardEnginePlan | undefined {
  return run instanceof BoardEnginePlan && run.metric === 'single' ? run : undefined;
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
  files: Omit<FolderSpeed, 'direct'> | undefined,
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
  { run, estimate, tableBytes, freeMemory, output, checkpoints }: PlanInput,
  layers: number | null,
): StorePlan {
  const { needs, threads } = run;
  const rooms = [
    { folder: null, neededBytes: needs.bytes + bytesBeside(threads, needs.threadBytes), freeBytes: freeMemory },
    ...diskRooms([
      { place: output, bytes: tableBytes },
      // One is there while the next one is written.
      ...(checkpoints === undefined ? [] : [{ place: checkpoints, bytes: 2 * checkpointBytes(run) }]),
    ]),
  ];
  const { layerSeconds, seconds } = estimate;
  return { rooms, fits: fit(rooms), layerSeconds, seconds: seconds ?? allOf(layerSeconds, layers) };
}

function planOnDisk(
  run: BoardEnginePlan,
  input: PlanInput,
  { folder, processors }: DiskSpeeds,
  layers: number | null,
): DiskStorePlan {
  const { tableBytes, freeMemory, output, work } = input;
  const { plan, tooLittleMemory } = diskPlanOf(run, input.memoryLimit);
  const { threads, threadBytes } = run.search;
  const rooms = [
    { folder: null, neededBytes: plan.memoryBytes + bytesBeside(threads, threadBytes), freeBytes: freeMemory },
    ...diskRooms([
      { place: work, bytes: plan.diskBytes },
      { place: output, bytes: tableBytes },
    ]),
  ];
  const times = diskLayerTimes(plan, folder, processors);
  const fits = tooLittleMemory === null && fit(rooms);
  return { rooms, fits, ...times, seconds: allOf(times.layerSeconds, layers), tooLittleMemory, plan };
}

/** Returns the needs of runs one after the other: the memory of the largest, the disk and the time of all. */
export function inTurn(plans: readonly StorePlan[]): StorePlan {
  const rooms = plans[0].rooms.map((room, index) => {
    const bytes = plans.map((plan) => plan.rooms[index].neededBytes);
    const neededBytes = room.folder === null ? Math.max(...bytes) : bytes.reduce((sum, more) => sum + more, 0);
    return { ...room, neededBytes };
  });
  const seconds = plans.reduce<number | null>(
    (sum, plan) => (sum === null || plan.seconds === null ? null : sum + plan.seconds),
    0,
  );
  return { rooms, fits: fit(rooms), layerSeconds: null, seconds };
}

function allOf(layerSeconds: number | null, layers: number | null): number | null {
  return layerSeconds === null || layers === null ? null : layerSeconds * layers;
}
