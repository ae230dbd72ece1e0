/** Numbering of a puzzle whose moves make all arrangements of its colours, by lexicographic ranks. No states are listed. */

import { numberStates } from './number-states.js';
import type { PuzzleNumbering, WriteNeighbours } from './numbering.js';
import {
  arrangementsOfAll,
  canPack,
  colouredOrbits,
  type OrbitColours,
  type OrbitRanks,
  PackedRanks,
  PlaceRanks,
} from './orbit-ranks.js';
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
  readonly #ranks: ArrangementRanks;

  /** Returns the numbering for projections that make all arrangements one block without words; null for others. */
  static of(puzzle: ColouredPuzzle, projections: Projections): RankedNumbering | null {
    const { block, word, states } = projections;
    if (word !== null || states === undefined || block.some((label) => label !== block[0])) return null;
    const orbits = colouredOrbits(puzzle.moves, puzzle.solved);
    if (orbits === null || arrangementsOfAll(orbits) !== states) return null;
    return new RankedNumbering(puzzle, projections, new ArrangementRanks(puzzle.solved, orbits));
  }

  private constructor(puzzle: ColouredPuzzle, projections: Projections, ranks: ArrangementRanks) {
    this.puzzle = puzzle;
    this.projections = projections;
    this.#ranks = ranks;
  }

  get size(): number {
    return this.#ranks.count;
  }

  numberOf(colouring: Uint8Array): number {
    return this.#ranks.rankOf(colouring);
  }

  writeColouring(state: number, colouring: Uint8Array): void {
    this.#ranks.write(state, colouring);
  }

  neighbours(permutations: readonly Uint8Array[]): WriteNeighbours {
    return this.#ranks.neighbours(permutations);
  }
}

/*
 * Ranks of colourings, if moves make all of their arrangements. Each orbit of points has its own rank, and that of the first orbit is the most
 * significant. All points of an orbit come before those of the next one. So this is the lexicographic order of colourings.
 */

/** Writes the rank to which each permutation leads from a rank. */
type WriteRanks = (rank: number, next: Float64Array) => void;

class ArrangementRanks {
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
