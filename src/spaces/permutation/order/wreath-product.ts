/**
 * The wreath product in which an orbit of pieces moves. Its k^m m! elements permute m pieces with k turns, and turn every piece individually.
 * Two invariants add up under products: the parity of the permutation, and the sum of turns modulo k.
 */

import { type Permutation, parity } from '../permutation.js';
import type { PieceOrbit } from './turning-pieces.js';

export class WreathProduct {
  /** Number of pieces, m. */
  readonly pieces: number;
  /** Number of turns, k. */
  readonly turns: number;
  /** Moduli of parity and turn: every pair of invariants below them occurs. */
  readonly moduli: readonly number[];
  readonly #points: readonly number[];
  /** [point]: place * turns + facet. */
  readonly #indexOf = new Map<number, number>();

  constructor({ points, turns }: PieceOrbit) {
    this.pieces = points.length / turns;
    this.turns = turns;
    this.moduli = [this.pieces > 1 ? 2 : 1, turns];
    this.#points = points;
    for (const [index, point] of points.entries()) this.#indexOf.set(point, index);
  }

  /** Returns parity and turn of a permutation in the wreath product. */
  invariantsOf(move: Permutation): number[] {
    const { pieces, turns } = this;
    const places = new Uint8Array(pieces);
    let turn = 0;
    for (let place = 0; place < pieces; place++) {
      const index = this.#indexOf.get(move[this.#points[place * turns]]) ?? 0;
      places[place] = Math.floor(index / turns);
      turn += index % turns;
    }
    return [parity(places), turn % turns];
  }

  /**
   * Returns the number of colourings that the wreath product makes from one, and generators for the invariants of the elements that keep it.
   *
   * Pieces with the same colours, read from any facet, are identical: exchanging two of them keeps the colouring. A piece whose
   * colours repeat after p facets keeps them when turned by p. So there are p colourings for each piece, times a multinomial
   * coefficient.
   *
   * @param colourOf the colour of each point
   */
  colourings(colourOf: (point: number) => string): { count: bigint; kept: number[][] } {
    const { pieces, turns } = this;
    const identical = new Map<string, number>();
    const kept: number[][] = [];
    let count = 1n;
    for (let place = 0; place < pieces; place++) {
      const colours = this.#points.slice(place * turns, (place + 1) * turns).map(colourOf);
      const readings = colours.map((_, facet) => [...colours.slice(facet), ...colours.slice(0, facet)].join());
      const period = new Set(readings).size;
      const [piece] = readings.sort();
      const alike = (identical.get(piece) ?? 0) + 1;
      identical.set(piece, alike);
      count = (count * BigInt(period) * BigInt(place + 1)) / BigInt(alike);
      if (alike === 2) kept.push([1, 0]);
      if (period < turns) kept.push([0, period]);
    }
    return { count, kept };
  }
}
