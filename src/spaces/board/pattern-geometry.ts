/**
 * The numbering of a pattern's states, and the moves between them.
 *
 * A pattern has k tiles of a board of n cells. Its states record where these tiles are, and which cells the blank can reach without moving
 * one of them. The other tiles are alike, and moving them costs nothing. A state is a triple (S, r, A):
 *
 * *Set.* S is the set of the cells of the k tiles, as a bit mask over places on the board's path
 * (src/spaces/board/numbering.ts). Its rank is colexicographic: for the places p_1 < p_2 < ... < p_k
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
 * *Arrangement.* A is the order of the k tiles along the path. Labels name the tiles so that the goal's arrangement is 0.
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
 * Sets are masks of 32 bits, so boards have up to 32 cells; see ./partition.ts for k.
 *
 * Source: R. E. Korf and A. Felner, "Disjoint pattern database heuristics", Artificial Intelligence 134 (2002).
 */

import { binomials, exchangeNeighbours, factorial, fromLehmerDigits, onesIn } from '../../permutations/lehmer.js';
import { type Board, colourOf, DIRECTIONS, isFull, isLine, mapOf, neighbour } from './board.js';
import { boardPath, placesOnPath } from './numbering.js';

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
  readonly pathIndex: readonly number[];
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
export function patternGeometry(board: Board, tiles: number): PatternGeometry {
  const key = `${mapOf(board).join('/')} ${tiles}`;
  const found = made.get(key)?.deref();
  if (found !== undefined) return found;
  const geometry = makeGeometry(board, tiles);
  made.set(key, new WeakRef(geometry));
  return geometry;
}

function makeGeometry(board: Board, tiles: number): PatternGeometry {
  const path = boardPath(board);
  const pathIndex = placesOnPath(path);
  const beside = path.map((cell) =>
    DIRECTIONS.map((direction) => {
      const other = neighbour(board, cell, direction);
      return other < 0 ? NO_PLACE : pathIndex[other];
    }),
  );
  const around = beside.map((places) => maskOf(places.filter((place) => place !== NO_PLACE)));
  const ranks = new SetRanks(board.cells, tiles);
  const arrangements = LabelArrangements.of(tiles);
  const placed = placementsOf(ranks, around);
  const placements = placed.sets.length;
  return {
    board,
    tiles,
    path,
    pathIndex,
    beside,
    around,
    blackPlaces: maskOf([...path.keys()].filter((place) => colourOf(board, path[place]) === 1)),
    ranks,
    ...placed,
    placements,
    arrangements,
    states: placements * arrangements.count,
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

/*
 * Colexicographic ranks of sets of places, as defined above: the number of smaller masks with k bits set.
 *
 * A mask is looked up in two halves. The terms C(p_i, i) of the lower half depend on that half alone. Those of the upper half depend on
 * that half and on the number of bits in the lower half, where i continues.
 */

/** The ranks of the sets of k places out of n, n up to 32. */
export class SetRanks {
  /** Number of sets: n choose k. */
  readonly count: number;
  readonly #size: number;
  /** Number of places in the lower half, and in the upper half. */
  readonly lowBits: number;
  readonly highBits: number;
  /** [lower half]: its share of the rank. */
  readonly low: Uint32Array;
  /** [bits in the lower half << highBits | upper half]: the share of the upper half in the rank. */
  readonly high: Uint32Array;

  constructor(places: number, size: number) {
    const choose = binomials(places, size);
    const stride = places + 1;
    this.count = choose[size * stride + places];
    this.#size = size;
    this.lowBits = (places + 1) >> 1;
    this.highBits = places - this.lowBits;
    const shareOf = (half: number, firstPlace: number, before: number) => {
      let share = 0;
      let index = before;
      for (let rest = half; rest !== 0 && index < size; rest &= rest - 1) {
        share += choose[++index * stride + firstPlace + 31 - Math.clz32(rest & -rest)];
      }
      return share;
    };
    this.low = Uint32Array.from({ length: 1 << this.lowBits }, (_, half) => shareOf(half, 0, 0));
    const halves = 1 << this.highBits;
    this.high = new Uint32Array((size + 1) * halves);
    for (let before = 0; before <= size; before++) {
      for (let half = 0; half < halves; half++) {
        this.high[before * halves + half] = shareOf(half, this.lowBits, before);
      }
    }
  }

  /** Returns the rank of a set, from 0. @param set a mask of k bits */
  rankOf(set: number): number {
    const half = set & ((1 << this.lowBits) - 1);
    return this.low[half] + this.high[(onesIn(half) << this.highBits) | (set >>> this.lowBits)];
  }

  /** Yields all sets in the order of their ranks, as unsigned masks: after each one, the next larger number with the same number of bits. */
  *all(): Generator<number, void> {
    let set = 2 ** this.#size - 1;
    for (let rank = 0; rank < this.count; rank++) {
      yield set;
      // The highest one of the lowest run of ones moves up by one place, and the others of the run move to the bottom.
      const lowest = set & -set;
      const carried = (set + lowest) >>> 0;
      const zeros = 31 - Math.clz32(lowest);
      set = (carried | (((set ^ carried) >>> 2) >>> zeros)) >>> 0;
    }
  }
}

/*
 * Arrangements of a pattern's tiles on their cells.
 *
 * The labels 0..k-1 are on k places. An arrangement is the label on each place, and its number is the Lehmer rank of that permutation
 * (src/permutations/lehmer.ts): 0 if the labels ascend. Example: of k = 3 labels, 1 2 0 has the Lehmer digits 1 1 0 and the number
 * 1*2 + 1*1 + 0 = 3.
 *
 * A move carries a label from place i to place j. The labels between the two move one place towards i, so the window between the places is
 * rotated: a chain of exchanges of neighbours, each of which rewrites two Lehmer digits (src/permutations/lehmer.ts).
 */

/** The arrangements of k labels, 1 to 8 of them. */
export class LabelArrangements {
  /** Number of labels, k. */
  readonly tiles: number;
  /** Number of arrangements, k!. */
  readonly count: number;
  /** [a * k + i]: the label on place i of arrangement a. */
  readonly labels: Uint8Array;
  /** [place, all but the last][arrangement]: the arrangement after the labels there and on the next place are exchanged. */
  readonly #exchanged: readonly Uint16Array[];
  /** [i * k + j]: the result of carried(i, j), made at the first call. */
  readonly #carried: Uint16Array[] = [];

  private constructor(tiles: number) {
    const radices = Array.from({ length: tiles }, (_, place) => tiles - place);
    this.tiles = tiles;
    this.count = factorial(tiles);
    this.labels = new Uint8Array(this.count * tiles);
    const exchanged = Array.from({ length: tiles - 1 }, () => new Uint16Array(this.count));
    const digits = radices.map(() => 0);
    for (let arrangement = 0; arrangement < this.count; arrangement++) {
      this.labels.set(fromLehmerDigits(digits), arrangement * tiles);
      for (const [place, numbers] of exchanged.entries()) {
        const after = [...digits];
        exchangeNeighbours(after, place);
        numbers[arrangement] = after.reduce((number, digit, j) => number * radices[j] + digit, 0);
      }
      for (let place = tiles - 1; place >= 0 && ++digits[place] === radices[place]; place--) digits[place] = 0;
    }
    this.#exchanged = exchanged;
  }

  static readonly #made: LabelArrangements[] = [];

  /** Returns the arrangements of this many labels, which are made once. */
  static of(tiles: number): LabelArrangements {
    LabelArrangements.#made[tiles] ??= new LabelArrangements(tiles);
    return LabelArrangements.#made[tiles];
  }

  /** Returns [arrangement]: its number after the label on place `from` is carried to place `to`. */
  carried(from: number, to: number): Uint16Array {
    const index = from * this.tiles + to;
    this.#carried[index] ??= this.#carry(from, to);
    return this.#carried[index];
  }

  #carry(from: number, to: number): Uint16Array {
    if (from === to) return Uint16Array.from({ length: this.count }, (_, arrangement) => arrangement);
    const last = from < to ? to - 1 : to + 1;
    const exchanged = this.#exchanged[Math.min(last, to)];
    return this.carried(from, last).map((arrangement) => exchanged[arrangement]);
  }
}

/*
 * The address of an arrangement's bit in the bitset of a placement. A vector of 128 bits holds 120 arrangements.
 *
 * The last five Lehmer digits of an arrangement are x y z w 0. Their radices are 5 4 3 2 1, and 5! = 120. The digit w is the lane of a
 * vector, which has 64 bits. The bit in that lane is (x * 4 + y) * 3 + z, less than 60. The digits before x number the vector:
 *
 *     arrangement = vector * 120 + x * 24 + y * 6 + z * 2 + w
 *     bit         = vector * 128 + w * 64 + x * 12 + y * 3 + z
 *
 * The bits 60 to 63 of each lane are unused and 0. With fewer than five labels, the first of these digits are missing: three labels take 3
 * bits of each lane of their one vector. Arrangement 3 of three labels has z = 1 and w = 1, and is bit 65.
 *
 * Placements follow each other, each with the same number of vectors.
 */

/** Number of bits and bytes of a vector. */
export const VECTOR_BITS = 128;
export const VECTOR_BYTES = VECTOR_BITS / 8;
/** Number of arrangements of a full vector. */
const VECTOR_ARRANGEMENTS = 120;
const LANE_BITS = 64;

/** Returns the number of bytes for a placement's bits. @param arrangements k! for k labels */
export function placementBytes(arrangements: number): number {
  return Math.ceil(arrangements / VECTOR_ARRANGEMENTS) * VECTOR_BYTES;
}

/** Returns the number of bytes of a bitset with a bit for each state. @param arrangements k! for k labels */
export function patternBitsetBytes(placements: number, arrangements: number): number {
  return placements * placementBytes(arrangements);
}

/** Returns the bit of an arrangement, counted from the first vector of its placement. */
export function bitOfArrangement(arrangement: number): number {
  const vector = Math.floor(arrangement / VECTOR_ARRANGEMENTS);
  const low = arrangement - vector * VECTOR_ARRANGEMENTS;
  return vector * VECTOR_BITS + (low & 1) * LANE_BITS + (low >> 1);
}

/** Returns the arrangement of a used bit: the inverse of bitOfArrangement. */
export function arrangementOfBit(bit: number): number {
  const vector = Math.floor(bit / VECTOR_BITS);
  const inVector = bit - vector * VECTOR_BITS;
  const lane = inVector < LANE_BITS ? 0 : 1;
  return vector * VECTOR_ARRANGEMENTS + 2 * (inVector - lane * LANE_BITS) + lane;
}
