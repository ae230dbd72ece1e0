/**
 * Puzzles in the format of cubing.js, KPuzzle in JSON:
 *
 *     {
 *       "name": "four-corners",
 *       "orbits": [{ "orbitName": "CORNERS", "numPieces": 4, "numOrientations": 3 }],
 *       "defaultPattern": { "CORNERS": { "pieces": [0, 1, 2, 3], "orientation": [0, 0, 0, 0] } },
 *       "moves": { "F": { "CORNERS": { "permutation": [1, 2, 3, 0], "orientationDelta": [1, 2, 1, 2] } } },
 *       "derivedMoves": { "G": "F F" }
 *     }
 *
 * After a move, place i has the piece of place permutation[i], turned by orientationDelta[i]. Equal pieces of the pattern are identical.
 * With an `orientationMod` of 0, all orientations of the piece on a place show. With 1, none does, and with d, they show modulo d.
 * Derived moves are algs and count as moves. x, y, z and names such as Uv are rotations of the whole puzzle, which are not moves.
 *
 * The format: src/cubing/kpuzzle/KPuzzleDefinitionJSON.ts and combine.ts of github.com/cubing/cubing.js.
 */

import { excerpt, InputError, jsonExcerpt } from '../../base/text.js';
import { greatestCommonDivisor, type Images, powerOf, productOf } from '../../permutations/permutation.js';
import { MOST_MOVES, type TurnMetric, unlikePiece } from './generators.js';
import { type JsonObject, mustBe, readObject } from './json-object.js';
import {
  type MadeMove,
  type MoveOfWord,
  type PiecesMove,
  type ReadSet,
  type ReadSpace,
  turnedPuzzle,
} from './turned-puzzle.js';

const MOST_PIECES_OF_ORBIT = 255;
const MOST_ORIENTATIONS = 255;

/** Reads a puzzle; unknown fields are ignored. @throws InputError that names the field */
export function readKPuzzle(object: JsonObject, metric: TurnMetric): ReadSpace {
  const { name, orbits, moves, derivedMoves = {} } = object;
  mustBe(name === undefined || typeof name === 'string', '"name"', 'a text', name);
  mustBe(Array.isArray(orbits), '"orbits"', 'a list', orbits);
  const pattern = readObject(object.defaultPattern, '"defaultPattern"', ['CORNERS']);
  const sets = orbits.map((orbit, index) => setOfOrbit(orbit, index, pattern));
  const twice = sets.find((set, index) => sets.findIndex((other) => other.name === set.name) < index);
  if (twice !== undefined) throw new InputError(`two orbits are called "${excerpt(twice.name)}"`);
  const named = Object.entries(readObject(moves, '"moves"', ['U']));
  const derived = Object.entries(readObject(derivedMoves, '"derivedMoves"', ['Uw']));
  if (named.length + derived.length > MOST_MOVES) throw new InputError(`there are more than ${MOST_MOVES} moves`);
  return turnedPuzzle(
    {
      name,
      sets,
      moves: new Map(named.map(([move, data]) => [move, parsePieceMove(move, data, sets)])),
      made: new Map(derived.map(([move, alg]) => [move, derivedMove(move, alg)])),
    },
    metric,
  );
}

/** Returns the pieces of an orbit, with the maximum number of turns that show on any of them. */
function setOfOrbit(orbit: unknown, index: number, pattern: JsonObject): ReadSet {
  const fields = readObject(orbit, `orbit ${index + 1}`, ['orbitName', 'numPieces', 'numOrientations']);
  const { orbitName: name } = fields;
  mustBe(typeof name === 'string' && name !== '', `the "orbitName" of orbit ${index + 1}`, 'a text', name);
  const label = `orbit "${excerpt(name)}"`;
  const pieces = readCount(fields, 'numPieces', label, MOST_PIECES_OF_ORBIT);
  const full = readCount(fields, 'numOrientations', label, MOST_ORIENTATIONS);
  const data = readObject(pattern[name], `the default pattern of ${label}`, ['pieces', 'orientation']);
  const row = (field: string, most: number) => rowOf(data, field, pieces, most, `the default pattern of ${label}`);
  const solved = row('pieces', MOST_PIECES_OF_ORBIT - 1).map((piece) => piece + 1);
  const orientation = row('orientation', full - 1);
  const mods = row('orientationMod', full - 1).map((mod) => (mod === 0 ? full : mod));
  const turns = mods.reduce((common, mod) => (common / greatestCommonDivisor(common, mod)) * mod, 1);
  const partly = mods.find((mod) => full % mod !== 0 || (mod > 1 && mod < turns));
  if (partly !== undefined) {
    throw new InputError(
      `an "orientationMod" of ${label} must be 0, 1, or the same divisor of ${full} throughout; found ${partly} among others`,
    );
  }
  const orientations = mods.map((mod, place) => (mod < turns ? null : orientation[place] % turns));
  const unlike = unlikePiece(solved, orientations);
  if (unlike !== undefined) {
    throw new InputError(
      `identical pieces of ${label} must have the same "orientationMod"; those of piece ${unlike - 1} differ`,
    );
  }
  return { name, pieces, turns, solved, orientations };
}

/** Returns the permutation of a move; orbits that the move omits stay as they are. */
function parsePieceMove(move: string, data: unknown, sets: readonly ReadSet[]): PiecesMove {
  const label = `move "${excerpt(move)}"`;
  const orbits = readObject(
    data,
    label,
    sets.slice(0, 2).map(({ name }) => excerpt(name)),
  );
  const byName = new Map(sets.map((set) => [set.name, set]));
  return new Map(
    Object.entries(orbits).map(([name, change]) => {
      const set = byName.get(name);
      if (set === undefined) throw new InputError(`${label} has an orbit "${excerpt(name)}", which is not in "orbits"`);
      const place = `${label} in orbit "${excerpt(name)}"`;
      const fields = readObject(change, place, ['permutation', 'orientationDelta']);
      if (fields.permutation === undefined) throw new InputError(`${place} has no "permutation"`);
      const from = rowOf(fields, 'permutation', set.pieces, set.pieces - 1, place);
      if (new Set(from).size < from.length) {
        throw new InputError(`the "permutation" of ${place} must have each number from 0 to ${set.pieces - 1} once`);
      }
      const deltas = rowOf(fields, 'orientationDelta', set.pieces, MOST_ORIENTATIONS - 1, place, 1 - MOST_ORIENTATIONS);
      return [name, { from, by: deltas.map((delta) => ((delta % set.turns) + set.turns) % set.turns) }];
    }),
  );
}

function derivedMove(name: string, alg: unknown): MadeMove {
  mustBe(typeof alg === 'string', `derived move "${excerpt(name)}"`, 'a text such as "[x: U]"', alg);
  return (moveOf, identity) => imagesOfAlg(alg, identity, moveOf);
}

/** Returns a row of numbers; a missing row is all zeros. */
function rowOf(object: JsonObject, field: string, length: number, most: number, label: string, least = 0): number[] {
  const row = object[field];
  if (row === undefined && field !== 'pieces') return new Array<number>(length).fill(0);
  if (!Array.isArray(row) || row.length !== length) {
    const found = Array.isArray(row) ? `${row.length} numbers` : jsonExcerpt(row);
    throw new InputError(`the "${field}" of ${label} must be a list of ${length} numbers, found ${found}`);
  }
  const wrong = row.findIndex((value) => !(Number.isInteger(value) && value >= least && value <= most));
  if (wrong < 0) return row;
  throw new InputError(
    `the "${field}" of ${label} must have numbers from ${least} to ${most}, found ${jsonExcerpt(row[wrong])}`,
  );
}

function readCount(object: JsonObject, field: string, label: string, most: number): number {
  const value = object[field];
  const isRight = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most;
  mustBe(isRight, `the "${field}" of ${label}`, `a whole number from 1 to ${most}`, value);
  return value as number;
}

/*
 * Algs, as cubing.js calls sequences of moves. They have moves `R U R' U'`, groupings `(R U)3'`, commutators `[A, B]` = A B A' B', conjugates
 * `[A: B]` = A B A', pauses `.` and comments from `//` to the end of a line.
 *
 * The notation: src/cubing/alg/parseAlg.ts of github.com/cubing/cubing.js.
 */

/** Maximum depth of nested brackets. */
const DEEPEST = 20;

/**
 * Returns the permutation of an alg.
 * @param identity of the same points
 * @throws InputError that quotes the alg
 */
export function imagesOfAlg(text: string, identity: Images, moveOf: MoveOfWord): Images {
  let at = 0;
  const wrong = (message: string) => new InputError(`${message} in the alg '${excerpt(text)}'`);

  /** Returns the text at this place that matches a sticky expression, '' if none does, and moves behind it. */
  const take = (expression: RegExp): string => {
    expression.lastIndex = at;
    const [found = ''] = expression.exec(text) ?? [];
    at += found.length;
    return found;
  };
  const expect = (sign: RegExp, name: string): string => {
    const found = take(sign);
    if (found === '') throw wrong(`expected ${name} at character ${at + 1}`);
    return found;
  };

  /** Reads up to a sign that ends a sequence, or to the end. */
  const sequence = (depth: number): Images => {
    if (depth > DEEPEST) throw wrong(`more than ${DEEPEST} brackets within each other`);
    let images = identity;
    for (;;) {
      take(/(?:\s|\/\/[^\n]*|\.)*/y);
      const word = take(/(?:\d+-)?\w+'?/y);
      const part = word === '' ? group(depth) : moveOf(word);
      if (part === undefined) throw wrong(`'${excerpt(word)}' is not a move`);
      if (part === null) return images;
      images = productOf(images, part);
    }
  };

  /** Reads a grouping, a commutator or a conjugate, with the number of its repetitions: 3, 3' or '. Returns null if none begins here. */
  const group = (depth: number): Images | null => {
    const bracket = take(/[([]/y);
    if (bracket === '') return null;
    const outer = sequence(depth + 1);
    let images = outer;
    if (bracket === '(') expect(/\)/y, ')');
    else {
      const sign = expect(/[,:]/y, ', or :');
      const inner = sequence(depth + 1);
      expect(/\]/y, ']');
      images = productOf(productOf(outer, inner), powerOf(outer, -1));
      if (sign === ',') images = productOf(images, powerOf(inner, -1));
    }
    const [, digits, prime] = /^(\d*)('?)$/.exec(take(/\d{0,9}'?/y)) ?? [];
    const times = digits === '' ? 1 : Number(digits);
    return powerOf(images, prime === '' ? times : -times);
  };

  const images = sequence(0);
  if (at < text.length) throw wrong(`unexpected '${excerpt(text[at])}'`);
  return images;
}
