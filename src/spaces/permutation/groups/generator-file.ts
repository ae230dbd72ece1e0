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
 * A permutation is in one-line notation, as numbers or as their text "1 2 4 5 3", or in cycle notation; generators.ts tells
 * what it does. Points count from 1. `points` may be left out: then there are as many as a one-line notation has, or, if
 * all are cycles, as the largest point that is in one. `inverses` adds the inverse of each generator that is not among them,
 * with an apostrophe behind its name. Generators are a list and not an object, so that their order and doubled names are kept.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt, jsonExcerpt } from '../../../base/text/excerpt.js';
import type { GeneratedSpace, Generator } from '../../../space/space-source.js';
import { checkGenerators, checkImages } from './generators.js';
import { type Notation, parseNotation } from './permutation-notation.js';
import { inverseOf, MOST_PIECES } from './permutation-space.js';

/**
 * Reads the text of such a file.
 * @returns generators with the added inverses behind the given ones
 * @throws InputError: one line, without the file's name
 */
export function parseGenerators(text: string): GeneratedSpace {
  const file = fieldsOf(parseJson(text), 'a file of generators', ['name', 'generators'], ['points', 'inverses']);
  const { name, generators: list, inverses = false } = file;
  if (typeof name !== 'string') throw new InputError(`"name" is a text, found ${jsonExcerpt(name)}`);
  if (!Array.isArray(list)) throw new InputError(`"generators" is a list, found ${jsonExcerpt(list)}`);
  if (list.length === 0) throw new InputError('"generators" is an empty list; at least one generator is needed');
  if (typeof inverses !== 'boolean')
    throw new InputError(`"inverses" is true or false, found ${jsonExcerpt(inverses)}`);
  const notations = list.map((entry, index) => generatorOf(entry, index));
  const points = pointsOf(file.points, notations);
  const generators = notations.map((notation) => ({ name: notation.name, images: imagesOf(notation, points) }));
  const space: GeneratedSpace = { kind: 'generators', name, generators };
  checkGenerators(space);
  if (!inverses) return space;
  const closed: GeneratedSpace = { ...space, generators: withInverses(generators) };
  checkGenerators(closed);
  return closed;
}

type NamedNotation = Notation & { readonly name: string };

function generatorOf(entry: unknown, index: number): NamedNotation {
  const { name, permutation } = fieldsOf(entry, `generator ${index + 1}`, ['name', 'permutation'], []);
  if (typeof name !== 'string') {
    throw new InputError(`the name of generator ${index + 1} is a text, found ${jsonExcerpt(name)}`);
  }
  return { name, ...parseNotation(labelOf(name), permutation) };
}

function pointsOf(given: unknown, notations: readonly NamedNotation[]): number {
  if (given !== undefined) {
    if (!(typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= MOST_PIECES)) {
      throw new InputError(`"points" is a whole number from 1 to ${MOST_PIECES}, found ${jsonExcerpt(given)}`);
    }
    return given;
  }
  const line = notations.find(({ kind }) => kind === 'line');
  if (line !== undefined) return line.numbers.length;
  const largest = notations.flatMap(({ numbers }) => numbers).reduce((most, point) => Math.max(most, point), 0);
  if (largest === 0) throw new InputError('no cycle names a point; say how many there are, such as "points": 5');
  return largest;
}

function imagesOf(notation: NamedNotation, points: number): number[] {
  const label = labelOf(notation.name);
  if (points > MOST_PIECES) {
    throw new InputError(`${label} needs ${points} points; at most ${MOST_PIECES} can be enumerated`);
  }
  if (notation.kind === 'line') {
    if (notation.numbers.length !== points) {
      throw new InputError(`${label} permutes ${notation.numbers.length} points, where ${points} were expected`);
    }
    checkImages(label, notation.numbers, 1);
    return notation.numbers.map((image) => image - 1);
  }
  const images = Array.from({ length: points }, (_, point) => point);
  const seen = new Set<number>();
  for (const point of notation.numbers) {
    if (point < 1 || point > points) {
      throw new InputError(`${label} has a cycle with point ${point}; points are 1 to ${points}`);
    }
    if (seen.has(point)) throw new InputError(`${label} has point ${point} twice; a point is in one cycle at most`);
    seen.add(point);
  }
  for (const cycle of notation.cycles) {
    for (const [index, point] of cycle.entries()) images[point - 1] = cycle[(index + 1) % cycle.length] - 1;
  }
  return images;
}

function withInverses(generators: readonly Generator[]): Generator[] {
  const closed = [...generators];
  const there = new Set(generators.map(({ images }) => images.join(' ')));
  const names = new Set(generators.map(({ name }) => name));
  for (const { name, images } of generators) {
    const undone = inverseOf(images);
    if (there.has(undone.join(' '))) continue;
    if (names.has(`${name}'`)) {
      throw new InputError(`the inverse of ${labelOf(name)} would be called '${excerpt(name)}'', which another one is`);
    }
    there.add(undone.join(' '));
    closed.push({ name: `${name}'`, images: undone });
  }
  return closed;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new InputError(`a file of generators is JSON; ${excerpt(located(message, text), 120)}`);
  }
}

/** Returns the message of JSON.parse, with line and column in place of a position. It quotes the text if it gives none. */
function located(message: string, text: string): string {
  return message.replace(/ in JSON at position (\d+).*/s, (_, position: string) => {
    const before = text.slice(0, Number(position)).split('\n');
    return ` at line ${before.length}, column ${before[before.length - 1].length + 1}`;
  });
}

/** The fields of a JSON object that has all of these and maybe some of those. */
function fieldsOf(
  value: unknown,
  what: string,
  needed: readonly string[],
  optional: readonly string[],
): Readonly<Record<string, unknown>> {
  const known = [...needed, ...optional].map((field) => `"${field}"`).join(', ');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(`${what} is a JSON object with ${known}; found ${jsonExcerpt(value)}`);
  }
  for (const field of Object.keys(value)) {
    if (needed.includes(field) || optional.includes(field)) continue;
    throw new InputError(`${what} has a field "${excerpt(field)}", which is unknown; known ones are ${known}`);
  }
  for (const field of needed) if (!Object.hasOwn(value, field)) throw new InputError(`${what} has no "${field}"`);
  return { ...value };
}

function labelOf(name: string): string {
  return `generator '${excerpt(name)}'`;
}
