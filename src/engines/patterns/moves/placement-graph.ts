/**
 * Where moves lead from one placement to another, for all patterns of as many tiles on one board.
 *
 * A move carries the tile's label from place i of the arrangement to place j (src/spaces/pattern/geometry.ts). What it does to arrangements
 * is given by i and j alone, so a move into a placement is an *edge* of 32 bits:
 *
 *     source << 6 | i << 3 | j
 *
 * Sources have 26 bits: 8 tiles on 32 cells have 10,518,300 sets, of which few have several regions. Edges are grouped by the placements that they lead to, for a layer is found target by target. Those with i = j come first: they change
 * no arrangement.
 */

import { type PatternGeometry, placementOf } from '../../../spaces/pattern/geometry.js';
import { onesIn } from '../../../spaces/permutation/ones.js';

export interface PlacementGraph {
  /** Placement -> its first edge; and after the last placement, the number of edges. */
  readonly offsets: Uint32Array;
  readonly edges: Uint32Array;
}

/** Graphs of geometries that are still in use. */
const made = new WeakMap<PatternGeometry, PlacementGraph>();

/** Returns the graph of a geometry, which is made once. */
export function placementGraphOf(geometry: PatternGeometry): PlacementGraph {
  const found = made.get(geometry) ?? makeGraph(geometry);
  made.set(geometry, found);
  return found;
}

function makeGraph(geometry: PatternGeometry): PlacementGraph {
  const { placements, sets, regions, around } = geometry;
  const offsets = new Uint32Array(placements + 1);
  for (let target = 0; target < placements; target++) {
    offsets[target + 1] = offsets[target] + edgesInto(sets[target], regions[target], around);
  }
  const edges = new Uint32Array(offsets[placements]);
  for (let target = 0; target < placements; target++) {
    const set = sets[target];
    let first = offsets[target];
    let last = offsets[target + 1];
    let to = 0;
    for (let tiles = set; tiles !== 0; tiles &= tiles - 1, to++) {
      const bit = tiles & -tiles;
      const place = 31 - Math.clz32(bit);
      for (let origins = around[place] & regions[target]; origins !== 0; origins &= origins - 1) {
        const origin = origins & -origins;
        const before = set ^ bit ^ origin;
        const from = onesIn(before & (origin - 1));
        const edge = ((placementOf(geometry, before, place) << 6) | (from << 3) | to) >>> 0;
        if (from === to) edges[first++] = edge;
        else edges[--last] = edge;
      }
    }
  }
  return { offsets, edges };
}

/** Returns the number of moves into a placement: of a tile from a cell beside it in the blank's region. */
function edgesInto(set: number, region: number, around: readonly number[]): number {
  let edges = 0;
  for (let tiles = set; tiles !== 0; tiles &= tiles - 1) {
    edges += onesIn(around[31 - Math.clz32(tiles & -tiles)] & region);
  }
  return edges;
}
