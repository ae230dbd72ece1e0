/**
 * The resources for exploring a space, in memory and on disk, on a machine with known or measured speeds. Nothing is enumerated.
 *
 * Reading and writing files overlaps with checking and moving blocks. A layer on disk takes as long as the slower of the two. The
 * number of layers is not known beforehand. If the sizes of layers have been published, they give the maximum number of full layers
 * with the same work (published-layers.ts).
 */

import { bytesBeside, MemoryError } from '../base/memory.js';
import { blocksOf } from '../engines/boards/board-plan.js';
import { BoardEnginePlan } from '../engines/boards/engine.js';
import type { EnginePlan, RunEstimate, RunSpeed } from '../engines/engine.js';
import type { Board } from '../spaces/board/board.js';
import { geometryOf } from '../spaces/board/numbering.js';
import { BLANK } from '../spaces/board/position.js';
import { checkpointBytes } from './disk/checkpointed-run.js';
import { fullLayers, layerShares, PUBLISHED_BY, publishedHistogram } from './exploration/published-layers.js';
import type { FolderSpeed, ProcessorSpeed } from './measured-speeds.js';
import { type DiskPlan, runOnDiskPlanner } from './requirements.js';

export interface PlanInput {
  /** Plan of the engine that would explore the space, and its measurements. */
  readonly run: Omit<EnginePlan, 'estimate' | 'open' | 'close'>;
  readonly estimate: RunEstimate;
  /** The folder whose speed was measured, that speed or the reason why it is unknown, and the speed of the processors. */
  readonly measured: {
    readonly folder: string;
    readonly files: FolderSpeed | string | null;
    readonly processors: ProcessorSpeed | Extract<RunSpeed, { readonly statesPerSecond: number }>;
  };
  /** What is planned: stores of one machine, or workers that share a folder, with its speed for all of them together, if it is known. */
  readonly stores: readonly ('memory' | 'disk')[];
  readonly workers?: { readonly count: number; readonly network: NetworkSpeed | undefined } | undefined;
  /** Bytes of the table file; 0 if no table is made. */
  readonly tableBytes: number;
  /** Free bytes, and bytes that an exploration on disk may allocate. */
  readonly freeMemory: number;
  readonly memoryLimit: number;
  /** Folders of results, of work files, and of checkpoints if they are saved. */
  readonly output: PlannedFolder;
  readonly work: PlannedFolder;
  readonly checkpoints?: PlannedFolder | undefined;
}

/** A method of exploring the space. */
export interface StorePlan {
  /** The needs of memory, followed by those of disks. */
  readonly rooms: readonly Room[];
  /** True if memory and all disks have enough free bytes. */
  readonly fits: boolean;
  /** Seconds of a layer in which nothing can be skipped; null if they are unknown. */
  readonly layerSeconds: number | null;
  /** Maximum seconds of all layers; null if they are unknown. */
  readonly seconds: number | null;
}

export type ExplorationPlan = ReturnType<typeof planExploration>;
export type DiskStorePlan = NonNullable<ExplorationPlan['disk']>;

/** Returns the plan of an exploration, as `--plan --json` prints it; docs/reference/result.md describes it. It takes some seconds for large boards. */
export function planExploration(input: PlanInput) {
  const { run, estimate, measured, stores, workers, tableBytes, memoryLimit, output, work, checkpoints } = input;
  const { files, processors } = measured;
  const { facts, reached, threads, memory } = run;
  const board = boardOnDisk(run);
  const goal = board && ([board.search.geometry.board, board.goal.indexOf(BLANK)] as const);
  const histogram = (goal && publishedHistogram(...goal)) ?? null;
  const shares = (goal && publishedShares(...goal)) ?? null;
  const layers = shares === null ? null : fullLayers(shares);
  const folder = typeof files === 'object' && files !== null ? files : undefined;
  const onDisk = board && 'bytesMovedPerSecond' in processors ? { board, processors } : null;
  const ofAllLayers = (layerSeconds: number | null) =>
    layerSeconds === null || layers === null ? null : layerSeconds * layers;
  /** Returns the needs of memory and of disks. */
  const roomsFor = (bytes: number, parts: Parameters<typeof diskRooms>[0]): Room[] => {
    const neededBytes = bytes + bytesBeside(threads, memory.threadBytes);
    return [{ folder: null, neededBytes, freeBytes: input.freeMemory }, ...diskRooms(parts)];
  };
  const table = { place: output, bytes: tableBytes };

  function planInMemory(): StorePlan {
    // The previous checkpoint is kept while the next one is written.
    const saved = checkpoints === undefined ? [] : [{ place: checkpoints, bytes: 2 * checkpointBytes(run) }];
    const rooms = roomsFor(memory.bytes, [table, ...saved]);
    const { layerSeconds, seconds } = estimate;
    return { rooms, fits: fit(rooms), layerSeconds, seconds: seconds ?? ofAllLayers(layerSeconds) };
  }

  /** If there is too little memory, the plan is for all the memory that the run can use. */
  function planOnDisk({ board, processors }: NonNullable<typeof onDisk>) {
    const { plan, tooLittleMemory } = diskPlan(board, memoryLimit);
    const rooms = roomsFor(plan.memoryBytes, [{ place: work, bytes: plan.diskBytes }, table]);
    const times = diskLayerTimes(plan, folder, processors);
    const fits = tooLittleMemory === null && fit(rooms);
    return { rooms, fits, ...times, seconds: ofAllLayers(times.layerSeconds), tooLittleMemory, work: plan };
  }

  return {
    threads,
    /** Number of states that have numbers, and of those that moves do not reach; null if it is unknown. */
    states: facts.size,
    notReached: reached === null ? null : facts.size - reached,
    tableBytes,
    /** States of each depth, if they have been published, and by whom. */
    maxDepth: histogram === null ? null : histogram.length - 1,
    published: histogram === null ? null : PUBLISHED_BY,
    histogram,
    /** Maximum work of each layer, as a share of a full layer, if the distribution is known, and of all layers together. */
    shares,
    fullLayers: layers,
    measured,
    /** Maximum bytes of a checkpoint, if any are saved. */
    ...(checkpoints && { checkpointBytes: checkpointBytes(run) }),
    ...(stores.includes('memory') && { memory: planInMemory() }),
    /** The plan on disk, or null and the reason if the space cannot be explored on disk. */
    ...(stores.includes('disk') && {
      disk: onDisk && planOnDisk(onDisk),
      ...(board === undefined && { notOnDisk: notOnDisk(run) }),
    }),
    ...(workers &&
      onDisk && {
        cluster: planCluster({
          ...diskPlan(onDisk.board, memoryLimit, true),
          ...{ workers: workers.count, network: workers.network, processors: onDisk.processors },
          ...{ threads, threadBytes: onDisk.board.search.threadBytes, shares, tableBytes, work, output },
          folder: folder && {
            bytesReadPerSecond: folder.bytesReadPerSecond,
            bytesWrittenPerSecond: folder.bytesWrittenPerSecond,
          },
        }),
      }),
  };
}

/** Returns the reason why a space cannot be explored on disk. */
function notOnDisk({ facts }: PlanInput['run']): string {
  return facts.source.kind === 'pattern'
    ? '--store disk is for whole boards, and a pattern is explored in memory'
    : 'moves can lead to any state, so a layer needs all states in memory; only boards in the metric single can be explored on disk';
}

/** Returns the plan of a board that can be explored on disk; undefined if a space cannot. */
export function boardOnDisk(run: PlanInput['run']): BoardEnginePlan | undefined {
  return run instanceof BoardEnginePlan && run.metric === 'single' ? run : undefined;
}

/** Returns the maximum work of each layer, as a share of a full layer; undefined if the distribution has not been published. */
export function publishedShares(board: Board, goalCell: number): readonly number[] | undefined {
  const histogram = publishedHistogram(board, goalCell);
  return histogram && layerShares(histogram, (board.cells / 2) * blocksOf(geometryOf(board)).count);
}

/** Returns the seconds of a layer on disk in which nothing can be skipped. @param files undefined if their speed is unknown */
export function diskLayerTimes(
  { layer: { bytesRead, bytesWritten }, blockMoves, blockBytes }: DiskPlan,
  files: Omit<FolderSpeed, 'direct'> | undefined,
  processors: ProcessorSpeed,
) {
  const processorSeconds =
    (blockMoves * blockBytes) / processors.bytesMovedPerSecond +
    (bytesRead + bytesWritten) / processors.bytesCheckedPerSecond;
  const fileSeconds = files ? bytesRead / files.bytesReadPerSecond + bytesWritten / files.bytesWrittenPerSecond : null;
  // Reading and writing overlaps with the processors' work.
  const layerSeconds = fileSeconds === null ? null : Math.max(fileSeconds, processorSeconds);
  return { fileSeconds, processorSeconds, layerSeconds };
}

/** Returns the needs of consecutive runs: the memory of the largest, and the disk space and time of all together. */
export function inTurn(plans: readonly StorePlan[]): StorePlan {
  const rooms = plans[0].rooms.map((room, index) => {
    const bytes = plans.map((plan) => plan.rooms[index].neededBytes);
    const neededBytes = room.folder === null ? Math.max(...bytes) : bytes.reduce((sum, more) => sum + more, 0);
    return { ...room, neededBytes };
  });
  const isKnown = plans.every(({ seconds }) => seconds !== null);
  const all = plans.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  return { rooms, fits: fit(rooms), layerSeconds: null, seconds: isKnown ? all : null };
}

/* The plan of a run on disk, within the available memory, or with all the memory that it can use. */

/** A plan, and the reason why the available memory is insufficient; null if it is sufficient. */
export type DiskPlanOfRun = { readonly plan: DiskPlan; readonly tooLittleMemory: string | null };

/** Plans a run within the available memory, or if that is insufficient, with all the memory that the run can use. @throws InputError */
export function diskPlan(run: BoardEnginePlan, memory: number, shared = false): DiskPlanOfRun {
  const planned = runOnDiskPlanner(run, { shared });
  try {
    return { plan: planned(memory), tooLittleMemory: null };
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return { plan: planned(Number.MAX_SAFE_INTEGER), tooLittleMemory: error.message };
  }
}

/* The bytes needed and the bytes free, in memory and on disks. */

/** A folder that files will be written to. Folders on the same device share its free bytes. */
export type PlannedFolder = { readonly path: string; readonly freeBytes: number; readonly device: number };

/** Needed and free bytes of memory, or of the disk of a folder; the folder is null for memory. */
export type Room = { readonly folder: string | null; readonly neededBytes: number; readonly freeBytes: number };

/** Returns the needs of each disk, added up over the folders on it. */
export function diskRooms(parts: readonly { readonly place: PlannedFolder; readonly bytes: number }[]): Room[] {
  const devices = [...new Set(parts.map(({ place }) => place.device))];
  return devices.map((device) => {
    const here = parts.filter(({ place }) => place.device === device);
    const [{ place }] = here;
    const neededBytes = Math.ceil(here.reduce((sum, { bytes }) => sum + bytes, 0));
    return { folder: place.path, neededBytes, freeBytes: place.freeBytes };
  });
}

/** Returns true if memory and all disks have enough free bytes. */
export function fit(rooms: readonly Room[]): boolean {
  return rooms.every(({ neededBytes, freeBytes }) => neededBytes <= freeBytes);
}

/*
 * The resources for exploring a board with workers on several machines that share a folder: memory, disk, traffic and time.
 *
 * In a layer, all workers make portions in parallel. Each worker reads and writes files while its processors work, and all files pass
 * through the network of the shared folder:
 *
 *     layer = max(processors / workers, bytes / folder / workers, bytes / network) + barrier + headers
 *
 * The folder's speed is that of one worker, and the network's speed that of all workers together. From some number of workers on, the
 * network takes the longest of the three, and more workers no longer help. Example: with 100 s of one worker's processors, 50 GB of
 * files, 1 GB/s for a worker and 2 GB/s for all, this number is 4.
 *
 * Between two layers no worker makes portions. The coordinator finds and reads the header of each portion, and each worker reads it
 * too, because it keeps the facts of all blocks.
 */

/** Seconds between the last portion of a layer and the first job of the next one: a manifest is synced, and jobs are queued. */
const BARRIER_SECONDS = 0.1;
/** Opening and reading a header takes about 2 ms over a network, or 0.4 ms on a local disk. Four headers are read in parallel. */
const HEADER_SECONDS = 0.5e-3;
/** Each header is found and read by the coordinator, and then read by all workers in parallel. */
const HEADER_READS = 3;
/** Speed at which one thread assembles the table. Measured: 0.42 GB in 1.7 s. */
const TABLE_BYTES_PER_SECOND = 0.25e9;

/** Speed of the shared folder. */
export type NetworkSpeed = Pick<FolderSpeed, 'bytesReadPerSecond' | 'bytesWrittenPerSecond'>;

export interface ClusterInput extends DiskPlanOfRun, Pick<PlanInput, 'tableBytes' | 'work' | 'output'> {
  readonly workers: number;
  /** Threads of each worker, and minimum bytes of each thread. */
  readonly threads: number;
  readonly threadBytes: number;
  /** Speed of one worker. */
  readonly processors: ProcessorSpeed;
  /** Speed of the folder for one worker; undefined if it is unknown. */
  readonly folder: NetworkSpeed | undefined;
  /** Speed of the folder for all workers together. @default `folder` */
  readonly network: NetworkSpeed | undefined;
  /** Maximum work of each layer, as a share of a full layer; null if the distribution is unknown. */
  readonly shares: readonly number[] | null;
}

export type ClusterPlan = ReturnType<typeof planCluster>;

/** Plans the exploration of a board by workers that share a folder. Times and limits are null if the speeds that they depend on are unknown. */
export function planCluster(input: ClusterInput) {
  const { plan, tooLittleMemory, workers, threads, shares, tableBytes, folder = null } = input;
  const { portions, layer } = plan;
  // One worker uses the full speed of the folder by default.
  const network = input.network ?? folder;
  const through = (read: number, written: number) =>
    network && read / network.bytesReadPerSecond + written / network.bytesWrittenPerSecond;
  const one = diskLayerTimes(plan, input.folder, input.processors);
  const sharing = Math.min(workers, portions);
  const processorSeconds = one.processorSeconds / sharing;
  const fileSeconds = one.fileSeconds && one.fileSeconds / sharing;
  const workerSeconds = Math.max(processorSeconds, fileSeconds ?? 0);
  const ofWorker = (fileSeconds ?? 0) >= processorSeconds ? ('files' as const) : ('processors' as const);
  const networkSeconds = through(layer.bytesRead, layer.bytesWritten);
  const headerBytes = (HEADER_READS - 1 + workers) * portions * plan.headBytes;
  const headerSeconds = through(headerBytes, 0);
  const betweenSeconds =
    headerSeconds === null ? null : BARRIER_SECONDS + HEADER_READS * portions * HEADER_SECONDS + headerSeconds;
  const seconds = networkSeconds && betweenSeconds && Math.max(workerSeconds, networkSeconds) + betweenSeconds;
  const tableFiles = through(tableBytes, tableBytes);
  const tableSeconds = tableFiles === null ? null : Math.max(tableFiles, tableBytes / TABLE_BYTES_PER_SECOND);
  // All headers are read between two layers, even if there is little else to do.
  const inAll = (ofLayer: number | null, between: number | null, ofTable: number | null) =>
    shares === null || ofLayer === null || between === null || ofTable === null
      ? null
      : fullLayers(shares) * (ofLayer - between) + (shares.length - 1) * between + ofTable;
  const bytesRead = layer.bytesRead + headerBytes;
  const rooms = diskRooms([
    { place: input.work, bytes: plan.diskBytes },
    { place: input.output, bytes: tableBytes },
  ]);
  const workerBytes = plan.memoryBytes + bytesBeside(threads, input.threadBytes);
  return {
    workers,
    threads,
    workerBytes,
    // It makes small layers itself.
    coordinatorBytes: workerBytes,
    tooLittleMemory,
    rooms,
    fits: tooLittleMemory === null && fit(rooms),
    /** Speeds of the folder for one worker, and for all together. */
    folder,
    network,
    /** A layer in which nothing can be skipped: the bytes of all, the seconds of a worker, and those of all on the network. */
    layer: { ...layer, bytesRead, processorSeconds, fileSeconds, networkSeconds, betweenSeconds, seconds },
    /** The part of a layer that takes longest. */
    limit: networkSeconds === null ? null : networkSeconds >= workerSeconds ? ('network' as const) : ofWorker,
    /** Number of workers beyond which a full layer does not become shorter, because the network takes longest. At most one per portion. */
    usefulWorkers:
      networkSeconds && Math.max(1, Math.min(portions, Math.ceil((workerSeconds * sharing) / networkSeconds))),
    /** Bytes of all layers and of the table; null if the distribution is unknown. */
    bytesRead: inAll(bytesRead, headerBytes, tableBytes),
    bytesWritten: inAll(layer.bytesWritten, 0, tableBytes),
    /** Seconds in which the coordinator assembles the table. */
    tableSeconds,
    seconds: inAll(seconds, betweenSeconds, tableSeconds),
    work: plan,
  };
}
