/**
 * The states of a table's space, layer by layer: the interface between the uses of a table and the sources of its layers.
 *
 * Boards enumerate their layers again by the bit engine, and count them in its workers: src/study/replay/board-replay.ts. Other
 * spaces read the depths of all states from the table: src/study/replay/state-replay.ts.
 */

import type { SpaceFacts } from '../../space/facts.js';
import type { BoardView } from '../../space/space.js';
import type { Census } from '../census/census.js';
import type { Columns } from './columns.js';

/** The states of one depth; valid until the next layer begins. */
export interface StatesOfDepth<State> {
  readonly depth: number;
  /**
   * Yields the states in the order of their numbers; on boards, by blank cell and rank.
   * @param chosen places in that order, 0..states-1 ascending; by default all
   * @yields a state, whose object is reused for the next one
   */
  inOrder(chosen?: Float64Array): Iterable<State>;
}

/** Called for each layer in turn, and awaited. */
export type OnLayer<State> = (layer: StatesOfDepth<State>) => void | Promise<void>;

/** Memory and threads of a pass over all layers. */
export interface PassNeeds {
  /**
   * Returns the number of worker threads.
   * @param asked maximum number; by default all available, fewer for few states
   */
  threads(asked?: number): number;
  /** Bytes of memory. */
  bytes(threads: number): number;
  /** Their contents, in words. */
  readonly held: string;
}

export interface PassOptions {
  /** Maximum number of worker threads, 1..256. */
  readonly threads: number;
  /** Called at intervals with the work done so far, and the total. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The distances of all states, and the shape of the array that they form. */
export interface DistancesShape {
  /** Bytes of a distance; the largest value stands for unreached states. */
  readonly bytesPerValue: 1 | 2 | 4;
  /** Lengths of the array; the last index varies fastest. */
  readonly shape: readonly number[];
}

export interface DistancesArray extends DistancesShape {
  /** The values in their order; a part for each value of the first index, if there are several indices. */
  readonly parts: readonly ArrayBufferView[];
}

/**
 * Every pass throws InputError if the table's claims are impossible; TableError if it contradicts them, itself or its space;
 * SpaceError; MemoryError; WorkerError; the signal's reason.
 */
export interface LayerReplay<State = unknown> {
  readonly facts: SpaceFacts;
  /** The board; null if the space is not enumerated as a board. */
  readonly board: BoardView | null;
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** Name of the space in messages about memory. */
  readonly label: string;
  /** Scratch space of each thread, in bytes. */
  readonly threadBytes: number;
  readonly needs: Readonly<Record<'census' | 'layers' | 'distances', PassNeeds>>;
  readonly distancesShape: DistancesShape;
  /** Returns the columns of rows of states. @param field makes a text a field of a format; by default it stays as it is */
  columns(field?: (text: string) => string): Columns<State>;
  /** Returns the text of a state. */
  text(state: State): string;
  /** Takes the census of all layers. */
  census(options: PassOptions, onLayer: OnLayer<State>): Promise<Census>;
  /** Passes the layers 0 to `last` to a function. */
  layers(last: number, options: PassOptions, onLayer: OnLayer<State>): Promise<void>;
  /** Finds the distance of every state. */
  distances(options: PassOptions): Promise<DistancesArray>;
}
