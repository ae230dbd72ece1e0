/**
 * The seam between a run and what enumerates a space. An engine looks at the source of a space and gives a plan, or says why it
 * does not accept it; the plan opens a run, which yields the layers.
 */

import type { MemoryNeeds } from '../base/memory.js';
import type { SpaceOutline } from '../space/facts.js';
import type { SpaceSource } from '../space/space-source.js';
import type { TableContents } from '../table/contents/contents.js';
import type { Snapshot } from './snapshot.js';

/**
 * `bits`: boards in the metric `single`; `sweeps`: boards in the metric `multi`; `groups`: permutation puzzles; `patterns`: patterns of
 * boards; `claims`: every numbered space.
 */
export type EngineName = 'bits' | 'sweeps' | 'groups' | 'patterns' | 'claims';

/** The needs of a run. */
export interface Need {
  /** True if a table is made. */
  readonly table: boolean;
  /** How many first states of each layer are kept: any may be the last one, whose states are the antipodes. */
  readonly first: number;
  /** The depth from which on states are kept. @default 0 */
  readonly keepFrom?: number | undefined;
  /** How many antipodes are listed: those that are not kept by enumerating the space again. @default `first` */
  readonly antipodes?: number | undefined;
  /** Layers that were found before, in another process; by default a run begins with the starts. */
  readonly from?: FoundBefore | undefined;
  /** Worker threads; by default as many as are worth their start. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Engine {
  readonly name: EngineName;
  /**
   * Opens the space, so far as that is needed to know its size.
   * @throws InputError or SpaceError if there is no such space; WorkerError; the signal's reason
   */
  plan(source: SpaceSource, need: Need): Promise<EnginePlan | EngineRefusal>;
}

/** An engine does not accept a space. */
export interface EngineRefusal {
  /** Completes the sentence that begins with the engine. */
  readonly refused: string;
  /** The source with the numbering that was found, so that it need not be looked for again. */
  readonly source?: SpaceSource;
}

/** The resources of a run, known before anything is allocated, and the preparations for it. */
export interface EnginePlan {
  readonly engine: EngineName;
  readonly facts: SpaceOutline;
  /** States that moves reach, if that is known before they are found. */
  readonly reached: number | null;
  readonly need: Need;
  readonly threads: number;
  readonly needs: MemoryNeeds;
  /** Bytes of the table in a file, its header and checksums left out; 0 if none is made. */
  readonly tableBytes: number;
  /** The most bytes of each row that a checkpoint of the run has. */
  readonly snapshotRows: readonly number[];
  /** The space and what is held of it, in the words of messages about memory. */
  readonly label: string;
  readonly held: string;
  /**
   * Measures in about a second how fast this machine does the work of the run; the space is not enumerated.
   * @throws SpaceError if the space breaks its promises; WorkerError; the signal's reason
   */
  estimate(): Promise<RunEstimate>;
  /**
   * Starts the threads and allocates the memory. If layers were found before, it is all zeros until a checkpoint is restored.
   * @throws SpaceError if the space breaks its promises; MemoryError, WorkerError
   */
  open(): Promise<MemoryRun>;
  /** Lets go of what was prepared; of nothing, if a run was opened. */
  close(): Promise<void>;
}

/** Measurements of a run on this machine. */
export interface RunEstimate {
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  readonly speed: RunSpeed;
  /** Seconds of a layer in which nothing can be left out; null if that is not known, or layers are not alike. */
  readonly layerSeconds: number | null;
  /** Seconds of all layers, if every state is reached; null if that is a matter of how many layers there are. */
  readonly seconds: number | null;
}

/** The work of all threads together: blocks moved, once for every move into each target, or states expanded. */
export type RunSpeed = { readonly bytesMovedPerSecond: number } | { readonly statesPerSecond: number };

/** A layer that has been searched. */
export interface FoundLayer {
  readonly depth: number;
  readonly fresh: number;
  /** Its first states, up to as many as were asked for; none if it was found together with layers behind it. */
  readonly first: readonly number[];
  /** Since the allocation of the memory, and in the processes that the run began in. */
  readonly seconds: number;
  /** Bytes read from files for this layer, and written to them. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** True if this is the last layer that is held, and others may follow: a checkpoint of it can be written now. */
  readonly isLatest: boolean;
}

/** The states of a space, layer by layer. */
export interface LayerRun {
  /** Bytes of what is held. */
  readonly bytes: number;
  /** Texts of the states that distances are counted from. */
  readonly starts: readonly string[];
  /** Until the end of the last layer, as `seconds` of FoundLayer. */
  readonly seconds: number;
  /**
   * Yields the layers in turn, those that were found before left out.
   * @param singly asked before layers are handed out: whether to hand out a single one, to look at it in memory; by default not
   * @throws MemoryError, SpaceError, WorkerError, StorageError, StoppedError; the signal's reason
   */
  layers(singly?: () => boolean): AsyncIterable<FoundLayer>;
  /** Writes states of the last layer as texts, in the order in which antipodes are listed. */
  texts(states: readonly number[]): Promise<readonly string[]>;
  /**
   * Returns the table, after the last layer; valid as long as it is held, or until the memory is used again.
   * @param histogram of all layers
   */
  contents(histogram: readonly number[]): TableContents;
  /** Ends the threads; the table stays where it is. */
  close(): Promise<void>;
}

/** A run that holds its states in memory. */
export interface MemoryRun extends LayerRun {
  /** Returns its memory as checkpoints save it and bring it back; valid as long as the run is open. */
  snapshot(): Promise<Snapshot>;
}

/** Layers of a run that were found in an earlier process. */
export interface FoundBefore {
  /** States of each depth up to the last layer that was complete. */
  readonly histogram: readonly number[];
  /** The first states of that layer. */
  readonly first: readonly number[];
}
