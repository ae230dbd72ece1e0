/**
 * Ranks of colourings, if moves make all of their arrangements. Each orbit of points has its own rank, and that of the first orbit is the most
 * significant. All points of an orbit come before those of the next one. So this is the lexicographic order of colourings.
 */

import { arrangementsOfAll, type OrbitColours } from './orbit-colours.js';
import type { OrbitRanks } from './orbit-ranks.js';
import { canPack, PackedRanks } from './packed-ranks.js';
import { PlaceRanks } from './place-ranks.js';

/** Writes the rank to which each permutation leads from a rank. */
export type WriteRanks = (rank: number, next: Float64Array) => void;

export class ArrangementRanks {
  readonly count: number;
  readonly #solved: Uint8Array;
  readonly #colours: readonly OrbitColours[];
  #ranks: readonly OrbitRanks[] | undefined;
  /** Points outside all orbits, which keep their colours. */
  readonly #others: Uint8Array;

  constructor(solved: Uint8Array, orbits: readonly OrbitColours[]) {
    const points = new Set(orbits.flatMap((orbit) => orbit.points));
    this.count = arrangementsOfAll(orbits);
    this.#solved = solved;
    this.#colours = orbits;
    this.#others = Uint8Array.from(solved.keys()).filter((point) => !points.has(point));
  }

  /** Ranks of each orbit. Their look-up tables are made at the first use, since a plan needs only the number of states. */
  get #orbits(): readonly OrbitRanks[] {
    this.#ranks ??= this.#colours.map((orbit) => (canPack(orbit) ? new PackedRanks(orbit) : new PlaceRanks(orbit)));
    return this.#ranks;
  }

  /** Returns the rank of a colouring, -1 if it is not an arrangement. */
  rankOf(colouring: Uint8Array): number {
    for (const point of this.#others) if (colouring[point] !== this.#solved[point]) return -1;
    let rank = 0;
    for (const orbit of this.#orbits) {
      const inOrbit = orbit.rankOf(colouring);
      if (inOrbit < 0) return -1;
      rank = rank * orbit.count + inOrbit;
    }
    return rank;
  }

  /** Writes the colouring of a rank. */
  write(rank: number, colouring: Uint8Array): void {
    colouring.set(this.#solved);
    choose(this.#orbits, rank);
    for (const orbit of this.#orbits) orbit.write(colouring);
  }

  /** Returns a function for the ranks to which permutations of the points lead. The permutations keep the orbits. */
  neighbours(permutations: readonly Uint8Array[]): WriteRanks {
    const orbits = this.#orbits;
    const after = permutations.map((permutation) => orbits.map((orbit) => orbit.after(permutation)));
    return (rank, next) => {
      choose(orbits, rank);
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
