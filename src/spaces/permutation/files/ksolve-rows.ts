/**
 * Rows of numbers in a file in twsearch's language. They follow a line such as `Solved` or `Move U`. Each set has its name, a row of
 * pieces, and optionally a row of orientations. Sets in the default order can be omitted. `End` ends the section.
 *
 *     Move U
 *     CORNERS
 *     2 3 4 1 5 6 7 8
 *     0 0 0 0 0 0 0 0
 *     End
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import { countOf } from '../../../base/text/numbers.js';
import { type KsolveLine, type KsolveLines, wrongLine } from './ksolve-lines.js';
import type { PiecesMove, ReadSet, SetMove } from './pieces.js';

/** A set as its line declares it: `Set CORNERS 8 3`. */
export type DeclaredSet = Pick<ReadSet, 'name' | 'pieces' | 'turns'>;

/** The declared sets, by their names. */
export type DeclaredSets = ReadonlyMap<string, DeclaredSet>;

/** Form of the rows in a section. */
interface RowForm {
  /** Number of the first piece. */
  readonly first: 0 | 1;
  /** True if `?` can stand for a number. */
  readonly wild: boolean;
}

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
export function readSolved(begin: KsolveLine, lines: KsolveLines, sets: DeclaredSets): ReadSet[] {
  const first = begin.words[0] === 'Solved' ? 1 : 0;
  const sections = readRows(begin, lines, sets, { first, wild: true });
  return [...sets.values()].map((set) => solvedSet(set, sections.get(set.name), first));
}

function solvedSet(set: DeclaredSet, section: SetRows | undefined, first: 0 | 1): ReadSet {
  const numbers = Array.from({ length: set.pieces }, (_, place) => place + first);
  const [pieces = numbers, orientations = numbers.map(() => 0)] = section?.rows ?? [];
  const largest = pieces.reduce<number>((most, piece) => Math.max(most, piece ?? 0), 0);
  // Pieces without a number of their own are identical.
  const solved = pieces.map((piece) => (piece ?? largest + 1) + 1 - first);
  const wild = new Map<number, boolean>();
  for (const [place, piece] of solved.entries()) {
    const isWild = orientations[place] === null;
    if (section !== undefined && (wild.get(piece) ?? isWild) !== isWild) {
      throw wrongLine(section.line, `identical pieces of ${excerpt(set.name)} have '?' as orientation all or none`);
    }
    wild.set(piece, isWild);
  }
  return { ...set, solved, orientations };
}

/**
 * Reads a move. In a `Move` the orientation at a place belongs to the piece that leaves that place. In a `MoveTransformation` it belongs to
 * the piece that arrives there, and pieces count from 0. Source: docs/ksolveformat.txt of github.com/rokicki/twsearch.
 * @throws InputError that names the line
 */
export function readMove(begin: KsolveLine, lines: KsolveLines, sets: DeclaredSets): PiecesMove {
  const leaves = begin.words[0] === 'Move';
  const first = leaves ? 1 : 0;
  const sections = readRows(begin, lines, sets, { first, wild: false });
  return new Map([...sections].map(([name, section]) => [name, setMove(section, first, leaves)]));
}

function setMove({ set, line, rows }: SetRows, first: 0 | 1, leaves: boolean): SetMove {
  const [pieces, orientations] = rows as number[][];
  const from = pieces.map((piece) => piece - first);
  const known = from.every((place) => place < set.pieces);
  if (!known || new Set(from).size < set.pieces) {
    throw wrongLine(
      line,
      `a move of ${excerpt(set.name)} must have each number from ${first} to ${set.pieces - 1 + first} once`,
    );
  }
  const by = orientations ?? from.map(() => 0);
  return { from, by: leaves ? from.map((place) => by[place]) : by };
}

/** Reads the rows up to `End`. */
function readRows(begin: KsolveLine, lines: KsolveLines, sets: DeclaredSets, form: RowForm): Map<string, SetRows> {
  const sections = new Map<string, SetRows>();
  let last: SetRows | undefined;
  for (let line = lines.next(); line !== undefined; line = lines.next()) {
    const [word] = line.words;
    const isRow = /^\d/.test(word) || word === '?';
    if (isRow && last !== undefined && last.rows.length < 2) {
      last.rows.push(rowOf(line, last.set, last.rows.length === 0 ? 'pieces' : 'orientations', form));
      continue;
    }
    if (isRow) throw wrongLine(line, 'a set has a row of pieces and maybe one of orientations, after its name');
    if (last?.rows.length === 0) throw wrongLine(last.line, `no row of pieces follows set ${excerpt(last.set.name)}`);
    if (word === 'End' && line.words.length === 1) return sections;
    const set = line.words.length === 1 ? sets.get(word) : undefined;
    if (set === undefined) {
      throw wrongLine(line, `expected a set, such as ${someSet(sets)}, numbers or End, found '${textOf(line)}'`);
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
  { first, wild }: RowForm,
): (number | null)[] {
  const { words } = line;
  if (words.length !== pieces) {
    throw wrongLine(
      line,
      `set ${excerpt(name)} has ${countOf(pieces, 'piece')}, found ${countOf(words.length, 'number')}`,
    );
  }
  const least = what === 'pieces' ? first : 0;
  const most = what === 'pieces' ? LARGEST_NUMBER : turns - 1;
  return words.map((word) => {
    if (wild && word === '?') return null;
    const number = /^\d{1,9}$/.test(word) ? Number(word) : -1;
    if (number >= least && number <= most) return number;
    throw wrongLine(line, `${what} of ${excerpt(name)} are numbers from ${least} to ${most}, found '${excerpt(word)}'`);
  });
}

function someSet(sets: DeclaredSets): string {
  return excerpt([...sets.keys()][0] ?? 'CORNERS');
}

function textOf({ words }: KsolveLine): string {
  return excerpt(words.join(' '));
}
