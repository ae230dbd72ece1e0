/**
 * The table file of a board, version 1. It has one section of words for each blank cell. container.ts holds the parts
 * that all table files share; docs/reference/table-format.md describes the format for readers in other languages.
 *
 * The table holds one bit per state: floor(depth / 2) mod 2. The parity of the depth is the colour of the blank's cell
 * relative to the goal's, so depth mod 4 is known for each state. The depths of neighbours differ by one, so depth mod 4
 * determines which neighbours are nearer. The number of steps to the goal is the distance.
 * (github.com/clausecker/24puzzle also stores its pattern databases with one bit for depth mod 4.)
 *
 * If a move may slide several tiles (`metric: 'multi'`), neighbours can also have equal depths. The table then has two
 * bits per state: the first is set if depth mod 3 is 0 or 2, the second if it is 1 or 2. A section holds the words of
 * all first bits, then those of all second bits.
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

/** A board. If cells are missing, `map` holds its rows, with `.` for a cell and `#` for a missing one. */
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
    /** Cells in numbering order. */
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

/** Returns the header of a table and the bytes of the file before its sections. */
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

/** Returns the form of a board in headers. */
export function headerBoard(board: Board): HeaderBoard {
  const { rows, columns, name } = board;
  return isFull(board) ? { rows, columns } : { rows, columns, name, map: mapOf(board) };
}

/** Returns the board of a header. @throws InputError or TypeError if it is not a board */
function boardOfHeader({ rows, columns, name, map }: HeaderBoard): Board {
  return map === undefined ? makeBoard(rows, columns) : parseMap(map.join('/'), name);
}

/**
 * Reads a header. It is valid if its other fields follow from its board, goal, metric and histogram.
 * @returns undefined if the header is invalid
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
    // A header of the wrong shape, for instance without a board or sections. Any other error is a bug of this program.
    if (error instanceof TypeError || error instanceof InputError) return undefined;
    throw error;
  }
}
