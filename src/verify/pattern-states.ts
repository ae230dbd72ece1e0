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
import { cellsBeside, plainPath } from './board-numbering.js';

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
  readonly #placements: Placements;
  readonly #arrangements: ReturnType<typeof plainArrangements>;
  /** [label]: its tile. Labels ascend along the path in the goal. */
  readonly #tileOf: readonly number[];
  /** [label]: the first of its tile's moves. */
  readonly #firstMove: readonly number[];
  /** Placement of the last call of `neighbours`, and its moves. */
  #placement = NONE;
  #moves: readonly PlacementMove[] = [];

  constructor({ board, goal, tiles }: Pattern) {
    this.#path = plainPath(board);
    const beside = cellsBeside(board);
    this.#beside = this.#path.map((cell) => beside[cell].map((other) => this.#path.indexOf(other)));
    const masks = this.#beside.map((places) => maskOf(places.filter((place) => place !== NONE)));
    this.#placements = placementsOf(masks, tiles.length);
    this.#arrangements = plainArrangements(tiles.length);
    this.size = this.#placements.sets.length * this.#arrangements.count;
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
    return placementOf(this.#placements, set, blank) * this.#arrangements.count + arrangement;
  }

  /** Returns the position of a state, with the blank on the lowest cell of its region. */
  positionOf(state: number): number[] {
    const arrangement = state % this.#arrangements.count;
    const placement = (state - arrangement) / this.#arrangements.count;
    const position = this.#path.map(() => UNLABELLED);
    for (const [index, place] of this.#placesOf(this.#placements.sets[placement]).entries()) {
      position[this.#path[place]] = this.#tileOf[this.#labelOn(arrangement, index)];
    }
    const region = this.#placesOf(this.#placements.regions[placement]);
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
    const set = this.#placements.sets[placement];
    const region = this.#placements.regions[placement];
    for (const [from, place] of this.#placesOf(set).entries()) {
      const others = set & ~(1 << place);
      for (const [direction, to] of this.#beside[place].entries()) {
        if (to === NONE || ((region >>> to) & 1) === 0) continue;
        const first = placementOf(this.#placements, others | (1 << to), place) * this.#arrangements.count;
        const before = this.#placesOf(others & ((1 << to) - 1)).length;
        const arrangements = this.#arrangements.carried(from, before);
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

/*
 * Placements of a pattern, numbered by docs/explanations/patterns.md alone: by the set of the tiles' places on the
 * path, then by the blank's region. The rank of a set, a sum of binomial coefficients, is its index among all sets of k places if
 * their masks ascend.
 */

type Placements = ReturnType<typeof placementsOf>;

/**
 * Returns the placements of k tiles: for each the set of the tiles' places and the blank's region, both as masks of places; and for each
 * set the first of its placements.
 * @param beside [place]: the mask of its neighbouring places
 */
function placementsOf(beside: readonly number[], tiles: number) {
  const all = maskOf([...beside.keys()]);
  const sets: number[] = [];
  const regions: number[] = [];
  const firsts = new Map<number, number>();
  for (const set of setsOf(beside.length, tiles)) {
    firsts.set(set, sets.length);
    for (let free = all & ~set; free !== 0; free &= ~regions[regions.length - 1]) {
      sets.push(set);
      regions.push(lowestRegion(free, beside));
    }
  }
  return { sets: Uint32Array.from(sets), regions: Uint32Array.from(regions), firsts };
}

/** Returns the region of the lowest free place. @param free mask of whole regions */
function lowestRegion(free: number, beside: readonly number[]): number {
  let region = 0;
  for (let edge = free & -free; edge !== 0; ) {
    const place = 31 - Math.clz32(edge & -edge);
    region |= 1 << place;
    edge = (edge | (beside[place] & free)) & ~region;
  }
  return region;
}

/** Returns the placement of a set with the blank on a place outside of it. */
function placementOf({ regions, firsts }: Placements, set: number, place: number): number {
  let placement = firsts.get(set >>> 0) as number;
  while (((regions[placement] >>> place) & 1) === 0) placement++;
  return placement;
}

/** Returns the masks of k of n places, ascending. */
function setsOf(places: number, k: number): number[] {
  const sets: number[] = [];
  const add = (mask: number, from: number, left: number): void => {
    if (left === 0) sets.push(mask);
    // The highest place decides first.
    else for (let place = left - 1; place < from; place++) add(mask + 2 ** place, place, left - 1);
  };
  add(0, places, k);
  return sets;
}

/* The orders of a pattern's labels along the path. The number of each is its index in lexicographic order. */

/** Returns the arrangements of the labels. @param tiles number of tiles k, 1 to 8 */
function plainArrangements(tiles: number) {
  const orders = permutations(Array.from({ length: tiles }, (_, label) => label));
  /** Arrangement of each order, by its digits. */
  const numbers = new Map(orders.map((labels, number) => [digitsOf(labels), number]));
  /** Results of `carried` at from * k + to, computed on first use. */
  const known: Uint16Array[] = [];

  /** Returns the number of an arrangement. @throws Error if the labels are not an arrangement */
  function numberOf(labels: readonly number[]): number {
    const number = numbers.get(digitsOf(labels));
    if (number === undefined) throw new Error(`the labels ${labels.join(' ')} are not an arrangement`);
    return number;
  }

  return {
    /** Number of arrangements, k! */
    count: orders.length,
    /** Label at index i of arrangement a, at a * k + i. */
    labels: Uint8Array.from(orders.flat()),
    numberOf,
    /** Returns for each arrangement its number after the label at index `from` is moved to index `to`. */
    carried(from: number, to: number): Uint16Array {
      const places = orders[0].map((_, place) => place);
      const sources = places.toSpliced(from, 1).toSpliced(to, 0, from);
      const index = from * tiles + to;
      known[index] ??= Uint16Array.from(orders, (labels) => numberOf(sources.map((place) => labels[place])));
      return known[index];
    },
  };
}

/** Returns the orders of ascending labels. */
function permutations(labels: readonly number[]): number[][] {
  if (labels.length === 0) return [[]];
  return labels.flatMap((first) =>
    permutations(labels.filter((label) => label !== first)).map((others) => [first, ...others]),
  );
}

/** Returns the number with these digits. */
function digitsOf(labels: readonly number[]): number {
  return labels.reduce((number, label) => number * 10 + label, 1);
}
