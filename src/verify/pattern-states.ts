/**
 * The states of a pattern by the plain numbering, by docs/explanations/patterns.md alone: positions, moves, and bits in a
 * table.
 *
 * This file repeats the work of src/spaces/board/pattern-geometry.ts and src/engines/patterns in a plain form, because a table must
 * not be checked by the code that made it.
 */

import { NO_STATE } from '../space/definition.js';
import type { NumberedSpace, PatternSpaceSource } from '../space/space.js';
import { DIRECTIONS } from '../spaces/board/board.js';
import type { Pattern } from '../spaces/board/partition.js';
import { BLANK, type Position } from '../spaces/board/position.js';
import { patternOfSource, patternOutline } from '../spaces/board-facts.js';
import { cellsBeside, pathOf } from './board-numbering.js';

/**
 * Opens the space of a pattern.
 * @throws InputError if the board, the goal or the tiles are wrong, or the source has a start
 */
export function plainPatternSpace(source: PatternSpaceSource & { readonly start?: string }): NumberedSpace {
  const pattern = patternOfSource(source);
  const plain = new PlainPattern(pattern);
  const { size } = plain;
  return {
    ...patternOutline(pattern),
    states: size,
    size,
    starts: [plain.numberOf(pattern.goal)],
    board: null,
    group: null,
    pattern: null,
    neighbours: (state, next) => plain.neighbours(state, next),
    format: (state) => plain.positionOf(state).map(signOf).join(' '),
    parse: (text) => plain.numberOf(text.split(' ').map(tileOf)),
  };
}

function signOf(tile: number): string {
  if (tile === BLANK) return 'x';
  return tile === UNLABELLED ? '.' : String(tile);
}

function tileOf(sign: string): number {
  if (sign === 'x') return BLANK;
  return sign === '.' ? UNLABELLED : Number(sign);
}

/** Stands for all tiles outside of the pattern in a position. */
const UNLABELLED = -1;
/** Stands for a neighbouring place that does not exist. */
const NONE = -1;

/** A move from all states of a placement. */
interface PlacementMove {
  /** Index of the moving tile among the pattern's tiles along the path. */
  readonly from: number;
  /** Index in DIRECTIONS. */
  readonly direction: number;
  /** First state of the placement that the move leads to. */
  readonly first: number;
  /** [arrangement]: the arrangement after the move. */
  readonly arrangements: Uint16Array;
}

class PlainPattern {
  /** Number of states, reached or not. */
  readonly size: number;
  /** [place on the path]: its cell. */
  readonly #path: readonly number[];
  /** [place]: the places above, below, left and right of it. */
  readonly #beside: readonly (readonly number[])[];
  readonly #placements: PlainPlacements;
  readonly #arrangements: PlainArrangements;
  /** [label]: its tile. Labels ascend along the path in the goal. */
  readonly #tileOf: readonly number[];
  /** [label]: the first of its tile's moves. */
  readonly #firstMove: readonly number[];
  /** Placement of the last call of `neighbours`, and its moves. */
  #placement = NONE;
  #moves: readonly PlacementMove[] = [];

  constructor({ board, goal, tiles }: Pattern) {
    this.#path = pathOf(board);
    const beside = cellsBeside(board);
    this.#beside = this.#path.map((cell) => beside[cell].map((other) => this.#path.indexOf(other)));
    const masks = this.#beside.map((places) => maskOf(places.filter((place) => place !== NONE)));
    this.#placements = new PlainPlacements(masks, tiles.length);
    this.#arrangements = new PlainArrangements(tiles.length);
    this.size = this.#placements.count * this.#arrangements.count;
    this.#tileOf = this.#path.map((cell) => goal[cell]).filter((tile) => tiles.includes(tile));
    this.#firstMove = this.#tileOf.map((tile) => tiles.indexOf(tile) * DIRECTIONS.length);
  }

  /**
   * Returns the number of a state.
   * @param position a position with the pattern's tiles and the blank; all other tiles are ignored
   */
  numberOf(position: Position): number {
    const along = this.#path.map((cell) => this.#tileOf.indexOf(position[cell]));
    const set = maskOf([...along.keys()].filter((place) => along[place] >= 0));
    const blank = this.#path.indexOf(position.indexOf(BLANK));
    const arrangement = this.#arrangements.numberOf(along.filter((label) => label >= 0));
    return this.#placements.numberOf(set, blank) * this.#arrangements.count + arrangement;
  }

  /** Returns the position of a state, with the blank on the lowest cell of its region. */
  positionOf(state: number): number[] {
    const arrangement = state % this.#arrangements.count;
    const placement = (state - arrangement) / this.#arrangements.count;
    const position = this.#path.map(() => UNLABELLED);
    for (const [index, place] of this.#placesOf(this.#placements.setOf(placement)).entries()) {
      position[this.#path[place]] = this.#tileOf[this.#labelOn(arrangement, index)];
    }
    const region = this.#placesOf(this.#placements.regionOf(placement));
    position[Math.min(...region.map((place) => this.#path[place]))] = BLANK;
    return position;
  }

  /** Writes the neighbours of a state. Consecutive calls for states of the same placement are fastest. */
  neighbours(state: number, next: Float64Array): void {
    const arrangement = state % this.#arrangements.count;
    const placement = (state - arrangement) / this.#arrangements.count;
    if (placement !== this.#placement) {
      this.#moves = this.#movesFrom(placement);
      this.#placement = placement;
    }
    next.fill(NO_STATE);
    for (let index = 0; index < this.#moves.length; index++) {
      const { from, direction, first, arrangements } = this.#moves[index];
      next[this.#firstMove[this.#labelOn(arrangement, from)] + direction] = first + arrangements[arrangement];
    }
  }

  #movesFrom(placement: number): PlacementMove[] {
    const moves: PlacementMove[] = [];
    const set = this.#placements.setOf(placement);
    const region = this.#placements.regionOf(placement);
    for (const [from, place] of this.#placesOf(set).entries()) {
      const others = set & ~(1 << place);
      for (const [direction, to] of this.#beside[place].entries()) {
        if (to === NONE || ((region >>> to) & 1) === 0) continue;
        const first = this.#placements.numberOf(others | (1 << to), place) * this.#arrangements.count;
        const arrangements = this.#arrangements.carried(from, placesBefore(others, to));
        moves.push({ from, direction, first, arrangements });
      }
    }
    return moves;
  }

  #placesOf(mask: number): number[] {
    return [...this.#path.keys()].filter((place) => (mask >>> place) & 1);
  }

  #labelOn(arrangement: number, index: number): number {
    return this.#arrangements.labels[arrangement * this.#tileOf.length + index];
  }
}

function maskOf(places: readonly number[]): number {
  return places.reduce((mask, place) => mask | (1 << place), 0);
}

/** Returns the number of places of a set before a place. */
function placesBefore(set: number, place: number): number {
  let count = 0;
  for (let rest = set & ((1 << place) - 1); rest !== 0; rest &= rest - 1) count++;
  return count;
}

/*
 * Placements of a pattern, numbered by docs/explanations/patterns.md alone: by the set of the tiles' places on the
 * path, then by the blank's region.
 */

/** The placements of k tiles. Sets and regions are masks of places. */
class PlainPlacements {
  readonly count: number;
  readonly #tiles: number;
  /** [place]: the mask of its neighbouring places. */
  readonly #beside: readonly number[];
  /** Mask of all places. */
  readonly #all: number;
  /** [n][k]: n choose k. */
  readonly #choose: readonly (readonly number[])[];
  /** [rank of a set]: its first placement; the last entry is the number of placements. */
  readonly #first: Uint32Array;

  constructor(beside: readonly number[], tiles: number) {
    const places = beside.length;
    this.#tiles = tiles;
    this.#beside = beside;
    this.#all = beside.reduce((mask, _, place) => mask | (1 << place), 0);
    this.#choose = Array.from({ length: places + 1 }, (_, n) => binomials(n, tiles));
    const sets = this.#choose[places][tiles];
    this.#first = new Uint32Array(sets + 1);
    for (let rank = 0; rank < sets; rank++) {
      this.#first[rank + 1] = this.#first[rank] + this.#countRegions(this.#all & ~this.#setAt(rank));
    }
    this.count = this.#first[sets];
  }

  /** Returns the set of a placement. */
  setOf(placement: number): number {
    return this.#setAt(this.#rankAt(placement));
  }

  /** Returns the region of a placement. */
  regionOf(placement: number): number {
    const rank = this.#rankAt(placement);
    let free = this.#all & ~this.#setAt(rank);
    for (let before = placement - this.#first[rank]; before > 0; before--) free &= ~this.#lowestRegion(free);
    return this.#lowestRegion(free);
  }

  /** Returns the placement of a set with the blank on a place outside of it. */
  numberOf(set: number, place: number): number {
    let placement = this.#first[this.#rankOf(set)];
    let free = this.#all & ~set;
    for (;;) {
      const region = this.#lowestRegion(free);
      if ((region >>> place) & 1) return placement;
      free &= ~region;
      placement++;
    }
  }

  #rankOf(set: number): number {
    let rank = 0;
    let index = 0;
    for (let rest = set; rest !== 0; rest &= rest - 1) rank += this.#choose[lowestPlace(rest)][++index];
    return rank;
  }

  /**
   * Returns the set of a rank. Its last place is the largest whose binomial coefficient does not exceed the rank, and
   * so on downwards.
   */
  #setAt(rank: number): number {
    let set = 0;
    let rest = rank;
    let place = this.#beside.length - 1;
    for (let index = this.#tiles; index > 0; index--, place--) {
      while (this.#choose[place][index] > rest) place--;
      rest -= this.#choose[place][index];
      set |= 1 << place;
    }
    return set;
  }

  /** Returns the rank of a placement's set: the last rank whose first placement is not after it. */
  #rankAt(placement: number): number {
    let rank = 0;
    for (let end = this.#first.length - 1; end - rank > 1; ) {
      const middle = (rank + end) >> 1;
      if (this.#first[middle] <= placement) rank = middle;
      else end = middle;
    }
    return rank;
  }

  #countRegions(free: number): number {
    let count = 0;
    for (let rest = free; rest !== 0; rest &= ~this.#lowestRegion(rest)) count++;
    return count;
  }

  /** Returns the region of the lowest free place. @param free mask of whole regions */
  #lowestRegion(free: number): number {
    let region = 0;
    for (let edge = free & -free; edge !== 0; ) {
      const place = lowestPlace(edge);
      region |= 1 << place;
      edge = (edge | (this.#beside[place] & free)) & ~region;
    }
    return region;
  }
}

function lowestPlace(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** Returns n choose 0..k. */
function binomials(n: number, k: number): number[] {
  const row = [1];
  for (let i = 1; i <= k; i++) row.push((row[i - 1] * (n - i + 1)) / i);
  return row;
}

/* The orders of a pattern's labels along the path. The number of each is its index in lexicographic order. */

class PlainArrangements {
  /** Number of arrangements of the k labels, k! */
  readonly count: number;
  /** Label at index i of arrangement a, at a * k + i. */
  readonly labels: Uint8Array;
  readonly #tiles: number;
  /** Arrangement for each key of labels. */
  readonly #numbers = new Map<number, number>();
  /** Results of `carried` at from * k + to, computed on first use. */
  readonly #carried: Uint16Array[] = [];

  /** @param tiles number of tiles, 1 to 8 */
  constructor(tiles: number) {
    const orders = permutationsOf(Array.from({ length: tiles }, (_, label) => label));
    this.count = orders.length;
    this.labels = Uint8Array.from(orders.flat());
    this.#tiles = tiles;
    for (const [number, labels] of orders.entries()) this.#numbers.set(keyOf(labels), number);
  }

  /** Returns the number of an arrangement. @throws Error if the labels are not an arrangement */
  numberOf(labels: readonly number[]): number {
    const number = this.#numbers.get(keyOf(labels));
    if (number === undefined) throw new Error(`the labels ${labels.join(' ')} are not an arrangement`);
    return number;
  }

  /** Returns for each arrangement its number after the label at index `from` is moved to index `to`. */
  carried(from: number, to: number): Uint16Array {
    const index = from * this.#tiles + to;
    this.#carried[index] ??= this.#carry(from, to);
    return this.#carried[index];
  }

  #carry(from: number, to: number): Uint16Array {
    const carried = new Uint16Array(this.count);
    const others = Array.from({ length: this.#tiles }, (_, place) => place).filter((place) => place !== from);
    const source = others.toSpliced(to, 0, from);
    const labels = new Array<number>(this.#tiles);
    for (let arrangement = 0; arrangement < this.count; arrangement++) {
      const first = arrangement * this.#tiles;
      for (let place = 0; place < this.#tiles; place++) labels[place] = this.labels[first + source[place]];
      carried[arrangement] = this.numberOf(labels);
    }
    return carried;
  }
}

/** Returns the orders of ascending labels. */
function permutationsOf(labels: readonly number[]): number[][] {
  if (labels.length === 0) return [[]];
  return labels.flatMap((first) =>
    permutationsOf(labels.filter((label) => label !== first)).map((others) => [first, ...others]),
  );
}

/** Returns a unique number for an arrangement of up to 8 labels. */
function keyOf(labels: readonly number[]): number {
  return labels.reduce((key, label) => key * 8 + label, 1);
}
