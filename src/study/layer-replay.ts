/**
 * The states of a table's space, layer by layer: the interface between the uses of a table and the sources of its layers.
 *
 * Boards enumerate their layers again by the bit engine, and count them in its workers: src/study/board-replay.ts. Other
 * spaces read the depths of all states from the table: src/study/table-replay.ts.
 */

import { freeMemory } from '#machine/machine.js';
import { checkMemory, type MemoryUse } from '../base/memory.js';
import type { Branching } from '../base/statistics.js';
import { countOf } from '../base/text.js';
import { checkThreads } from '../base/threads.js';
import type { BoardView, SpaceFacts } from '../space/space.js';
import { formatBoard } from '../spaces/board/board.js';
import { TableError } from '../table/contents.js';

/** The states of one depth, as their numbers in the space; valid until the next layer begins. */
export interface StatesOfDepth {
  readonly depth: number;
  /**
   * Yields the states in ascending order; on boards, that is by blank cell and rank.
   * @param chosen places in that order, 0..states-1 ascending; by default all
   */
  inOrder(chosen?: Float64Array): Iterable<number>;
}

/** Called for each layer in turn, and awaited. It calls `onVisited` with numbers of states that it has visited. */
type OnLayer = (layer: StatesOfDepth, onVisited?: (states: number) => void) => Promise<void>;

/** The uses of all layers. */
export type Pass = 'census' | 'layers' | 'distances';

/** Memory and threads of a pass over all layers. `held` are the contents of the memory, in words. */
export type PassPlan = MemoryUse & { readonly threads: number; readonly held: string };

export interface PassOptions {
  /** Maximum number of worker threads, 1..256. */
  readonly threads: number;
  /** Called at intervals with the work done so far, and the total. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The distances of all states, and the shape of the array that they form: the bytes of a distance, whose largest value stands for
 * unreached states, and the lengths of the array, whose last index varies fastest.
 */
export type DistancesShape = { readonly bytesPerValue: 1 | 2 | 4; readonly shape: readonly number[] };

/** The values in their order; a part for each value of the first index, if there are several indices. */
export type DistancesParts = readonly ArrayBufferView[];

/**
 * Every pass throws InputError if the table's header is impossible; TableError if it contradicts that, itself or its space;
 * SpaceError; MemoryError; WorkerError; the signal's reason.
 */
export interface LayerReplay {
  readonly facts: SpaceFacts;
  /** The board; null if the space is not enumerated as a board. */
  readonly board: BoardView | null;
  /** States of each depth. */
  readonly histogram: readonly number[];
  readonly distancesShape: DistancesShape;
  /** Returns the plan of a pass. @param most maximum number of threads; by default all available, fewer for few states */
  plan(pass: Pass, most?: number): PassPlan;
  /** Returns the columns of rows of states. @param field changes texts; those of positions need no change */
  columns(field?: (text: string) => string): Columns;
  /** Takes the census of all layers. */
  census(options: PassOptions, onLayer: OnLayer): Promise<Census>;
  /** Yields the layers 0 to `last`. */
  layers(last: number, options: PassOptions): AsyncIterable<StatesOfDepth>;
  /** Finds the distance of every state. */
  distances(options: PassOptions): Promise<DistancesParts>;
}

/**
 * Checks the plan of a pass.
 * @param most maximum number of threads for which it was made
 * @throws InputError if that is invalid; MemoryError if too little memory is free
 */
export function checkPass({ facts, board }: LayerReplay, { threads, held, ...memory }: PassPlan, most?: number): void {
  if (most !== undefined) checkThreads(most);
  checkMemory(board === null ? facts.name : formatBoard(board.board), memory, threads, freeMemory(), held);
}

/** Compares a layer with the histogram. @throws TableError if the number of states differs from that in the table's header */
export function checkLayer(histogram: readonly number[], depth: number, states: number): void {
  if (histogram[depth] === states) return;
  throw new TableError(
    `the table's header is wrong: it has ${countOf(histogram[depth] ?? 0, 'state')} at distance ${depth}, and there are ${states}; make the table again`,
  );
}

/** The columns of a row: a state's text, whole numbers that identify it, and last its distance. */
export interface Columns {
  /** The first column: the text of a state. */
  readonly text: {
    readonly name: string;
    of(state: number): string;
    /** Returns the text in UTF-8, valid until the next call. */
    bytes(state: number): Uint8Array;
  };
  readonly numbers: readonly {
    readonly name: string;
    /** Maximum value. */
    readonly most: number;
    /** True if the column identifies states, so that nearly every row has a different value. */
    readonly distinct: boolean;
    of(state: number): number;
  }[];
}

/** The last column. */
export const DISTANCE = 'distance';

export function columnNames({ text, numbers }: Columns): string[] {
  return [text.name, ...numbers.map(({ name }) => name), DISTANCE];
}

/** Maximum states of a space whose shortest solutions are counted. */
export const MOST_STATES_COUNTED = 10_000_000;

/** Numbers of shortest solutions of the states at one depth. */
export type SolutionCounts = { readonly mean: number; readonly maximum: number };

/** Figures of all layers. */
interface Census {
  /** Branching by [depth]. */
  readonly branchings: readonly Branching[];
  /** The branching of all states together. */
  readonly overall: Branching;
  /** Estimates of each of the space's heuristics. */
  readonly estimates: readonly {
    readonly heuristic: string;
    /** Number of states by [depth][estimate]. */
    readonly counts: readonly (readonly number[])[];
  }[];
  /** Mean distance over the positions of the board, instead of over the states; for patterns only. */
  readonly positionMean?: number;
}
