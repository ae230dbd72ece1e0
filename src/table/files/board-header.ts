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

import { InputError } from '../../base/text.js';
import { type Board, isFull, METRICS, type Metric, makeBoard, mapOf, parseMap } from '../../spaces/board/board.js';
import { BYTES_PER_WORD, geometryOf, LOW_DIGITS, STATES_PER_WORD } from '../../spaces/board/numbering.js';
import { BLANK, formatPosition, orderedPosition, type Position, parsePosition } from '../../spaces/board/position.js';
import { boardFacts, boardOfSource, goalFacts, spaceName } from '../../spaces/board-facts.js';
import { encodeHeader, layOutSections } from './container.js';
import { BITS, type Encoding, type TableClaims, TableError } from './contents.js';

/** A board. If cells are missing, `map` holds its rows, with `.` for a cell and `#` for a missing one. */
export interface HeaderBoard {
  readonly rows: number;
  readonly columns: number;
  readonly name?: string;
  readonly map?: readonly string[];
}

/** The header's map. */
export type BoardHeader = ReturnType<typeof layOutBoardHeader>;

/** Returns the header of a table and the bytes of the file before its sections. */
export function boardHeaderOf(claims: TableClaims): { header: BoardHeader; bytes: Buffer } {
  return encodeHeader((start) => layOutBoardHeader(claims, start));
}

/** Lays out the header. @param start offset of the first section */
export function layOutBoardHeader(claims: TableClaims, start: number) {
  const { board, goalCell, metric, histogram } = boardOfClaims(claims);
  const { path, digits, words } = geometryOf(board);
  const cells = Array.from({ length: board.cells }, (_, cell) => ({ cell }));
  return {
    space: spaceName(board, goalCell, metric),
    board: headerBoard(board),
    // Tiles in reading order, 0 for the blank: the ordered position of its blank cell.
    goal: orderedPosition(board, goalCell),
    metric,
    // The path is the cells in numbering order.
    numbering: { path, digits, lowDigits: LOW_DIGITS, statesPerWord: STATES_PER_WORD },
    states: histogram.reduce((sum, count) => sum + count, 0),
    maxDepth: histogram.length - 1,
    histogram,
    ...layOutSections(start, words * BYTES_PER_WORD * BITS[boardEncoding(metric)], cells),
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

/** Returns the claims of a header; undefined if they are impossible. @throws InputError or TypeError if it has no board */
export function claimsOfBoardHeader({
  board: ofHeader,
  goal,
  metric,
  histogram,
}: BoardHeader): TableClaims | undefined {
  const board = boardOfHeader(ofHeader);
  const goalCell = goal.indexOf(BLANK);
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const possible = METRICS.includes(metric) && goalCell >= 0 && goalCell < board.cells;
  if (!possible || states !== geometryOf(board).reached) return undefined;
  return boardClaims(board, goalCell, metric, histogram);
}

/** The claims of a board's table, which determine its encoding and the facts of its space. */
export interface BoardTableClaims {
  readonly board: Board;
  /** The blank's cell in the goal. The table is made for the ordered goal; it serves other goals with the tiles renamed. */
  readonly goalCell: number;
  readonly metric: Metric;
  /** Number of states of each depth 0, 1, 2 ...; the last is not 0. */
  readonly histogram: readonly number[];
}

/** Returns the claims of a board's table for goals with the blank on a cell. */
export function boardClaims(board: Board, goalCell: number, metric: Metric, histogram: readonly number[]): TableClaims {
  return { facts: boardFacts(geometryOf(board), goalCell, metric), histogram, encoding: boardEncoding(metric) };
}

/** Returns the encoding of a board's table. */
function boardEncoding(metric: Metric): Encoding {
  return metric === 'single' ? 'mod4' : 'mod3-planes';
}

/** Returns true if a table has a section for each blank cell of a board. */
export function isBoardTable({ facts: { source }, encoding }: TableClaims): boolean {
  return source.kind === 'board' && (encoding === 'mod4' || encoding === 'mod3-planes');
}

/** Returns the claims of a table as those of a board. @throws TableError if it is not the table of a board */
export function boardOfClaims({ facts, histogram }: TableClaims): BoardTableClaims & { readonly goal: Position } {
  const { source, name } = facts;
  if (source.kind !== 'board') throw new TableError(`the table of ${name} is not the table of a board`);
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  return { board, goal, goalCell: goal.indexOf(BLANK), metric: source.metric, histogram };
}

/**
 * Returns the claims of a board's table with the tiles renamed for a goal.
 * @param goal text of a position with its blank on the table's goal cell
 * @param where the table's path or name, for messages
 * @throws InputError if the goal is wrong, or the table does not serve it
 */
export function claimsForGoal(claims: TableClaims, goal: string, where: string): TableClaims {
  const { facts } = claims;
  if (facts.source.kind !== 'board') throw new InputError(`a goal is for tables of boards, and ${where} has none`);
  const { board, goalCell, metric } = boardOfClaims(claims);
  const position = parsePosition(goal, board);
  const text = formatPosition(position);
  if (isBoardTable(claims)) {
    if (position[goalCell] === BLANK) return { ...claims, facts: goalFacts(geometryOf(board), position, metric) };
    throw new InputError(
      `${where} is for goals with the blank on cell ${goalCell} (cells count from 0), found the goal ${text}`,
    );
  }
  if (text === facts.source.goal) return claims;
  throw new InputError(`${where} is for the goal ${facts.source.goal} alone, found the goal ${text}`);
}
