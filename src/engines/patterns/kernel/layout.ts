/**
 * The layout of a pattern's bitsets in memory.
 *
 * A 32-bit WebAssembly memory is limited to 4 GiB, so the placements are divided among *shards*: shared memories with a range of
 * placements each. All shards have the same layout. A source may be in another shard than its target. So a thread gathers in each shard
 * that has sources, and unites the results while they are still in the core's cache. Nearly all patterns fit into one shard.
 *
 *     numbers   addresses that the kernel reads when a thread attaches, see `kernelNumbers`
 *     used      the bits of a vector that stand for states
 *     moves     [i << 3 | j]: kind, exchanges, address of the map, bytes of a run, u32 each
 *     maps      offsets in bytes, u16
 *     offsets, edges    those of a PlacementGraph from the shard's placements to all targets, u32
 *     targets   all placements of colour 0, then those of colour 1, u32; in the first shard alone
 *     marks     [placement of the shard]: 1 + depth mod 255 of the last layer in which it gained a state, or 0 if it has no states, u8
 *     full      [placement of the shard]: 1 if all its states have been visited, u8
 *     scratch   for each thread: a block for the states that a target gathers, a block for a copy, and counts
 *     visited   [placement of the shard][vector]
 *     table     [placement of the shard][vector]: floor(depth / 2) mod 2, if a table is made
 *
 * A mark of 255 layers ago does no harm: the states are expanded once more, but all their neighbours have been visited.
 */

import { align, CACHE_LINE, LARGEST_KERNEL_MEMORY } from '../../../base/memory.js';
import { placementBytes, VECTOR_BYTES } from '../../../spaces/pattern/bit-address.js';
import type { PatternGeometry } from '../../../spaces/pattern/geometry.js';

/** The kernel's own constants end before this address. */
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
  readonly placementsPerShard: number;
  readonly shards: number;
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
  /** Address after all of these. */
  readonly end: number;
}

/**
 * Lays out bitsets.
 * @param offsets of the geometry's graph
 * @param makesTable true if there is a second bitset
 * @param threads number of threads that need scratch space
 * @param mostPerShard maximum number of placements in a shard; by default all that fit. Placements of a single vector need one shard
 * for all
 */
export function layOutBitsets(
  { placements, arrangements }: Pick<PatternGeometry, 'placements' | 'arrangements'>,
  offsets: Uint32Array,
  makesTable: boolean,
  threads: number,
  mostPerShard = placements,
): BitsetLayout {
  const blockBytes = placementBytes(arrangements.count);
  const shape = { placements, blockBytes, edgeCount: offsets[placements], makesTable, threads };
  for (let shards = Math.ceil(placements / mostPerShard); ; shards++) {
    const placementsPerShard = Math.ceil(placements / shards);
    const layout = layOutShard(shape, shards, placementsPerShard, mostEdges(offsets, placementsPerShard));
    if (layout.end <= LARGEST_KERNEL_MEMORY) return layout;
  }
}

/** Returns the maximum number of edges from the placements of a shard. Equally many edges lead to them. */
function mostEdges(offsets: Uint32Array, placementsPerShard: number): number {
  const placements = offsets.length - 1;
  let most = 0;
  for (let first = 0; first < placements; first += placementsPerShard) {
    most = Math.max(most, offsets[Math.min(first + placementsPerShard, placements)] - offsets[first]);
  }
  return most;
}

interface BitsetShape {
  readonly placements: number;
  readonly blockBytes: number;
  readonly edgeCount: number;
  readonly makesTable: boolean;
  readonly threads: number;
}

function layOutShard(
  { placements, blockBytes, edgeCount, makesTable, threads }: BitsetShape,
  shards: number,
  placementsPerShard: number,
  edgesPerShard: number,
): BitsetLayout {
  const bitset = placementsPerShard * blockBytes;
  const numbers = KERNEL_DATA;
  const used = align(numbers + 4 * KERNEL_NUMBERS.length);
  const moves = align(used + VECTOR_BYTES);
  const maps = align(moves + MOVES_BYTES);
  const offsets = align(maps + MAPS_BYTES);
  const edges = align(offsets + 4 * (placements + 1));
  const targets = align(edges + 4 * edgesPerShard);
  const marks = align(targets + 4 * placements);
  const full = align(marks + placementsPerShard);
  const scratch = align(full + placementsPerShard);
  const visited = align(scratch + threads * blockScratchBytes(blockBytes));
  const second = align(visited + bitset);
  return {
    placements,
    blockBytes,
    edgeCount,
    placementsPerShard,
    shards,
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
    end: makesTable ? second + bitset : second,
  };
}

/** The numbers that the kernel reads, in the kernel's order. */
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

/** Returns the scratch space of a thread in each shard. */
export function blockScratchBytes(blockBytes: number): number {
  return 2 * align(blockBytes) + COUNTS_BYTES;
}

/** The scratch space of a thread. */
export interface BlockScratch {
  /** A block for the states that a target gathers. */
  readonly reached: number;
  /** A block for a copy of the states gathered in another shard. */
  readonly room: number;
  readonly counts: number;
}

/** Returns the addresses of a thread's scratch space. @param thread 0..threads-1 */
export function blockScratchOf({ scratch, blockBytes }: BitsetLayout, thread: number): BlockScratch {
  const reached = scratch + thread * blockScratchBytes(blockBytes);
  const room = reached + align(blockBytes);
  return { reached, room, counts: room + align(blockBytes) };
}

/** Returns the bytes that are held, without the scratch space of threads. */
export function heldBitsetBytes({ shards, end, scratch, visited }: BitsetLayout): number {
  return shards * (end - (visited - scratch));
}

/** Returns the mark of a placement that gains states of a depth. */
export function markOf(depth: number): number {
  return 1 + (depth % MARKS);
}
