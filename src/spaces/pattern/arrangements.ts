/**
 * Arrangements of a pattern's tiles on their cells.
 *
 * The labels 0..k-1 are on k places. An arrangement is the label on each place, and its number is the Lehmer rank of that permutation
 * (src/spaces/permutation/rank.ts): 0 if the labels ascend. Example: of k = 3 labels, 1 2 0 has the Lehmer digits 1 1 0 and the number
 * 1*2 + 1*1 + 0 = 3.
 *
 * A move carries a label from place i to place j. The labels between the two move one place towards i, so the window between the places is
 * rotated: a chain of exchanges of neighbours, each of which rewrites two Lehmer digits (src/spaces/permutation/lehmer.ts).
 */

import { exchangeNeighbours, factorial, fromLehmerDigits } from '../permutation/lehmer.js';

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
    for (let arrangement = 0; arrangement < this.count; arrangement++) {
      const digits = digitsOf(arrangement, radices);
      this.labels.set(fromLehmerDigits(digits), arrangement * tiles);
      for (const [place, numbers] of exchanged.entries()) {
        const after = [...digits];
        exchangeNeighbours(after, place);
        numbers[arrangement] = after.reduce((number, digit, j) => number * radices[j] + digit, 0);
      }
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

/** Returns the mixed-radix digits of a number. */
function digitsOf(number: number, radices: readonly number[]): number[] {
  let rest = number;
  return radices
    .toReversed()
    .map((radix) => {
      const digit = rest % radix;
      rest = Math.floor(rest / radix);
      return digit;
    })
    .toReversed();
}
