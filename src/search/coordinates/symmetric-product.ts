/**
 * Products of coordinates, reduced by symmetries.
 *
 * A table has the states of A x B, where A and B are products of coordinates. Distances are the same for states that a symmetry takes to each
 * other. So the states of A are divided into *classes*, the orbits of the symmetries that act on A and on each coordinate of B, and the table
 * has a row only for the first state of each class. A state (a, b) is looked up in the row of the class of a, at the image of b under a
 * symmetry that takes a to that first state.
 *
 * If several symmetries take a to the first state, any of them serves, as the row is kept by the *stabiliser*, those that keep this state.
 */

import type { Permutation } from '../../permutations/permutation.js';
import { type Coordinate, CoordinateProduct, type MovePermutation, NOT_REACHED, ReachedStates } from './coordinate.js';

/** The symmetries that act on the coordinates of a table: a group. */
interface ActingSymmetries {
  /** Images of the moves; the identity first. */
  readonly elements: readonly MovePermutation[];
  /** [element]: the index of its inverse. */
  readonly inverses: readonly number[];
  /** [element - 1]: an element with a smaller index and the generator that is applied after it. */
  readonly steps: readonly (readonly [element: number, generator: number])[];
  /** Images of the states of A under each generator. */
  readonly imagesOfFirst: readonly Uint32Array[];
  /** [coordinate of B][element]: the images of its states. */
  readonly imagesOfOthers: readonly (readonly Uint32Array[])[];
}

/** A product whose first factor is divided into classes. */
export interface SymmetricProduct {
  readonly first: CoordinateProduct;
  readonly others: readonly Coordinate[];
  /** Symmetries that act on it, as images of the moves; the identity first. */
  readonly symmetries: readonly MovePermutation[];
  /** [coordinate of others][symmetry]: the images of its states. */
  readonly imagesOfOthers: readonly (readonly Uint32Array[])[];
  /** [state of the first factor]: class << 8 | symmetry that takes it to the class's first state; NOT_REACHED if moves do not reach it. */
  readonly classes: Uint32Array;
  /** [class]: its first state, and its number of states. */
  readonly firstStates: Uint32Array;
  readonly sizes: Uint16Array;
  /** Symmetries but the identity that keep the first state of a class; classes that only the identity keeps have none. */
  readonly stabilisers: ReadonlyMap<number, readonly number[]>;
}

/** Maximum number of symmetries of a table: its classes name one in 8 bits. */
const MOST_SYMMETRIES = 256;

/**
 * Divides a product into classes.
 * @param symmetries of the puzzle: a group of permutations of its moves
 */
export function symmetricProduct(
  moves: readonly Permutation[],
  first: CoordinateProduct,
  others: readonly Coordinate[],
  symmetries: readonly MovePermutation[],
): SymmetricProduct {
  const reached = new ReachedStates(first, moves);
  const acting = actingSymmetries(moves, reached, others, symmetries);
  const { elements, inverses, steps, imagesOfFirst, imagesOfOthers } = acting;
  const classes = new Uint32Array(first.size).fill(NOT_REACHED);
  const firstStates: number[] = [];
  const sizes: number[] = [];
  const stabilisers = new Map<number, readonly number[]>();
  const images = new Uint32Array(elements.length);
  for (const state of reached.states) {
    if (classes[state] !== NOT_REACHED) continue;
    const row = firstStates.length;
    let size = 0;
    images[0] = state;
    for (let element = 0; element < elements.length; element++) {
      if (element > 0) {
        const [before, generator] = steps[element - 1];
        images[element] = imagesOfFirst[generator][images[before]];
      }
      if (classes[images[element]] !== NOT_REACHED) continue;
      classes[images[element]] = row * 256 + inverses[element];
      size++;
    }
    firstStates.push(state);
    sizes.push(size);
    if (size < elements.length) {
      const keeping = [...images.keys()].filter((element) => element > 0 && images[element] === state);
      stabilisers.set(row, keeping);
    }
  }
  return {
    first,
    others,
    symmetries: elements,
    imagesOfOthers,
    classes,
    firstStates: Uint32Array.from(firstStates),
    sizes: Uint16Array.from(sizes),
    stabilisers,
  };
}

function actingSymmetries(
  moves: readonly Permutation[],
  first: ReachedStates,
  others: readonly Coordinate[],
  symmetries: readonly MovePermutation[],
): ActingSymmetries {
  const factors = [...others.map((coordinate) => new ReachedStates(new CoordinateProduct([coordinate]), moves)), first];
  const identity = Array.from(moves.keys());
  let group: MovePermutation[] = [identity];
  let known = new Map([[identity.join(), 0]]);
  let steps: (readonly [number, number])[] = [];
  const generators: MovePermutation[] = [];
  const images: Uint32Array[][] = [];
  for (const symmetry of symmetries) {
    if (known.has(Array.from(symmetry).join())) continue;
    const own: Uint32Array[] = [];
    for (const factor of factors) {
      const found = factor.imagesUnder(symmetry);
      if (found === undefined) break;
      own.push(found);
    }
    if (own.length < factors.length) continue;
    generators.push(symmetry);
    images.push(own);
    ({ group, known, steps } = generated(identity, generators));
    if (group.length > MOST_SYMMETRIES) {
      generators.pop();
      images.pop();
      ({ group, known, steps } = generated(identity, generators));
    }
  }
  const inverses = group.map((element) => known.get(inverseOf(element).join()) as number);
  const imagesOfOthers = others.map((coordinate, index) => {
    const all = [Uint32Array.from({ length: coordinate.size }, (_, state) => state)];
    for (const [element, generator] of steps) all.push(all[element].map((state) => images[generator][index][state]));
    return all;
  });
  const imagesOfFirst = images.map((own) => own[others.length]);
  return { elements: group, inverses, steps, imagesOfFirst, imagesOfOthers };
}

/** Returns the elements of the group that permutations generate, with the way to each: an element before it, and the generator applied after. */
function generated(identity: number[], generators: readonly MovePermutation[]) {
  const group: MovePermutation[] = [identity];
  const known = new Map([[identity.join(), 0]]);
  const steps: (readonly [number, number])[] = [];
  for (let element = 0; element < group.length; element++) {
    for (const [generator, images] of generators.entries()) {
      const after = Array.from(group[element], (move) => images[move]);
      const key = after.join();
      if (known.has(key)) continue;
      known.set(key, group.length);
      group.push(after);
      steps.push([element, generator]);
    }
  }
  return { group, known, steps };
}

function inverseOf(permutation: MovePermutation): number[] {
  const inverse = new Array<number>(permutation.length);
  for (let move = 0; move < permutation.length; move++) inverse[permutation[move]] = move;
  return inverse;
}
