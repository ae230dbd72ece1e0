/**
 * The interface between a run and the engines that enumerate spaces. An engine reads the source of a space and returns a plan, or a
 * reason for not accepting it. The plan opens a run, which yields the layers.
 */

import type { MemoryUse } from '../base/memory.js';
import type { SpaceOutline, SpaceSource } from '../space/space.js';
import type { TableContents } from '../table/contents.js';
import type { Snapshot } from './snapshot.js';

/** `boards`: sliding-tile boards; `groups`: permutation puzzles; `patterns`: patterns of boards; `general`: every numbered space. */
export type EngineName = 'boards' | 'groups' | 'patterns' | 'general';

/** What a run is to make and to keep. */
export interface PlanRequest {
  /** True if a table is made. */
  readonly table: boolean;
  /** Maximum number of first states of each layer that are kept. Any layer may be the last one, whose states are the antipodes. */
  readonly first: number;
  /** Minimum depth of layers whose states are kept. @default 0 */
  readonly keepFrom?: number | undefined;
  /** Number of antipodes to list. Those that are not kept are found by enumerating the space again. @default `first` */
  readonly antipodes?: number | undefined;
  /** Layers that were found earlier, in another process. By default a run begins with the starts. */
  readonly from?: FoundBefore | undefined;
  /** Maximum number of worker threads; by default chosen by the amount of work. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Engine {
  readonly name: EngineName;
  /**
   * Opens the space as far as necessary to determine its size.
   * @throws InputError or SpaceError if there is no such space; WorkerError; the signal's reason
   */
  plan(source: SpaceSource, request: PlanRequest): Promise<EnginePlan | EngineRefusal>;
}

/** The result if an engine does not accept a space. */
export interface EngineRefusal {
  /** Reason that completes a sentence whose subject is the engine. */
  readonly refused: string;
  /** The source with its numbering, so that the numbering need not be determined again. */
  readonly source?: SpaceSource;
}

/** The resources of a run, known before anything is allocated, and the preparations for it. */
export interface EnginePlan {
  readonly engine: EngineName;
  readonly facts: SpaceOutline;
  /** Number of states that moves reach, or null if it is unknown before the enumeration. */
  readonly reached: number | null;
  readonly request: PlanRequest;
  readonly threads: number;
  /** Approximate seconds of the run on one thread, known from the size of the space alone. */
  readonly seconds: number;
  readonly memory: MemoryUse;
  /** Bytes of the table in a file, without header and checksums; 0 if no table is made. */
  readonly tableBytes: number;
  /** Maximum bytes of each row of a checkpoint. */
  readonly snapshotRows: readonly number[];
  /** The space and the data held in memory, as named in messages about memory. */
  readonly label: string;
  readonly held: string;
  /**
   * Measures in about a second how fast this machine can do the run, without enumerating the space.
   * @throws SpaceError if the space breaks its promises; WorkerError; the signal's reason
   */
  estimate(): Promise<RunEstimate>;
  /**
   * Starts the threads and allocates the memory. If layers were found earlier, the memory is all zeros until a checkpoint is restored.
   * @throws SpaceError if the space breaks its promises; MemoryError, WorkerError
   */
  open(): Promise<MemoryRun>;
  /** Releases the preparations. Has no effect if a run was opened. */
  close(): Promise<void>;
}

/** Measurements of a run on this machine. */
export interface RunEstimate {
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  readonly speed: RunSpeed;
  /** Seconds of a layer in which nothing can be skipped; null if that is unknown, or if layers vary too much. */
  readonly layerSeconds: number | null;
  /** Seconds of all layers if every state is reached; null if that depends on the number of layers. */
  readonly seconds: number | null;
}

/** The throughput of all threads together: blocks moved, counted once for each move into each target, or states expanded. */
export type RunSpeed = { readonly bytesMovedPerSecond: number } | { readonly statesPerSecond: number };

/** A layer that has been searched. */
export interface FoundLayer {
  readonly depth: number;
  readonly fresh: number;
  /** First states of the layer, up to the number requested; none if the layer was found together with later ones. */
  readonly first: readonly number[];
  /** Seconds since the allocation of the memory, including the earlier processes of the run. */
  readonly seconds: number;
  /** Bytes read from and written to files for this layer. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** True if this is the last layer in memory, and others may follow. A checkpoint of it can then be written. */
  readonly isLatest: boolean;
}

/** The states of a space, layer by layer. */
export interface LayerRun {
  /** Bytes held in memory or in files. */
  readonly bytes: number;
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** Seconds until the end of the last layer, counted as in FoundLayer. */
  readonly seconds: number;
  /**
   * Yields the layers in order, without those that were found earlier.
   * @param singly called before layers are handed out; returns true if only one layer may be handed out, so that it can be read in
   * memory. By default batches are handed out
   * @throws MemoryError, SpaceError, WorkerError, StorageError, StoppedError; the signal's reason
   */
  layers(singly?: () => boolean): AsyncIterable<FoundLayer>;
  /** Returns states of the last layer as texts, in the order in which antipodes are listed. */
  texts(states: readonly number[]): Promise<readonly string[]>;
  /**
   * Returns the table after the last layer. It is valid until its memory is released or reused.
   * @param histogram of all layers
   */
  contents(histogram: readonly number[]): TableContents;
  /** Ends the threads; the table remains valid. */
  close(): Promise<void>;
}

/** A run that holds its states in memory. */
export interface MemoryRun extends LayerRun {
  /** Returns the memory as checkpoints save and restore it. It is valid as long as the run is open. */
  snapshot(): Promise<Snapshot>;
}

/** Layers of a run that were found in an earlier process. */
interface FoundBefore {
  /** Number of states of each depth, up to the last complete layer. */
  readonly histogram: readonly number[];
  /** First states of the last complete layer. */
  readonly first: readonly number[];
}
