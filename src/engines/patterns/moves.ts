/**
 * Compiled moves: the effect on all arrangements of a placement if a label is carried from place i to place j.
 *
 * The move rewrites the Lehmer digits i to j (src/permutations/lehmer.ts). The last five digits number the bits of a vector, and
 * those before them the vectors (src/spaces/board/pattern-geometry.ts). So there are four kinds of moves:
 *
 * | the digits i to j | the move |
 * |---|---|
 * | i = j | changes nothing |
 * | number vectors alone | takes runs of vectors to other places |
 * | number bits alone | moves the bits of every vector alike, by exchanges |
 * | number both | moves vectors, bits between the six vectors of a sextet, and bits of each vector |
 */

import { onesIn, type Rotation } from '../../permutations/lehmer.js';
import { LOW_DIGITS, windowMap, wordsBelow } from '../../spaces/board/numbering.js';
import { type PatternGeometry, placementOf } from '../../spaces/board/pattern-geometry.js';

/** Kinds of moves, numbered as in workers/kernel/pattern-layers.ts. */
const MOVE_KIND = {
  union: 0,
  runs: 1,
  withinAscending: 2,
  withinDescending: 3,
  acrossAscending: 4,
  acrossDescending: 5,
} as const;

export interface PatternMove {
  readonly kind: (typeof MOVE_KIND)[keyof typeof MOVE_KIND];
  /** Exchanges of digits of a vector, as flags that begin with the pair (x, y). */
  readonly exchanges: number;
  /** Vectors per run, for the kind `runs`. */
  readonly run: number;
  /**
   * Map of the move. Kind `runs`: for each run of the target, the first vector that it takes. Kind `acrossAscending`, in which vectors
   * move first: for each vector of the target, its source. Kind `acrossDescending`, in which vectors move last: for each vector of the
   * source, its target.
   */
  readonly map: readonly number[];
}

/** Returns the moves of a label between any two places, as [from][to]. @param tiles number of labels k */
export function compilePatternMoves(tiles: number): readonly (readonly PatternMove[])[] {
  const places = Array.from({ length: tiles }, (_, place) => place);
  return places.map((from) => places.map((to) => compileMove(tiles, from, to)));
}

function compileMove(tiles: number, from: number, to: number): PatternMove {
  const low = tiles - LOW_DIGITS;
  const first = Math.min(from, to);
  const last = Math.max(from, to);
  const ascends = from < to;
  if (first === last) return { kind: MOVE_KIND.union, exchanges: 0, run: 0, map: [] };
  if (last < low) {
    const run = wordsBelow(tiles - 1 - last);
    const map = vectorMap(tiles, first, last, ascends ? 'last-to-first' : 'first-to-last');
    return { kind: MOVE_KIND.runs, exchanges: 0, run, map };
  }
  let exchanges = 0;
  for (let digit = Math.max(first, low); digit < last; digit++) exchanges |= 1 << (digit - low);
  if (first >= low) {
    return { kind: ascends ? MOVE_KIND.withinAscending : MOVE_KIND.withinDescending, exchanges, run: 0, map: [] };
  }
  const kind = ascends ? MOVE_KIND.acrossAscending : MOVE_KIND.acrossDescending;
  return { kind, exchanges, run: 0, map: vectorMap(tiles, first, low - 1, 'last-to-first') };
}

/**
 * Returns the map by which a rotation of the digits first..last moves runs of vectors, which share these digits and the digits before
 * them.
 */
function vectorMap(tiles: number, first: number, last: number, rotation: Rotation): number[] {
  const run = wordsBelow(tiles - 1 - last);
  const runs = windowMap(tiles, first, last, rotation);
  return Array.from({ length: wordsBelow(tiles) / run }, (_, index) => {
    const place = index % runs.length;
    return (index - place + runs[place]) * run;
  });
}

/*
 * The graph of placements: its edges are the moves between them. All patterns of k tiles on a board share it.
 *
 * A move carries the tile's label from place i of the arrangement to place j (src/spaces/board/pattern-geometry.ts). Its effect on
 * arrangements depends only on i and j, so a move into a placement is an *edge* of 32 bits:
 *
 *     source << 6 | i << 3 | j
 *
 * Sources have 26 bits: 8 tiles on 32 cells have 10,518,300 sets, and few of these have several regions. Edges are grouped by the
 * placements that they lead to, because a layer is found target by target. Edges with i = j come first: they change no arrangement.
 */

export interface PlacementGraph {
  /** Placement -> its first edge. An entry after the last placement gives the number of edges. */
  readonly offsets: Uint32Array;
  readonly edges: Uint32Array;
}

/** Graphs of the geometries in use. */
const made = new WeakMap<PatternGeometry, PlacementGraph>();

/** Returns the graph of a geometry, which is created once. */
export function placementGraph(geometry: PatternGeometry): PlacementGraph {
  const found = made.get(geometry) ?? newGraph(geometry);
  made.set(geometry, found);
  return found;
}

function newGraph(geometry: PatternGeometry): PlacementGraph {
  const offsets = edgeOffsets(geometry);
  const edges = new Uint32Array(offsets[geometry.placements]);
  for (let target = 0; target < geometry.placements; target++) {
    writeEdges(geometry, target, edges, offsets[target], offsets[target + 1]);
  }
  return { offsets, edges };
}

/**
 * Returns the offsets of a geometry's graph, in a fraction of the time that its edges take. Moves can be undone, so equally many moves
 * lead from a placement and into it.
 */
export function edgeOffsets(geometry: PatternGeometry): Uint32Array {
  const { placements, sets, regions, around } = geometry;
  const offsets = new Uint32Array(placements + 1);
  for (let target = 0; target < placements; target++) {
    offsets[target + 1] = offsets[target] + edgesInto(sets[target], regions[target], around);
  }
  return offsets;
}

/** Writes the edges into a placement to the places `first` to `last` - 1. */
function writeEdges(geometry: PatternGeometry, target: number, edges: Uint32Array, first: number, last: number): void {
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

/** Returns the edges that lead from a range of placements to all targets. The range is numbered from 0. */
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
