/**
 * The Cayley graph of a permutation group: which states are reached, and how far they are, when the given permutations are
 * applied to the order 1 2 ... n again and again.
 *
 * A generator g takes the piece on point i to point g(i). That is its one-line notation: 2 3 1 takes the piece on point 1 to point 2,
 * that on point 2 to point 3, that on point 3 to point 1, and is the cycle (1 2 3). Applied to the order '1 2 3', it makes '3 1 2'
 * of it, for then piece 1 is on place 2. Programs that write instead from where each place gets its piece hold the inverses;
 * the distances of the inverse generators are those of the inverse states, so distributions are the same.
 *
 * States are numbered, and their text is, as permutation-space.ts tells; all n! of them count, and the orders outside the
 * group are not reached. If the generators are closed under inverses, every move can be undone.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import type { SpaceDefinition } from '../../../space/definition.js';
import type { GeneratedSpace } from '../../../space/space-source.js';
import { permutationSpace } from './permutation-space.js';

/** Points are bytes, and 255 stands for none. */
export const MOST_POINTS = 255;

/** As many moves as a space may have. */
const MOST_GENERATORS = 1000;

/** @throws InputError if the generators are not permutations of the same 1 to 255 points, or wrongly named */
export function generatedSpace(source: GeneratedSpace): SpaceDefinition {
  checkGenerators(source);
  const { name, metric, generators } = source;
  return { ...permutationSpace(name, generators), ...(metric !== undefined && { metric }) };
}

/** Checks the generators of generatedSpace. @throws InputError */
export function checkGenerators({ name, generators }: GeneratedSpace): void {
  if (typeof name !== 'string' || !/^\P{Cc}{1,100}$/u.test(name)) {
    throw new InputError('generators need a name for their space, of 1 to 100 characters on one line');
  }
  if (!Array.isArray(generators) || generators.length < 1 || generators.length > MOST_GENERATORS) {
    const found = Array.isArray(generators) ? generators.length : 'none';
    throw new InputError(`a space takes 1 to ${MOST_GENERATORS} generators, found ${found}`);
  }
  const names = new Set<string>();
  for (const generator of generators) {
    if (typeof generator?.name !== 'string' || !/^[^\s\p{Cc}]{1,40}$/u.test(generator.name)) {
      const found = typeof generator?.name === 'string' ? `'${excerpt(generator.name)}'` : 'none';
      throw new InputError(`a generator has a name of 1 to 40 characters without spaces, found ${found}`);
    }
    if (names.has(generator.name)) throw new InputError(`two generators are called '${excerpt(generator.name)}'`);
    names.add(generator.name);
  }
  for (const generator of generators) {
    const label = `generator '${excerpt(generator.name)}'`;
    if (!Array.isArray(generator.images)) throw new InputError(`${label} has no images`);
    const points = generators[0].images.length;
    if (generator.images.length !== points) {
      const first = excerpt(generators[0].name);
      throw new InputError(
        `${label} permutes ${generator.images.length} points, but '${first}' permutes ${points}; all generators need the same points`,
      );
    }
    checkImages(label, generator.images);
  }
}

/**
 * Checks that images are a permutation of 1 to 255 points.
 * @param first what the first point is called: 0, or 1 as in the texts of users
 * @throws InputError that says which point is wrong
 */
export function checkImages(label: string, images: readonly number[], first: 0 | 1 = 0): void {
  const points = images.length;
  if (points < 1 || points > MOST_POINTS) {
    throw new InputError(`${label} permutes ${points} points; at least 1 and at most ${MOST_POINTS} are possible`);
  }
  const taken = new Map<number, number>();
  for (const [point, image] of images.entries()) {
    if (!(Number.isInteger(image) && image >= first && image < points + first)) {
      throw new InputError(
        `${label} takes point ${point + first} to ${excerpt(String(image))}; points are ${first} to ${points + first - 1}`,
      );
    }
    const other = taken.get(image);
    if (other !== undefined) {
      throw new InputError(`${label} takes both point ${other + first} and point ${point + first} to point ${image}`);
    }
    taken.set(image, point);
  }
}
