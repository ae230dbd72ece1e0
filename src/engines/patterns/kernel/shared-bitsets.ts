/** The shared memory of a run: bitsets, marks of placements, and all data that the kernel reads. */

import { KERNEL_PAGE, newKernelMemory } from '../../../base/memory.js';
import { bitOfArrangement, VECTOR_BITS, VECTOR_BYTES } from '../../../spaces/pattern/bit-address.js';
import { colourOfPlacement, type PatternGeometry } from '../../../spaces/pattern/geometry.js';
import type { SharedRun } from '../../batches/batch.js';
import { newProgress } from '../../batches/progress.js';
import { compilePatternMoves, type PatternMove } from '../moves/compiled-moves.js';
import { edgesFrom, type PlacementGraph } from '../moves/placement-graph.js';
import { instantiatePatternKernel, type PatternKernel } from './kernel.js';
import { type BitsetLayout, blockScratchOf, kernelNumbers, MAPS_BYTES, markOf } from './layout.js';

/** Everything that a worker needs to join a run: plain data or shared memory. */
export interface SharedBitsets extends SharedRun {
  readonly layout: BitsetLayout;
  readonly memories: readonly WebAssembly.Memory<SharedArrayBuffer>[];
  readonly kernel: WebAssembly.Module;
  /** [colour]: number of placements of the colour. */
  readonly colours: readonly [number, number];
  /** Colour of the goal's placement. */
  readonly goalColour: 0 | 1;
}

/** Number of runs in this process so far. */
let runs = 0;

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
    writeConstants(
      buffer,
      layout,
      geometry,
      shards === 1 ? graph : edgesFrom(graph, first, first + placementsPerShard),
    );
  }
  const targets = new Uint32Array(memories[0].buffer, layout.targets, layout.placements);
  return {
    id: `${process.pid}-patterns-${runs++}`,
    layout,
    memories,
    kernel,
    colours: writeTargets(targets, geometry),
    goalColour: colourOfPlacement(geometry, goalPlacement),
    progress: newProgress(threads),
  };
}

/** Writes the data that the kernel reads in a shard. @param graph edges from its placements */
function writeConstants(
  buffer: SharedArrayBuffer,
  layout: BitsetLayout,
  { tiles, arrangements }: PatternGeometry,
  { offsets, edges }: PlacementGraph,
): void {
  const numbers = kernelNumbers(layout);
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
export function plantStart(bitsets: SharedBitsets, { arrangements }: PatternGeometry, start: number): void {
  const placement = Math.floor(start / arrangements.count);
  const bit = bitOfArrangement(start - placement * arrangements.count);
  const { shard, local } = placeInShard(bitsets.layout, placement);
  const { buffer } = bitsets.memories[shard];
  const { visited, blockBytes } = bitsets.layout;
  new Uint8Array(buffer, visited + local * blockBytes, blockBytes)[bit >> 3] |= 1 << (bit & 7);
  marksOf(bitsets, shard)[local] = markOf(0);
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

/** Returns a kernel for each shard. @param thread 0..threads-1, whose scratch space is used */
export function attachKernels({ layout, memories, kernel }: SharedBitsets, thread: number): PatternKernel[] {
  return memories.map((memory) => {
    const instance = instantiatePatternKernel(kernel, memory);
    instance.attach(layout.numbers, blockScratchOf(layout, thread).reached);
    return instance;
  });
}

/**
 * Derives the marks of all placements from the visited states. No worker may be active meanwhile. All placements of the last layer's
 * colour that have states are marked as having gained some. The next layer then takes longer, but finds the same states.
 * @param depth of the last layer
 * @returns the number of states visited, and the number of placements that may have gained some in the last layer
 */
export function surveyBitsets(bitsets: SharedBitsets, depth: number): { states: number; active: number } {
  const { layout, memories } = bitsets;
  const kernels = attachKernels(bitsets, 0);
  const marks = memories.map((_, shard) => marksOf(bitsets, shard));
  let states = 0;
  let active = 0;
  for (const layer of [depth - 1, depth]) {
    const { begin, end } = targetsOf(bitsets, layer);
    active = 0;
    for (const placement of new Uint32Array(memories[0].buffer, begin, (end - begin) / 4)) {
      const { shard, local } = placeInShard(layout, placement);
      const count = kernels[shard].survey(local);
      if (count === 0) continue;
      marks[shard][local] = markOf(layer);
      states += count;
      active++;
    }
  }
  return { states, active };
}
