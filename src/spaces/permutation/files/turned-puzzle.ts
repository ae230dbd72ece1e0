/**
 * Puzzles whose files mix turns of parts with rotations of the whole puzzle; twsearch and cubing.js distinguish them by their names.
 * What readers of such files share: sets of pieces on points, and moves by their names.
 */

import { excerpt, InputError } from '../../../base/text.js';
import { type Images, powerOf } from '../../../permutations/permutation.js';
import type { GeneratedSpace } from '../../../space/space.js';
import type { PieceSet } from '../colourings/puzzle.js';
import { MOST_POINTS, movesOfTurns, type TurnMetric } from '../generators.js';

/**
 * Returns a puzzle with the moves that the turns give.
 * @param named turns and rotations, by their names
 * @throws InputError if there are no turns; as for movesOfTurns
 */
export function turnedPuzzle(
  name: string | undefined,
  sets: readonly ReadSet[],
  named: Iterable<readonly [string, Images]>,
  metric: TurnMetric,
): ReadSpace {
  const turns = [...named].filter(([turn]) => !isRotation(turn)).map(([turn, images]) => ({ name: turn, images }));
  if (turns.length === 0) {
    throw new InputError(
      'the puzzle has no move, such as U; moves called x, y, z or Uv are rotations of the whole puzzle',
    );
  }
  return { name, generators: movesOfTurns(turns, metric), sets: plainSets(sets), metric };
}

/** Returns whether a name is that of a rotation: `x`, `y` or `z`, also with 2 or an apostrophe, or capitals and a `v`. */
function isRotation(name: string): boolean {
  return /^([xyz][2']?|[A-Z_]+v)$/.test(name);
}

export interface ReadSpace extends Pick<GeneratedSpace, 'generators' | 'sets' | 'metric'> {
  /** Name in the file, if it has one. */
  readonly name: string | undefined;
}

/*
 * Conversion of pieces that change places and turn, as puzzle files describe them, to points.
 *
 * A set has `pieces` places, and a piece has `turns` orientations. A move takes the piece of place from[i] to place i, turned by
 * by[i]. The place i of a set is the points first + i * turns + j, j = 0..turns-1. This move takes point j of place from[i] to point
 * (j + by[i]) mod turns of place i. Example: two pieces with 3 orientations change places, and the one that arrives at the first place is
 * turned by 1. This is from = 1 0, by = 1 0 and the permutation 3 4 5 1 2 0 of the points 0..5.
 *
 * Sets that no move turns, or whose turns do not show, need one point for each place.
 */

/** A set of pieces from a file: all orientations are given, and numbers of pieces need not be 1..pieces. */
export type ReadSet = Required<PieceSet>;

/** A move of the pieces of a set. */
export interface SetMove {
  /** [place]: the place, from 0, from which its new piece comes. */
  readonly from: readonly number[];
  /** [place]: the number of turns of its new piece. */
  readonly by: readonly number[];
}

/** A move of pieces: the sets that it moves, by their names. */
export type PiecesMove = ReadonlyMap<string, SetMove>;

/**
 * Returns the sets with the minimum number of points that their moves need.
 * @param moves all moves of the puzzle
 * @throws InputError if more than 255 points are needed
 */
export function setsOnPoints(sets: readonly ReadSet[], moves: readonly PiecesMove[]): ReadSet[] {
  const reduced = sets.map((set) => (turnShows(set, moves) ? set : unturned(set)));
  const points = reduced.reduce((sum, { pieces, turns }) => sum + pieces * turns, 0);
  if (points > MOST_POINTS) {
    throw new InputError(
      `the sets need ${points} points, one for each orientation at each place; at most ${MOST_POINTS} are possible`,
    );
  }
  return reduced;
}

function turnShows({ name, orientations }: ReadSet, moves: readonly PiecesMove[]): boolean {
  if (orientations.every((orientation) => orientation === null)) return false;
  return orientations.some(Boolean) || moves.some((move) => move.get(name)?.by.some(Boolean));
}

function unturned(set: ReadSet): ReadSet {
  return { ...set, turns: 1, orientations: set.orientations.map(() => 0) };
}

/** Returns the permutation of points by a move. @param sets as setsOnPoints returns them */
export function imagesOfMove(sets: readonly ReadSet[], move: PiecesMove): number[] {
  const images = identityOf(sets);
  let first = 0;
  for (const { name, pieces, turns } of sets) {
    const { from, by } = move.get(name) ?? { from: [], by: [] };
    for (const [place, origin] of from.entries()) {
      for (let facet = 0; facet < turns; facet++) {
        images[first + origin * turns + facet] = first + place * turns + ((facet + by[place]) % turns);
      }
    }
    first += pieces * turns;
  }
  return images;
}

/** Returns the identity of the points. */
export function identityOf(sets: readonly ReadSet[]): number[] {
  const points = sets.reduce((sum, { pieces, turns }) => sum + pieces * turns, 0);
  return Array.from({ length: points }, (_, point) => point);
}

/** Returns sets in the form of sources: without defaults. */
function plainSets(sets: readonly ReadSet[]): PieceSet[] {
  return sets.map(({ name, pieces, turns, solved, orientations }) => ({
    name,
    pieces,
    turns,
    ...(solved.some((piece, place) => piece !== place + 1) && { solved }),
    ...(orientations.some((orientation) => orientation !== 0) && { orientations }),
  }));
}

/* Moves by their names, and by words for their powers, in sequences of moves: U, U2, U', U2'. */

/** Returns the move of a word, undefined if there is none. */
export type MoveOfWord = (word: string) => Images | undefined;

/** Maximum depth of moves that are defined by other moves. */
const DEEPEST = 50;

export class NamedMoves {
  readonly #moves: Map<string, Images>;
  readonly #made: ReadonlyMap<string, (moveOf: MoveOfWord) => Images>;
  /** Names of the moves whose definitions are being evaluated, each of which needs the next. */
  readonly #begun = new Set<string>();

  /**
   * @param moves permutations of the same points
   * @param made moves that are defined by others
   */
  constructor(moves: Iterable<readonly [string, Images]>, made: ReadonlyMap<string, (moveOf: MoveOfWord) => Images>) {
    this.#moves = new Map(moves);
    this.#made = made;
  }

  /** Returns all moves: the given ones, then those that are defined by others. @throws InputError if one is defined in terms of itself */
  all(): ReadonlyMap<string, Images> {
    const made = [...this.#made.keys()].map((name) => [name, this.#ofName(name) as Images] as const);
    const given = [...this.#moves].filter(([name]) => !this.#made.has(name));
    return new Map([...given, ...made]);
  }

  #ofName(name: string): Images | undefined {
    const make = this.#made.get(name);
    if (make === undefined || this.#moves.has(name)) return this.#moves.get(name);
    if (this.#begun.has(name)) throw new InputError(`move '${excerpt(name)}' is defined in terms of itself`);
    if (this.#begun.size >= DEEPEST) {
      throw new InputError(`move '${excerpt(name)}' is nested more than ${DEEPEST} definitions deep`);
    }
    this.#begun.add(name);
    const move = make((word) => this.#ofWord(word));
    this.#begun.delete(name);
    this.#moves.set(name, move);
    return move;
  }

  /** Returns the move with this name; otherwise a power of the move with the longest name with which the word begins. */
  #ofWord(word: string): Images | undefined {
    const named = this.#ofName(word);
    if (named !== undefined) return named;
    const [, turn, prime] = /^(.*?)('?)$/s.exec(word) ?? [];
    for (let end = turn.length; end > 0; end--) {
      const digits = turn.slice(end);
      if (!/^\d{0,9}$/.test(digits)) return undefined;
      const move = this.#ofName(turn.slice(0, end));
      const times = digits === '' ? 1 : Number(digits);
      if (move !== undefined) return powerOf(move, prime === '' ? times : -times);
    }
    return undefined;
  }
}
