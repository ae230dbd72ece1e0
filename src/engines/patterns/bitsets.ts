/**
 * The layout of a pattern's bitsets in memory.
 *
 * A 32-bit WebAssembly memory is limited to 4 GiB, so the placements are divided among *shards*: shared memories with a range of
 * placements each. All shards have the same layout. A source may be in another shard than its target. So a thread gathers in each shard
 * that has sources, and unites the results while they are still in the core's cache. Nearly all patterns fit into one shard.
 *
 *     numbers   addresses that the kernel reads when a thread attaches, see KERNEL_NUMBERS
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

import {
  align,
  CACHE_LINE,
  KERNEL_PAGE,
  type KernelFunction,
  type KernelMemory,
  LARGEST_KERNEL_MEMORY,
  newKernelMemory,
  type Shard,
  shardsOfMemories,
} from '../../base/memory.js';
import {
  bitOfArrangement,
  colourOfPlacement,
  type PatternGeometry,
  placementBytes,
  VECTOR_BITS,
  VECTOR_BYTES,
} from '../../spaces/board/pattern-geometry.js';
import { newSharedRun, type SharedRun, setProgress } from '../batches.js';
import { compilePatternMoves, edgesFrom, type PatternMove, type PlacementGraph } from './moves.js';

/** The kernel's own constants end before this address. */
const KERNEL_DATA = 1024;
/** Bytes of the compiled moves: 8 x 8 of them, of four numbers. */
const MOVES_BYTES = 64 * 16;
/** Bytes of all maps: those of 8 tiles take 4,928. */
const MAPS_BYTES = 8192;
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
  for (let shards = Math.ceil(placements / mostPerShard); ; shards++) {
    const placementsPerShard = Math.ceil(placements / shards);
    const shape = { placements, blockBytes, edgeCount: offsets[placements], shards, placementsPerShard };
    const layout = layOutShard(shape, mostEdges(offsets, placementsPerShard), makesTable, threads);
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

function layOutShard(
  shape: Pick<BitsetLayout, 'placements' | 'blockBytes' | 'edgeCount' | 'shards' | 'placementsPerShard'>,
  edgesPerShard: number,
  makesTable: boolean,
  threads: number,
): BitsetLayout {
  const { placements, blockBytes, placementsPerShard } = shape;
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
  const [table, end] = makesTable ? [second, second + bitset] : [0, second];
  const addresses = { used, moves, maps, offsets, edges, targets, marks, full, scratch, visited, table, end };
  return { ...shape, numbers, ...addresses };
}

/** The numbers that the kernel reads when a thread attaches, in the kernel's order. */
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

/** Returns the scratch space of a thread in each shard. */
export function blockScratchBytes(blockBytes: number): number {
  return 2 * align(blockBytes) + COUNTS_BYTES;
}

/**
 * Returns the addresses of a thread's scratch space: a block for the states that a target gathers, one for a copy of the states gathered in
 * another shard, and counts.
 */
export function blockScratch({ scratch, blockBytes }: BitsetLayout, thread: number) {
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

/* The shared memory of a run: bitsets, marks of placements, and all data that the kernel reads. */

/** Everything that a worker needs to join a run: plain data or shared memory. */
export interface SharedBitsets extends SharedRun {
  readonly layout: BitsetLayout;
  readonly memories: readonly KernelMemory[];
  readonly kernel: WebAssembly.Module;
  /** [colour]: number of placements of the colour. */
  readonly colours: readonly [number, number];
  /** Colour of the goal's placement. */
  readonly goalColour: 0 | 1;
}

/**
 * Allocates bitsets of zeros.
 * @param goalPlacement placement of the state that distances are counted from
 * @throws MemoryError if the operating system refuses the memory
 */
export function allocateBitsets(
  layout: BitsetLayout,
  geometry: PatternGeometry,
  graph: PlacementGraph,
  goalPlacement: number,
  kernel: WebAssembly.Module,
  threads: number,
): SharedBitsets {
  const { shards, placementsPerShard } = layout;
  const memories = Array.from({ length: shards }, () => newKernelMemory(Math.ceil(layout.end / KERNEL_PAGE)));
  for (const [shard, { buffer }] of memories.entries()) {
    const first = shard * placementsPerShard;
    const edges = shards === 1 ? graph : edgesFrom(graph, first, first + placementsPerShard);
    writeConstants(buffer, layout, geometry, edges);
  }
  const targets = new Uint32Array(memories[0].buffer, layout.targets, layout.placements);
  const colours = writeTargets(targets, geometry);
  const goalColour = colourOfPlacement(geometry, goalPlacement);
  return { ...newSharedRun(threads), layout, memories, kernel, colours, goalColour };
}

/** Writes the data that the kernel reads in a shard. @param graph edges from its placements */
function writeConstants(
  buffer: SharedArrayBuffer,
  layout: BitsetLayout,
  { tiles, arrangements }: PatternGeometry,
  { offsets, edges }: PlacementGraph,
): void {
  const numbers = KERNEL_NUMBERS.map((name) => layout[name]);
  new Uint32Array(buffer, layout.numbers, numbers.length).set(numbers);
  new Uint32Array(buffer, layout.offsets, offsets.length).set(offsets);
  new Uint32Array(buffer, layout.edges, edges.length).set(edges);
  writeUsed(new Uint8Array(buffer, layout.used, VECTOR_BYTES), arrangements.count);
  writeMoves(buffer, layout, compilePatternMoves(tiles));
}

/** Writes the bits of a vector that stand for arrangements, which are the same for each vector. */
function writeUsed(used: Uint8Array, arrangements: number): void {
  for (let arrangement = 0; arrangement < arrangements; arrangement++) {
    const bit = bitOfArrangement(arrangement) % VECTOR_BITS;
    used[bit >> 3] |= 1 << (bit & 7);
  }
}

/** Writes the compiled moves, and each distinct map once. */
function writeMoves(
  buffer: SharedArrayBuffer,
  { moves, maps }: BitsetLayout,
  compiled: readonly (readonly PatternMove[])[],
): void {
  const addresses = new Map<string, number>();
  let next = maps;
  for (const [from, row] of compiled.entries()) {
    for (const [to, { kind, exchanges, run, map }] of row.entries()) {
      const key = map.join();
      const address = addresses.get(key) ?? next;
      if (!addresses.has(key)) {
        addresses.set(key, address);
        new Uint16Array(buffer, address, map.length).set(map.map((vector) => vector * VECTOR_BYTES));
        next += 2 * map.length;
        if (next > maps + MAPS_BYTES) throw new Error('the maps of moves exceed their reserved memory');
      }
      const move = moves + 16 * ((from << 3) | to);
      new Uint32Array(buffer, move, 4).set([kind, exchanges, address, run * VECTOR_BYTES]);
    }
  }
}

/** Writes the placements of each colour in ascending order. @returns the number of placements of colours 0 and 1 */
function writeTargets(targets: Uint32Array, geometry: PatternGeometry): readonly [number, number] {
  let black = 0;
  for (let placement = 0; placement < targets.length; placement++) black += colourOfPlacement(geometry, placement);
  const next = [0, targets.length - black];
  for (let placement = 0; placement < targets.length; placement++) {
    targets[next[colourOfPlacement(geometry, placement)]++] = placement;
  }
  return [targets.length - black, black];
}

/** Returns the targets of a layer, as addresses of their numbers in the first shard. */
export function targetsOf(
  { layout, colours, goalColour }: SharedBitsets,
  depth: number,
): { begin: number; end: number } {
  const colour = (goalColour + depth) % 2;
  const begin = layout.targets + (colour === 0 ? 0 : 4 * colours[0]);
  return { begin, end: begin + 4 * colours[colour] };
}

/** Marks the start in bitsets of zeros. */
export function seedPattern(bitsets: SharedBitsets, { arrangements }: PatternGeometry, start: number): void {
  const placement = Math.floor(start / arrangements.count);
  const bit = bitOfArrangement(start - placement * arrangements.count);
  const { shard, local } = placeInShard(bitsets.layout, placement);
  const { buffer } = bitsets.memories[shard];
  const { visited, blockBytes } = bitsets.layout;
  new Uint8Array(buffer, visited + local * blockBytes, blockBytes)[bit >> 3] |= 1 << (bit & 7);
  marksOf(bitsets, shard)[local] = markOf(0);
  setProgress(bitsets, 0, 1);
}

/** Returns the shard of a placement, and its number among those of the shard. */
export function placeInShard(
  { placementsPerShard }: BitsetLayout,
  placement: number,
): { shard: number; local: number } {
  const shard = Math.floor(placement / placementsPerShard);
  return { shard, local: placement - shard * placementsPerShard };
}

/** Returns the marks of a shard's placements. */
export function marksOf({ layout, memories }: SharedBitsets, shard: number): Uint8Array {
  return new Uint8Array(memories[shard].buffer, layout.marks, layout.placementsPerShard);
}

/** Returns the shards with a kernel each. @param thread 0..threads-1, whose scratch space is used */
export function attachKernels({ layout, memories, kernel }: SharedBitsets, thread: number): Shard<PatternKernel>[] {
  const shards = shardsOfMemories<PatternKernel>(memories, kernel);
  for (const shard of shards) shard.kernel.attach(layout.numbers, blockScratch(layout, thread).reached);
  return shards;
}

/**
 * Derives the marks of all placements from the visited states. No worker may be active meanwhile. All placements of the last layer's
 * colour that have states are marked as having gained some. The next layer then takes longer, but finds the same states.
 * @param depth of the last layer
 * @returns the number of states visited
 */
export function surveyBitsets(bitsets: SharedBitsets, depth: number): number {
  const { layout, memories } = bitsets;
  const shards = attachKernels(bitsets, 0);
  const marks = memories.map((_, shard) => marksOf(bitsets, shard));
  let states = 0;
  let active = 0;
  for (const layer of [depth - 1, depth]) {
    const { begin, end } = targetsOf(bitsets, layer);
    active = 0;
    for (const placement of new Uint32Array(memories[0].buffer, begin, (end - begin) / 4)) {
      const { shard, local } = placeInShard(layout, placement);
      const count = shards[shard].kernel.survey(local);
      if (count === 0) continue;
      marks[shard][local] = markOf(layer);
      states += count;
      active++;
    }
  }
  setProgress(bitsets, depth, active);
  return states;
}

/* The WebAssembly kernel of workers/kernel/pattern-layers.ts. */

/** The exports of the kernel, which documents them. */
interface PatternKernel {
  attach(layout: number, scratch: number): void;
  readonly advance: KernelFunction<number>;
  /** Returns 0 if there is nothing to gather. */
  gather(target: number, from: number): number;
  gatherBlock(block: number): void;
  settleBlock(target: number, mark: number, marksTable: boolean, keep: boolean): number;
  survey(placement: number): number;
}

/** Indices of the counts that `advance` writes, as 64-bit floating-point numbers. */
export const GAINED_STATES = 0;
export const GAINED_TARGETS = 1;
export const GAINED_COUNTS = 2;
