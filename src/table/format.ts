/**
 * The table file of a board, version 1; docs/table-format.md describes it for readers in other languages, and container.ts is what it
 * shares with other table files. Its sections are, for each blank cell, the words.
 *
 * The table holds one bit a state: floor(depth / 2) mod 2. The parity of the depth is the colour of the
 * blank's cell relative to the goal's, so a state's depth mod 4 is known; neighbours differ by one, so it
 * tells which of them are nearer, and the number of steps to the goal is the distance. (One bit for depth mod 4 is also how
 * github.com/clausecker/24puzzle stores its pattern databases.)
 */

import { type Board, makeBoard } from '../board/board.js';
import { orderedPosition, type Position } from '../board/position.js';
import { type Geometry, geometryOf, LOW_DIGITS, STATES_PER_WORD } from '../numbering/geometry.js';
import { BYTES_PER_WORD } from '../numbering/word.js';
import {
  CHUNK_BYTES,
  type ChunkedWords,
  checkLength,
  encodeHeader,
  type HeaderMap,
  kindOf,
  layOutSection,
  type Read,
  readHeaderMap,
  unknownHeader,
} from './container.js';
import { spaceName, type TableContents } from './contents.js';
import { TableError } from './errors.js';

export { CHECKSUM_BYTES, CHUNK_BYTES, type Extent } from './container.js';

export interface Section extends ChunkedWords {
  /** The blank's cell. */
  readonly cell: number;
}

/** The header's map. */
export interface Header {
  readonly space: string;
  readonly board: { readonly rows: number; readonly columns: number };
  /** Tiles in reading order, 0 for the blank: the ordered position of its blank cell. */
  readonly goal: Position;
  readonly metric: 'single';
  readonly numbering: {
    /** Cells in the order in which they are numbered. */
    readonly path: readonly number[];
    readonly digits: number;
    readonly lowDigits: number;
    readonly statesPerWord: number;
  };
  readonly states: number;
  readonly maxDepth: number;
  readonly histogram: readonly number[];
  readonly chunkBytes: number;
  /** Length of the file. */
  readonly fileBytes: number;
  readonly sections: readonly Section[];
}

/** The header of a table, and the bytes of the file before its sections. */
export function headerOf(contents: TableContents): { header: Header; bytes: Buffer } {
  return encodeHeader((start) => layOutHeader(contents.board, contents.goalCell, contents.histogram, start));
}

function layOutHeader(board: Board, goalCell: number, histogram: readonly number[], start: number): Header {
  const geometry = geometryOf(board);
  const sections: Section[] = [];
  let offset = start;
  const wordBytes = geometry.words * BYTES_PER_WORD;
  for (let cell = 0; cell < board.cells; cell++) {
    const { words, checksums, end } = layOutSection(offset, wordBytes);
    sections.push({ cell, words, checksums });
    offset = end;
  }
  return {
    space: spaceName(board, goalCell),
    board: { rows: board.rows, columns: board.columns },
    goal: orderedPosition(board, goalCell),
    metric: 'single',
    numbering: {
      path: geometry.path,
      digits: geometry.digits,
      lowDigits: LOW_DIGITS,
      statesPerWord: STATES_PER_WORD,
    },
    states: histogram.reduce((sum, count) => sum + count, 0),
    maxDepth: histogram.length - 1,
    histogram,
    chunkBytes: CHUNK_BYTES,
    fileBytes: offset,
    sections,
  };
}

/** A table file's header, checked, and the geometry it stands for. */
export interface CheckedHeader {
  readonly header: Header;
  readonly geometry: Geometry;
  readonly board: Board;
  readonly goalCell: number;
}

/**
 * Reads and checks the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes its length
 * @throws TableError that says what is wrong
 */
export function readHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const map = readHeaderMap(name, fileBytes, read);
  if (kindOf(map.header) === 'space') {
    throw new TableError(`${name}: this is the table of a state space, and that of a board is expected`);
  }
  const checked = checkHeader(map);
  if (checked === undefined) throw unknownHeader(name);
  checkLength(name, fileBytes, checked.header);
  return checked;
}

/** A header is right where it is what its own board, goal and histogram lead to. */
function checkHeader({ header: map, end }: HeaderMap): CheckedHeader | undefined {
  const header = map as Header;
  try {
    const board = makeBoard(header.board.rows, header.board.columns);
    const goalCell = header.goal.indexOf(0);
    const { histogram } = header;
    const counts = histogram.length > 0 && histogram.every((count) => Number.isSafeInteger(count) && count > 0);
    const start = header.sections[0].words.offset;
    if (!counts || goalCell < 0 || goalCell >= board.cells) return undefined;
    const expected = layOutHeader(board, goalCell, histogram, start);
    if (start < end || expected.states !== geometryOf(board).states) return undefined;
    if (JSON.stringify(expected) !== JSON.stringify(header)) return undefined;
    return { header: expected, geometry: geometryOf(board), board, goalCell };
  } catch (error) {
    // A header whose shape is wrong: no board, no sections. Every other error is the program's own.
    if (error instanceof TypeError || (error instanceof Error && error.name === 'InputError')) return undefined;
    throw error;
  }
}
