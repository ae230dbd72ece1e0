/**
 * Placements of a pattern, numbered by docs/explanations/patterns.md alone: by the set of the tiles' places on the
 * path, then by the blank's region.
 *
 * This room repeats the work of src/spaces/pattern and src/engines in a plain form, because a table must not be checked
 * by the code that made it.
 */

/** The placements of k tiles. Sets and regions are masks of places. */
export class PlainPlacements {
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
