/**
 * Ties: properties that all states of a puzzle share, if moves can change everything else.
 *
 * Each class of kinds has up to three *characters*:
 *
 * - the sign of the permutation of its pieces, if all differ;
 * - the sum of its turns mod k, if all turn;
 * - a cubic one, mod 3, if three or four pieces differ and all moves are even on them. Even permutations of three pieces rotate them, and
 *   those of four rotate the three partitions into two pairs.
 *
 * The characters of the moves generate a group A of vectors. A puzzle that is a product of symmetric and wreath groups apart from these ties
 * makes exactly the arrangements whose vector is in A. Example: each turn of a face of the cube is odd on corners and on edges. So
 * the two signs have the vectors (0, 0) and (1, 1): half of all arrangements.
 *
 * Vectors are not listed, since A may have many: the index of a subgroup gives its order. The vectors of A that are 0 at some characters
 * are the kernel of A's projection to these characters. So their number is the order of A divided by that of the projection.
 */

import type { ColouredPuzzle } from '../colourings/colouring.js';
import { indexOfSubgroup } from '../lattice-index.js';
import { parity } from '../permutation.js';
import type { KindClass } from './kinds.js';

export interface Ties {
  /** Number of values of each character, three characters for each class: 1 if the class lacks the character. */
  readonly moduli: readonly number[];
  /** Vectors that generate A: those of the moves. */
  readonly generators: readonly (readonly number[])[];
  /** Index of A. */
  readonly index: number;
  /** Indices of projections of A that are known, by their characters. */
  readonly indices: Map<string, number>;
}

/** Returns the ties. */
export function tiesOf(puzzle: ColouredPuzzle, classes: readonly KindClass[]): Ties {
  const arrangements = puzzle.moves.map((move) => classes.map((kinds) => arrangementOf(puzzle, kinds, move)));
  const moduli = classes.flatMap((kinds, index) => {
    const different = kinds.every(({ pieces }) => pieces === 1);
    const turns = kinds.every((kind) => kind.turns === kinds[0].turns) ? kinds[0].turns : 1;
    const cubic =
      different &&
      [3, 4].includes(kinds.length) &&
      !arrangements.some((classesOfMove) => parity(classesOfMove[index].images) === 1);
    return [different && kinds.length > 1 ? 2 : 1, turns, cubic ? 3 : 1];
  });
  const generators = arrangements.map((classesOfMove) =>
    classesOfMove
      .flatMap(({ images, turned }) => [parity(images), turned, cubicCharacter(images)])
      .map((value, index) => value % moduli[index]),
  );
  const index = Number(indexIn(moduli, generators, [...moduli.keys()]));
  return { moduli, generators, index, indices: new Map() };
}

interface Arrangement {
  /** [kind of the class]: the kind on whose place its piece is after the move. It has no meaning if pieces are identical. */
  readonly images: readonly number[];
  /** Sum of the turns. */
  readonly turned: number;
}

function arrangementOf({ points, solved, colours }: ColouredPuzzle, kinds: KindClass, move: Uint8Array): Arrangement {
  const images = kinds.map((_, kind) => kind);
  const kindOf = new Map(kinds.flatMap((kind, index) => kind.colours.map((colour) => [colour, index])));
  let turned = 0;
  for (let point = 0; point < points; point++) {
    const kind = kindOf.get(solved[point]);
    if (kind === undefined || colours[solved[point]].facet > 0) continue;
    const to = solved[move[point]];
    images[kind] = kindOf.get(to) ?? kind;
    turned += colours[to].facet;
  }
  return { images, turned };
}

/** Returns the character mod 3 of an even permutation of three or four pieces: the image of the first piece of three, or of the first pair. */
function cubicCharacter([first, second, third, fourth]: readonly number[]): number {
  if (fourth === undefined) return first;
  const partner = [first, second].includes(0) ? first + second : third + fourth;
  return partner - 1;
}

/**
 * Returns the share of arrangements that the puzzle makes, out of those that differ from the solved one only by free characters.
 * @param free [character]: '1' if the arrangements take all of its values, else '0'
 */
export function tiedShare({ moduli, generators, index, indices }: Ties, free: string): number {
  // |A| = m / i and |projection of A| = n / j. Without ties, m / n arrangements would be made, so the share is j / i.
  const bound: number[] = [];
  for (let character = 0; character < moduli.length; character++) {
    if (moduli[character] > 1 && free[character] !== '1') bound.push(character);
  }
  const key = bound.join();
  const known = indices.get(key);
  if (known !== undefined) return known / index;
  const found = Number(indexIn(moduli, generators, bound));
  indices.set(key, found);
  return found / index;
}

/** Returns the least share of arrangements that ties leave, whatever characters are free. */
export function leastShare({ index }: Ties): number {
  return 1 / index;
}

/** Returns the index of the projection of A to some characters. */
function indexIn(moduli: readonly number[], generators: Ties['generators'], characters: readonly number[]): bigint {
  const kept = characters.filter((index) => moduli[index] > 1);
  return indexOfSubgroup(
    kept.map((index) => moduli[index]),
    generators.map((vector) => kept.map((index) => vector[index])),
  );
}
