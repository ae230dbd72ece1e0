/**
 * The states of a table's space, layer by layer: the seam between what is made of a table and how its layers are found.
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
   * Goes through the states in the order of their numbers; of boards, by blank cell and rank.
   * @param chosen places in that order, 0..states-1 ascending; by default all
   * @yields a state that the next one may write over
   */
  inOrder(chosen?: Float64Array): Iterable<State>;
}

/** Called for each layer in turn, and waited for. */
export type OnLayer<State> = (layer: StatesOfDepth<State>) => void | Promise<void>;

/** Memory and threads that a pass over all layers takes. */
export interface PassNeeds {
  /**
   * Returns the number of worker threads.
   * @param asked the most; by default as many as the machine offers, fewer for few states
   */
  threads(asked?: number): number;
  /** Bytes of memory. */
  bytes(threads: number): number;
  /** Their contents, in words. */
  readonly held: string;
}

export interface PassOptions {
  /** The most worker threads, 1..256. */
  readonly threads: number;
  /** Takes the work that is done, and all of it, now and then. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The distances of all states, and the shape of the array that they form. */
export interface DistancesShape {
  /** Bytes of a distance; the largest value stands for states that are not reached. */
  readonly bytesPerValue: 1 | 2 | 4;
  /** Lengths; the last index counts fastest. */
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
  /** Null of spaces that are not enumerated as boards. */
  readonly board: BoardView | null;
  /** States of each depth. */
  readonly histogram: readonly number[];
  /** The name of the space in messages about memory. */
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
  /** Gives the layers 0 to `last`. */
  layers(last: number, options: PassOptions, onLayer: OnLayer<State>): Promise<void>;
  /** Finds the distance of every state. */
  distances(options: PassOptions): Promise<DistancesArray>;
}
