/** The shared memory of a run: bitsets, marks of placements, and all that the kernel reads. */

import { KERNEL_PAGE, newKernelMemory } from '../../../base/memory.js';
import { bitOfArrangement } from '../../../spaces/pattern/bit-address.js';
import { colourOfPlacement, type PatternGeometry } from '../../../spaces/pattern/geometry.js';
import type { SharedRun } from '../../batches/batch.js';
import { newProgress } from '../../batches/progress.js';
import { type CompiledMove, compileMoves } from '../moves/compiled-moves.js';
import type { PlacementGraph } from '../moves/placement-graph.js';
import { instantiatePatternKernel } from './kernel.js';
import { type BitsetLayout, kernelNumbers, MAPS_BYTES, markOf, scratchOfThread, VECTOR_BYTES } from './layout.js';

/** Everything that a worker needs to take part: plain data or shared memory. */
export interface SharedBitsets extends SharedRun {
  readonly layout: BitsetLayout;
  readonly memory: WebAssembly.Memory<SharedArrayBuffer>;
  readonly kernel: WebAssembly.Module;
  /** [colour]: placements that have it. */
  readonly colours: readonly [number, number];
  /** Colour of the goal's placement. */
  readonly goalColour: 0 | 1;
}

let searches = 0;

/**
 * Allocates bitsets of zeros.
 * @param goalPlacement that of the state that distances are counted from
 * @throws MemoryError if the machine refuses
 */
export function allocateBitsets(
  layout: BitsetLayout,
  geometry: PatternGeometry,
  graph: PlacementGraph,
  goalPlacement: number,
  kernel: WebAssembly.Module,
  threads: number,
): SharedBitsets {
  const memory = newKernelMemory(Math.ceil(layout.end / KERNEL_PAGE));
  const numbers = (address: number, length: number) => new Uint32Array(memory.buffer, address, length);
  const parameters = kernelNumbers(layout);
  numbers(layout.numbers, parameters.length).set(parameters);
  numbers(layout.offsets, graph.offsets.length).set(graph.offsets);
  numbers(layout.edges, graph.edges.length).set(graph.edges);
  writeUsed(new Uint8Array(memory.buffer, layout.used, VECTOR_BYTES), geometry.arrangements.count);
  writeMoves(memory.buffer, layout, compileMoves(geometry.tiles));
  return {
    id: `${process.pid}-patterns-${searches++}`,
    layout,
    memory,
    kernel,
    colours: writeTargets(numbers(layout.targets, layout.placements), geometry),
    goalColour: colourOfPlacement(geometry, goalPlacement),
    progress: newProgress(threads),
  };
}

/** Writes the bits of a vector that stand for arrangements: the same of each vector. */
function writeUsed(used: Uint8Array, arrangements: number): void {
  for (let arrangement = 0; arrangement < arrangements; arrangement++) {
    const bit = bitOfArrangement(arrangement) % (8 * VECTOR_BYTES);
    used[bit >> 3] |= 1 << (bit & 7);
  }
}

/** Writes the compiled moves, and each map once. */
function writeMoves(
  buffer: SharedArrayBuffer,
  { moves, maps }: BitsetLayout,
  compiled: readonly (readonly CompiledMove[])[],
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
        if (next > maps + MAPS_BYTES) throw new Error('the maps of moves are longer than the room for them');
      }
      const move = moves + 16 * ((from << 3) | to);
      new Uint32Array(buffer, move, 4).set([kind, exchanges, address, run * VECTOR_BYTES]);
    }
  }
}

/** Writes the placements of each colour, ascending. @returns how many have colour 0 and 1 */
function writeTargets(targets: Uint32Array, geometry: PatternGeometry): readonly [number, number] {
  let black = 0;
  for (let placement = 0; placement < targets.length; placement++) black += colourOfPlacement(geometry, placement);
  const next = [0, targets.length - black];
  for (let placement = 0; placement < targets.length; placement++) {
    targets[next[colourOfPlacement(geometry, placement)]++] = placement;
  }
  return [targets.length - black, black];
}

/** Returns the targets of a layer, as addresses of their numbers. */
export function targetsOf(
  { layout, colours, goalColour }: SharedBitsets,
  depth: number,
): { begin: number; end: number } {
  const colour = (goalColour + depth) % 2;
  const begin = layout.targets + (colour === 0 ? 0 : 4 * colours[0]);
  return { begin, end: begin + 4 * colours[colour] };
}

/** Puts the start into bitsets of zeros. */
export function plantStart(bitsets: SharedBitsets, placement: number, arrangement: number): void {
  const { layout, memory } = bitsets;
  const bit = bitOfArrangement(arrangement);
  const block = new Uint8Array(memory.buffer, layout.visited + placement * layout.blockBytes, layout.blockBytes);
  block[bit >> 3] |= 1 << (bit & 7);
  marksOf(bitsets)[placement] = markOf(0);
}

/** Returns the marks of all placements. */
export function marksOf({ layout, memory }: SharedBitsets): Uint8Array {
  return new Uint8Array(memory.buffer, layout.marks, layout.placements);
}

/**
 * Derives the marks of all placements from the visited states. No worker may be at work meanwhile. All placements of the last layer's
 * colour that have states count as having gained some: the next layer takes longer, and finds the same.
 * @param depth of the last layer
 * @returns how many states have been visited, and how many placements may have gained some in the last layer
 */
export function surveyBitsets(bitsets: SharedBitsets, depth: number): { states: number; active: number } {
  const { layout, memory } = bitsets;
  const kernel = instantiatePatternKernel(bitsets.kernel, memory);
  kernel.attach(layout.numbers, scratchOfThread(layout, 0).reached);
  const marks = marksOf(bitsets);
  let states = 0;
  let active = 0;
  for (const layer of [depth - 1, depth]) {
    const { begin, end } = targetsOf(bitsets, layer);
    active = 0;
    for (const placement of new Uint32Array(memory.buffer, begin, (end - begin) / 4)) {
      const count = kernel.survey(placement);
      if (count === 0) continue;
      marks[placement] = markOf(layer);
      states += count;
      active++;
    }
  }
  return { states, active };
}
