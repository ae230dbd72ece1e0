/** The shared memory of a run: shards, marks of blocks, and counters. */

import { growKernelMemory, newKernelMemory, touchPages } from '../../../base/memory.js';
import { type CompiledMoves, WORD_BYTES } from '../../../spaces/permutation/words/compiled-moves.js';
import { placeOfState, type WordPlaces } from '../../../spaces/permutation/words/word-places.js';
import type { SharedRun } from '../../batches/batch.js';
import { newProgress } from '../../batches/progress.js';
import {
  FOUND_COUNTS,
  FOUND_FULL,
  FOUND_STATES,
  FOUND_WORDS,
  type GroupKernel,
  instantiateGroupKernel,
} from './kernel.js';
import { activeAddress, codesAddress, type PlanesLayout, pagesWithDepths, scratchOfThread, shardOf } from './layout.js';
import { writeTableConstants } from './table-constants.js';

/** Mark of a block: no state has been reached. */
export const NOTHING_HELD = 0;
/** Mark of a block: some states have been reached. */
export const HELD = 1;
/** Mark of a block: all states have been reached. */
export const FULL = 2;

/** Everything that a worker needs to join a run: plain data or shared memory. */
export interface SharedPlanes extends SharedRun {
  readonly layout: PlanesLayout;
  readonly memories: readonly WebAssembly.Memory<SharedArrayBuffer>[];
  readonly kernel: WebAssembly.Module;
  /** Rows of the puzzle, see CompiledMoves. */
  readonly sources: Uint32Array;
  readonly sourceRows: Uint32Array;
  /** [depth mod 2][block]: number of words that have states of the depth. */
  readonly frontiers: readonly [Uint32Array, Uint32Array];
  /** [block]: NOTHING_HELD, HELD or FULL. Written by the worker that has claimed the block. */
  readonly marks: Uint8Array;
}

/** Number of runs in this process so far. */
let runs = 0;

/**
 * Allocates planes of zeros.
 * @param places addresses of the table's constants; null if no table is made
 * @throws MemoryError if the operating system refuses the memory
 */
export function allocatePlanes(
  layout: PlanesLayout,
  moves: CompiledMoves,
  places: WordPlaces | null,
  kernel: WebAssembly.Module,
  threads: number,
): SharedPlanes {
  const { blocks } = layout;
  const memories = Array.from({ length: layout.shards }, () => newKernelMemory(layout.pages, layout.mostPages));
  for (const memory of memories) writeConstants(new Uint8Array(memory.buffer), layout, moves, places);
  return {
    id: `${process.pid}-${runs++}`,
    layout,
    memories,
    kernel,
    sources: shared(moves.sources),
    sourceRows: shared(moves.sourceRows),
    frontiers: [newNumbers(blocks), newNumbers(blocks)],
    marks: new Uint8Array(new SharedArrayBuffer(blocks)),
    progress: newProgress(threads),
  };
}

function writeConstants(
  bytes: Uint8Array,
  { used, permutations, rows, table }: PlanesLayout,
  moves: CompiledMoves,
  places: WordPlaces | null,
): void {
  bytes.set(moves.used, used);
  bytes.set(moves.usedInLast, used + moves.used.length);
  bytes.set(moves.permutations.bytes, permutations);
  bytes.set(new Uint8Array(moves.rows.buffer, moves.rows.byteOffset, moves.rows.byteLength), rows);
  if (places !== null) writeTableConstants(bytes, table, places);
}

function newNumbers(count: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(4 * count));
}

function shared(numbers: Uint32Array): Uint32Array {
  const copy = newNumbers(numbers.length);
  copy.set(numbers);
  return copy;
}

/** Extends the memory for more planes of depths. @throws MemoryError if the operating system refuses it */
export function growDepths({ layout, memories }: SharedPlanes, planes: number): void {
  const pages = pagesWithDepths(layout, planes);
  for (const memory of memories) growKernelMemory(memory, pages);
}

/** Touches every page of planes of zeros. */
export async function touchPlanes({ layout, memories }: SharedPlanes, signal: AbortSignal | undefined): Promise<void> {
  for (const memory of memories) await touchPages(memory, layout.active, signal);
}

/** Marks the starts in planes of zeros. @param starts without duplicates */
export function plantStarts(planes: SharedPlanes, places: WordPlaces, starts: readonly number[]): void {
  const { layout, memories } = planes;
  const held = new Set<number>();
  for (const start of starts) {
    const { block, word, bit } = placeOfState(places, start);
    const bytes = new Uint8Array(memories[shardOf(layout, block)].buffer);
    bytes[codesAddress(layout, block) + WORD_BYTES * word + (bit >> 3)] |= 1 << (bit & 7);
    held.add(block);
  }
  surveyBlocks(planes, 0, [...held]);
}

/**
 * Derives the frontier and the marks of all blocks from their codes. No worker may be active meanwhile.
 * @param depth of the last layer
 * @returns the number of states that have been reached
 */
export function surveyPlanes(planes: SharedPlanes, depth: number): number {
  return surveyBlocks(planes, depth, Array(planes.layout.blocks).keys());
}

function surveyBlocks(planes: SharedPlanes, depth: number, blocks: Iterable<number>): number {
  const { layout, frontiers, marks } = planes;
  const { words, planeBytes, used } = layout;
  const shards = shardsOf(planes);
  const { counts } = scratchOfThread(layout, 0);
  let states = 0;
  for (const block of blocks) {
    const { kernel, bytes } = shards[shardOf(layout, block)];
    const low = codesAddress(layout, block);
    kernel.survey(low, low + planeBytes, words, codeOf(depth), used, activeAddress(layout, depth, block), counts);
    const found = new Uint32Array(bytes.buffer, counts, FOUND_COUNTS);
    frontiers[depth % 2][block] = found[FOUND_WORDS];
    marks[block] = found[FOUND_FULL] === 1 ? FULL : found[FOUND_STATES] > 0 ? HELD : NOTHING_HELD;
    states += found[FOUND_STATES];
  }
  return states;
}

/** Returns the code of a depth. */
export function codeOf(depth: number): number {
  return 1 + (depth % 3);
}

/** A kernel and its memory. */
export interface PlanesShard {
  readonly kernel: GroupKernel;
  readonly bytes: Uint8Array;
}

/** Returns the shards, each with its own kernel. */
export function shardsOf({ memories, kernel }: SharedPlanes): PlanesShard[] {
  return memories.map((memory) => ({
    kernel: instantiateGroupKernel(kernel, memory),
    bytes: new Uint8Array(memory.buffer),
  }));
}
