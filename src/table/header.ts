/**
 * Headers of table files, version 1, in two forms: that of boards, with a section of words for each blank cell, and that of all other
 * spaces, with one section for all states. container.ts holds the parts that all table files share; docs/reference/table-format.md
 * describes the files for readers in other languages.
 *
 * The table of a board holds one bit per state: floor(depth / 2) mod 2. The parity of the depth is the colour of the blank's cell
 * relative to the goal's, so depth mod 4 is known for each state. The depths of neighbours differ by one, so depth mod 4
 * determines which neighbours are nearer. The number of steps to the goal is the distance.
 * (github.com/clausecker/24puzzle also stores its pattern databases with one bit for depth mod 4.)
 *
 * If a move may slide several tiles (`metric: 'multi'`), neighbours can also have equal depths. The table then has two
 * bits per state: the first is set if depth mod 3 is 0 or 2, the second if it is 1 or 2. A section holds the words of
 * all first bits, then those of all second bits.
 */

import { InputError } from '../base/text.js';
import { factorial } from '../permutations/lehmer.js';
import { nameWithoutGoal, type SpaceFacts, type SpaceSource } from '../space/space.js';
import { type Board, isFull, METRICS, type Metric, makeBoard, mapOf, parseMap } from '../spaces/board/board.js';
import { BYTES_PER_WORD, geometryOf, LOW_DIGITS, STATES_PER_WORD } from '../spaces/board/numbering.js';
import { patternBitsetBytes } from '../spaces/board/pattern-geometry.js';
import { BLANK, formatPosition, orderedPosition, parsePosition } from '../spaces/board/position.js';
import { boardFacts, boardOfSource, spaceName } from '../spaces/board-facts.js';
import {
  type CheckedHeader,
  type ContainerHeader,
  checkLength,
  encodeHeader,
  layOutSections,
  type Read,
  readHeaderMap,
} from './container.js';
import { BITS, type Encoding, notReachedIn, TableError, type TableHeader, tableBytes } from './contents.js';

/** The map of a header: that of a board's table, or that of any other table. */
export type BoardHeader = ReturnType<typeof boardFields> & ContainerHeader;
export type StateHeader = ReturnType<typeof stateFields> & ContainerHeader;

/** Returns the header of a table and the bytes of the file before its sections. */
export function headerOf(table: TableHeader): { header: BoardHeader | StateHeader; bytes: Uint8Array } {
  return encodeHeader((start) => layOutHeader(table, start));
}

/** @param start offset of the first section */
function layOutHeader(table: TableHeader, start: number): BoardHeader | StateHeader {
  const bytes = sectionBytes(table);
  if (!isBoardTable(table)) return { ...stateFields(table), ...layOutSections(start, () => bytes, [{}]) };
  const fields = boardFields(table);
  const cells = fields.numbering.path.map((_, cell) => ({ cell }));
  return { ...fields, ...layOutSections(start, () => bytes, cells) };
}

/**
 * Reads and checks the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes length of the file
 * @throws TableError if the header is invalid, or the file does not have the length that it gives
 */
export function readHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const checked = readAnyHeader(name, fileBytes, read);
  checkLength(name, fileBytes, checked.fields.fileBytes);
  return checked;
}

/** Kind of the header of tables of coordinates, which src/search/coordinates/coordinate-file.ts reads. */
export const COORDINATES = 'coordinates';

/** Reads and checks the header of a file that may be truncated after it. @throws TableError if the header is invalid */
export function readAnyHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const { header, end } = readHeaderMap(name, fileBytes, read);
  const { kind } = (header ?? {}) as { readonly kind?: unknown };
  if (kind === COORDINATES) throw new TableError(`${name}: these are tables of coordinates: name their puzzle instead`);
  const checked = checkedHeader(header as BoardHeader | StateHeader, end);
  if (checked !== undefined) return checked;
  throw new TableError(`${name}: the header does not describe a table that this program could have made`);
}

/** A header is valid if it can be that of a table, and its other fields follow from that. */
function checkedHeader(header: BoardHeader | StateHeader, end: number): CheckedHeader | undefined {
  try {
    if (!isArrayWith(header.histogram, (count) => Number.isSafeInteger(count) && (count as number) > 0))
      return undefined;
    // Headers of boards name no kind.
    const table =
      (header as StateHeader).kind === 'space'
        ? readStateHeader(header as StateHeader)
        : readBoardHeader(header as BoardHeader);
    const start = header.sections[0].words.offset;
    if (table === undefined || !Number.isInteger(start) || start < end) return undefined;
    const expected = layOutHeader(table, start);
    return JSON.stringify(expected) === JSON.stringify(header) ? { fields: expected, header: table } : undefined;
  } catch (error) {
    // A header of the wrong shape, for instance without sections, or with values that JSON cannot hold. Any other error is a bug.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof InputError) return undefined;
    throw error;
  }
}

/* Tables of boards. */

/** A board. If cells are missing, `map` holds its rows, with `.` for a cell and `#` for a missing one. */
export interface HeaderBoard {
  readonly rows: number;
  readonly columns: number;
  readonly name?: string;
  readonly map?: readonly string[];
}

function boardFields(table: TableHeader) {
  const { board, goalCell, metric, histogram } = boardOfHeader(table);
  const { path, digits } = geometryOf(board);
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
  };
}

/** Returns the form of a board in headers. */
export function headerBoard(board: Board): HeaderBoard {
  const { rows, columns, name } = board;
  return isFull(board) ? { rows, columns } : { rows, columns, name, map: mapOf(board) };
}

/** Reads a header; undefined if no table has it. @throws InputError or TypeError if it has no board */
function readBoardHeader({ board: ofHeader, goal, metric, histogram }: BoardHeader): TableHeader | undefined {
  const { rows, columns, name, map } = ofHeader;
  const board = map === undefined ? makeBoard(rows, columns) : parseMap(map.join('/'), name);
  const goalCell = goal.indexOf(BLANK);
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const possible = METRICS.includes(metric) && goalCell >= 0 && goalCell < board.cells;
  if (!possible || states !== geometryOf(board).reached) return undefined;
  return boardTableHeader(board, goalCell, metric, histogram);
}

/** The header of a board's table, which determines its encoding and the facts of its space. */
export type BoardTableHeader = Omit<ReturnType<typeof boardOfHeader>, 'goal'>;

/** Returns the header of a board's table for goals with the blank on a cell. */
export function boardTableHeader(
  board: Board,
  goalCell: number,
  metric: Metric,
  histogram: readonly number[],
): TableHeader {
  const facts = boardFacts(geometryOf(board), orderedPosition(board, goalCell), metric);
  return { facts, histogram, encoding: metric === 'single' ? 'mod4' : 'mod3-planes' };
}

/** Returns the encoding of a board's table. */
/** Returns true if a table has a section for each blank cell of a board. */
export function isBoardTable({ facts: { source }, encoding }: TableHeader): boolean {
  return source.kind === 'board' && (encoding === 'mod4' || encoding === 'mod3-planes');
}

/** Returns the facts of a board's table. @throws TableError if it is not the table of a board */
export function boardOfHeader({ facts, histogram }: TableHeader) {
  const { source, name } = facts;
  if (source.kind !== 'board') throw new TableError(`the table of ${name} is not the table of a board`);
  const board = boardOfSource(source);
  const goal = parsePosition(source.goal, board);
  return { board, goal, goalCell: goal.indexOf(BLANK), metric: source.metric, histogram };
}

/**
 * Returns the header of a board's table with the tiles renamed for a goal.
 * @param goal text of a position with its blank on the table's goal cell
 * @param where the table's path or name, for messages
 * @throws InputError if the goal is wrong, or the table does not serve it
 */
export function headerForGoal(table: TableHeader, goal: string, where: string): TableHeader {
  const { facts } = table;
  if (facts.source.kind !== 'board') throw new InputError(`a goal is for tables of boards, and ${where} has none`);
  const { board, goalCell, metric } = boardOfHeader(table);
  const position = parsePosition(goal, board);
  const text = formatPosition(position);
  if (isBoardTable(table)) {
    if (position[goalCell] === BLANK) return { ...table, facts: boardFacts(geometryOf(board), position, metric) };
    throw new InputError(
      `${where} is for goals with the blank on cell ${goalCell} (cells count from 0), found the goal ${text}`,
    );
  }
  if (text === facts.source.goal) return table;
  throw new InputError(`${where} is for the goal ${facts.source.goal} alone, found the goal ${text}`);
}

/* Tables of all other spaces. */

function stateFields(table: TableHeader) {
  const { facts, histogram, encoding } = table;
  const { source, metric, size, reversible, moves, starts, startTexts } = facts;
  const notReached = notReachedIn(table);
  return {
    kind: 'space' as const,
    space: nameWithoutGoal(facts),
    source,
    metric,
    size,
    reversible,
    moves,
    starts,
    startTexts,
    states: size - notReached,
    notReached,
    maxDepth: histogram.length - 1,
    histogram,
    encoding,
  };
}

/** Reads a header; undefined if no table has it. */
function readStateHeader({ space: name, histogram, encoding, ...header }: StateHeader): TableHeader | undefined {
  const { source, metric, size, starts, startTexts, moves, reversible } = header;
  const facts = { source, name, metric, size, starts, startTexts, moves, reversible };
  const isState = (state: unknown) => Number.isInteger(state) && (state as number) >= 0 && (state as number) < size;
  const areFacts =
    [name, metric ?? name].every(isText) &&
    isSource(source) &&
    Number.isSafeInteger(size) &&
    size >= 1 &&
    typeof reversible === 'boolean' &&
    isArrayWith(moves, isText) &&
    isArrayWith(starts, isState) &&
    isArrayWith(startTexts, isText) &&
    startTexts.length === starts.length;
  const table = { facts, histogram, encoding };
  return areFacts && notReachedIn(table) >= 0 && possibleEncodings(facts).includes(encoding) ? table : undefined;
}

const WHOLE_DEPTHS: readonly Encoding[] = ['depth8', 'depth16', 'depth32'];

/** Returns the encodings allowed for a table with one section. */
function possibleEncodings({ source, size, reversible }: SpaceFacts): readonly Encoding[] {
  if (!reversible) return WHOLE_DEPTHS;
  const isPattern = source.kind === 'pattern' && size % factorial(source.tiles.length) === 0;
  return isPattern ? ['mod3', 'mod4'] : ['mod3'];
}

const SOURCE_FIELDS: Readonly<Record<SpaceSource['kind'], readonly string[]>> = {
  known: ['space'],
  module: ['path'],
  generators: ['name'],
  board: ['board', 'metric', 'goal'],
  pattern: ['board', 'goal'],
};
/** Optional fields of all sources. */
const OPTIONAL_FIELDS = ['start', 'metric', 'digest', 'mapName'];
/** Fields that are lists, by kind of source. */
const LISTS: Readonly<Partial<Record<SpaceSource['kind'], string>>> = { generators: 'generators', pattern: 'tiles' };

/** Returns true if a value has the fields of a source. The space that it describes is checked when it is opened. */
export function isSource(value: unknown): value is SpaceSource {
  const source = value as Readonly<Record<string, unknown>> | null;
  const kind = typeof source === 'object' ? source?.kind : undefined;
  if (source === null || !isText(kind) || !Object.hasOwn(SOURCE_FIELDS, kind)) return false;
  const texts = SOURCE_FIELDS[kind as SpaceSource['kind']].every((field) => isText(source[field]));
  const others = OPTIONAL_FIELDS.every((field) => source[field] === undefined || isText(source[field]));
  const isNumbered = source.numbering === undefined || isProjections(source.numbering);
  const list = LISTS[kind as SpaceSource['kind']];
  return texts && others && isNumbered && (list === undefined || Array.isArray(source[list]));
}

/** Maximum label: labels of colours are bytes. */
const MOST_LABEL = 254;

/** Returns true if a value has the fields of projections. Their fit to the space is checked when it is opened. */
function isProjections(value: unknown): boolean {
  const { frames, block, word, states } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isLabel = (label: unknown) =>
    Number.isInteger(label) && (label as number) >= 0 && (label as number) <= MOST_LABEL;
  return (
    (frames === 'ordered' || frames === 'exact') &&
    isArrayWith(block, isLabel) &&
    (word === null || isArrayWith(word, isLabel)) &&
    (states === undefined || (Number.isSafeInteger(states) && (states as number) > 0))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isArrayWith(values: unknown, isOne: (value: unknown) => boolean): values is unknown[] {
  return Array.isArray(values) && values.length > 0 && values.every(isOne);
}

/** Returns the number of bytes of each section. */
export function sectionBytes(table: TableHeader): number {
  const { facts, encoding } = table;
  const { source, size } = facts;
  if (isBoardTable(table)) return geometryOf(boardOfHeader(table).board).words * BYTES_PER_WORD * BITS[encoding];
  if (encoding !== 'mod4' || source.kind !== 'pattern') return tableBytes(size, encoding);
  const arrangements = factorial(source.tiles.length);
  const bitset = patternBitsetBytes(size / arrangements, arrangements);
  return notReachedIn(table) === 0 ? bitset : 2 * bitset;
}
