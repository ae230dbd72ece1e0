/**
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

import { bytesBeside } from '../base/memory.js';
import type { DiskPlan } from './disk-plan.js';
import {
  type DiskLayerTimes,
  type DiskPlanOfRun,
  diskLayerTimes,
  diskRooms,
  fit,
  type PlannedFolder,
  type Room,
} from './exploration-plan.js';
import type { FolderSpeed, ProcessorSpeed } from './measured-speeds.js';
import { fullLayers } from './published-layers.js';

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

export interface ClusterInput extends DiskPlanOfRun {
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
  /** Bytes of the table file; 0 if no table is made. */
  readonly tableBytes: number;
  /** Folders of the work files, which all workers share, and of the results. */
  readonly work: PlannedFolder;
  readonly output: PlannedFolder;
}

/** Bytes of all workers and the coordinator, and seconds, for a layer in which nothing can be skipped. */
interface ClusterLayer {
  /** Bytes read, including headers. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Seconds of a worker's processors. */
  readonly processorSeconds: number;
  /** Seconds of a worker's files, without traffic of others; null if the folder's speed is unknown. */
  readonly fileSeconds: number | null;
  /** Seconds of all workers' files on the network; null if its speed is unknown. */
  readonly networkSeconds: number | null;
  /** Seconds between two layers, for headers and the barrier. */
  readonly betweenSeconds: number | null;
  /** Seconds of a layer: the longest of the three, plus the time between layers. */
  readonly seconds: number | null;
}

export interface ClusterPlan {
  readonly workers: number;
  /** Threads and bytes of each worker. */
  readonly threads: number;
  readonly workerBytes: number;
  /** Memory of the coordinator: as much as a worker, because it makes small layers itself. */
  readonly coordinatorBytes: number;
  /** Reason why the memory of a worker is insufficient; null if it is sufficient. */
  readonly tooLittleMemory: string | null;
  /** Disks of the work files and the table. */
  readonly rooms: readonly Room[];
  /** True if memory and all disks have enough free bytes. */
  readonly fits: boolean;
  /** Speeds of the folder for one worker, and for all together; null if they are unknown. */
  readonly folder: NetworkSpeed | null;
  readonly network: NetworkSpeed | null;
  readonly layer: ClusterLayer;
  /** The part of a layer that takes longest; null if the network's speed is unknown. */
  readonly limit: 'network' | 'files' | 'processors' | null;
  /** Number of workers beyond which a full layer does not become shorter; null if the network's speed is unknown. */
  readonly usefulWorkers: number | null;
  /** Bytes of all layers and of the table; null if the distribution is unknown. */
  readonly bytesRead: number | null;
  readonly bytesWritten: number | null;
  /** Seconds in which the coordinator assembles the table. */
  readonly tableSeconds: number | null;
  /** Maximum seconds of all layers and the table; null if they are unknown. */
  readonly seconds: number | null;
  /** Plan of a single worker that explores the board alone. */
  readonly plan: DiskPlan;
}

/** Plans the exploration of a board by workers that share a folder. */
export function planCluster(input: ClusterInput): ClusterPlan {
  const { plan, tooLittleMemory, workers, threads, threadBytes, processors, shares, tableBytes } = input;
  const folder = input.folder ?? null;
  // One worker uses the full speed of the folder by default.
  const network = input.network ?? folder;
  const one = diskLayerTimes(plan, input.folder, processors);
  const ofOne = Math.max(one.processorSeconds, one.fileSeconds ?? 0);
  const headerBytes = (HEADER_READS - 1 + workers) * plan.portions * plan.headBytes;
  const layer = planLayer(input, network, one, headerBytes);
  const { networkSeconds, betweenSeconds, seconds } = layer;
  const rooms = diskRooms([
    { place: input.work, bytes: plan.diskBytes },
    { place: input.output, bytes: tableBytes },
  ]);
  const workerBytes = plan.memoryBytes + bytesBeside(threads, threadBytes);
  // All headers are read between two layers, even if there is little else to do.
  const inAll = (ofLayer: number, between: number, ofTable: number) =>
    shares && fullLayers(shares) * (ofLayer - between) + (shares.length - 1) * between + ofTable;
  const tableSeconds =
    network && Math.max(secondsThrough(network, tableBytes, tableBytes), tableBytes / TABLE_BYTES_PER_SECOND);
  const known = seconds !== null && betweenSeconds !== null && tableSeconds !== null;
  return {
    workers,
    threads,
    workerBytes,
    coordinatorBytes: workerBytes,
    tooLittleMemory,
    rooms,
    fits: tooLittleMemory === null && fit(rooms),
    folder,
    network,
    layer,
    limit: limitOf(layer),
    // From this number of workers on, at most one per portion, the network takes longest.
    usefulWorkers: networkSeconds && Math.max(1, Math.min(plan.portions, Math.ceil(ofOne / networkSeconds))),
    bytesRead: inAll(layer.bytesRead, headerBytes, tableBytes),
    bytesWritten: inAll(layer.bytesWritten, 0, tableBytes),
    tableSeconds,
    seconds: known ? inAll(seconds, betweenSeconds, tableSeconds) : null,
    plan,
  };
}

/** @param one seconds of a full layer with one worker @param headerBytes of the headers that are read between two layers */
function planLayer(
  { plan, workers }: ClusterInput,
  network: NetworkSpeed | null,
  one: DiskLayerTimes,
  headerBytes: number,
): ClusterLayer {
  const { bytesRead, bytesWritten } = plan.layer;
  const sharing = Math.min(workers, plan.portions);
  const processorSeconds = one.processorSeconds / sharing;
  const fileSeconds = one.fileSeconds && one.fileSeconds / sharing;
  const networkSeconds = network && secondsThrough(network, bytesRead, bytesWritten);
  const betweenSeconds =
    network &&
    BARRIER_SECONDS + HEADER_READS * plan.portions * HEADER_SECONDS + secondsThrough(network, headerBytes, 0);
  const seconds =
    networkSeconds === null || betweenSeconds === null
      ? null
      : Math.max(processorSeconds, fileSeconds ?? 0, networkSeconds) + betweenSeconds;
  return {
    bytesRead: bytesRead + headerBytes,
    bytesWritten,
    processorSeconds,
    fileSeconds,
    networkSeconds,
    betweenSeconds,
    seconds,
  };
}

function limitOf({ processorSeconds, fileSeconds, networkSeconds }: ClusterLayer): ClusterPlan['limit'] {
  if (networkSeconds === null) return null;
  if (networkSeconds >= Math.max(processorSeconds, fileSeconds ?? 0)) return 'network';
  return (fileSeconds ?? 0) >= processorSeconds ? 'files' : 'processors';
}

function secondsThrough(network: NetworkSpeed, read: number, written: number): number {
  return read / network.bytesReadPerSecond + written / network.bytesWrittenPerSecond;
}
