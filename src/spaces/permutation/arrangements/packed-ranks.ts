/**
 * Ranks of arrangements that fit into 32 bits: two colours on up to 32 points, four on up to 16, and so on. Four look-ups move an
 * arrangement, and two give its rank.
 *
 * A few bits of a number stand for the colour of a point, the highest ones for the first point. So numbers are in the lexicographic order of
 * arrangements. A number has a high and a low half. Arrangements with the same high half follow one another, and their low halves arrange
 * the remaining colours. So a rank is the sum of
 *
 * - the arrangements with a lesser high half;
 * - the arrangements of the colours of its low half with a lesser low half.
 *
 * Example: two points of each of two colours. One arrangement has the high half 00, 0011 of rank 0. The high half 01 leaves one point of each
 * colour, so 0101 and 0110 have the ranks 1 + 0 and 1 + 1.
 */

import { arrangementsOf, type OrbitColours } from './orbit-colours.js';
import { imagesOfPlaces, movesSome, type OrbitRanks } from './orbit-ranks.js';

const MOST_HALF_BITS = 16;
const BYTES = 4;
const BYTE_VALUES = 256;

/** Returns the bits of a colour. */
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
  #packed = 0;
  readonly #colours: Uint8Array;
  readonly #bits: number;
  /** [place]: its point. Places count from the last point, as bits do. */
  readonly #points: Uint8Array;
  readonly #lowBits: number;
  /** [high half]: the arrangements with a lesser one; NaN if it does not occur. */
  readonly #ranks: Float64Array;
  /** [low half]: its rank among those of its colours. */
  readonly #lowRanks: Uint16Array;
  /** [index]: the high halves that occur, ascending; the rank of the first arrangement of each; where its low halves begin. */
  readonly #highs: Uint16Array;
  readonly #firstRanks: Float64Array;
  readonly #firstLows: Uint32Array;
  /** Low halves, those of the same colours together and ascending. */
  readonly #lows: Uint16Array;
  /** [part of all ranks, as many as high halves]: the last high half whose first rank is in a part before; the first one if none is. */
  readonly #guide: Uint16Array;

  constructor(orbit: OrbitColours) {
    const { points, colours, counts } = orbit;
    const lowPlaces = Math.ceil(points.length / 2);
    const bits = bitsOfColour(orbit);
    this.count = arrangementsOf(counts);
    this.#colours = Uint8Array.from(colours);
    this.#bits = bits;
    this.#points = Uint8Array.from(points.toReversed());
    this.#lowBits = bits * lowPlaces;

    // Mixed-radix numbers of how many points have each colour. Those of both halves add up to that of all points.
    const weights = counts.map((_, index) => (lowPlaces + 1) ** index);
    const whole = counts.reduce((sum, count, index) => sum + count * weights[index], 0);
    const lowsOfColours = new Map<number, number[]>();
    this.#lowRanks = new Uint16Array(1 << this.#lowBits);
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
    this.#lows = Uint16Array.from(lows);

    const highs: number[] = [];
    const firstRanks: number[] = [];
    const firstLows: number[] = [];
    let rank = 0;
    this.#ranks = new Float64Array(1 << (bits * points.length - this.#lowBits)).fill(Number.NaN);
    forHalves(points.length - lowPlaces, bits, counts, weights, (high, key) => {
      this.#ranks[high] = rank;
      highs.push(high);
      firstRanks.push(rank);
      firstLows.push(firstOfColours.get(whole - key) ?? 0);
      rank += lowsOfColours.get(whole - key)?.length ?? 0;
    });
    firstRanks.push(rank);
    this.#highs = Uint16Array.from(highs);
    this.#firstRanks = Float64Array.from(firstRanks);
    this.#firstLows = Uint32Array.from(firstLows);
    this.#guide = new Uint16Array(highs.length);
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
    const low = this.#lows[this.#firstLows[index] + rank - firstRanks[index]];
    this.#packed = (this.#highs[index] << this.#lowBits) | low;
  }

  write(colouring: Uint8Array): void {
    const mask = (1 << this.#bits) - 1;
    for (const [place, point] of this.#points.entries()) {
      colouring[point] = this.#colours[(this.#packed >>> (place * this.#bits)) & mask];
    }
  }

  rankOf(colouring: Uint8Array): number {
    let packed = 0;
    for (const [place, point] of this.#points.entries()) {
      const index = this.#colours.indexOf(colouring[point]);
      if (index < 0) return -1;
      packed |= index << (place * this.#bits);
    }
    const rank = this.#rank(packed);
    // Halves of other colours have the ranks of others, or none.
    if (!(rank >= 0 && rank < this.count)) return -1;
    this.choose(rank);
    return this.#packed === packed ? rank : -1;
  }

  after(permutation: Uint8Array): (() => number) | null {
    if (!movesSome(permutation, this.#points)) return null;
    const moved = movedBytes(imagesOfPlaces(permutation, this.#points), this.#bits);
    return () => {
      const packed = this.#packed;
      return this.#rank(
        moved[packed & 255] |
          moved[BYTE_VALUES + ((packed >>> 8) & 255)] |
          moved[2 * BYTE_VALUES + ((packed >>> 16) & 255)] |
          moved[3 * BYTE_VALUES + (packed >>> 24)],
      );
    };
  }

  #rank(packed: number): number {
    const lowBits = this.#lowBits;
    return this.#ranks[packed >>> lowBits] + this.#lowRanks[packed & ((1 << lowBits) - 1)];
  }
}

/** Returns [byte * BYTE_VALUES + value]: where a permutation takes the bits of a byte. @param images of places */
function movedBytes(images: Uint8Array, bits: number): Int32Array {
  const moved = new Int32Array(BYTES * BYTE_VALUES);
  for (let index = 0; index < moved.length; index++) {
    const byte = Math.floor(index / BYTE_VALUES);
    for (let bit = 0; bit < 8; bit++) {
      const from = 8 * byte + bit;
      const place = Math.floor(from / bits);
      if (((index >> bit) & 1) === 1 && place < images.length) moved[index] |= 1 << (images[place] * bits + (from % bits));
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
    if (missing === 0) return visit(half, key);
    for (let index = 0; index < left.length; index++) {
      if (left[index] === 0) continue;
      left[index]--;
      extend(missing - 1, (half << bits) | index, key + weights[index]);
      left[index]++;
    }
  };
  extend(places, 0, 0);
}
