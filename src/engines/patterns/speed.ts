/**
 * Measures how fast a thread finds layers, which takes nearly all of the time. The kernel processes a sample of the placements, with
 * made-up states. Nothing is enumerated.
 */

import { compileKernel } from '../../base/memory.js';
import { type PatternGeometry, patternBitsetBytes } from '../../spaces/board/pattern-geometry.js';
import { secondsPerLayer } from '../batches.js';
import { allocateBitsets, layOutBitsets, markOf, marksOf } from './bitsets.js';
import { finderOf } from './layers.js';
import { sampleOf } from './moves.js';

/** Bytes of the bitsets: too many for a core's own cache. */
const MEASURED_BYTES = 2 ** 25;

/** Number of layers with states on every edge that take as much work as all layers of a pattern. */
const FULL_LAYERS = 14;

/** Made-up bitset byte in which half of the states have been visited. */
const VISITED = 0x55;

/** Measures the states per second of one thread, in less than a second. */
export function measurePlacements(whole: PatternGeometry, table: boolean): number {
  const { placements, arrangements } = whole;
  const bytes = patternBitsetBytes(placements, arrangements.count);
  const { geometry, graph } = sampleOf(whole, Math.ceil(bytes / MEASURED_BYTES));
  const layout = layOutBitsets(geometry, graph.offsets, table, 1);
  const bitsets = allocateBitsets(layout, geometry, graph, 0, compileKernel('patterns'), 1);
  const finder = finderOf(bitsets, 0, { most: 0 });
  const [memory] = bitsets.memories;
  const visited = new Uint8Array(memory.buffer, layout.visited, layout.placements * layout.blockBytes);
  const full = new Uint8Array(memory.buffer, layout.full, layout.placements);
  /** Finds a layer of each colour, in which all sources are active. @returns seconds */
  const layers = () => {
    visited.fill(VISITED);
    full.fill(0);
    let milliseconds = 0;
    for (const depth of [1, 2]) {
      marksOf(bitsets, 0).fill(markOf(depth - 1));
      const begin = performance.now();
      finder.find(0, finder.begin(depth, true, 0), depth, { states: 0, active: 0 }, true, 0);
      milliseconds += performance.now() - begin;
    }
    return milliseconds / 1000;
  };
  return (geometry.placements * geometry.arrangements.count) / (secondsPerLayer(layers) * FULL_LAYERS);
}
