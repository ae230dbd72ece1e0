/**
 * Ranks: numbers of an orbit's arrangements of colours in lexicographic order, if moves make all of them. PlaceRanks serve any orbit,
 * PackedRanks those that fit into 40 bits.
 */

import { binomials } from '../../../permutations/lehmer.js';
import { pointOrbits } from '../../../permutations/permutation.js';

export interface OrbitRanks {
  /** Number of arrangements. */
  readonly count: number;
  /** Rank of the chosen arrangement. */
  readonly chosen: number;
  /** Chooses an arrangement. */
  choose(rank: number): void;
  /** Writes the colours of the chosen arrangement to the points of the orbit. */
  write(colouring: Uint8Array): void;
  /** Returns the rank of a colouring of all points; -1 if the orbit does not have its own colours there. */
  rankOf(colouring: Uint8Array): number;
  /** Returns a function for the rank of the chosen arrangement after a permutation of all points; null if that moves no point of the orbit. */
  after(permutation: Uint8Array): (() => number) | null;
}

/** Returns a permutation of all points as one of places. @param points [place]: its point */
function imagesOfPlaces(permutation: Uint8Array, points: Uint8Array): Uint8Array {
  return points.map((point) => points.indexOf(permutation[point]));
}

/** Returns whether a permutation moves some of the points. */
function movesSome(permutation: Uint8Array, points: Uint8Array): boolean {
  return points.some((point) => permutation[point] !== point);
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
export function colouredOrbits(moves: readonly Uint8Array[], solved: Uint8Array): OrbitColours[] | null {
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
export function arrangementsOfAll(orbits: readonly OrbitColours[]): number {
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

export class PlaceRanks implements OrbitRanks {
  readonly count: number;
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
   * @param before the place in the last rank: if ranks follow one another, most pieces stay where they were
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

  write(colouring: Uint8Array): void {
    for (const point of this.#points) colouring[point] = this.#colours[0];
    for (const [piece, place] of this.#places.entries()) {
      colouring[this.#points[place]] = this.#colours[this.#indices[piece]];
    }
  }

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

  after(permutation: Uint8Array): (() => number) | null {
    if (!movesSome(permutation, this.#points)) return null;
    const images = imagesOfPlaces(permutation, this.#points);
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

/*
 * Ranks of arrangements that fit into two numbers of 20 bits: two colours on up to 40 points, four on up to 20, and so on. Four look-ups move
 * an arrangement, and two give its rank.
 *
 * A few bits stand for the colour of a point, with the first point in the highest bits. So numbers are in the lexicographic order of
 * arrangements. They have a high and a low half. Arrangements with the same high half follow one another, and their low halves arrange the
 * remaining colours. So a rank is the sum of
 *
 * - the arrangements with a lesser high half;
 * - the arrangements of the colours of its low half with a lesser low half.
 *
 * Example: two points of each of two colours. One arrangement has the high half 00, 0011 of rank 0. The high half 01 leaves one point of each
 * colour, so 0101 and 0110 have the ranks 1 + 0 and 1 + 1.
 */

const MOST_HALF_BITS = 20;

/** Number of bits in half of a half. */
const QUARTER_BITS = 10;
const QUARTER_VALUES = 1 << QUARTER_BITS;
const QUARTER_MASK = QUARTER_VALUES - 1;

/** Returns the number of bits of a colour. */
function bitsOfColour({ colours }: OrbitColours): number {
  return Math.ceil(Math.log2(colours.length));
}

/** Returns whether the arrangements of an orbit fit. */
export function canPack(orbit: OrbitColours): boolean {
  return bitsOfColour(orbit) * Math.ceil(orbit.points.length / 2) <= MOST_HALF_BITS;
}

export class PackedRanks implements OrbitRanks {
  readonly count: number;
  chosen = 0;
  /** Halves of the chosen arrangement. */
  #high = 0;
  #low = 0;
  readonly #colours: Uint8Array;
  readonly #bits: number;
  /** [place]: its point. Places count from the last point, as bits do. */
  readonly #points: Uint8Array;
  readonly #lowPlaces: number;
  /** [high half]: the number of arrangements with a lesser one; 0 if it does not occur. */
  readonly #ranks: Float64Array;
  /** [low half]: its rank among those of its colours. */
  readonly #lowRanks: Uint32Array;
  /** [index]: the high halves that occur, ascending; the rank of the first arrangement of each; the begin of its low halves. */
  readonly #highs: Uint32Array;
  readonly #firstRanks: Float64Array;
  readonly #firstLows: Uint32Array;
  /** Low halves, ascending, with those of the same colours together. */
  readonly #lows: Uint32Array;
  /** [part of all ranks, one part for each high half]: the last high half whose first rank is in an earlier part; by default the first one. */
  readonly #guide: Uint32Array;

  constructor(orbit: OrbitColours) {
    const { points, colours, counts } = orbit;
    const lowPlaces = Math.ceil(points.length / 2);
    const bits = bitsOfColour(orbit);
    this.count = multinomial(counts);
    this.#colours = Uint8Array.from(colours);
    this.#bits = bits;
    this.#points = Uint8Array.from(points.toReversed());
    this.#lowPlaces = lowPlaces;

    // Mixed-radix numbers of the number of points with each colour. Those of both halves add up to that of all points.
    const weights = counts.map((_, index) => (lowPlaces + 1) ** index);
    const whole = counts.reduce((sum, count, index) => sum + count * weights[index], 0);
    const lowsOfColours = new Map<number, number[]>();
    this.#lowRanks = new Uint32Array(1 << (bits * lowPlaces));
    forHalves(lowPlaces, bits, counts, weights, (low, key) => {
      const alike = lowsOfColours.get(key);
      if (alike === undefined) lowsOfColours.set(key, [low]);
      else this.#lowRanks[low] = alike.push(low) - 1;
    });
    const lows: number[] = [];
    const firstOfColours = new Map<number, number>();
    for (const [key, alike] of lowsOfColours) {
      firstOfColours.set(key, lows.length);
      for (const low of alike) lows.push(low);
    }
    this.#lows = Uint32Array.from(lows);

    const highs: number[] = [];
    const firstRanks: number[] = [];
    const firstLows: number[] = [];
    let rank = 0;
    this.#ranks = new Float64Array(1 << (bits * (points.length - lowPlaces)));
    forHalves(points.length - lowPlaces, bits, counts, weights, (high, key) => {
      this.#ranks[high] = rank;
      highs.push(high);
      firstRanks.push(rank);
      firstLows.push(firstOfColours.get(whole - key) ?? 0);
      rank += lowsOfColours.get(whole - key)?.length ?? 0;
    });
    firstRanks.push(rank);
    this.#highs = Uint32Array.from(highs);
    this.#firstRanks = Float64Array.from(firstRanks);
    this.#firstLows = Uint32Array.from(firstLows);
    this.#guide = new Uint32Array(highs.length);
    for (let part = 0, index = 0; part < highs.length; part++) {
      while (index + 1 < highs.length && this.#partOf(firstRanks[index + 1]) < part) index++;
      this.#guide[part] = index;
    }
  }

  #partOf(rank: number): number {
    return Math.floor((rank / this.count) * this.#highs.length);
  }

  choose(rank: number): void {
    this.chosen = rank;
    const firstRanks = this.#firstRanks;
    let index = this.#guide[this.#partOf(rank)];
    while (firstRanks[index + 1] <= rank) index++;
    this.#high = this.#highs[index];
    this.#low = this.#lows[this.#firstLows[index] + rank - firstRanks[index]];
  }

  write(colouring: Uint8Array): void {
    const lowPlaces = this.#lowPlaces;
    const mask = (1 << this.#bits) - 1;
    for (const [place, point] of this.#points.entries()) {
      const [half, inHalf] = place < lowPlaces ? [this.#low, place] : [this.#high, place - lowPlaces];
      colouring[point] = this.#colours[(half >> (inHalf * this.#bits)) & mask];
    }
  }

  rankOf(colouring: Uint8Array): number {
    const lowPlaces = this.#lowPlaces;
    let high = 0;
    let low = 0;
    for (const [place, point] of this.#points.entries()) {
      const index = this.#colours.indexOf(colouring[point]);
      if (index < 0) return -1;
      if (place < lowPlaces) low |= index << (place * this.#bits);
      else high |= index << ((place - lowPlaces) * this.#bits);
    }
    const rank = this.#ranks[high] + this.#lowRanks[low];
    // Colours other than those of the orbit give the rank of some arrangement, or a number that is too large.
    if (rank >= this.count) return -1;
    this.choose(rank);
    return this.#high === high && this.#low === low ? rank : -1;
  }

  after(permutation: Uint8Array): (() => number) | null {
    if (!movesSome(permutation, this.#points)) return null;
    const moved = movedQuarters(imagesOfPlaces(permutation, this.#points), this.#bits, this.#lowPlaces);
    const ranks = this.#ranks;
    const lowRanks = this.#lowRanks;
    return () => {
      const low = this.#low;
      const high = this.#high;
      const first = 2 * (low & QUARTER_MASK);
      const second = 2 * (QUARTER_VALUES + (low >> QUARTER_BITS));
      const third = 2 * (2 * QUARTER_VALUES + (high & QUARTER_MASK));
      const fourth = 2 * (3 * QUARTER_VALUES + (high >> QUARTER_BITS));
      const toLow = moved[first] | moved[second] | moved[third] | moved[fourth];
      const toHigh = moved[first + 1] | moved[second + 1] | moved[third + 1] | moved[fourth + 1];
      return ranks[toHigh] + lowRanks[toLow];
    };
  }
}

/**
 * Returns [quarter * QUARTER_VALUES + value]: the bits of the low and of the high half to which a permutation takes the bits of a quarter.
 * @param images of places
 */
function movedQuarters(images: Uint8Array, bits: number, lowPlaces: number): Int32Array {
  const moved = new Int32Array(2 * 4 * QUARTER_VALUES);
  for (let quarter = 0; quarter < 4; quarter++) {
    const first = quarter * QUARTER_VALUES;
    for (let value = 1; value < QUARTER_VALUES; value++) {
      const others = first + (value & (value - 1));
      const at = first + value;
      moved[2 * at] = moved[2 * others];
      moved[2 * at + 1] = moved[2 * others + 1];
      const bit = (quarter & 1) * QUARTER_BITS + 31 - Math.clz32(value & -value);
      const inHalf = Math.floor(bit / bits);
      const place = quarter < 2 ? inHalf : lowPlaces + inHalf;
      if (inHalf >= lowPlaces || place >= images.length) continue;
      const image = images[place];
      const isLow = image < lowPlaces;
      moved[2 * at + (isLow ? 0 : 1)] |= 1 << ((isLow ? image : image - lowPlaces) * bits + (bit % bits));
    }
  }
  return moved;
}

/** Calls a function for the halves of arrangements, ascending, with the sum of the weights of their colours. */
function forHalves(
  places: number,
  bits: number,
  counts: readonly number[],
  weights: readonly number[],
  visit: (half: number, key: number) => void,
): void {
  const left = [...counts];
  const extend = (missing: number, half: number, key: number): void => {
    if (missing === 0) {
      visit(half, key);
      return;
    }
    for (let index = 0; index < left.length; index++) {
      if (left[index] === 0) continue;
      left[index]--;
      extend(missing - 1, (half << bits) | index, key + weights[index]);
      left[index]++;
    }
  };
  extend(places, 0, 0);
}
