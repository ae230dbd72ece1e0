/**
 * The needs of exploring a board with workers on several machines that share a folder: memory, disk, traffic and time.
 *
 * In a layer, all workers make portions at once. Each of them reads and writes files while its processors work, and the files of all
 * go through the network of the shared folder:
 *
 *     layer = max(processors / workers, bytes / folder / workers, bytes / network) + barrier + headers
 *
 * The folder's speed is what one worker is given, and the network's what all of them are given together. From some number of workers
 * on the network is the longest of the three, and more of them stop helping. Example: with 100 s of one worker's processors, 50 GB of
 * files, 1 GB/s for a worker and 2 GB/s for all, that is from 4 workers on.
 *
 * Between two layers nobody makes portions. The coordinator looks for the header of each portion and then reads it, and each worker
 * reads it too, as it keeps the facts of all blocks.
 */

import { bytesBeside } from '../base/memory.js';
import type { DiskPlan } from './disk-plan.js';
import type { DiskPlanOfRun } from './disk-plan-of-run.js';
import { type DiskLayerTimes, diskLayerTimes } from './exploration-plan.js';
import type { FolderSpeed } from './folder-speed.js';
import { fullLayers } from './layer-shares.js';
import type { ProcessorSpeed } from './processor-speed.js';
import { diskRooms, fit, type PlannedFolder, type Room } from './rooms.js';

/** Between the last portion of a layer and the first job of the next one: a manifest is synced, and jobs go through a queue. */
const BARRIER_SECONDS = 0.1;
/** A header is opened and read in about 2 ms through a network, in 0.4 ms on a local disk; four at once. */
const HEADER_SECONDS = 0.5e-3;
/** A header is looked for and read by the coordinator, and then read by all workers at once. */
const HEADER_READS = 3;
/** One thread puts the table together. Measured: 0.42 GB in 1.7 s. */
const TABLE_BYTES_PER_SECOND = 0.25e9;

/** The speed of the shared folder. */
export type NetworkSpeed = Pick<FolderSpeed, 'bytesReadPerSecond' | 'bytesWrittenPerSecond'>;

export interface ClusterInput extends DiskPlanOfRun {
  readonly workers: number;
  /** Threads of each worker, and the least bytes of each of them. */
  readonly threads: number;
  readonly threadBytes: number;
  /** The speed of one worker. */
  readonly processors: ProcessorSpeed;
  /** The speed that one worker is given; undefined if it is not known. */
  readonly folder: NetworkSpeed | undefined;
  /** The speed that all workers are given together; by default no more than one is given. */
  readonly network: NetworkSpeed | undefined;
  /** The most work of each layer, as a share of a full one; null if the distribution is not known. */
  readonly shares: readonly number[] | null;
  /** Bytes of the table as a file; 0 if none is made. */
  readonly tableBytes: number;
  /** The folders of the work files, which all share, and of the results. */
  readonly work: PlannedFolder;
  readonly output: PlannedFolder;
}

/** Bytes of all workers and the coordinator, and seconds, of a layer in which nothing can be left out. */
export interface ClusterLayer {
  /** The headers are among them. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** The work of a worker's processors. */
  readonly processorSeconds: number;
  /** The files that a worker reads and writes, if there were no others; null if its speed is not known. */
  readonly fileSeconds: number | null;
  /** The files of all workers through the network; null if its speed is not known. */
  readonly networkSeconds: number | null;
  /** Headers and the barrier, between two layers. */
  readonly betweenSeconds: number | null;
  /** The longest of the three, and the time between layers. */
  readonly seconds: number | null;
}

export interface ClusterPlan {
  readonly workers: number;
  /** Threads and bytes of each worker. */
  readonly threads: number;
  readonly workerBytes: number;
  /** The coordinator needs as much as a worker, as it makes small layers by itself. */
  readonly coordinatorBytes: number;
  /** The reason why the memory that a worker may use is too little; null if it suffices. */
  readonly tooLittleMemory: string | null;
  /** The disks of work files and table. */
  readonly rooms: readonly Room[];
  /** True if there is enough of everything. */
  readonly fits: boolean;
  /** The speeds that one worker is given, and all together; null if they are not known. */
  readonly folder: NetworkSpeed | null;
  readonly network: NetworkSpeed | null;
  readonly layer: ClusterLayer;
  /** The longest of a layer's three; null if the network's speed is not known. */
  readonly limit: 'network' | 'files' | 'processors' | null;
  /** More workers make a full layer no shorter; null if the network's speed is not known. */
  readonly usefulWorkers: number | null;
  /** Bytes of all layers and of the table; null if the distribution is not known. */
  readonly bytesRead: number | null;
  readonly bytesWritten: number | null;
  /** Seconds in which the coordinator puts the table together. */
  readonly tableSeconds: number | null;
  /** Seconds of all layers and the table, at most; null if they are not known. */
  readonly seconds: number | null;
  /** The plan of one worker that does everything. */
  readonly plan: DiskPlan;
}

/** Plans the exploration of a board by workers that share a folder. */
export function planCluster(input: ClusterInput): ClusterPlan {
  const { plan, tooLittleMemory, workers, threads, threadBytes, folder, shares, tableBytes, work, output } = input;
  const layer = planLayer(input);
  const { networkSeconds, betweenSeconds, seconds } = layer;
  const network = networkOf(input);
  const rooms = diskRooms([
    { place: work, bytes: plan.diskBytes },
    { place: output, bytes: tableBytes },
  ]);
  const memoryBytes = plan.memoryBytes + bytesBeside(threads, threadBytes);
  // Between two layers all headers are read, however little there is to do.
  const inAll = (ofLayer: number, between: number, ofTable: number) =>
    shares && fullLayers(shares) * (ofLayer - between) + (shares.length - 1) * between + ofTable;
  const tableSeconds =
    network && Math.max(secondsThrough(network, tableBytes, tableBytes), tableBytes / TABLE_BYTES_PER_SECOND);
  const known = seconds !== null && betweenSeconds !== null && tableSeconds !== undefined;
  return {
    workers,
    threads,
    workerBytes: memoryBytes,
    coordinatorBytes: memoryBytes,
    tooLittleMemory,
    rooms,
    fits: tooLittleMemory === null && fit(rooms),
    folder: folder ?? null,
    network: network ?? null,
    layer,
    limit: limitOf(layer),
    usefulWorkers: networkSeconds === null ? null : usefulWorkers(input, networkSeconds),
    bytesRead: inAll(layer.bytesRead, headerBytes(plan, workers), tableBytes),
    bytesWritten: inAll(layer.bytesWritten, 0, tableBytes),
    tableSeconds: tableSeconds ?? null,
    seconds: known ? inAll(seconds, betweenSeconds, tableSeconds) : null,
    plan,
  };
}

/** By default one worker uses up all that the folder gives. */
function networkOf({ folder, network }: ClusterInput): NetworkSpeed | undefined {
  return network ?? folder;
}

function planLayer(input: ClusterInput): ClusterLayer {
  const { plan, workers } = input;
  const network = networkOf(input);
  const { bytesRead, bytesWritten } = plan.layer;
  const read = headerBytes(plan, workers);
  const traffic = { bytesRead: bytesRead + read, bytesWritten };
  const sharing = Math.min(workers, plan.portions);
  const one = secondsOfOne(input);
  const processorSeconds = one.processorSeconds / sharing;
  const fileSeconds = one.fileSeconds === null ? null : one.fileSeconds / sharing;
  const ofWorker = { processorSeconds, fileSeconds };
  if (network === undefined) {
    return { ...traffic, ...ofWorker, networkSeconds: null, betweenSeconds: null, seconds: null };
  }
  const networkSeconds = secondsThrough(network, bytesRead, bytesWritten);
  const betweenSeconds =
    BARRIER_SECONDS + HEADER_READS * plan.portions * HEADER_SECONDS + secondsThrough(network, read, 0);
  const seconds = Math.max(processorSeconds, fileSeconds ?? 0, networkSeconds) + betweenSeconds;
  return { ...traffic, ...ofWorker, networkSeconds, betweenSeconds, seconds };
}

function limitOf({ processorSeconds, fileSeconds, networkSeconds }: ClusterLayer): ClusterPlan['limit'] {
  if (networkSeconds === null) return null;
  if (networkSeconds >= Math.max(processorSeconds, fileSeconds ?? 0)) return 'network';
  return (fileSeconds ?? 0) >= processorSeconds ? 'files' : 'processors';
}

/** Bytes of the headers that are read between two layers. */
function headerBytes({ portions, headBytes }: DiskPlan, workers: number): number {
  return (HEADER_READS - 1 + workers) * portions * headBytes;
}

/** Returns the workers from which on the network takes longest, or that have a portion each. */
function usefulWorkers(input: ClusterInput, networkSeconds: number): number {
  const { processorSeconds, fileSeconds } = secondsOfOne(input);
  const workers = Math.ceil(Math.max(processorSeconds, fileSeconds ?? 0) / networkSeconds);
  return Math.max(1, Math.min(input.plan.portions, workers));
}

/** The seconds of a full layer if one worker does it. */
function secondsOfOne({ plan, folder, processors }: ClusterInput): Omit<DiskLayerTimes, 'layerSeconds'> {
  return diskLayerTimes(plan, folder, processors);
}

function secondsThrough(network: NetworkSpeed, read: number, written: number): number {
  return read / network.bytesReadPerSecond + written / network.bytesWrittenPerSecond;
}
