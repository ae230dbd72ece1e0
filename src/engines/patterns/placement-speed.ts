/**
 * Measures how fast a thread finds layers, which is nearly all of the work. The kernel works on a sample of the placements, with made-up
 * states. Nothing is enumerated.
 */

import type { PatternGeometry } from '../../spaces/pattern/geometry.js';
import { FreshWords } from '../batches/fresh-words.js';
import { compilePatternKernel } from './kernel/kernel.js';
import { layOutBitsets, markOf } from './kernel/layout.js';
import { allocateBitsets, marksOf } from './kernel/shared-bitsets.js';
import { finderOf } from './layers/worker.js';
import type { PlacementGraph } from './moves/placement-graph.js';
import type { PreparedPattern } from './prepared-pattern.js';

/** Bytes of the bitsets: too many for a core's own cache. */
const MEASURED_BYTES = 2 ** 25;
const SECONDS = 0.2;
/** Small patterns are searched in less time than their bitsets are filled: then it ends after this time. */
const MOST_MILLISECONDS = 500;
/** Layers after which V8 has optimized the kernel. */
const WARM_UP_LAYERS = 3;

/** Layers in which every edge brings states that are as much work as all layers of a pattern. */
const FULL_LAYERS = 14;

/** Half of the states have been visited. */
const VISITED = 0x55;

/** Measures the states per second of one thread, in less than a second. */
export function measurePlacements({ pattern, graph, need }: PreparedPattern): number {
  const sample = sampleOf(pattern.geometry, graph);
  const { geometry } = sample;
  const layout = layOutBitsets(geometry, sample.graph.edges.length, need.table, 1);
  if (layout === null) throw new Error('some of the placements do not fit into memory that holds all of them');
  const bitsets = allocateBitsets(layout, geometry, sample.graph, 0, compilePatternKernel(), 1);
  const finder = finderOf(bitsets, 0, new FreshWords(0, 0));
  const { memory } = bitsets;
  const visited = new Uint8Array(memory.buffer, layout.visited, layout.placements * layout.blockBytes);
  const full = new Uint8Array(memory.buffer, layout.full, layout.placements);
  /** Finds a layer of each colour, in which all sources are active. @returns seconds */
  const layers = () => {
    visited.fill(VISITED);
    full.fill(0);
    let milliseconds = 0;
    for (const depth of [1, 2]) {
      marksOf(bitsets).fill(markOf(depth - 1));
      const begin = performance.now();
      finder.find(0, finder.parts(depth), depth, true, { states: 0, active: 0 });
      milliseconds += performance.now() - begin;
    }
    return milliseconds / 1000;
  };
  for (let count = 0; count < WARM_UP_LAYERS; count++) layers();
  let measured = 0;
  let seconds = 0;
  const end = performance.now() + MOST_MILLISECONDS;
  do {
    seconds += layers();
    measured++;
  } while (seconds < SECONDS && performance.now() < end);
  return (measured * geometry.placements * geometry.arrangements.count) / (seconds * FULL_LAYERS);
}

/** Returns some placements, spread over all, and their moves as if these came from each other. */
function sampleOf(
  geometry: PatternGeometry,
  { offsets, edges }: PlacementGraph,
): { geometry: PatternGeometry; graph: PlacementGraph } {
  const blockBytes = Math.max(16, (16 * geometry.arrangements.count) / 120);
  const step = Math.ceil((geometry.placements * blockBytes) / MEASURED_BYTES);
  const placements = Math.ceil(geometry.placements / step);
  const sets = Uint32Array.from({ length: placements }, (_, index) => geometry.sets[index * step]);
  const into = Array.from({ length: placements }, (_, index) =>
    edges.subarray(offsets[index * step], offsets[index * step + 1]),
  );
  const sampled = Uint32Array.from(
    into.flatMap((ofTarget) => Array.from(ofTarget, (edge) => (((edge >>> 6) % placements) << 6) | (edge & 63))),
  );
  const firsts = new Uint32Array(placements + 1);
  for (const [index, { length }] of into.entries()) firsts[index + 1] = firsts[index] + length;
  return { geometry: { ...geometry, placements, sets }, graph: { offsets: firsts, edges: sampled } };
}
