/**
 * Files of positions to solve: one instance on any number of lines, or one instance per line.
 *
 * An instance is a start, or a start and a goal, or a start, the cell of its blank, and a goal. A file can begin with the size of its board,
 * and a line of its own with up to three words, such as a number. Comments begin with `#`.
 *
 * Nothing marks these parts. So the file is read in each of these ways, the likeliest first, until everything that should be a position is
 * one: it has the blank and each tile once.
 */

import { InputError, withPlace } from '../../base/text.js';
import { type Board, formatBoard, MOST_CELLS, makeBoard } from './board.js';
import {
  arePosition,
  BLANK,
  boardOfCells,
  formatPosition,
  isSamePosition,
  type Position,
  parseTile,
  positionOfTiles,
} from './position.js';

export interface BoardInstances {
  readonly board: Board;
  /** The goal of all instances, if the file gives one. */
  readonly goal: Position | undefined;
  /** Starts, each with the number of its line, from 1. */
  readonly starts: readonly { readonly position: Position; readonly line: number }[];
}

/** A line, or several that are read as one. */
interface Row {
  readonly line: number;
  readonly text: string;
  readonly words: readonly string[];
}

/** Rows after the size of the file, if it has one. */
interface Content {
  readonly rows: readonly Row[];
  /** The given board, or the one of the size. */
  readonly board: Board | undefined;
}

interface Instance {
  readonly start: Position;
  readonly goal: Position | undefined;
  readonly row: Row;
}

/** Numbers of positions of an instance, and of cells between them. */
const FORMS = [
  { positions: 2, between: 1 },
  { positions: 2, between: 0 },
  { positions: 1, between: 0 },
] as const;
/** Maximum number of words before an instance on a line of its own: its number, its length and its nodes in published lists. */
const MOST_LABELS = 3;
/** Tiles are words, or are written together. */
const SPLITS: readonly ((words: readonly string[]) => readonly string[])[] = [
  (words) => words,
  (words) => [...words.join('')],
];

/**
 * Reads the instances of a file.
 * Two lines of one position each are a start and its goal. If the goal is known, and the second line differs from it, they are two starts.
 * @param name name of the file, for messages
 * @param board board of all positions; by default the one of the file's size, else the usual one of this number of cells
 * @param known the goal, if it is already known
 * @throws InputError that names the line
 */
export function parseInstances(text: string, name: string, board?: Board, known?: Position): BoardInstances {
  const lines = rowsOf(text);
  if (lines.length === 0) throw new InputError(`${name} holds no position`);
  for (const content of contentsOf(lines, board)) {
    const one = readRows([joined(content.rows)], 0, content.board);
    const differs = known !== undefined && one?.[0].goal !== undefined && !isSamePosition(one[0].goal, known);
    const each = one === undefined || differs ? readRows(content.rows, MOST_LABELS, content.board) : undefined;
    const found = each ?? one;
    if (found === undefined) continue;
    const drawn = each === undefined ? drawnBoard(content.rows, found[0]) : undefined;
    return instancesOf(found, content.board ?? drawn, name, known);
  }
  throw faultOf(lines, name, board, known);
}

/** Returns the board that the first rows of one instance draw: several rows, each of the same number of tiles, and of more than one. */
function drawnBoard(rows: readonly Row[], { start, goal }: Instance): Board | undefined {
  const cells = start.length;
  const isTogether = joined(rows).words.length < (goal === undefined ? cells : 2 * cells);
  const widths = rows.map(({ words }) => (isTogether ? words.join('').length : words.length));
  const [width] = widths;
  const height = cells / width;
  const isDrawn = width > 1 && height > 1 && widths.slice(0, height).every((other) => other === width);
  return isDrawn && Number.isInteger(height) ? makeBoard(height, width) : undefined;
}

/** Returns the instances, whose goals must be the same. */
function instancesOf(found: readonly Instance[], given: Board | undefined, name: string, known: Position | undefined) {
  const [first] = found;
  const board = given ?? withPlace(`${name}, line ${first.row.line}`, () => boardOfCells(first.start.length));
  const expected = known ?? first.goal;
  const starts = found.map(({ start, goal, row }) => {
    if (goal !== undefined && expected !== undefined && !isSamePosition(goal, expected)) {
      const [wrong, right] = [formatPosition(goal), formatPosition(expected)];
      const advice =
        known === undefined
          ? `that of line ${first.row.line}, ${right}: write a file for each goal`
          : `that of the command, ${right}: give --goal "${wrong}"`;
      throw new InputError(`${name}, line ${row.line}: the goal ${wrong} differs from ${advice}`);
    }
    // Also checks the rows of a position that has slashes between them.
    const isAlone = goal === undefined && row.text.includes('/');
    const position = isAlone
      ? withPlace(`${name}, line ${row.line}`, () => positionOfTiles(start, row.text, board))
      : start;
    return { position, line: row.line };
  });
  return { board, goal: first.goal, starts };
}

function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    const row = rowOf(index + 1, line.replace(/^\ufeff|#.*/g, '').trim());
    return row.words.length === 0 ? [] : [row];
  });
}

function rowOf(line: number, text: string): Row {
  return { line, text, words: text.split(/[\s,/]+/).filter((word) => word !== '') };
}

function joined(rows: readonly Row[]): Row {
  return rowOf(rows[0].line, rows.map(({ text }) => text).join(' '));
}

/** Returns a row without its first words. */
function without({ line, text }: Row, count: number): Row {
  return rowOf(line, text.replace(new RegExp(`^[\\s,/]*([^\\s,/]+([\\s,/]+|$)){${count}}`), ''));
}

/** Returns the rows with and without a size, in the order in which they are tried. */
function contentsOf(lines: readonly Row[], board: Board | undefined): readonly Content[] {
  const all = { rows: lines, board };
  const sized = (count: number) => withoutSize(lines, count, board) ?? [];
  if (isSizeLine(lines)) return [sized(lines[0].words.length), all].flat();
  return (fitsTwoSides(lines) ? [sized(2), all, sized(1)] : [all, sized(2), sized(1)]).flat();
}

/** Returns true if the first line looks like a size: one or two numbers, and the next line is longer. */
function isSizeLine([{ text }, second]: readonly Row[]): boolean {
  return /^\d{1,3}([\s,]+\d{1,3})?$/.test(text) && second !== undefined && second.text.length > text.length;
}

/** Returns true if the file is one line, and has as many numbers after the first two as instances of that size. */
function fitsTwoSides([{ words }, second]: readonly Row[]): boolean {
  const [height, width] = words.map(Number);
  const cells = height * width;
  return (
    second === undefined && FORMS.some(({ positions, between }) => words.length === 2 + positions * cells + between)
  );
}

/** Returns the rows after a size of one or two words; undefined if there is none, or the given board has another one. */
function withoutSize(lines: readonly Row[], count: number, board: Board | undefined): Content | undefined {
  const [first, ...others] = lines;
  const [height, width = height] = first.words.slice(0, count).map(Number);
  const cells = height * width;
  const rest = without(first, count);
  const rows = rest.words.length === 0 ? others : [rest, ...others];
  // The condition is also false if a word is not a number.
  if (rows.length === 0 || !(cells >= 2 && cells <= MOST_CELLS)) return undefined;
  if (board === undefined) return { rows, board: makeBoard(height, width) };
  return board.rows === height && board.columns === width ? { rows, board } : undefined;
}

/** Returns an instance of each row, all in the same form; undefined if no form fits. */
function readRows(rows: readonly Row[], labels: number, board: Board | undefined): readonly Instance[] | undefined {
  for (let count = 0; count <= labels; count++) {
    const unlabelled = count === 0 ? rows : rows.map((row) => without(row, count));
    for (const split of SPLITS) {
      for (const { positions, between } of FORMS) {
        const cells = board?.cells ?? (split(unlabelled[0].words).length - between) / positions;
        if (!Number.isInteger(cells)) continue;
        const instances: Instance[] = [];
        for (const row of unlabelled) {
          const tiles = split(row.words).map(tileOf);
          const start = tiles.slice(0, cells);
          const goal = positions === 1 ? undefined : tiles.slice(-cells);
          if (tiles.length !== positions * cells + between || !arePosition(start)) break;
          if (goal !== undefined && !arePosition(goal)) break;
          if (between === 1 && tiles[cells] !== start.indexOf(BLANK)) break;
          instances.push({ start, goal, row });
        }
        if (instances.length === rows.length) return instances;
      }
    }
  }
  return undefined;
}

/** Returns the tile of a word; NaN if the word is no tile. */
function tileOf(word: string): number {
  return /^[xX_]$/.test(word) ? BLANK : /^\d+$/.test(word) ? Number(word) : Number.NaN;
}

/** Returns why a file that fits no reading is wrong, judged by the likeliest one. */
function faultOf(lines: readonly Row[], name: string, given: Board | undefined, known: Position | undefined): Error {
  const sized = isSizeLine(lines) ? withoutSize(lines, lines[0].words.length, given) : undefined;
  if (isSizeLine(lines) && sized === undefined && given !== undefined) {
    return new InputError(
      `${name}, line ${lines[0].line}: the size ${lines[0].text} is not that of ${formatBoard(given)}`,
    );
  }
  const { rows, board } = sized ?? { rows: lines, board: given };
  const { words } = joined(rows);
  const isTogether = words.join('').length >= 3 * words.length;
  const tilesOf = ({ line, text, words }: Row) =>
    withPlace(`${name}, line ${line}`, () => SPLITS[isTogether ? 1 : 0](words).map((word) => parseTile(word, text)));
  const all = rows.flatMap((row) => tilesOf(row).map((tile) => ({ tile, line: row.line })));
  const tiles = all.map(({ tile }) => tile);
  const first = tilesOf(rows[0]);
  const cells = board?.cells ?? likelyCells(first, tiles);
  const shape = withPlace(`${name}, line ${rows[0].line}`, () => board ?? boardOfCells(cells));
  const check = (line: number, what: string, part: readonly number[]) =>
    withPlace(`${name}, line ${line}${what}`, () => positionOfTiles(part, part.join(' '), shape));

  const after = tiles.length - cells;
  const isOne = [0, cells, cells + 1].includes(after) || rows.length === 1 || first.length < cells;
  if (!isOne) {
    for (const row of rows) check(row.line, '', tilesOf(row).slice(-cells));
    const other = rows.find((row) => row.words.length !== rows[0].words.length) ?? rows[0];
    return new InputError(
      `${name}, line ${other.line}: each line holds as many numbers as line ${rows[0].line}, ${rows[0].words.length}; found ${other.words.length}`,
    );
  }
  const start = check(rows[0].line, ': the start', tiles.slice(0, cells));
  const between = after === cells + 1 ? 1 : 0;
  const goal = all.slice(cells + between);
  check(goal[0].line, known === undefined ? ': the goal' : '', tiles.slice(cells + between));
  return new InputError(
    `${name}, line ${all[cells].line}: the start's blank is on cell ${start.indexOf(BLANK)} (cells count from 0), found ${tiles[cells]}`,
  );
}

/** Returns the likeliest number of cells: that of a position that the file begins with, else one for each tile, or one more. */
function likelyCells(first: readonly number[], tiles: readonly number[]): number {
  for (let labels = 0; labels <= MOST_LABELS; labels++) {
    if (arePosition(first.slice(labels))) return first.length - labels;
  }
  const half = Math.floor(tiles.length / 2);
  if (arePosition(tiles.slice(0, half))) return half;
  return Math.min(tiles.length + 1, 1 + tiles.reduce((most, tile) => Math.max(most, tile)));
}
