/**
 * Texts of solids: the piece on each place, as its letters in the order of the place's own letters.
 *
 * `FRU` on the place UFR of a cube is the corner UFR with its F on top. Pieces whose turns do not show are given by their own names. All
 * pieces differ. So the solved puzzle has the colours 0, 1, 2 ... on its points, and each colour stands for the letter of
 * its point.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import type { ColouringText } from '../../permutation/colourings/puzzle-definition.js';
import { freePlaces, pointsPerPlace, type SolidSet } from './solid.js';

/** Returns the texts of a solid, with sets separated by slashes. */
export function solidText(sets: readonly SolidSet[]): ColouringText {
  const expected = `a state is ${sets.map(({ name, places }) => `the ${name} on the places ${places.join(' ')}`).join(', and ')}`;
  const counts = sets.map(({ places }) => places.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return {
    format: (colouring) => {
      let first = 0;
      const texts = sets.map((set) => {
        const words = placedWords(set, colouring.subarray(first), first);
        first += words.length * pointsPerPlace(set);
        const held = set.held === undefined ? -1 : set.places.indexOf(set.held);
        return (held < 0 ? words : words.toSpliced(held, 0, set.places[held])).join(' ');
      });
      return texts.join(' / ');
    },
    parse: (text) => {
      const words = wordsInCapitals(text);
      if (words.length !== all) throw new InputError(`${expected}, found ${words.length} of them: '${excerpt(text)}'`);
      const colouring: number[] = [];
      let word = 0;
      for (const [index, set] of sets.entries()) {
        const own = words.slice(word, word + counts[index]);
        colouring.push(...coloursOfWords(set, own, expected).map((colour) => colouring.length + colour));
        word += counts[index];
      }
      return Uint8Array.from(colouring);
    },
  };
}

/** Returns the words of a text, in capitals. */
export function wordsInCapitals(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,/]+/)
    .filter((word) => word !== '');
}

/**
 * Returns the words on the places of a set that are not held.
 * @param colouring of its points
 * @param first its first colour
 */
export function placedWords(set: SolidSet, colouring: Uint8Array, first: number): string[] {
  const places = freePlaces(set);
  const points = pointsPerPlace(set);
  return places.map((_, place) => {
    const letters = Array.from({ length: points }, (_, point) => {
      const colour = colouring[place * points + point] - first;
      const piece = places[Math.floor(colour / points)];
      return set.turns ? piece[colour % points] : piece;
    });
    return letters.join('');
  });
}

/**
 * Returns the colours of a set's points from the words on its places.
 * @param words of all its places
 * @param expected a description of a state, for messages
 * @returns the colours of its points, counted from its first one
 * @throws InputError if the words are not each piece once
 */
export function coloursOfWords(set: SolidSet, words: readonly string[], expected: string): number[] {
  const points = pointsPerPlace(set);
  const pieces = words.map((word) => pieceOfWord(set, word, expected));
  const missing = set.places.find((name) => !pieces.includes(name));
  if (missing !== undefined) {
    const doubled = set.places.find((name) => pieces.filter((piece) => piece === name).length > 1);
    throw new InputError(`${expected}, each once; found ${doubled} more than once and ${missing} not at all`);
  }
  checkHeld(set, words);
  const places = freePlaces(set);
  return words.flatMap((word, at) => {
    if (set.places[at] === set.held) return [];
    const piece = places.indexOf(pieces[at]) * points;
    return Array.from({ length: points }, (_, point) => piece + (set.turns ? pieces[at].indexOf(word[point]) : 0));
  });
}

function pieceOfWord({ name, places, turns }: SolidSet, word: string, expected: string): string {
  const found = places.find((place) => word.length === place.length && [...place].every((face) => word.includes(face)));
  const piece = name.slice(0, -1);
  if (found === undefined)
    throw new InputError(`${expected}, found '${excerpt(word, 12)}': no ${piece} has these colours`);
  if (turns && !(found + found).includes(word)) {
    throw new InputError(`${expected}, found '${word}': the colours of ${found} run in the opposite direction`);
  }
  return found;
}

function checkHeld({ name, places, held }: SolidSet, words: readonly string[]): void {
  const at = held === undefined ? -1 : places.indexOf(held);
  if (at < 0 || words[at] === held) return;
  throw new InputError(
    `hold the puzzle so that the ${name.slice(0, -1)} ${held} is in its place, number ${at + 1} of the text, as ${held}; found ${words[at]} there`,
  );
}
