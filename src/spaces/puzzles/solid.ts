/**
 * Solids that turn, as permutations of points.
 *
 * A piece is named by its faces, one letter each, and a place by the piece that belongs there. Each letter of a place is one of its
 * points. A turn carries some faces to others: X to X', Y to Y' and so on. It takes the piece on the place XYZ to the place with the letters
 * X'Y'Z', in any order. Its point X moves to the point X'. Example: U carries the faces F L B R, each to the next. So the
 * corner on UFR moves to the place ULF, and its point F to the point L there.
 *
 * All names of a set list the faces in the same direction around the piece. Then a turn of a piece shifts all of its letters by the same
 * number of points.
 */

import { countOf, excerpt, InputError } from '../../base/text.js';
import type { ColouringText, PuzzleDefinition } from '../permutation/colourings/puzzle.js';
import { movesOfTurns, type TurnMetric } from '../permutation/generators.js';

/** Pieces that change places with each other. */
export interface SolidSet {
  /** Name in the plural, such as 'corners'. */
  readonly name: string;
  /** All places, in the order of the text of states. */
  readonly places: readonly string[];
  /** Place whose piece never moves, and which has no points. */
  readonly held?: string;
  /** False if turning a piece on its place does not show: then a place has one point. */
  readonly turns: boolean;
  /** True if pieces, which do not turn, show only the first letter of their names: those with the same one are alike. */
  readonly alike?: boolean;
}

/** A turn of a part of the solid by the smallest angle. */
export interface SolidTurn {
  readonly name: string;
  /** Cycles of faces, each of which is carried to the next. */
  readonly carried: readonly string[];
  /** Returns whether the piece on a place turns with the part. @param set name of its set */
  moves(place: string, set: string): boolean;
}

/** Returns the places of a set that have points. */
function freePlaces({ places, held }: SolidSet): readonly string[] {
  return places.filter((place) => place !== held);
}

/** Returns the number of points of each place. */
function pointsPerPlace({ places, turns }: SolidSet): number {
  return turns ? places[0].length : 1;
}

/** Returns the letters of the kinds of pieces that are alike. */
function kindsOf({ places }: SolidSet): readonly string[] {
  return [...new Set(places.map(([letter]) => letter))];
}

/** Returns the number of colours of a set. */
function coloursOf(set: SolidSet): number {
  return set.alike ? kindsOf(set).length : freePlaces(set).length * pointsPerPlace(set);
}

/** Returns the definition of a solid. @param metric which powers of turns are moves */
export function solidPuzzle(
  name: string,
  sets: readonly SolidSet[],
  turns: readonly SolidTurn[],
  metric: TurnMetric = 'powers',
): PuzzleDefinition {
  return {
    name,
    generators: movesOfTurns(
      turns.map((turn) => ({ name: turn.name, images: imagesOf(sets, turn) })),
      metric,
    ),
    sets: sets.map((set) => ({
      name: set.name,
      pieces: freePlaces(set).length,
      turns: pointsPerPlace(set),
      ...(set.alike && { solved: set.places.map(([letter]) => kindsOf(set).indexOf(letter) + 1) }),
    })),
    text: solidText(sets),
  };
}

/** Returns the permutation of points by a turn. */
function imagesOf(sets: readonly SolidSet[], { carried, moves }: SolidTurn): number[] {
  const images: number[] = [];
  for (const set of sets) {
    const first = images.length;
    const places = freePlaces(set);
    const points = pointsPerPlace(set);
    for (const [from, place] of places.entries()) {
      const letters = moves(place, set.name) ? [...place].map((face) => faceAfter(carried, face)) : [...place];
      const to = places.indexOf(placeOf(places, letters) as string);
      for (let point = 0; point < points; point++) {
        images[first + from * points + point] =
          first + to * points + (set.turns ? places[to].indexOf(letters[point]) : 0);
      }
    }
  }
  return images;
}

/**
 * Returns the place with these letters, in this order if there is one. The order tells pieces apart that are mirror images of each other.
 */
function placeOf(places: readonly string[], letters: readonly string[]): string | undefined {
  const isPlace = (place: string) => place.length === letters.length && letters.every((face) => place.includes(face));
  return places.find((place) => place === letters.join('')) ?? places.find(isPlace);
}

function faceAfter(carried: readonly string[], face: string): string {
  const cycle = carried.find((faces) => faces.includes(face));
  return cycle === undefined ? face : cycle[(cycle.indexOf(face) + 1) % cycle.length];
}

/*
 * Texts of solids: the piece on each place, as its letters in the order of the place's own letters.
 *
 * `FRU` on the place UFR of a cube is the corner UFR with its F on top. Pieces whose turns do not show are given by their own names, and
 * those that are alike by their letter. If all pieces differ, the solved puzzle has the colours 0, 1, 2 ... on its points, and each colour
 * stands for the letter of its point. A set of pieces that are alike has a colour for each letter.
 */

/** Returns the texts of a solid, with sets separated by slashes. */
function solidText(sets: readonly SolidSet[]): ColouringText {
  const expected = `a state is ${sets.map(({ name, places }) => `the ${name} on the places ${places.join(' ')}`).join(', and ')}`;
  const counts = sets.map(({ places }) => places.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  return {
    format: (colouring) => {
      let point = 0;
      let first = 0;
      const texts = sets.map((set) => {
        const words = placedWords(set, colouring.subarray(point), first);
        point += words.length * pointsPerPlace(set);
        first += coloursOf(set);
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
      let first = 0;
      for (const [index, set] of sets.entries()) {
        const own = words.slice(word, word + counts[index]);
        const colours = set.alike ? coloursOfKinds(set, own, expected) : coloursOfWords(set, own, expected);
        colouring.push(...colours.map((colour) => first + colour));
        word += counts[index];
        first += coloursOf(set);
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
  if (set.alike) return places.map((_, place) => kindsOf(set)[colouring[place] - first]);
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

/** As coloursOfWords, of pieces that are alike. */
function coloursOfKinds(set: SolidSet, words: readonly string[], expected: string): number[] {
  const kinds = kindsOf(set);
  for (const kind of kinds) {
    const found = words.filter((word) => word === kind).length;
    const pieces = set.places.filter((place) => place.startsWith(kind)).length;
    if (found === pieces) continue;
    throw new InputError(
      `${expected}; found ${countOf(found, 'piece')} ${kind} among the ${set.name} in place of ${pieces}`,
    );
  }
  return words.map((word) => kinds.indexOf(word));
}

function pieceOfWord({ name, places, turns }: SolidSet, word: string, expected: string): string {
  const found = placeOf(places, [...word]);
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
