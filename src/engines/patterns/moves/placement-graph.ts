/**
 * The graph of placements: its edges are the moves between them. All patterns of k tiles on a board share it.
 *
 * A move carries the tile's label from place i of the arrangement to place j (src/spaces/pattern/geometry.ts). Its effect on
 * arrangements depends only on i and j, so a move into a placement is an *edge* of 32 bits:
 *
 *     source << 6 | i << 3 | j
 *
 * Sources have 26 bits: 8 tiles on 32 cells have 10,518,300 sets, and few of these have several regions. Edges are grouped by the
 * placements that they lead to, because a layer is found target by target. Edges with i = j come first: they change no arrangement.
 */

import { type PatternGeometry, placementOf } from '../../../spaces/pattern/geometry.js';
import { onesIn } from '../../../spaces/permutation/ones.js';

export interface PlacementGraph {
  /** Placement -> its first edge. An entry after the last placement gives the number of edges. */
  readonly offsets: Uint32Array;
  readonly edges: Uint32Array;
}

/** Graphs of the geometries in use. */
const made = new WeakMap<PatternGeometry, PlacementGraph>();

/** Returns the graph of a geometry, which is created once. */
export function placementGraphOf(geometry: PatternGeometry): PlacementGraph {
  const found = made.get(geometry) ?? graphInto(geometry, Array(geometry.placements).keys(), edgeOffsetsOf(geometry));
  made.set(geometry, found);
  return found;
}

/** Returns the graph of moves into some placements. @param offsets of the graph */
function graphInto(geometry: PatternGeometry, targets: Iterable<number>, offsets: Uint32Array): PlacementGraph {
  const edges = new Uint32Array(offsets[offsets.length - 1]);
  let index = 0;
  for (const target of targets) {
    writeEdgesInto(geometry, target, edges, offsets[index], offsets[index + 1]);
    index++;
  }
  return { offsets, edges };
}

/**
 * Returns the offsets of a geometry's graph, in a fraction of the time that its edges take. Moves can be undone, so equally many moves
 * lead from a placement and into it.
 */
export function edgeOffsetsOf(geometry: PatternGeometry): Uint32Array {
  const { placements, sets, regions, around } = geometry;
  const offsets = new Uint32Array(placements + 1);
  for (let target = 0; target < placements; target++) {
    offsets[target + 1] = offsets[target] + edgesInto(sets[target], regions[target], around);
  }
  return offsets;
}

/** Writes the edges into a placement to the places `first` to `last` - 1. */
function writeEdgesInto(
  geometry: PatternGeometry,
  target: number,
  edges: Uint32Array,
  first: number,
  last: number,
): void {
  const { sets, regions, around } = geometry;
  const set = sets[target];
  let nextUnion = first;
  let nextOther = last;
  let to = 0;
  for (let tiles = set; tiles !== 0; tiles &= tiles - 1, to++) {
    const bit = tiles & -tiles;
    const place = 31 - Math.clz32(bit);
    for (let origins = around[place] & regions[target]; origins !== 0; origins &= origins - 1) {
      const origin = origins & -origins;
      const before = set ^ bit ^ origin;
      const from = onesIn(before & (origin - 1));
      const edge = ((placementOf(geometry, before, place) << 6) | (from << 3) | to) >>> 0;
      if (from === to) edges[nextUnion++] = edge;
      else edges[--nextOther] = edge;
    }
  }
}

/** Returns the number of moves into a placement: the pairs of a tile and an adjacent cell in the blank's region. */
function edgesInto(set: number, region: number, around: readonly number[]): number {
  let edges = 0;
  for (let tiles = set; tiles !== 0; tiles &= tiles - 1) {
    edges += onesIn(around[31 - Math.clz32(tiles & -tiles)] & region);
  }
  return edges;
}

/** Returns the edges that lead from a range of placementsto all targets. The range is numbered from 0. */
export function edgesFrom({ offsets, edges }: PlacementGraph, first: number, end: number): PlacementGraph {
  const isFrom = (edge: number) => edge >>> 6 >= first && edge >>> 6 < end;
  const own = new Uint32Array(edges.length);
  const ownOffsets = new Uint32Array(offsets.length);
  let count = 0;
  for (let target = 0; target + 1 < offsets.length; target++) {
    for (let index = offsets[target]; index < offsets[target + 1]; index++) {
      if (isFrom(edges[index])) own[count++] = edges[index] - (first << 6);
    }
    ownOffsets[target + 1] = count;
  }
  return { offsets: ownOffsets, edges: own.subarray(0, count) };
}

/**
 * Returns some placements, evenly spread, and the graph of moves into them, as if these came from each other: a sample of the work.
 * @param step from each placement of the sample to the next one
 */
export function sampleOf(
  geometry: PatternGeometry,
  step: number,
): { readonly geometry: PatternGeometry; readonly graph: PlacementGraph } {
  const placements = Math.ceil(geometry.placements / step);
  const targets = Array.from({ length: placements }, (_, index) => index * step);
  const sets = Uint32Array.from(targets, (target) => geometry.sets[target]);
  const regions = Uint32Array.from(targets, (target) => geometry.regions[target]);
  const sample = { ...geometry, placements, sets, regions };
  const graph = graphInto(geometry, targets, edgeOffsetsOf(sample));
  const edges = graph.edges.map((edge) => (((edge >>> 6) % placements) << 6) | (edge & 63));
  return { geometry: sample, graph: { ...graph, edges } };
}
