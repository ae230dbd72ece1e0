/**
 * Ties: what the states of a puzzle have in common, if moves can make everything else.
 *
 * Each class of kinds has up to two characters: the sign of the permutation of its pieces, if all differ, and the sum of its turns mod k, if
 * all turn. The values of the moves generate a group A of vectors of characters. A puzzle that is a product of symmetric and wreath
 * groups but for these ties makes the arrangements whose vector is in A, and no others. Example: each turn of a face of the cube is odd on
 * corners and on edges, so that two signs have the vectors (0, 0) and (1, 1): half of all arrangements.
 */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import type { KindClass } from './pieces.js';

/** Vectors that are listed at most. */
const MOST_VECTORS = 1 << 16;

export interface Ties {
  /** The number of values of each character: two characters a class, the sign and the turns; 1 if a class has none. */
  readonly moduli: readonly number[];
  /** Vectors of A. */
  readonly vectors: readonly (readonly number[])[];
}

/** Returns the ties; null if there are too many vectors. */
export function tiesOf(puzzle: ColouredPuzzle, classes: readonly KindClass[]): Ties | null {
  const moduli = classes.flatMap((kinds) => {
    const different = kinds.every(({ pieces }) => pieces === 1);
    const turns = kinds.every((kind) => kind.turns === kinds[0].turns) ? kinds[0].turns : 1;
    return [different ? 2 : 1, turns];
  });
  const generators = puzzle.moves.map((move) => vectorOf(puzzle, classes, move, moduli));
  const vectors = [moduli.map(() => 0)];
  const seen = new Set(vectors.map(String));
  for (const vector of vectors) {
    for (const generator of generators) {
      const sum = vector.map((value, index) => (value + generator[index]) % moduli[index]);
      if (seen.has(String(sum))) continue;
      if (vectors.length === MOST_VECTORS) return null;
      seen.add(String(sum));
      vectors.push(sum);
    }
  }
  return { moduli, vectors };
}

function vectorOf(
  { points, solved, colours }: ColouredPuzzle,
  classes: readonly KindClass[],
  move: Uint8Array,
  moduli: readonly number[],
): number[] {
  const vector = moduli.map(() => 0);
  for (const [index, kinds] of classes.entries()) {
    const own = new Set(kinds.flatMap((kind) => kind.colours));
    const images = new Map<number, number>();
    let turned = 0;
    for (let point = 0; point < points; point++) {
      const from = colours[solved[point]];
      if (from.facet > 0 || !own.has(solved[point])) continue;
      const to = colours[solved[move[point]]];
      turned += to.facet;
      images.set(from.kind, to.kind);
    }
    vector[2 * index] = moduli[2 * index] === 2 && isOdd(images) ? 1 : 0;
    vector[2 * index + 1] = turned % moduli[2 * index + 1];
  }
  return vector;
}

function isOdd(images: ReadonlyMap<number, number>): boolean {
  const seen = new Set<number>();
  let odd = false;
  for (const first of images.keys()) {
    for (let at = images.get(first); at !== undefined && at !== first && !seen.has(at); at = images.get(at)) {
      seen.add(at);
      odd = !odd;
    }
    seen.add(first);
  }
  return odd;
}

/**
 * Returns the share of arrangements that the puzzle makes, of those that only the free characters tell apart from the solved one.
 * @param free [character]: true if the arrangements take all of its values
 */
export function tiedShare({ moduli, vectors }: Ties, free: readonly boolean[]): number {
  const made = vectors.filter((vector) => vector.every((value, index) => value === 0 || free[index])).length;
  return made / moduli.reduce((product, modulus, index) => (free[index] ? product * modulus : product), 1);
}
