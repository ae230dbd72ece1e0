/**
 * The layout of a pattern's bitsets in memory.
 *
 *     numbers   addresses that the kernel reads when a thread attaches, see `kernelNumbers`
 *     used      the bits of a vector that stand for states
 *     moves     [i << 3 | j]: kind, exchanges, address of the map, bytes of a run, u32 each
 *     maps      offsets in bytes, u16
 *     offsets, edges    those of a PlacementGraph, u32
 *     targets   the placements of colour 0, then those of colour 1, u32
 *     marks     [placement]: 1 + depth mod 255 of the last layer in which it gained a state, 0 if it has none, u8
 *     full      [placement]: 1 if all its states have been visited, u8
 *     scratch   for each thread: a block, and counts
 *     visited   [placement][vector]
 *     table     [placement][vector]: floor(depth / 2) mod 2, if a table is made
 *
 * Marks of 255 layers ago do no harm: neighbours of states that have been expanded once more are not new.
 */

import { align, CACHE_LINE, LARGEST_KERNEL_MEMORY } from '../../../base/memory.js';
import { VECTOR_BITS, vectorsFor } from '../../../spaces/pattern/bit-address.js';
import type { PatternGeometry } from '../../../spaces/pattern/geometry.js';

export const VECTOR_BYTES = VECTOR_BITS / 8;
/** The kernel's own constants lie below this address. */
const KERNEL_DATA = 1024;
/** Bytes of the compiled moves: 8 x 8 of them, of four numbers. */
const MOVES_BYTES = 64 * 16;
/** Bytes of all maps: those of 8 tiles take 4,928. */
export const MAPS_BYTES = 8192;
const COUNTS_BYTES = CACHE_LINE;
const MARKS = 255;

/** Plain data, sent to the workers. Addresses and sizes in bytes. */
export interface BitsetLayout {
  readonly placements: number;
  /** Bytes of a placement's block. */
  readonly blockBytes: number;
  readonly edgeCount: number;
  readonly numbers: number;
  readonly used: number;
  readonly moves: number;
  readonly maps: number;
  readonly offsets: number;
  readonly edges: number;
  readonly targets: number;
  readonly marks: number;
  readonly full: number;
  readonly scratch: number;
  readonly visited: number;
  /** 0 if no table is made. */
  readonly table: number;
  /** Address behind all of these. */
  readonly end: number;
}

/** Returns the bytes of a bitset. */
export function bitsetBytes({ placements, arrangements }: PatternGeometry): number {
  return placements * vectorsFor(arrangements.count) * VECTOR_BYTES;
}

/**
 * Lays bitsets out.
 * @param edgeCount edges of the geometry's graph
 * @param makesTable whether there is a second bitset
 * @param threads that need scratch space
 * @returns null if they do not fit into one memory
 */
export function layOutBitsets(
  geometry: PatternGeometry,
  edgeCount: number,
  makesTable: boolean,
  threads: number,
): BitsetLayout | null {
  const { placements, arrangements } = geometry;
  const blockBytes = vectorsFor(arrangements.count) * VECTOR_BYTES;
  const numbers = KERNEL_DATA;
  const used = align(numbers + 4 * KERNEL_NUMBERS.length);
  const moves = align(used + VECTOR_BYTES);
  const maps = align(moves + MOVES_BYTES);
  const offsets = align(maps + MAPS_BYTES);
  const edges = align(offsets + 4 * (placements + 1));
  const targets = align(edges + 4 * edgeCount);
  const marks = align(targets + 4 * placements);
  const full = align(marks + placements);
  const scratch = align(full + placements);
  const visited = align(scratch + threads * scratchBytes(blockBytes));
  const second = align(visited + bitsetBytes(geometry));
  const end = makesTable ? second + bitsetBytes(geometry) : second;
  if (end > LARGEST_KERNEL_MEMORY) return null;
  return {
    placements,
    blockBytes,
    edgeCount,
    numbers,
    used,
    moves,
    maps,
    offsets,
    edges,
    targets,
    marks,
    full,
    scratch,
    visited,
    table: makesTable ? second : 0,
    end,
  };
}

/** The numbers that the kernel reads, in its order. */
const KERNEL_NUMBERS = [
  'blockBytes',
  'offsets',
  'edges',
  'marks',
  'full',
  'moves',
  'used',
  'visited',
  'table',
] as const satisfies readonly (keyof BitsetLayout)[];

/** Returns the numbers that the kernel reads when a thread attaches. */
export function kernelNumbers(layout: BitsetLayout): number[] {
  return KERNEL_NUMBERS.map((name) => layout[name]);
}

/** Returns the scratch space of a thread. */
export function scratchBytes(blockBytes: number): number {
  return align(blockBytes) + COUNTS_BYTES;
}

/** The scratch space of a thread: a block for what a target gathers, and counts. */
export interface Scratch {
  readonly reached: number;
  readonly counts: number;
}

/** Returns the addresses of a thread's scratch space. @param thread 0..threads-1 */
export function scratchOfThread({ scratch, blockBytes }: BitsetLayout, thread: number): Scratch {
  const reached = scratch + thread * scratchBytes(blockBytes);
  return { reached, counts: reached + align(blockBytes) };
}

/** Returns the bytes that are held, without the scratch space of threads. */
export function heldBytes({ end, scratch, visited }: BitsetLayout): number {
  return end - (visited - scratch);
}

/** Returns the mark of a placement that gains states of a depth. */
export function markOf(depth: number): number {
  return 1 + (depth % MARKS);
}
