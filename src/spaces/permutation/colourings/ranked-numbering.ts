/**
 * Numbering of a puzzle whose moves make all arrangements of its colours, by lexicographic ranks. No states are listed.
 *
 * Each orbit of points has its own rank, and that of the first orbit is the most significant. All points of an orbit come before those of the
 * next one. So this is the lexicographic order of colourings.
 */

import { binomials } from '../../../permutations/lehmer.js';
import { pointOrbits } from '../../../permutations/permutation.js';
import { numberStates } from './number-states.js';
import type { PuzzleNumbering, WriteNeighbours } from './numbering.js';
import type { ColouredPuzzle, Projections } from './puzzle.js';

/** Returns the number of all arrangements of the colours on the orbits of points; null if mixed orbits prevent numbering by ranks. */
export function rankedStates({ moves, solved }: ColouredPuzzle): number | null {
  const orbits = colouredOrbits(moves, solved);
  return orbits && arrangementsOfAll(orbits);
}

/** Returns the numbering of a puzzle by ranks if its projections call for that, otherwise by blocks; or why they number nothing. */
export function numberPuzzle(puzzle: ColouredPuzzle, projections: Projections): PuzzleNumbering | string {
  return RankedNumbering.of(puzzle, projections) ?? numberStates(puzzle, projections);
}

export class RankedNumbering implements PuzzleNumbering {
  readonly puzzle: ColouredPuzzle;
  readonly projections: Projections;
  readonly size: number;
  readonly #colours: readonly OrbitColours[];
  #ranks: readonly OrbitRanks[] | undefined;
  /** Points outside all orbits, which keep their colours. */
  readonly #others: Uint8Array;

  /** Returns the numbering for projections that make all arrangements one block without words; null for others. */
  static of(puzzle: ColouredPuzzle, projections: Projections): RankedNumbering | null {
    const { block, word, states } = projections;
    if (word !== null || states === undefined || block.some((label) => label !== block[0])) return null;
    const orbits = colouredOrbits(puzzle.moves, puzzle.solved);
    if (orbits === null || arrangementsOfAll(orbits) !== states) return null;
    return new RankedNumbering(puzzle, projections, states, orbits);
  }

  private constructor(puzzle: ColouredPuzzle, projections: Projections, size: number, orbits: readonly OrbitColours[]) {
    const points = new Set(orbits.flatMap((orbit) => orbit.points));
    this.puzzle = puzzle;
    this.projections = projections;
    this.size = size;
    this.#colours = orbits;
    this.#others = Uint8Array.from(puzzle.solved.keys()).filter((point) => !points.has(point));
  }

  /** Ranks of each orbit. Their look-up tables are made at the first use, since a plan needs only the number of states. */
  get #orbits(): readonly OrbitRanks[] {
    this.#ranks ??= this.#colours.map((orbit) => new OrbitRanks(orbit));
    return this.#ranks;
  }

  numberOf(colouring: Uint8Array): number {
    for (const point of this.#others) if (colouring[point] !== this.puzzle.solved[point]) return -1;
    let rank = 0;
    for (const orbit of this.#orbits) {
      const inOrbit = orbit.rankOf(colouring);
      if (inOrbit < 0) return -1;
      rank = rank * orbit.count + inOrbit;
    }
    return rank;
  }

  writeColouring(state: number, colouring: Uint8Array): void {
    colouring.set(this.puzzle.solved);
    choose(this.#orbits, state);
    for (const orbit of this.#orbits) orbit.write(colouring);
  }

  neighbours(permutations: readonly Uint8Array[]): WriteNeighbours {
    const orbits = this.#orbits;
    const after = permutations.map((permutation) => orbits.map((orbit) => orbit.after(permutation)));
    return (state, next) => {
      choose(orbits, state);
      for (let index = 0; index < after.length; index++) {
        const ranks = after[index];
        let to = 0;
        for (let at = 0; at < orbits.length; at++) {
          const { count, chosen } = orbits[at];
          to = to * count + (ranks[at]?.() ?? chosen);
        }
        next[index] = to;
      }
    };
  }
}

/** Chooses the arrangement of each orbit. @param rank of all of them together */
function choose(orbits: readonly OrbitRanks[], rank: number): void {
  let rest = rank;
  for (let at = orbits.length - 1; at > 0; at--) {
    const { count } = orbits[at];
    const quotient = Math.floor(rest / count);
    orbits[at].choose(rest - quotient * count);
    rest = quotient;
  }
  if (orbits.length > 0) orbits[0].choose(rest);
}

export interface OrbitColours {
  /** Points, ascending. */
  readonly points: readonly number[];
  /** Colours, ascending: at least two. */
  readonly colours: readonly number[];
  /** [index]: number of points with this colour. */
  readonly counts: readonly number[];
}

/**
 * Returns the orbits of points with several colours; null if the points of one are between those of another.
 * @param solved the colour of each point
 */
function colouredOrbits(moves: readonly Uint8Array[], solved: Uint8Array): OrbitColours[] | null {
  const orbits = pointOrbits(moves).map((points) => {
    const counts = new Map<number, number>();
    for (const point of points) counts.set(solved[point], (counts.get(solved[point]) ?? 0) + 1);
    const colours = [...counts.keys()].sort((a, b) => a - b);
    return { points, colours, counts: colours.map((colour) => counts.get(colour) ?? 0) };
  });
  const coloured = orbits.filter(({ colours }) => colours.length > 1);
  const follow = coloured.every(({ points }, at) => at === 0 || points[0] > (coloured[at - 1].points.at(-1) ?? 0));
  return follow ? coloured : null;
}

/** Returns the number of arrangements of pieces, some of which are alike: a multinomial coefficient. It is exact below 2^53. */
export function multinomial(counts: Iterable<number>): number {
  let pieces = 0;
  let product = 1;
  for (const count of counts) for (let piece = 1; piece <= count; piece++) product = (product * ++pieces) / piece;
  return product;
}

/** Returns the number of arrangements of all orbits. It is exact below 2^53. */
function arrangementsOfAll(orbits: readonly OrbitColours[]): number {
  return orbits.reduce((product, { counts }) => product * multinomial(counts), 1);
}

/*
 * Ranks of the arrangements of any orbit, by the places of its *distinguishing* pieces: all but those of the least colour, or of the
 * greatest if that is more frequent.
 *
 * Let the least colour be the most frequent one. Consider the arrangements that agree with x before a distinguishing piece and are less
 * than x there. With N distinguishing pieces from there on, and r places behind it, these have
 *
 * - the least colour there. There are Q C(r, N) of them, with Q = N! / (n1! n2! ...) orders of N pieces, n1, n2 ... of each colour;
 * - or a distinguishing piece of a lesser colour. Of all orders, a share of l / N begins with one if there are l of them: Q l / N C(r, N - 1).
 *
 * The rank is the sum over all distinguishing pieces. With two colours, it is the sum of C(r, N). Example: in `0 1 1 0` the first
 * distinguishing piece has N = 2 and r = 2, the second N = 1 and r = 1. So the rank is 1 + 1 = 2, after `0 0 1 1` and `0 1 0 1`.
 *
 * If the greatest colour is more frequent than the least, colours are reversed, and so is the order.
 *
 * Source: D. H. Lehmer, "The machine tools of combinatorics", in E. F. Beckenbach, "Applied Combinatorial Mathematics", 1964.
 */

const BITS = 32;

/** Stands for the index of a colour that the orbit lacks. */
const NONE = 255;

/** The ranks of an orbit's arrangements, one of which is chosen. */
export class OrbitRanks {
  /** Number of arrangements. */
  readonly count: number;
  /** Rank of the chosen arrangement. */
  chosen = 0;
  /** [place]: its point. Places count from the last point, so the number of a place is the number of places behind it. */
  readonly #points: Uint8Array;
  /** [index]: the colours from the most frequent one on, and their numbers of points. */
  readonly #colours: Uint8Array;
  readonly #counts: Uint8Array;
  /** [colour]: its index. */
  readonly #indexOf: Uint8Array;
  readonly #isReversed: boolean;
  readonly #distinguishing: number;
  /** Number of orders of the distinguishing pieces. */
  readonly #orders: number;
  /** [pieces * places + place]: the number of choices of that many of the places behind a place. */
  readonly #choose: Float64Array;
  /** Places of the chosen arrangement's distinguishing pieces, and the indices of their colours. */
  readonly #places: Uint8Array;
  readonly #indices: Uint8Array;
  /** A bit for each place with a distinguishing piece, all 0 between two ranks; and the index of the piece's colour. */
  readonly #words: Int32Array;
  readonly #indexAt: Uint8Array;
  /** [index]: number of distinguishing pieces of a colour met so far, all 0 between two ranks. */
  readonly #met: Uint8Array;

  constructor({ points, colours, counts }: OrbitColours) {
    const places = points.length;
    this.count = multinomial(counts);
    this.#points = Uint8Array.from(points.toReversed());
    this.#isReversed = counts[counts.length - 1] > counts[0];
    this.#colours = Uint8Array.from(this.#isReversed ? colours.toReversed() : colours);
    this.#counts = Uint8Array.from(this.#isReversed ? counts.toReversed() : counts);
    this.#indexOf = new Uint8Array(256).fill(NONE);
    for (const [index, colour] of this.#colours.entries()) this.#indexOf[colour] = index;
    this.#distinguishing = places - this.#counts[0];
    this.#orders = multinomial(this.#counts.subarray(1));
    this.#choose = binomials(places - 1, this.#distinguishing);
    this.#places = new Uint8Array(this.#distinguishing);
    this.#indices = new Uint8Array(this.#distinguishing);
    this.#words = new Int32Array(Math.ceil(places / BITS));
    this.#indexAt = new Uint8Array(places);
    this.#met = new Uint8Array(this.#counts.length);
  }

  /** Chooses an arrangement. */
  choose(rank: number): void {
    this.chosen = rank;
    const choose = this.#choose;
    const places = this.#points.length;
    const left = this.#met;
    left.set(this.#counts);
    let rest = this.#isReversed ? this.count - 1 - rank : rank;
    let orders = this.#orders;
    for (let piece = 0, pieces = this.#distinguishing; pieces > 0; piece++, pieces--) {
      const row = pieces * places;
      const place = this.#placeOf(row, rest / orders, this.#places[piece]);
      rest -= choose[row + place] * orders;
      const behind = choose[row - places + place];
      let index = 1;
      let begun = (orders * left[index]) / pieces;
      for (; behind * begun <= rest; begun = (orders * left[++index]) / pieces) rest -= behind * begun;
      this.#places[piece] = place;
      this.#indices[piece] = index;
      orders = begun;
      left[index]--;
    }
    left.fill(0);
  }

  /**
   * Returns the last place with at most this many choices of pieces behind it.
   * @param row pieces * places
   * @param before the piece's place in the last rank, tried first: in consecutive ranks most pieces have the same places
   */
  #placeOf(row: number, most: number, before: number): number {
    const choose = this.#choose;
    let place = before;
    let above = before + 1;
    const places = this.#points.length;
    if (choose[row + place] > most) place = 0;
    else if (above < places && choose[row + above] <= most) above = places;
    while (place + 1 < above) {
      const middle = (place + above) >>> 1;
      if (choose[row + middle] > most) above = middle;
      else place = middle;
    }
    return place;
  }

  /** Writes the colours of the chosen arrangement to the points of the orbit. */
  write(colouring: Uint8Array): void {
    for (const point of this.#points) colouring[point] = this.#colours[0];
    for (const [piece, place] of this.#places.entries()) {
      colouring[this.#points[place]] = this.#colours[this.#indices[piece]];
    }
  }

  /** Returns the rank of a colouring of all points; -1 if the orbit does not have its own colours there. */
  rankOf(colouring: Uint8Array): number {
    const points = this.#points;
    const met = this.#met;
    let isArrangement = true;
    for (let place = 0; place < points.length && isArrangement; place++) {
      const index = this.#indexOf[colouring[points[place]]];
      isArrangement = index !== NONE && ++met[index] <= this.#counts[index];
      if (index > 0) this.#put(place, index);
    }
    met.fill(0);
    if (isArrangement) return this.#rank();
    this.#words.fill(0);
    return -1;
  }

  /** Returns a function for the rank of the chosen arrangement after a permutation of all points; null if that moves no point of the orbit. */
  after(permutation: Uint8Array): (() => number) | null {
    if (this.#points.every((point) => permutation[point] === point)) return null;
    const images = this.#points.map((point) => this.#points.indexOf(permutation[point]));
    const places = this.#places;
    const indices = this.#indices;
    return () => {
      for (let piece = 0; piece < places.length; piece++) this.#put(images[places[piece]], indices[piece]);
      return this.#rank();
    };
  }

  #put(place: number, index: number): void {
    this.#words[place >>> 5] |= 1 << place;
    this.#indexAt[place] = index;
  }

  /** Returns the rank, from the last piece to the first; `orders` are those of the pieces met so far. Removes the pieces that were put. */
  #rank(): number {
    const words = this.#words;
    const choose = this.#choose;
    const places = this.#points.length;
    const met = this.#met;
    let rank = 0;
    let pieces = 0;
    let orders = 1;
    for (let word = 0; word < words.length; word++) {
      for (let bits = words[word]; bits !== 0; bits &= bits - 1) {
        const place = word * BITS + 31 - Math.clz32(bits & -bits);
        const index = this.#indexAt[place];
        let lesser = 0;
        for (let other = 1; other < index; other++) lesser += met[other];
        pieces++;
        orders = (orders * pieces) / ++met[index];
        const at = pieces * places + place;
        rank += orders * choose[at] + ((orders * lesser) / pieces) * choose[at - places];
      }
      words[word] = 0;
    }
    met.fill(0);
    return this.#isReversed ? this.count - 1 - rank : rank;
  }
}
