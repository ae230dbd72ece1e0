/**
 * Files of generators, in JSON:
 *
 *     {
 *       "name": "two-rings",
 *       "points": 5,
 *       "inverses": true,
 *       "generators": [
 *         { "name": "a", "permutation": "(1 2 3)" },
 *         { "name": "b", "permutation": [1, 2, 4, 5, 3] }
 *       ]
 *     }
 *
 * A permutation is in one-line notation, as numbers or as a text "1 2 4 5 3", or in cycles, "(1 2 3)" or [[1, 2, 3]].
 * ../generators.ts defines its effect. `points` can be omitted. Then a one-line notation gives their number, or, if all
 * permutations are cycles, the largest point does. `inverses` adds the inverse of each generator that is not among them,
 * named with an apostrophe. Generators are a list and not an object, so that their order and doubled names are kept.
 *
 * A generator can be only a permutation, as in `{ "generators": [[2, 3, 1], "(1 2)"] }`. It is called g1, g2 ... by its place.
 * Points count from 1. If no generator has a name, they count from 0 in a file with the point 0: `[[1, 2, 0]]` is `[[2, 3, 1]]`.
 */

import { countOf, excerpt, InputError, jsonExcerpt } from '../../../base/text.js';
import { imagesOfCycles, powerOf } from '../../../permutations/permutation.js';
import type { Generator } from '../colourings/puzzle.js';
import { checkImages, MOST_POINTS } from '../generators.js';
import { fieldsOf, type JsonObject, optionalText } from './json-object.js';
import type { ReadSpace } from './turned-puzzle.js';

/**
 * Reads a file of generators.
 * @returns the generators, followed by the added inverses
 * @throws InputError: one line, without the file's name
 */
export function readGenerators(object: JsonObject): ReadSpace {
  const file = fieldsOf(object, 'a file of generators', ['generators'], ['name', 'points', 'inverses']);
  const { generators: list, inverses = false } = file;
  const name = optionalText(file, 'name');
  if (!Array.isArray(list)) throw new InputError(`"generators" must be a list, found ${jsonExcerpt(list)}`);
  if (list.length === 0) throw new InputError('"generators" is an empty list; at least one generator is needed');
  if (typeof inverses !== 'boolean')
    throw new InputError(`"inverses" must be true or false, found ${jsonExcerpt(inverses)}`);
  const notations = list.map((entry, index) => generatorOf(entry, index));
  const fromZero = !list.some(isNamed) && notations.some(({ numbers }) => numbers.includes(0));
  const first = fromZero ? 0 : 1;
  const points = pointsOf(file.points, notations, first);
  const generators = notations.map((notation) => ({ name: notation.name, images: imagesOf(notation, points, first) }));
  return { name, generators: inverses ? withInverses(generators) : generators };
}

type NamedNotation = Notation & { readonly name: string };

/** Returns whether a generator is an object with a name, and not only a permutation. */
function isNamed(entry: unknown): boolean {
  return typeof entry !== 'string' && !Array.isArray(entry);
}

function generatorOf(entry: unknown, index: number): NamedNotation {
  if (!isNamed(entry)) {
    const name = `g${index + 1}`;
    return { name, ...parseNotation(labelOf(name), entry) };
  }
  const { name, permutation } = fieldsOf(entry, `generator ${index + 1}`, ['name', 'permutation'], []);
  if (typeof name !== 'string') {
    throw new InputError(`the name of generator ${index + 1} must be a text, found ${jsonExcerpt(name)}`);
  }
  return { name, ...parseNotation(labelOf(name), permutation) };
}

function pointsOf(given: unknown, notations: readonly NamedNotation[], first: 0 | 1): number {
  if (given !== undefined) {
    if (!(typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= MOST_POINTS)) {
      throw new InputError(`"points" must be a whole number from 1 to ${MOST_POINTS}, found ${jsonExcerpt(given)}`);
    }
    return given;
  }
  const line = notations.find(({ kind }) => kind === 'line');
  if (line !== undefined) return line.numbers.length;
  const largest = notations.flatMap(({ numbers }) => numbers).reduce((most, point) => Math.max(most, point), first - 1);
  if (largest < first) throw new InputError('no cycle names a point; give the number of points, such as "points": 5');
  return largest + 1 - first;
}

function imagesOf(notation: NamedNotation, points: number, first: 0 | 1): number[] {
  const label = labelOf(notation.name);
  if (points > MOST_POINTS) {
    throw new InputError(`${label} needs ${points} points; at most ${MOST_POINTS} are possible`);
  }
  if (notation.kind === 'line') {
    if (notation.numbers.length !== points) {
      throw new InputError(`${label} permutes ${countOf(notation.numbers.length, 'point')}; expected ${points}`);
    }
    checkImages(label, notation.numbers, first);
    return notation.numbers.map((image) => image - first);
  }
  const seen = new Set<number>();
  for (const point of notation.numbers) {
    if (point < first || point >= points + first) {
      throw new InputError(`${label} has a cycle with point ${point}; points are ${first} to ${points + first - 1}`);
    }
    if (seen.has(point)) throw new InputError(`${label} has point ${point} twice; a point is in one cycle at most`);
    seen.add(point);
  }
  return imagesOfCycles(notation.cycles, points, first);
}

function withInverses(generators: readonly Generator[]): Generator[] {
  const closed = [...generators];
  const there = new Set(generators.map(({ images }) => images.join(' ')));
  const names = new Set(generators.map(({ name }) => name));
  for (const { name, images } of generators) {
    const undone = powerOf(images, -1);
    if (there.has(undone.join(' '))) continue;
    if (names.has(`${name}'`)) {
      throw new InputError(
        `the inverse of ${labelOf(name)} would be called '${excerpt(name)}'', which is the name of another generator`,
      );
    }
    there.add(undone.join(' '));
    closed.push({ name: `${name}'`, images: undone });
  }
  return closed;
}

function labelOf(name: string): string {
  return `generator '${excerpt(name)}'`;
}

/* Two notations of permutations: one-line (2 1 3: the images of the points 1, 2, 3) and cycles (1 2)(3 4 5). */

/** A permutation as it is written, not yet checked. */
type Notation =
  | { readonly kind: 'line'; readonly numbers: readonly number[] }
  | { readonly kind: 'cycles'; readonly cycles: readonly (readonly number[])[]; readonly numbers: readonly number[] };

/**
 * Reads a permutation as a list of numbers or a text in one-line notation, or as lists of numbers or a text in cycles. `()` is the identity.
 * @param label name of the permutation's owner, for messages
 * @throws InputError if it has neither notation
 */
function parseNotation(label: string, permutation: unknown): Notation {
  if (Array.isArray(permutation)) {
    if (permutation.length > 0 && permutation.every(isCycle)) {
      return { kind: 'cycles', cycles: permutation, numbers: permutation.flat() };
    }
    const wrong = permutation.find((entry) => typeof entry !== 'number');
    if (wrong !== undefined) throw expected(label, wrong);
    return { kind: 'line', numbers: permutation };
  }
  if (typeof permutation !== 'string') throw expected(label, permutation);
  const text = permutation.trim();
  if (!text.startsWith('(')) return { kind: 'line', numbers: numbersOf(label, text, permutation) };
  if (!text.endsWith(')')) throw expected(label, permutation);
  const cycles = text
    .slice(1, -1)
    .split(/\)\s*\(/)
    .map((cycle) => numbersOf(label, cycle, permutation));
  return { kind: 'cycles', cycles, numbers: cycles.flat() };
}

function isCycle(entry: unknown): entry is readonly number[] {
  return Array.isArray(entry) && entry.every((point) => Number.isSafeInteger(point));
}

function numbersOf(label: string, text: string, permutation: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  return words.map((word) => {
    if (!/^\d{1,9}$/.test(word)) throw expected(label, permutation);
    return Number(word);
  });
}

function expected(label: string, found: unknown): InputError {
  const shown = typeof found === 'string' ? `'${excerpt(found)}'` : jsonExcerpt(found);
  return new InputError(
    `the permutation of ${label} is written [2, 1, 3], "2 1 3", or in cycles "(1 2)(3 4 5)"; found ${shown}`,
  );
}
