/**
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

import { multinomial, type OrbitColours } from './orbit-colours.js';
import { imagesOfPlaces, movesSome, type OrbitRanks } from './orbit-ranks.js';

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
