/**
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

import { multinomial, type OrbitColours } from './orbit-colours.js';
import { imagesOfPlaces, movesSome, type OrbitRanks } from './orbit-ranks.js';

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
    this.#choose = binomials(this.#distinguishing, places);
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

  /** Returns the rank of the distinguishing pieces that were put, and removes them. */
  #rank(): number {
    const rank = this.#met.length === 2 ? this.#rankOfTwo() : this.#rankOfMore();
    return this.#isReversed ? this.count - 1 - rank : rank;
  }

  /** Returns the rank for two colours. Without the orders of pieces it takes half the time. */
  #rankOfTwo(): number {
    const words = this.#words;
    const choose = this.#choose;
    const places = this.#points.length;
    let rank = 0;
    let row = 0;
    for (let word = 0; word < words.length; word++) {
      for (let bits = words[word]; bits !== 0; bits &= bits - 1) {
        row += places;
        rank += choose[row + word * BITS + 31 - Math.clz32(bits & -bits)];
      }
      words[word] = 0;
    }
    return rank;
  }

  /** Returns the rank for more colours, from the last piece to the first; `orders` are those of the pieces met so far. */
  #rankOfMore(): number {
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
    return rank;
  }
}

/** Returns [pieces * places + place]: the number of choices of this many of `place` places. */
function binomials(pieces: number, places: number): Float64Array {
  const ways = new Float64Array((pieces + 1) * places).fill(1, 0, places);
  for (let chosen = 1; chosen <= pieces; chosen++) {
    for (let place = 1; place < places; place++) {
      const at = chosen * places + place;
      ways[at] = ways[at - 1] + ways[at - 1 - places];
    }
  }
  return ways;
}
