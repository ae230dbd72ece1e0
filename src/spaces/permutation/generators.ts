/**
 * Puzzles that are given by their generators: checks the generators of a source, and returns its definition.
 *
 * A generator g takes the piece on point i to point g(i). This is its one-line notation. Example: 2 3 1, the cycle (1 2 3), takes
 * pieces from point 1 to 2, from 2 to 3, and from 3 to 1. It takes the order '1 2 3' to '3 1 2', since piece 1 is then on place 2. Other
 * programs give the place from which each place gets its piece: they hold the inverses. The distances with the inverse generators are those of
 * the inverse states, so distributions are the same.
 *
 * If no two pieces are alike, the states are the elements of the group that the generators generate, and the space is its Cayley
 * graph. If the generators are closed under inverses, every move can be undone.
 */

import { countOf, excerpt, hasControls, InputError, jsonExcerpt } from '../../base/text.js';
import { orderOf, powerOf } from '../../permutations/permutation.js';
import type { Generator, PieceSet, PuzzleDefinition } from './colourings/puzzle.js';

/** Maximum number of points: they are bytes, and 255 stands for none. */
export const MOST_POINTS = 255;

/** Maximum number of moves of a space. */
export const MOST_MOVES = 1000;

const LONGEST_NAME = 100;
const LONGEST_MOVE_NAME = 40;

/**
 * Returns the definition of a source.
 * @throws InputError if the generators are not permutations of the same 1 to 255 points, do not keep the sets, or are wrongly named
 */
export function generatedPuzzle(source: Omit<PuzzleDefinition, 'text' | 'heuristics'>): PuzzleDefinition {
  checkGenerators(source);
  const { name, generators, sets, metric } = source;
  if (sets !== undefined) checkSets(sets, generators);
  return { name, generators, sets, metric };
}

/** Checks names and permutations of generators. @throws InputError */
function checkGenerators({ name, generators }: PuzzleDefinition): void {
  checkName('a puzzle', name, LONGEST_NAME);
  if (!Array.isArray(generators) || generators.length < 1 || generators.length > MOST_MOVES) {
    const found = Array.isArray(generators) ? generators.length : 'none';
    throw new InputError(`a space takes 1 to ${MOST_MOVES} generators, found ${found}`);
  }
  const names = new Set<string>();
  for (const generator of generators) {
    const moveName: unknown = generator?.name;
    checkName('a generator', moveName, LONGEST_MOVE_NAME);
    if (/\s/.test(moveName))
      throw new InputError(`a generator has a name without spaces, found '${excerpt(moveName)}'`);
    if (names.has(moveName)) throw new InputError(`two generators are called '${excerpt(moveName)}'`);
    names.add(moveName);
  }
  for (const generator of generators) {
    const label = `generator '${excerpt(generator.name)}'`;
    if (!Array.isArray(generator.images)) throw new InputError(`${label} has no images`);
    const points = generators[0].images.length;
    if (generator.images.length !== points) {
      const first = excerpt(generators[0].name);
      throw new InputError(
        `${label} permutes ${countOf(generator.images.length, 'point')}, but '${first}' permutes ${points}; all generators need the same points`,
      );
    }
    checkImages(label, generator.images);
  }
}

/**
 * Checks that images are a permutation of 1 to 255 points.
 * @param first number of the first point: 0, or 1 as in the texts of users
 * @throws InputError that names the wrong point
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
        `${label} takes point ${point + first} to ${jsonExcerpt(image)}; points are ${first} to ${points + first - 1}`,
      );
    }
    const other = taken.get(image);
    if (other !== undefined) {
      throw new InputError(`${label} takes both point ${other + first} and point ${point + first} to point ${image}`);
    }
    taken.set(image, point);
  }
}

/** Checks that a name can be shown on one line as it is. @param longest maximum number of characters @throws InputError */
function checkName(owner: string, name: unknown, longest: number): asserts name is string {
  if (typeof name === 'string' && name !== '' && [...name].length <= longest && !hasControls(name)) return;
  const found = typeof name === 'string' ? `'${excerpt(name)}'` : 'none';
  throw new InputError(`${owner} has a name of 1 to ${longest} characters, none a control character; found ${found}`);
}

/** Checks that sets cover all points, and that generators take the pieces of each set to its places. @throws InputError */
function checkSets(sets: readonly PieceSet[], generators: readonly Generator[]): void {
  if (!Array.isArray(sets) || sets.length === 0)
    throw new InputError('sets of pieces must be a list of at least one set');
  for (const set of sets) checkSet(set);
  const points = generators[0].images.length;
  const covered = sets.reduce((sum, { pieces, turns }) => sum + pieces * turns, 0);
  if (covered !== points) {
    throw new InputError(
      `sets of pieces must cover all points: found ${covered} in the sets, and ${points} in the generators`,
    );
  }
  const placed = placedSets(sets);
  for (const { name, images } of generators) {
    for (const set of placed) {
      const end = set.first + set.pieces * set.turns;
      for (let point = set.first; point < end; point += set.turns) {
        if (keepsPiece(images, point, set)) continue;
        throw new InputError(
          `generator '${excerpt(name)}' does not take every piece of ${excerpt(set.name)} to a place of that set`,
        );
      }
    }
  }
}

function checkSet(set: PieceSet): void {
  const { name, pieces, turns, solved, orientations } = set;
  checkName('a set of pieces', name, LONGEST_NAME);
  const wrong = (what: string) => new InputError(`the set ${excerpt(name)} ${what}`);
  if (![pieces, turns].every((count) => Number.isInteger(count) && count >= 1 && count <= MOST_POINTS)) {
    throw wrong(`must have 1 to ${MOST_POINTS} pieces and turns, found ${excerpt(`${pieces} and ${turns}`)}`);
  }
  if (solved !== undefined && !isRow(solved, pieces, (piece) => Number.isInteger(piece) && (piece as number) >= 1)) {
    throw wrong(`must have the number of a piece, from 1, for each of its ${pieces} places when solved`);
  }
  const isTurn = (turn: unknown) =>
    turn === null || (Number.isInteger(turn) && (turn as number) >= 0 && (turn as number) < turns);
  if (orientations !== undefined && !isRow(orientations, pieces, isTurn)) {
    throw wrong(`must have a turn below ${turns}, or null, for each of its ${pieces} places when solved`);
  }
  const numbers = solved ?? Array.from({ length: pieces }, (_, place) => place + 1);
  const piece = orientations && unlikePiece(numbers, orientations);
  if (piece === undefined) return;
  throw wrong(`has pieces ${piece} whose turns show and others whose turns do not: give them different numbers`);
}

/** Returns the number of a piece whose turn shows on one place but not on another one, undefined if there is none. */
export function unlikePiece(pieces: readonly number[], turns: readonly (number | null)[]): number | undefined {
  return pieces.find((piece, place) => (turns[place] === null) !== (turns[pieces.indexOf(piece)] === null));
}

function isRow(values: unknown, length: number, isOne: (value: unknown) => boolean): boolean {
  return Array.isArray(values) && values.length === length && values.every(isOne);
}

/**
 * Returns whether a permutation takes the points of a place to those of a place of the same set, in cyclic order.
 * @param point the first point of the place
 */
function keepsPiece(images: readonly number[], point: number, { first, pieces, turns }: PlacedSet): boolean {
  const image = images[point];
  if (image < first || image >= first + pieces * turns) return false;
  const turn = (image - first) % turns;
  return Array.from({ length: turns }, (_, facet) => image - turn + ((turn + facet) % turns)).every(
    (expected, facet) => images[point + facet] === expected,
  );
}

export interface PlacedSet extends PieceSet {
  /** First of its points, which are consecutive. */
  readonly first: number;
}

/** Returns the sets with their points: in their order, without gaps. */
export function placedSets(sets: readonly PieceSet[]): PlacedSet[] {
  let first = 0;
  return sets.map((set) => {
    const placed = { ...set, first };
    first += set.pieces * set.turns;
    return placed;
  });
}

/*
 * Moves of a puzzle whose file gives one turn of each part, in two metrics.
 *
 * With `powers`, every power of a turn is a move, as in twsearch: a quarter turn U of a cube gives U, U2 and U'. With
 * `generators`, only a turn and its inverse are moves: U and U'. Powers are named as in twsearch, by the shorter direction:
 * a turn U of order 5 gives U, U2, U2' and U'. A move with the same effect as an earlier one is left out. So is a turn without any
 * effect, unless all turns have none.
 */

/** Metrics: which powers of a turn are moves. */
export const TURN_METRICS = ['powers', 'generators'] as const;
export type TurnMetric = (typeof TURN_METRICS)[number];

/**
 * Returns the moves that turns give.
 * @param turns permutations of the same points, by their names
 * @throws InputError if two moves that differ would have one name, or if there would be more than 1000 moves
 */
export function movesOfTurns(turns: readonly Generator[], metric: TurnMetric): Generator[] {
  const moves = new Map<string, Generator>();
  const done = new Set<string>();
  const moving = turns.filter(({ images }) => images.some((image, point) => image !== point));
  for (const { name, images } of moving.length > 0 ? moving : turns) {
    for (const exponent of exponentsOf(name, orderOf(images, MOST_MOVES + 1), metric)) {
      const power = powerOf(images, exponent);
      const effect = power.join();
      if (done.has(effect)) continue;
      done.add(effect);
      const move = { name: powerName(name, exponent), images: power };
      if (moves.has(move.name)) {
        throw new InputError(
          `two moves that differ are called '${excerpt(move.name)}': give one of the turns another name`,
        );
      }
      moves.set(move.name, move);
      if (moves.size > MOST_MOVES) throw new InputError(`there are more than ${MOST_MOVES} moves${advice(metric)}`);
    }
  }
  return [...moves.values()];
}

/** Returns the exponents of the moves that a turn gives, in the shorter direction: 1, 2, -1 for a turn of order 4. */
function exponentsOf(name: string, order: number, metric: TurnMetric): readonly number[] {
  if (order <= 2) return [1];
  if (metric === 'generators') return [1, -1];
  if (order > MOST_MOVES + 1) {
    throw new InputError(`move '${excerpt(name)}' has more than ${MOST_MOVES} powers${advice(metric)}`);
  }
  const exponents = Array.from({ length: order - 1 }, (_, index) => index + 1);
  return exponents.map((exponent) => (2 * exponent > order ? exponent - order : exponent));
}

/** Returns `U` for 1, `U2` for 2, `U'` for -1 and `U2'` for -2. */
function powerName(name: string, exponent: number): string {
  const times = Math.abs(exponent);
  return `${name}${times === 1 ? '' : times}${exponent < 0 ? "'" : ''}`;
}

function advice(metric: TurnMetric): string {
  return metric === 'powers' ? '; the metric generators, in which turns and their inverses are moves, has fewer' : '';
}
