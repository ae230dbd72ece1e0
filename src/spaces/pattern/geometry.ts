/**
 * The numbering of a pattern's states, and the moves between them.
 *
 * A pattern has k tiles of a board of n cells. Its states record where these tiles are, and which cells the blank can reach without moving
 * one of them. The other tiles are alike, and moving them costs nothing. A state is a triple (S, r, A):
 *
 * *Set.* S is the set of the cells of the k tiles, as a bit mask over places on the board's path
 * (src/spaces/board/numbering/geometry.ts). Its rank is colexicographic: for the places p_1 < p_2 < ... < p_k
 *
 *     rank = C(p_1, 1) + C(p_2, 2) + ... + C(p_k, k)
 *
 * which puts the masks in ascending order. Example: {0, 1}, {0, 2}, {1, 2}, {0, 3} are the first sets of two places.
 *
 * *Region.* r is the connected region of the cells outside S that the blank is in. The regions of S are numbered from 0 by their lowest
 * places. On 3x3, read 0 1 2 5 4 3 6 7 8, the set of the cells 1 and 3 cuts off cell 0: it has the regions {0} and {2, 4, 5, 6, 7, 8}.
 *
 * *Placement.* The pairs (S, r) are numbered without gaps, by the rank of S and then by r. Placements of patterns correspond to the cells of
 * the blank of boards: moves lead from one placement to another, and change the arrangement in the same manner for all states of
 * a placement.
 *
 * *Arrangement.* A is the order of the k tiles along the path (./arrangements.ts). Labels name the tiles so that the goal's arrangement is 0.
 *
 *     state = placement * k! + arrangement
 *
 * *Moves.* A tile moves from a cell a of S to a neighbouring cell b in the region r. Then the blank is on a:
 *
 *     S' = S - a + b,   r' = the region of S' that holds a
 *
 * The tile's label is carried from place i to place j of the arrangement. Here i is the number of cells of S before a, and j the number of
 * cells of S' before b. Carrying the tile from b back to a undoes the move, so the graph of the states is undirected.
 *
 * *Colour.* Colour the cells like a chessboard. A move changes the number of tiles on black cells by one. The parity of that number is the
 * colour of the placement, so neighbours differ in it. On full boards the black cells are the odd places; on maps, consecutive places may
 * have the same colour.
 *
 * Sets are masks of 32 bits, so boards have up to 32 cells; see ./pattern.ts for k.
 *
 * Source: R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134 (2002).
 */

import { type Board, colourOf, DIRECTIONS, isFull, isLine, mapOf, neighbour } from '../board/board.js';
import { boardPath, placesOnPath } from '../board/numbering/geometry.js';
import { onesIn } from '../permutation/ones.js';
import { LabelArrangements } from './arrangements.js';
import { SetRanks } from './set-ranks.js';

/** Stands for the neighbour of a place in a direction without one. */
export const NO_PLACE = -1;

/** The numbering of all patterns of k tiles on one board. */
export interface PatternGeometry {
  readonly board: Board;
  /** Number of tiles of a pattern, k. */
  readonly tiles: number;
  /** [place on the path]: the cell. */
  readonly path: readonly number[];
  /** [cell]: its place on the path. */
  readonly placeOf: readonly number[];
  /** [place]: the places next to it in the order of DIRECTIONS, NO_PLACE if there is none. */
  readonly beside: readonly (readonly number[])[];
  /** [place]: the mask of the places next to it. */
  readonly around: readonly number[];
  /** Mask of the places on black cells. */
  readonly blackPlaces: number;
  readonly ranks: SetRanks;
  /** [rank of a set]: its first placement; the entry after the last set is the number of placements. */
  readonly firstPlacement: Uint32Array;
  /** [placement]: its set, as a mask. */
  readonly sets: Uint32Array;
  /** [placement]: its region, as a mask. */
  readonly regions: Uint32Array;
  readonly placements: number;
  readonly arrangements: LabelArrangements;
  /** placements * k!. Moves reach all of them from any one, except on some maps and on single rows or columns. */
  readonly states: number;
}

/** Returns a set of places as a mask. */
export function maskOf(places: readonly number[]): number {
  return places.reduce((mask, place) => mask | (1 << place), 0);
}

/** Geometries in use, by board and number of tiles. */
const made = new Map<string, WeakRef<PatternGeometry>>();

/**
 * Returns the geometry of the patterns of a board: the same one as long as it is in use.
 * @param tiles of each pattern, as checkedTiles accepts them
 */
export function patternGeometryOf(board: Board, tiles: number): PatternGeometry {
  const key = `${mapOf(board).join('/')} ${tiles}`;
  const found = made.get(key)?.deref();
  if (found !== undefined) return found;
  const geometry = makeGeometry(board, tiles);
  made.set(key, new WeakRef(geometry));
  return geometry;
}

function makeGeometry(board: Board, tiles: number): PatternGeometry {
  const path = boardPath(board);
  const placeOf = placesOnPath(path);
  const beside = path.map((cell) =>
    DIRECTIONS.map((direction) => {
      const other = neighbour(board, cell, direction);
      return other < 0 ? NO_PLACE : placeOf[other];
    }),
  );
  const around = beside.map((places) => maskOf(places.filter((place) => place !== NO_PLACE)));
  const blackPlaces = maskOf([...path.keys()].filter((place) => colourOf(board, path[place]) === 1));
  const ranks = new SetRanks(board.cells, tiles);
  const arrangements = LabelArrangements.of(tiles);
  const placed = placementsOf(ranks, around);
  const placements = placed.sets.length;
  const states = placements * arrangements.count;
  return {
    board,
    tiles,
    path,
    placeOf,
    beside,
    around,
    blackPlaces,
    ranks,
    ...placed,
    placements,
    arrangements,
    states,
  };
}

/** Returns the sets and regions of all placements, and the first placement of each set. */
function placementsOf(
  ranks: SetRanks,
  around: readonly number[],
): Pick<PatternGeometry, 'firstPlacement' | 'sets' | 'regions'> {
  const regionsOf = regionFinder(around);
  const found = new Uint32Array(around.length);
  const firstPlacement = new Uint32Array(ranks.count + 1);
  let rank = 0;
  for (const set of ranks.all()) {
    firstPlacement[rank + 1] = firstPlacement[rank] + regionsOf(set, found);
    rank++;
  }
  const placements = firstPlacement[ranks.count];
  const sets = new Uint32Array(placements);
  const regions = new Uint32Array(placements);
  let placement = 0;
  for (const set of ranks.all()) {
    const count = regionsOf(set, found);
    sets.fill(set, placement, placement + count);
    regions.set(found.subarray(0, count), placement);
    placement += count;
  }
  return { firstPlacement, sets, regions };
}

/** Returns a function that writes the regions of a set as masks, by their lowest places, and returns their number. */
function regionFinder(around: readonly number[]): (set: number, found: Uint32Array) => number {
  const all = maskOf([...around.keys()]);
  return (set, found) => {
    let count = 0;
    let free = all & ~set;
    while (free !== 0) {
      let region = free & -free;
      for (let edge = region; edge !== 0; ) {
        let reached = 0;
        for (; edge !== 0; edge &= edge - 1) reached |= around[31 - Math.clz32(edge & -edge)];
        edge = reached & free & ~region;
        region |= edge;
      }
      found[count++] = region;
      free &= ~region;
    }
    return count;
  };
}

/**
 * Returns the placement of a set with the blank on a place.
 * @param set mask of the tiles' places
 * @param place outside the set
 */
export function placementOf({ ranks, firstPlacement, regions }: PatternGeometry, set: number, place: number): number {
  const bit = 1 << place;
  let placement = firstPlacement[ranks.rankOf(set)];
  while ((regions[placement] & bit) === 0) placement++;
  return placement;
}

/** Returns whether moves are known to reach all states from any one. On maps and on single rows and columns this is not known. */
export function reachesAllStates({ board }: PatternGeometry): boolean {
  return isFull(board) && !isLine(board);
}

/** Returns the colour of a placement: the parity of the number of tiles on black cells, which every move changes. */
export function colourOfPlacement({ sets, blackPlaces }: PatternGeometry, placement: number): 0 | 1 {
  return (onesIn(sets[placement] & blackPlaces) & 1) as 0 | 1;
}
