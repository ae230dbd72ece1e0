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

import { countOf, excerpt, InputError, jsonExcerpt } from '../../base/text.js';
import { imagesOfCycles, powerOf } from '../../permutations/permutation.js';
import type { Generator } from './colourings/puzzle.js';
import { checkImages, MOST_POINTS } from './generators.js';
import { type JsonObject, mustBe, readObjectFields } from './json-object.js';
import type { ReadSpace } from './turned-puzzle.js';

/**
 * Reads a file of generators.
 * @returns the generators, followed by the added inverses
 * @throws InputError: one line, without the file's name
 */
export function readGenerators(object: JsonObject): ReadSpace {
  const file = readObjectFields(object, 'a file of generators', ['generators'], ['name', 'points', 'inverses']);
  const { name, generators: list, inverses = false } = file;
  mustBe(name === undefined || typeof name === 'string', '"name"', 'a text', name);
  mustBe(Array.isArray(list), '"generators"', 'a list', list);
  if (list.length === 0) throw new InputError('"generators" is an empty list; at least one generator is needed');
  mustBe(typeof inverses === 'boolean', '"inverses"', 'true or false', inverses);
  const written = list.map(readGenerator);
  const fromZero = list.every(isOnlyPermutation) && written.some(({ numbers }) => numbers.includes(0));
  const first = fromZero ? 0 : 1;
  const points = pointsOf(file.points, written, first);
  const generators = written.map((generator) => ({ name: generator.name, images: imagesOf(generator, points, first) }));
  return { name, generators: inverses ? withInverses(generators) : generators };
}

/** A generator as it is written: its permutation is not yet checked. */
interface WrittenGenerator {
  readonly name: string;
  /** Numbers in one-line notation (2 1 3: the images of the points 1, 2, 3), or those of all cycles. */
  readonly numbers: readonly number[];
  /** Cycles (1 2)(3 4 5); null in one-line notation. */
  readonly cycles: readonly (readonly number[])[] | null;
}

/** Returns whether a generator is only a permutation, and not an object with a name. */
function isOnlyPermutation(entry: unknown): boolean {
  return typeof entry === 'string' || Array.isArray(entry);
}

/**
 * Reads a permutation as a list of numbers or a text in one-line notation, or as lists of numbers or a text in cycles. `()` is the identity.
 * @throws InputError if it has neither notation
 */
function readGenerator(entry: unknown, index: number): WrittenGenerator {
  const { name, permutation } = isOnlyPermutation(entry)
    ? { name: `g${index + 1}`, permutation: entry }
    : readObjectFields(entry, `generator ${index + 1}`, ['name', 'permutation'], []);
  mustBe(typeof name === 'string', `the name of generator ${index + 1}`, 'a text', name);
  const wrong = (found: unknown) =>
    new InputError(
      `the permutation of ${labelOf(name)} is written [2, 1, 3], "2 1 3", or in cycles "(1 2)(3 4 5)"; found ${typeof found === 'string' ? `'${excerpt(found)}'` : jsonExcerpt(found)}`,
    );
  if (Array.isArray(permutation)) {
    if (permutation.length > 0 && permutation.every(isCycle)) {
      return { name, numbers: permutation.flat(), cycles: permutation };
    }
    const other = permutation.find((number) => typeof number !== 'number');
    if (other !== undefined) throw wrong(other);
    return { name, numbers: permutation, cycles: null };
  }
  if (typeof permutation !== 'string') throw wrong(permutation);
  const text = permutation.trim();
  const inCycles = text.startsWith('(');
  if (inCycles && !text.endsWith(')')) throw wrong(permutation);
  const parts = inCycles ? text.slice(1, -1).split(/\)\s*\(/) : [text];
  const cycles = parts.map((part) => part.split(/[\s,]+/).filter((word) => word !== ''));
  if (!cycles.flat().every((word) => /^\d{1,9}$/.test(word))) throw wrong(permutation);
  const read = cycles.map((words) => words.map(Number));
  return { name, numbers: read.flat(), cycles: inCycles ? read : null };
}

function isCycle(entry: unknown): entry is readonly number[] {
  return Array.isArray(entry) && entry.every((point) => Number.isSafeInteger(point));
}

function pointsOf(given: unknown, written: readonly WrittenGenerator[], first: 0 | 1): number {
  if (given !== undefined) {
    const isRight = typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= MOST_POINTS;
    mustBe(isRight, '"points"', `a whole number from 1 to ${MOST_POINTS}`, given);
    return given as number;
  }
  const line = written.find(({ cycles }) => cycles === null);
  if (line !== undefined) return line.numbers.length;
  const largest = written.flatMap(({ numbers }) => numbers).reduce((most, point) => Math.max(most, point), first - 1);
  if (largest < first) throw new InputError('no cycle names a point; give the number of points, such as "points": 5');
  return largest + 1 - first;
}

function imagesOf({ name, numbers, cycles }: WrittenGenerator, points: number, first: 0 | 1): number[] {
  const label = labelOf(name);
  if (points > MOST_POINTS) {
    throw new InputError(`${label} needs ${points} points; at most ${MOST_POINTS} are possible`);
  }
  if (cycles === null) {
    if (numbers.length !== points) {
      throw new InputError(`${label} permutes ${countOf(numbers.length, 'point')}; expected ${points}`);
    }
    checkImages(label, numbers, first);
    return numbers.map((image) => image - first);
  }
  const seen = new Set<number>();
  for (const point of numbers) {
    if (point < first || point >= points + first) {
      throw new InputError(`${label} has a cycle with point ${point}; points are ${first} to ${points + first - 1}`);
    }
    if (seen.has(point)) throw new InputError(`${label} has point ${point} twice; a point is in one cycle at most`);
    seen.add(point);
  }
  return imagesOfCycles(cycles, points, first);
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
