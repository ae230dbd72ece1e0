/**
 * The table file of a board, version 1; docs/reference/table-format.md describes it for readers in other languages, and container.ts is what it
 * shares with other table files. Its sections are, for each blank cell, the words.
 *
 * The table holds one bit a state: floor(depth / 2) mod 2. The parity of the depth is the colour of the
 * blank's cell relative to the goal's, so a state's depth mod 4 is known. Neighbours differ by one, so it
 * gives which of them are nearer, and the number of steps to the goal is the distance. (Also
 * github.com/clausecker/24puzzle stores its pattern databases with one bit for depth mod 4.)
 *
 * If a move may slide several tiles (`metric: 'multi'`), neighbours may also be equally far, and there are two bits a state: the
 * first one is set if depth mod 3 is 0 or 2, the second one if it is 1 or 2. A section has the words of all first bits,
 * then those of all second ones.
 */

import { InputError } from '../../base/input-error.js';
import { type Board, isFull, makeBoard, mapOf, parseMap } from '../../spaces/board/board.js';
import { METRICS, type Metric } from '../../spaces/board/metric.js';
import {
  BYTES_PER_WORD,
  type Geometry,
  geometryOf,
  LOW_DIGITS,
  STATES_PER_WORD,
} from '../../spaces/board/numbering/geometry.js';
import { orderedPosition, type Position } from '../../spaces/board/position.js';
import { spaceName } from '../../spaces/board/space/board-facts.js';
import { type BoardTableClaims, boardClaims, boardEncoding, boardOfClaims } from '../contents/board-claims.js';
import { BITS, type TableClaims } from '../contents/contents.js';
import {
  CHUNK_BYTES,
  type CheckedHeader,
  type ChunkedWords,
  type ContainerHeader,
  encodeHeader,
  type HeaderMap,
  layOutSection,
} from './container.js';

export interface CellSection extends ChunkedWords {
  /** The blank's cell. */
  readonly cell: number;
}

/** A board; of one with missing cells also its name, and its rows, `.` for a cell and `#` for none. */
export interface HeaderBoard {
  readonly rows: number;
  readonly columns: number;
  readonly name?: string;
  readonly map?: readonly string[];
}

/** The header's map. */
export interface BoardHeader extends ContainerHeader {
  readonly space: string;
  readonly board: HeaderBoard;
  /** Tiles in reading order, 0 for the blank: the ordered position of its blank cell. */
  readonly goal: Position;
  readonly metric: Metric;
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
  readonly sections: readonly CellSection[];
}

/** Returns the header of a table, and the bytes of the file before its sections. */
export function boardHeaderOf(claims: TableClaims): { header: BoardHeader; bytes: Buffer } {
  const space = boardOfClaims(claims);
  const geometry = geometryOf(space.board);
  return encodeHeader((start) => layOutHeader(space, geometry, start));
}

function layOutHeader(
  { board, goalCell, metric, histogram }: BoardTableClaims,
  geometry: Geometry,
  start: number,
): BoardHeader {
  const sections: CellSection[] = [];
  let offset = start;
  const wordBytes = geometry.words * BYTES_PER_WORD * BITS[boardEncoding(metric)];
  for (let cell = 0; cell < board.cells; cell++) {
    const { words, checksums, end } = layOutSection(offset, wordBytes);
    sections.push({ cell, words, checksums });
    offset = end;
  }
  return {
    space: spaceName(board, goalCell, metric),
    board: headerBoard(board),
    goal: orderedPosition(board, goalCell),
    metric,
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

/** Returns a board as headers hold it. */
export function headerBoard(board: Board): HeaderBoard {
  const { rows, columns, name } = board;
  return isFull(board) ? { rows, columns } : { rows, columns, name, map: mapOf(board) };
}

/** @throws InputError, TypeError if it is not a board */
function boardOfHeader({ rows, columns, name, map }: HeaderBoard): Board {
  return map === undefined ? makeBoard(rows, columns) : parseMap(map.join('/'), name);
}

/**
 * Reads a header, which is right if its other fields follow from its board, goal and histogram.
 * @returns undefined if it is not
 */
export function checkBoardHeader({ header: map, end }: HeaderMap): CheckedHeader | undefined {
  const header = map as BoardHeader;
  try {
    const board = boardOfHeader(header.board);
    const goalCell = header.goal.indexOf(0);
    const { metric, histogram } = header;
    const counts = histogram.length > 0 && histogram.every((count) => Number.isSafeInteger(count) && count > 0);
    const start = header.sections[0].words.offset;
    if (!METRICS.includes(metric) || !counts || goalCell < 0 || goalCell >= board.cells) return undefined;
    const geometry = geometryOf(board);
    const expected = layOutHeader({ board, goalCell, metric, histogram }, geometry, start);
    if (start < end || expected.states !== geometry.reached) return undefined;
    if (JSON.stringify(expected) !== JSON.stringify(header)) return undefined;
    const claims = boardClaims(board, goalCell, metric, histogram);
    return { header: expected, claims, part: (cell) => `the words of blank cell ${cell}` };
  } catch (error) {
    // A header whose shape is wrong: no board, no sections. Every other error is the program's own.
    if (error instanceof TypeError || error instanceof InputError) return undefined;
    throw error;
  }
}
