/**
 * The needs of exploring a board with workers on several machines that share a folder: memory, disk, traffic and time.
 *
 * In a layer, portions are made by all workers at once, while their files go through the network of the shared folder:
 *
 *     layer = max(processors / workers, bytes / network) + barrier + headers
 *
 * The network is what the folder gives all workers together. So from processors * network / bytes workers on, more of them stop
 * helping. Example: with 100 s of one worker's processors and 50 GB of files through 1 GB/s, that is from 2 workers on.
 *
 * Between two layers nobody makes portions. The coordinator looks for the header of each portion and then reads it, and each worker
 * reads it too, as it keeps the facts of all blocks.
 */

import { bytesBeside } from '../base/memory.js';
import type { DiskPlan, DiskPlanOfRun } from './disk-plan.js';
import { diskLayerTimes } from './exploration-plan.js';
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

/** The speed of the shared folder, for all workers together. */
export type NetworkSpeed = Pick<FolderSpeed, 'bytesReadPerSecond' | 'bytesWrittenPerSecond'>;

export interface ClusterInput extends DiskPlanOfRun {
  readonly workers: number;
  /** Threads of each worker, and the least bytes of each of them. */
  readonly threads: number;
  readonly threadBytes: number;
  /** The speed of one worker. */
  readonly processors: ProcessorSpeed;
  /** Undefined if it is not known. */
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
  /** The work of all workers' processors beside one another. */
  readonly processorSeconds: number;
  /** Portions through the network; null if its speed is not known. */
  readonly networkSeconds: number | null;
  /** Headers and the barrier, between two layers. */
  readonly betweenSeconds: number | null;
  /** The longer of the two, and the time between layers. */
  readonly seconds: number | null;
}

export interface ClusterPlan {
  readonly workers: number;
  /** Of each worker. */
  readonly threads: number;
  readonly workerBytes: number;
  /** It makes small layers by itself, as a worker does. */
  readonly coordinatorBytes: number;
  /** The reason why the memory that a worker may use is too little; null if it suffices. */
  readonly tooLittleMemory: string | null;
  /** The disks of work files and table. */
  readonly rooms: readonly Room[];
  /** True if there is enough of everything. */
  readonly fits: boolean;
  /** Null if it is not known. */
  readonly network: NetworkSpeed | null;
  readonly layer: ClusterLayer;
  /** The longer one of a layer's two; null if the network's speed is not known. */
  readonly limit: 'network' | 'processors' | null;
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

export function planCluster(input: ClusterInput): ClusterPlan {
  const { plan, tooLittleMemory, workers, threads, threadBytes, network, shares, tableBytes, work, output } = input;
  const layer = planLayer(input);
  const { processorSeconds, networkSeconds, betweenSeconds, seconds } = layer;
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
    network: network ?? null,
    layer,
    limit: networkSeconds === null ? null : networkSeconds >= processorSeconds ? 'network' : 'processors',
    usefulWorkers: networkSeconds === null ? null : usefulWorkers(input, networkSeconds),
    bytesRead: inAll(layer.bytesRead, headerBytes(plan, workers), tableBytes),
    bytesWritten: inAll(layer.bytesWritten, 0, tableBytes),
    tableSeconds: tableSeconds ?? null,
    seconds: known ? inAll(seconds, betweenSeconds, tableSeconds) : null,
    plan,
  };
}

function planLayer(input: ClusterInput): ClusterLayer {
  const { plan, workers, network } = input;
  const { bytesRead, bytesWritten } = plan.layer;
  const read = headerBytes(plan, workers);
  const traffic = { bytesRead: bytesRead + read, bytesWritten };
  const processorSeconds = secondsOfOne(input) / Math.min(workers, plan.portions);
  if (network === undefined) {
    return { ...traffic, processorSeconds, networkSeconds: null, betweenSeconds: null, seconds: null };
  }
  const networkSeconds = secondsThrough(network, bytesRead, bytesWritten);
  const betweenSeconds =
    BARRIER_SECONDS + HEADER_READS * plan.portions * HEADER_SECONDS + secondsThrough(network, read, 0);
  const seconds = Math.max(processorSeconds, networkSeconds) + betweenSeconds;
  return { ...traffic, processorSeconds, networkSeconds, betweenSeconds, seconds };
}

/** Bytes of the headers that are read between two layers. */
function headerBytes({ portions, headBytes }: DiskPlan, workers: number): number {
  return (HEADER_READS - 1 + workers) * portions * headBytes;
}

/** Returns the workers from which on the network takes longer than the processors, or that have a portion each. */
function usefulWorkers(input: ClusterInput, networkSeconds: number): number {
  return Math.max(1, Math.min(input.plan.portions, Math.ceil(secondsOfOne(input) / networkSeconds)));
}

/** The processors' seconds of a full layer if one worker does it. */
function secondsOfOne({ plan, processors }: ClusterInput): number {
  return diskLayerTimes(plan, undefined, processors).processorSeconds;
}

function secondsThrough(network: NetworkSpeed, read: number, written: number): number {
  return read / network.bytesReadPerSecond + written / network.bytesWrittenPerSecond;
}
