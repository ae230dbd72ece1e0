/**
 * Puzzles in the language of twsearch and ksolve, `.tws`. Example, a quarter of a cube's corners:
 *
 *     Name FourCorners
 *     Set CORNERS 4 3
 *     Solved
 *     CORNERS
 *     1 2 3 4
 *     End
 *     Move F
 *     CORNERS
 *     2 3 4 1
 *     1 2 1 2
 *     End
 *
 * `Set` gives a name, pieces and orientations. `Solved` lists the piece on each place and its orientation. Equal numbers are identical
 * pieces, and `?` is an orientation that does not show. In a `Move`, place i gets the piece of place p[i]. In `StartState` and
 * `MoveTransformation`, pieces count from 0 and orientations belong to new places. Omitted sets are in order, or stay
 * as they are. `MoveSequence NAME MOVES` is a move made of others. `MoveAlias NAME MOVE` is another name, which is not a move.
 * As in twsearch, x, y, z and upper-case names that end in a lower-case v are rotations of the whole puzzle, which are not moves.
 *
 * The language: docs/ksolveformat.txt and src/cpp/readksolve.cpp of github.com/rokicki/twsearch.
 */

import { countOf, excerpt, InputError } from '../../base/text.js';
import { productOf } from '../../permutations/permutation.js';
import { MOST_MOVES, type TurnMetric, unlikePiece } from './generators.js';
import { type MadeMove, type PiecesMove, type ReadSet, type ReadSpace, turnedPuzzle } from './turned-puzzle.js';

const MOST_ORIENTATIONS = 127;
const MOST_PIECES_OF_SET = 255;

/** The name that PuzzleGeometry writes into every file. */
const NO_NAME = 'PuzzleGeometryPuzzle';

/**
 * Reads a puzzle.
 * @throws InputError with the line and what was expected there
 */
export function parseKsolve(text: string, metric: TurnMetric): ReadSpace {
  let puzzleName: string | undefined;
  let solved: ReadSet[] | undefined;
  const sets = new Map<string, DeclaredSet>();
  const moves = new Map<string, PiecesMove>();
  const made = new Map<string, MadeMove>();
  const aliases = new Set<string>();

  const checkNewMove = (line: KsolveLine, name: string): void => {
    if (solved === undefined) throw wrongLine(line, 'moves come after the solved state');
    if (moves.has(name) || made.has(name)) throw wrongLine(line, `two moves are called '${excerpt(name)}'`);
    if (moves.size + made.size >= MOST_MOVES) throw wrongLine(line, `there are more than ${MOST_MOVES} moves`);
  };

  const lines = readLines(text);
  for (let line = lines.next().value; line !== undefined; line = lines.next().value) {
    const [keyword, name, ...rest] = line.words;
    switch (keyword) {
      case 'Name':
        checkWords(line, 'Name', 'NAME');
        if (puzzleName !== undefined || sets.size > 0) throw wrongLine(line, 'Name comes first, and once');
        puzzleName = name === NO_NAME ? undefined : name;
        break;
      case 'Set':
        checkWords(line, 'Set', 'NAME', 'PIECES', 'ORIENTATIONS');
        if (solved !== undefined) throw wrongLine(line, 'sets come before the solved state');
        if (sets.has(name)) throw wrongLine(line, `two sets are called '${excerpt(name)}'`);
        sets.set(name, {
          name,
          pieces: declaredCount(line, 'pieces', rest[0], MOST_PIECES_OF_SET),
          turns: declaredCount(line, 'orientations', rest[1], MOST_ORIENTATIONS),
        });
        break;
      case 'Solved':
      case 'StartState':
        if (solved !== undefined) throw wrongLine(line, 'the solved state appears twice');
        if (sets.size === 0) throw wrongLine(line, `sets come before ${keyword}, such as Set CORNERS 8 3`);
        checkWords(line, keyword);
        solved = readSolved(line, lines, sets);
        break;
      case 'Move':
      case 'MoveTransformation':
        checkWords(line, keyword, 'NAME');
        checkNewMove(line, name);
        moves.set(name, readMove(line, lines, sets));
        break;
      case 'MoveAlias':
      case 'MoveSequence':
        if (keyword === 'MoveAlias') checkWords(line, keyword, 'NAME', 'MOVE');
        else if (rest.length === 0) throw wrongLine(line, 'expected MoveSequence NAME MOVES');
        checkNewMove(line, name);
        made.set(name, parseSequence(line, rest));
        if (keyword === 'MoveAlias') aliases.add(name);
        break;
      case 'Illegal':
        throw wrongLine(
          line,
          'Illegal forbids states, and those that are left are not the states of a group: leave such a puzzle to twsearch',
        );
      default:
        throw wrongLine(
          line,
          `expected Name, Set, Solved, StartState, Move, MoveTransformation, MoveAlias or MoveSequence, found '${excerpt(keyword)}'`,
        );
    }
  }
  if (solved === undefined) {
    throw new InputError(
      'there is no solved state; a section Solved, which ends with End, comes between sets and moves',
    );
  }
  return turnedPuzzle({ name: puzzleName, sets: solved, moves, made, aliases }, metric);
}

/** Returns a move made of others, which are separated by spaces or commas. It throws an InputError if it names an unknown move. */
function parseSequence(line: KsolveLine, words: readonly string[]): MadeMove {
  const names = words.flatMap((word) => word.split(',')).filter((word) => word !== '');
  return (moveOf, identity) =>
    names.reduce((images, word) => {
      const move = moveOf(word);
      if (move === undefined) throw wrongLine(line, `'${excerpt(word)}' is not a move`);
      return productOf(images, move);
    }, identity);
}

/** Checks the words of a line. @throws InputError if there are more or fewer than in its form */
function checkWords(line: KsolveLine, ...form: readonly string[]): void {
  if (line.words.length === form.length) return;
  throw wrongLine(line, `expected ${form.join(' ')}, found '${excerpt(line.words.join(' '))}'`);
}

function declaredCount(line: KsolveLine, what: string, word: string, most: number): number {
  const count = /^\d{1,9}$/.test(word) ? Number(word) : 0;
  if (count >= 1 && count <= most) return count;
  throw wrongLine(line, `a set has 1 to ${most} ${what}, found '${excerpt(word)}'`);
}

/*
 * Rows of numbers in a file in twsearch's language. They follow a line such as `Solved` or `Move U`. Each set has its name, a row of
 * pieces, and optionally a row of orientations. Sets in the default order can be omitted. `End` ends the section.
 *
 *     Move U
 *     CORNERS
 *     2 3 4 1 5 6 7 8
 *     0 0 0 0 0 0 0 0
 *     End
 */

/** A set as its line declares it: `Set CORNERS 8 3`. */
type DeclaredSet = Pick<ReadSet, 'name' | 'pieces' | 'turns'>;

/** The declared sets, by their names. */
type DeclaredSets = ReadonlyMap<string, DeclaredSet>;

/** The rows of a set; null is a `?`. */
interface SetRows {
  readonly set: DeclaredSet;
  readonly line: KsolveLine;
  readonly rows: (number | null)[][];
}

const LARGEST_NUMBER = 255;

/**
 * Reads a solved state.
 * @param begin its first line: the pieces of `Solved` count from 1, those of `StartState` from 0
 * @returns all sets, in their order
 * @throws InputError that names the line
 */
function readSolved(begin: KsolveLine, lines: KsolveLines, sets: DeclaredSets): ReadSet[] {
  const first = begin.words[0] === 'Solved' ? 1 : 0;
  const sections = readRows(begin, lines, sets, first, true);
  return [...sets.values()].map((set) => {
    const numbers = Array.from({ length: set.pieces }, (_, place) => place + first);
    const section = sections.get(set.name);
    const [pieces = numbers, orientations = numbers.map(() => 0)] = section?.rows ?? [];
    const largest = pieces.reduce<number>((most, piece) => Math.max(most, piece ?? 0), 0);
    // Pieces without a number of their own are identical.
    const solved = pieces.map((piece) => (piece ?? largest + 1) + 1 - first);
    if (section !== undefined && unlikePiece(solved, orientations) !== undefined) {
      throw wrongLine(section.line, `identical pieces of ${excerpt(set.name)} have '?' as orientation all or none`);
    }
    return { ...set, solved, orientations };
  });
}

/**
 * Reads a move. In a `Move` the orientation at a place belongs to the piece that leaves that place. In a `MoveTransformation` it belongs to
 * the piece that arrives there, and pieces count from 0. Source: docs/ksolveformat.txt of github.com/rokicki/twsearch.
 * @throws InputError that names the line
 */
function readMove(begin: KsolveLine, lines: KsolveLines, sets: DeclaredSets): PiecesMove {
  const leaves = begin.words[0] === 'Move';
  const first = leaves ? 1 : 0;
  const moves = [...readRows(begin, lines, sets, first, false)].map(([name, { set, line, rows }]) => {
    const [pieces, by = pieces.map(() => 0)] = rows as number[][];
    const from = pieces.map((piece) => piece - first);
    if (from.some((place) => place >= set.pieces) || new Set(from).size < set.pieces) {
      throw wrongLine(
        line,
        `a move of ${excerpt(name)} must have each number from ${first} to ${set.pieces - 1 + first} once`,
      );
    }
    return [name, { from, by: leaves ? from.map((place) => by[place]) : by }] as const;
  });
  return new Map(moves);
}

/**
 * Reads the rows up to `End`.
 * @param first number of the first piece
 * @param wild true if `?` can stand for a number
 */
function readRows(begin: KsolveLine, lines: KsolveLines, sets: DeclaredSets, first: 0 | 1, wild: boolean) {
  const sections = new Map<string, SetRows>();
  let last: SetRows | undefined;
  for (let line = lines.next().value; line !== undefined; line = lines.next().value) {
    const [word] = line.words;
    const isRow = /^\d/.test(word) || word === '?';
    if (isRow && last !== undefined && last.rows.length < 2) {
      const what = last.rows.length === 0 ? 'pieces' : 'orientations';
      last.rows.push(rowOf(line, last.set, what, first, wild));
      continue;
    }
    if (isRow) throw wrongLine(line, 'a set has a row of pieces and maybe one of orientations, after its name');
    if (last?.rows.length === 0) throw wrongLine(last.line, `no row of pieces follows set ${excerpt(last.set.name)}`);
    if (word === 'End' && line.words.length === 1) return sections;
    const set = line.words.length === 1 ? sets.get(word) : undefined;
    if (set === undefined) {
      const [known] = sets.keys();
      throw wrongLine(line, `expected a set, such as ${excerpt(known)}, numbers or End, found '${textOf(line)}'`);
    }
    if (sections.has(word)) throw wrongLine(line, `set ${excerpt(word)} appears twice`);
    last = { set, line, rows: [] };
    sections.set(word, last);
  }
  throw new InputError(`the file ends in '${textOf(begin)}' of line ${begin.number}, before its End`);
}

function rowOf(
  line: KsolveLine,
  { name, pieces, turns }: DeclaredSet,
  what: 'pieces' | 'orientations',
  first: 0 | 1,
  wild: boolean,
): (number | null)[] {
  const { words } = line;
  if (words.length !== pieces) {
    throw wrongLine(
      line,
      `set ${excerpt(name)} has ${countOf(pieces, 'piece')}, found ${countOf(words.length, 'number')}`,
    );
  }
  const [least, most] = what === 'pieces' ? [first, LARGEST_NUMBER] : [0, turns - 1];
  return words.map((word) => {
    if (wild && word === '?') return null;
    const number = /^\d{1,9}$/.test(word) ? Number(word) : -1;
    if (number >= least && number <= most) return number;
    throw wrongLine(line, `${what} of ${excerpt(name)} are numbers from ${least} to ${most}, found '${excerpt(word)}'`);
  });
}

function textOf({ words }: KsolveLine): string {
  return excerpt(words.join(' '));
}

/* The lines of a file in twsearch's language: words, and comments that begin with `#`. */

/** A line that is not empty and not a comment. */
interface KsolveLine {
  /** Counts from 1. */
  readonly number: number;
  /** Words, at least one. */
  readonly words: readonly string[];
}

type KsolveLines = Iterator<KsolveLine, undefined>;

function* readLines(text: string): Generator<KsolveLine, undefined> {
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    const words = line.split(/[\0- ]+/).filter((word) => word !== '');
    if (words.length > 0 && !words[0].startsWith('#')) yield { number: index + 1, words };
  }
}

/** Returns the error of a line. */
function wrongLine({ number }: KsolveLine, message: string): InputError {
  return new InputError(`line ${number}: ${message}`);
}
