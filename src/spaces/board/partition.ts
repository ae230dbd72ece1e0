/**
 * Patterns: a few tiles of a board, with all other tiles alike; and partitions, patterns that name every tile once.
 *
 * A pattern leaves at least three cells free: for the blank and two tiles that are alike. Exchanging these two changes the parity of a
 * position but not its state in the pattern, so every arrangement of the pattern's tiles can occur.
 */

import { excerpt, InputError, jsonExcerpt } from '../../base/text.js';
import { type Board, columnOf, formatBoard, isFull, isLine, rowOf } from './board.js';
import { BLANK, orderedPosition, type Position } from './position.js';
import { boardSymmetries } from './symmetry.js';

export interface Pattern {
  readonly board: Board;
  /** Position from which distances are counted. */
  readonly goal: Position;
  /** Tiles, ascending: 1 to mostTiles(board) of them. */
  readonly tiles: readonly number[];
}

/** Maximum number of cells of a board: sets of cells are numbers of 32 bits. */
const MOST_CELLS = 32;
/** Maximum number of tiles of a pattern: the 8! arrangements are numbers of 16 bits, and a label has three bits. */
const MOST_TILES = 8;
/** Minimum number of cells without a tile of the pattern: for the blank and two tiles that are alike. */
const FEWEST_FREE_CELLS = 3;

/** Returns the maximum number of tiles of a pattern; less than 1 if the board has no patterns. */
export function mostTiles(board: Board): number {
  return board.cells > MOST_CELLS ? 0 : Math.min(MOST_TILES, board.cells - FEWEST_FREE_CELLS);
}

/**
 * Returns the tiles of a pattern in ascending order.
 * @throws InputError if the board is too large or too small, there are too few or too many tiles, or one is unknown or doubled
 */
export function checkedTiles(board: Board, tiles: readonly number[]): number[] {
  const name = formatBoard(board);
  if (board.cells > MOST_CELLS) {
    throw new InputError(
      `patterns are of boards of up to ${MOST_CELLS} cells, and ${name} has ${board.cells}: choose a smaller board`,
    );
  }
  const most = mostTiles(board);
  if (most < 1) {
    throw new InputError(
      `a pattern leaves ${FEWEST_FREE_CELLS} cells free, and ${name} has only ${board.cells}: choose a larger board`,
    );
  }
  if (!Array.isArray(tiles)) throw new InputError('a pattern is an array of tiles, such as [1, 2, 3, 5, 6, 9]');
  if (tiles.length === 0) throw new InputError(`a pattern of ${name} has ${tilesText(most)}, found none: name some`);
  const last = board.cells - 1;
  // An entry that is not a tile may be undefined.
  const unknown = tiles.findIndex((tile) => !(Number.isInteger(tile) && tile >= 1 && tile <= last));
  if (unknown >= 0) {
    throw new InputError(
      `the tiles of ${name} are 1 to ${last}, found ${jsonExcerpt(tiles[unknown])} in the pattern: leave it out`,
    );
  }
  const doubled = tiles.find((tile, index) => tiles.indexOf(tile) !== index);
  if (doubled !== undefined) {
    throw new InputError(`a pattern names each tile once, found tile ${doubled} more than once: name it once`);
  }
  if (tiles.length > most) {
    throw new InputError(
      `a pattern of ${name} has ${tilesText(most)}, found ${tiles.length}: leave some out, or make several patterns of them`,
    );
  }
  return [...tiles].sort((one, other) => one - other);
}

function tilesText(most: number): string {
  return most === 1 ? 'one tile' : `1 to ${most} tiles`;
}

/** Maximum length of a text; the longest text of a pattern is shorter. */
const LONGEST_TEXT = 200;

/**
 * Reads the tiles of a pattern, separated by spaces or commas.
 * @returns the numbers as they are written; checkedTiles checks that they are a pattern
 * @throws InputError if the text has anything but numbers
 */
export function parsePatternTiles(text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = text.length > LONGEST_TEXT ? text : words.find((word) => !/^\d{1,9}$/.test(word));
  if (wrong === undefined) return words.map(Number);
  throw new InputError(
    `a pattern is tile numbers separated by spaces or commas, such as "1 2 3 5 6 9"; found '${excerpt(wrong)}'`,
  );
}

/*
 * Partitions: patterns that name every tile of a board once. So their distances add up to a lower bound of the moves to the goal.
 *
 * A partition is written as its tiles, such as `1 2 3 / 4 5 / 6 7 8`, or as the sizes of its patterns, such as `7-8`. For sizes, a rule
 * chooses the tiles by goal cells, so it serves every goal:
 *
 * - On 4x4 and 5x5, KNOWN has patterns of some sizes that are known to be good, for goals with the blank on the first cell. For another
 *   corner they are mirrored by the first symmetry that takes the first cell there.
 * - Otherwise the goal cells are read in bands of two lines, and cut into patterns in this order. Lines are rows, unless there are fewer
 *   rows than columns. Within a band, a line's two cells follow each other, and every other band is read backwards. So most patterns of
 *   six are blocks of 2x3 cells. On 4x4, the bands of two rows are 0 4 1 5 2 6 3 7 and 11 15 10 14 9 13 8 12.
 *
 * Patterns of neighbouring goal cells have larger distances than scattered ones, because their tiles obstruct each other.
 */

/** Patterns that name every tile of a board once. */
export interface Partition {
  /** Sizes such as `7-8` if the partition was given by sizes, else the tiles, such as `1 2 3 / 4 5 / 6 7 8`. */
  readonly name: string;
  /** Tiles of each pattern, ascending. */
  readonly patterns: readonly (readonly number[])[];
}

/** Goal cells of patterns by board and sizes, for the blank on cell 0. Source of the choice: docs/explanations/patterns.md, Partitions. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '4x4': {
    '7-8': '1 2 3 4 5 6 7 / 8 9 10 11 12 13 14 15',
    '7-7-1': '1 2 3 4 5 6 7 / 9 10 11 12 13 14 15 / 8',
    '7-4-4': '1 4 5 8 9 12 13 / 2 3 6 7 / 10 11 14 15',
    '6-6-3': '1 4 5 8 9 12 / 2 3 6 7 10 11 / 13 14 15',
  },
  '5x5': { '6-6-6-6': '1 5 6 10 11 12 / 2 3 4 7 8 9 / 13 14 18 19 23 24 / 15 16 17 20 21 22' },
};

/** Number of tiles of most patterns by default: tables of 0.1 to 30 MB each. */
const DEFAULT_SIZE = 6;
/** Maximum number of cells for patterns of six. Larger boards have more sets of cells, so their patterns are smaller by default. */
const MOST_CELLS_OF_SIX = 25;

/** Returns whether partitions of a board have useful distances: on a single row or column, tiles never pass each other. */
export function hasPartitions(board: Board): boolean {
  return !isLine(board) && mostTiles(board) >= 1;
}

/** Returns the sizes of a board's default partition: sixes as far as possible and the rest, or fives on boards of more than 25 cells. */
function defaultPartition(board: Board): string {
  const most = board.cells > MOST_CELLS_OF_SIX ? DEFAULT_SIZE - 1 : DEFAULT_SIZE;
  const size = Math.max(1, Math.min(most, mostTiles(board)));
  const tiles = board.cells - 1;
  const sizes = new Array<number>(Math.floor(tiles / size)).fill(size);
  if (tiles % size > 0) sizes.push(tiles % size);
  return sizes.join('-');
}

/** Returns the sizes of a partition for many searches, the first of which may wait a second: 7-7-1 on 4x4, otherwise the default. */
export function partitionForMany(board: Board): string {
  return formatBoard(board) === '4x4' ? '7-7-1' : defaultPartition(board);
}

/** Returns the sizes for which tables may exist: the known ones from the strongest to the weakest, and the default. */
export function usualPartitions(board: Board): readonly string[] {
  return [...new Set([...Object.keys(knownOf(board)), defaultPartition(board)])];
}

/**
 * Returns a partition for a goal of a board: the tiles of patterns whose distances add up to a lower bound.
 * @param goal position from which distances are counted; its cells determine the tiles of sizes, see docs/explanations/patterns.md
 * @param text sizes such as `7-8`, or tiles such as `1 2 3 / 4 5 / 6 7 8`
 * @default sixes as far as possible and the rest, or fives on boards of more than 25 cells
 * @throws InputError if the board has no patterns, a pattern has too many tiles, or not every tile is named exactly once
 * @example
 * ```ts
 * import { explore, fileNameOf, orderedPosition, parseBoard, partitionOf, saveTable } from 'antipode';
 *
 * const board = parseBoard('4x4');
 * const { patterns } = partitionOf(board, orderedPosition(board), '6-6-3');
 * console.log(patterns[2]); // [1, 2, 3]
 * for (const pattern of patterns) {
 *   const exploration = await explore({ space: '4x4', pattern });
 *   await saveTable(exploration.table, `${fileNameOf(exploration)}.table`);
 * }
 * ```
 */
export function partitionOf(board: Board, goal: Position, text = defaultPartition(board)): Partition {
  // A caller in plain JavaScript can pass anything.
  if (typeof text !== 'string') {
    throw new InputError(
      `a partition is a text of sizes such as '7-8', or of tiles such as '1 2 3 / 4 5 / 6 7 8', found ${excerpt(String(text))}: change it`,
    );
  }
  const name = text.trim();
  const bySizes = /^\d{1,2}(-\d{1,2})+$/.test(name);
  const patterns = bySizes
    ? patternsOfSizes(board, goal, name)
    : name.split('/').map((tiles) => parsePatternTiles(tiles));
  const checked = patterns.map((tiles) => checkedTiles(board, tiles));
  const all = checked.flat();
  for (let tile = 1; tile < board.cells; tile++) {
    const count = all.filter((other) => other === tile).length;
    if (count === 1) continue;
    const found = count === 0 ? 'is missing' : `occurs ${count} times`;
    throw new InputError(
      `a partition of ${formatBoard(board)} names each of the tiles 1 to ${board.cells - 1} once, but tile ${tile} ${found}: '${excerpt(name)}'`,
    );
  }
  return { name: bySizes ? name : checked.map((tiles) => tiles.join(' ')).join(' / '), patterns: checked };
}

/**
 * Returns a partition, with the tiles that the ordered goal has on the same cells. Tables for the ordered goal serve every goal.
 * @throws as for partitionOf
 */
export function orderedPartition(board: Board, goal: Position, text?: string): Partition {
  const ordered = orderedPosition(board, goal.indexOf(BLANK));
  const { name, patterns } = partitionOf(board, goal, text);
  return {
    name,
    patterns: patterns.map((tiles) =>
      checkedTiles(
        board,
        tiles.map((tile) => ordered[goal.indexOf(tile)]),
      ),
    ),
  };
}

function patternsOfSizes(board: Board, goal: Position, text: string): number[][] {
  const sizes = text.split('-').map(Number);
  const sum = sizes.reduce((total, size) => total + size, 0);
  if (sum !== board.cells - 1) {
    throw new InputError(
      `the sizes of a partition of ${formatBoard(board)} add up to its ${board.cells - 1} tiles, but those of '${text}' to ${sum}: change them, or name the tiles, such as "1 2 3 / 4 5 / 6 7 8"`,
    );
  }
  const goalBlank = goal.indexOf(BLANK);
  const corner = boardSymmetries(board).find((symmetry) => symmetry[0] === goalBlank);
  const known = knownOf(board)[text];
  if (known !== undefined && corner !== undefined) {
    return known.split('/').map((cells) => parsePatternTiles(cells).map((cell) => goal[corner[cell]]));
  }
  const tiles = bands(board)
    .filter((cell) => cell !== goalBlank)
    .map((cell) => goal[cell]);
  return sizes.map((size) => tiles.splice(0, size));
}

function knownOf(board: Board): Readonly<Record<string, string>> {
  return (isFull(board) && KNOWN[formatBoard(board)]) || {};
}

/** Returns the cells of a board in bands of two lines, there and back. */
function bands(board: Board): number[] {
  const across = board.rows < board.columns;
  const places = Array.from({ length: board.cells }, (_, cell) => {
    const [line, along] = across
      ? [columnOf(board, cell), rowOf(board, cell)]
      : [rowOf(board, cell), columnOf(board, cell)];
    const band = Math.floor(line / 2);
    return { cell, band, along: band % 2 === 0 ? along : -along, line };
  });
  return places
    .sort((one, other) => one.band - other.band || one.along - other.along || one.line - other.line)
    .map(({ cell }) => cell);
}
