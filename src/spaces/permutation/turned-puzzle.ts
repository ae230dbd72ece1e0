/**
 * Puzzles whose files mix turns of parts with rotations of the whole puzzle; twsearch and cubing.js distinguish them by their names.
 * What readers of such files share: sets of pieces on points, and moves by their names.
 */

import { excerpt, InputError } from '../../base/text.js';
import { type Images, powerOf } from '../../permutations/permutation.js';
import type { GeneratedSpace } from '../../space/space.js';
import type { PieceSet } from './colourings/puzzle.js';
import { MOST_POINTS, movesOfTurns, type TurnMetric } from './generators.js';

export interface ReadSpace extends Pick<GeneratedSpace, 'generators' | 'sets' | 'metric'> {
  /** Name in the file, if it has one. */
  readonly name: string | undefined;
}

/** A set of pieces from a file: all orientations are given, and numbers of pieces need not be 1..pieces. */
export type ReadSet = Required<PieceSet>;

/** A move of the pieces of a set. */
interface SetMove {
  /** [place]: the place, from 0, from which its new piece comes. */
  readonly from: readonly number[];
  /** [place]: the number of turns of its new piece. */
  readonly by: readonly number[];
}

/** A move of pieces: the sets that it moves, by their names. */
export type PiecesMove = ReadonlyMap<string, SetMove>;

/** Returns the move of a word such as U, U2, U' or U2', undefined if there is none. */
export type MoveOfWord = (word: string) => Images | undefined;

/** Returns the permutation of a move that others define. @param identity of the same points */
export type MadeMove = (moveOf: MoveOfWord, identity: Images) => Images;

/** A puzzle as its file gives it. */
interface TurnedPuzzle {
  readonly name: string | undefined;
  readonly sets: readonly ReadSet[];
  /** Moves of pieces, by their names. */
  readonly moves: ReadonlyMap<string, PiecesMove>;
  /** Moves that are defined by others, by their names. */
  readonly made: ReadonlyMap<string, MadeMove>;
  /** Names that sequences can use, and that are not moves. */
  readonly aliases?: ReadonlySet<string>;
}

/**
 * Returns a puzzle with the moves that its turns give, on the minimum number of points that they need.
 * @throws InputError if there are no turns, a move is defined in terms of itself, or more than 255 points are needed; as for movesOfTurns
 */
export function turnedPuzzle({ name, sets: given, moves, made, aliases }: TurnedPuzzle, metric: TurnMetric): ReadSpace {
  const sets = given.map((set) =>
    turnShows(set, [...moves.values()]) ? set : { ...set, turns: 1, orientations: set.orientations.map(() => 0) },
  );
  const points = sets.reduce((sum, { pieces, turns }) => sum + pieces * turns, 0);
  if (points > MOST_POINTS) {
    throw new InputError(
      `the sets need ${points} points, one for each orientation at each place; at most ${MOST_POINTS} are possible`,
    );
  }
  const identity = Array.from({ length: points }, (_, point) => point);
  const images = [...moves].map(([move, pieces]) => [move, imagesOfMove(sets, pieces, identity)] as const);
  const turns = [...allMoves(images, made, identity)]
    .filter(([turn]) => !ROTATION.test(turn) && !aliases?.has(turn))
    .map(([turn, images]) => ({ name: turn, images }));
  if (turns.length === 0) {
    throw new InputError(
      'the puzzle has no move, such as U; moves called x, y, z or Uv are rotations of the whole puzzle',
    );
  }
  return { name, generators: movesOfTurns(turns, metric), sets: sets.map(plainSet), metric };
}

/** Names of rotations: `x`, `y` or `z`, also with 2 or an apostrophe, or capitals and a `v`. */
const ROTATION = /^([xyz][2']?|[A-Z_]+v)$/;

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

function turnShows({ name, orientations }: ReadSet, moves: readonly PiecesMove[]): boolean {
  if (orientations.every((orientation) => orientation === null)) return false;
  return orientations.some(Boolean) || moves.some((move) => move.get(name)?.by.some(Boolean));
}

/** Returns the permutation of points by a move. */
function imagesOfMove(sets: readonly ReadSet[], move: PiecesMove, identity: Images): number[] {
  const images = [...identity];
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

/** Returns a set in the form of sources: without defaults. */
function plainSet({ name, pieces, turns, solved, orientations }: ReadSet): PieceSet {
  const isMoved = solved.some((piece, place) => piece !== place + 1);
  const isTurned = orientations.some((orientation) => orientation !== 0);
  return { name, pieces, turns, ...(isMoved && { solved }), ...(isTurned && { orientations }) };
}

/** Maximum depth of moves that are defined by other moves. */
const DEEPEST = 50;

/**
 * Returns all moves: the given ones, then those that are defined by others.
 * @param given permutations of the same points
 * @throws InputError if a move is defined in terms of itself
 */
function allMoves(
  given: Iterable<readonly [string, Images]>,
  made: TurnedPuzzle['made'],
  identity: Images,
): ReadonlyMap<string, Images> {
  const moves = new Map(given);
  /** Names of the moves whose definitions are being evaluated, each of which needs the next. */
  const begun = new Set<string>();
  for (const name of made.keys()) {
    const move = ofName(name) as Images;
    // Moves are in the order of their definitions, whichever were needed first.
    moves.delete(name);
    moves.set(name, move);
  }
  return moves;

  function ofName(name: string): Images | undefined {
    const make = made.get(name);
    if (make === undefined || moves.has(name)) return moves.get(name);
    if (begun.has(name)) throw new InputError(`move '${excerpt(name)}' is defined in terms of itself`);
    if (begun.size >= DEEPEST) {
      throw new InputError(`move '${excerpt(name)}' is nested more than ${DEEPEST} definitions deep`);
    }
    begun.add(name);
    const move = make(ofWord, identity);
    begun.delete(name);
    moves.set(name, move);
    return move;
  }

  /** Returns the move with this name; otherwise a power of the move with the longest name with which the word begins. */
  function ofWord(word: string): Images | undefined {
    const named = ofName(word);
    if (named !== undefined) return named;
    const [, turn, prime] = /^(.*?)('?)$/s.exec(word) ?? [];
    for (let end = turn.length; end > 0; end--) {
      const digits = turn.slice(end);
      if (!/^\d{0,9}$/.test(digits)) return undefined;
      const move = ofName(turn.slice(0, end));
      const times = digits === '' ? 1 : Number(digits);
      if (move !== undefined) return powerOf(move, prime === '' ? times : -times);
    }
    return undefined;
  }
}
