/**
 * The table file, version 1; docs/table-format.md describes it for readers in other languages.
 *
 *     8 bytes   "ANTIPODE"
 *     u32 LE    format version
 *     u32 LE    length of the header
 *     header    one MessagePack map, see Header
 *     u32 LE    CRC-32 of everything before it
 *     sections  for each blank cell its words, then the CRC-32 of each chunk of them
 *
 * The table holds one bit a state: floor(depth / 2) mod 2. The parity of the depth is the colour of the
 * blank's cell relative to the goal's, so a state's depth mod 4 is known; neighbours differ by one, so it
 * tells which of them are nearer, and the number of steps to the goal is the distance. (One bit for depth mod 4 is also how
 * github.com/clausecker/24puzzle stores its pattern databases.)
 *
 * Where a move may slide several tiles (`metric: 'multi'`), neighbours may also be equally far, and there are two bits a state: the
 * first one is set where depth mod 3 is 0 or 2, the second one where it is 1 or 2. A section has the words of all first bits,
 * then those of all second ones.
 */

import { crc32 } from 'node:zlib';
import { type Board, makeBoard } from '../board/board.js';
import { METRICS, type Metric } from '../board/metric.js';
import { orderedPosition, type Position } from '../board/position.js';
import { type Geometry, geometryOf, LOW_DIGITS, STATES_PER_WORD } from '../numbering/geometry.js';
import { BYTES_PER_WORD } from '../numbering/word.js';
import { spaceName, type TableContents, type TableSpace } from './contents.js';
import { TableError } from './errors.js';
import { packPlain, unpackPlain } from './plain-messagepack.js';

const MAGIC = 'ANTIPODE';
const VERSION = 1;
/** Magic, version and length of the header. */
const PREFIX_BYTES = 16;
/** A header is some hundred bytes; a longer one is none. */
const LARGEST_HEADER = 1 << 20;
/** Words are checked in chunks of this many bytes: a page, so that a query reads little. */
export const CHUNK_BYTES = 4096;
export const CHECKSUM_BYTES = 4;
const SECTION_ALIGNMENT = 64;

/** A part of the file; `offset` counts from the file's beginning. */
export interface Extent {
  readonly offset: number;
  readonly bytes: number;
}

export interface Section {
  /** The blank's cell. */
  readonly cell: number;
  readonly words: Extent;
  /** A u32 for each chunk of the words; the last chunk may be shorter. */
  readonly checksums: Extent;
}

/** The header's map. */
export interface Header {
  readonly space: string;
  readonly board: { readonly rows: number; readonly columns: number };
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
  readonly chunkBytes: number;
  /** Length of the file. */
  readonly fileBytes: number;
  readonly sections: readonly Section[];
}

/** The header of a table. Offsets depend on the header's own length, which they may change: so until it stays. */
export function headerOf(contents: TableContents): { header: Header; bytes: Buffer } {
  let start = 0;
  for (;;) {
    const header = layOutHeader(contents, start);
    const bytes = encode(header);
    if (bytes.length <= start) return { header, bytes: Buffer.concat([bytes, Buffer.alloc(start - bytes.length)]) };
    start = align(bytes.length);
  }
}

function layOutHeader({ board, goalCell, metric, histogram }: TableSpace, start: number): Header {
  const geometry = geometryOf(board);
  const sections: Section[] = [];
  let offset = start;
  const wordBytes = geometry.words * BYTES_PER_WORD * bitsOfState(metric);
  const checksumBytes = Math.ceil(wordBytes / CHUNK_BYTES) * CHECKSUM_BYTES;
  for (let cell = 0; cell < board.cells; cell++) {
    const words = { offset, bytes: wordBytes };
    const checksums = { offset: align(offset + wordBytes), bytes: checksumBytes };
    sections.push({ cell, words, checksums });
    offset = align(checksums.offset + checksumBytes);
  }
  return {
    space: spaceName(board, goalCell, metric),
    board: { rows: board.rows, columns: board.columns },
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

/** Bits that the table has of each state. */
function bitsOfState(metric: Metric): number {
  return metric === 'single' ? 1 : 2;
}

function encode(header: Header): Buffer {
  const map = packPlain(header);
  const bytes = Buffer.alloc(PREFIX_BYTES + map.length + CHECKSUM_BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(VERSION, 8);
  bytes.writeUInt32LE(map.length, 12);
  bytes.set(map, PREFIX_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, PREFIX_BYTES + map.length)), PREFIX_BYTES + map.length);
  return bytes;
}

function align(offset: number): number {
  return Math.ceil(offset / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

/** A table file's header, checked, and the geometry it stands for. */
export interface CheckedHeader {
  readonly header: Header;
  readonly geometry: Geometry;
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
}

/**
 * Reads and checks the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes its length
 * @param read reads `bytes` bytes at `offset`; only called within the file
 * @throws TableError that says what is wrong
 */
export function readHeader(
  name: string,
  fileBytes: number,
  read: (offset: number, bytes: number) => Buffer,
): CheckedHeader {
  const wrong = (what: string) => new TableError(`${name}: ${what}`);
  if (fileBytes === 0) throw wrong('the file is empty; make the table again');
  const prefix = read(0, Math.min(PREFIX_BYTES, fileBytes));
  if (prefix.toString('latin1', 0, 8) !== MAGIC)
    throw wrong(`this is no antipode table: it does not begin with ${MAGIC}`);
  const cutShort = () => wrong(`the table is cut short after ${fileBytes} bytes; make it again`);
  if (fileBytes < PREFIX_BYTES) throw cutShort();
  const version = prefix.readUInt32LE(8);
  if (version !== VERSION) {
    throw wrong(`the table has format version ${version}, and this program reads version ${VERSION}; make it again`);
  }
  const length = prefix.readUInt32LE(12);
  if (length > LARGEST_HEADER) throw wrong(`the header is damaged: its length is given as ${length} bytes`);
  if (fileBytes < PREFIX_BYTES + length + CHECKSUM_BYTES) throw cutShort();
  const bytes = read(0, PREFIX_BYTES + length + CHECKSUM_BYTES);
  if (crc32(bytes.subarray(0, PREFIX_BYTES + length)) !== bytes.readUInt32LE(PREFIX_BYTES + length)) {
    throw wrong('the header is damaged: its checksum does not fit');
  }
  const checked = checkHeader(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length));
  if (checked === undefined) throw wrong('the header does not describe a table that this program could have made');
  if (fileBytes < checked.header.fileBytes) {
    throw wrong(
      `the table is cut short: ${checked.header.fileBytes} bytes expected, ${fileBytes} found; make it again`,
    );
  }
  if (fileBytes > checked.header.fileBytes) {
    throw wrong(`the table is too long: ${checked.header.fileBytes} bytes expected, ${fileBytes} found; make it again`);
  }
  return checked;
}

/** A header is right where it is what its own board, goal and histogram lead to. */
function checkHeader(map: Buffer): CheckedHeader | undefined {
  let header: Header;
  try {
    header = unpackPlain(map) as Header;
  } catch {
    return undefined;
  }
  try {
    const board = makeBoard(header.board.rows, header.board.columns);
    const goalCell = header.goal.indexOf(0);
    const { metric, histogram } = header;
    const counts = histogram.length > 0 && histogram.every((count) => Number.isSafeInteger(count) && count > 0);
    const start = header.sections[0].words.offset;
    if (!METRICS.includes(metric) || !counts || goalCell < 0 || goalCell >= board.cells) return undefined;
    const begins = start >= PREFIX_BYTES + map.length + CHECKSUM_BYTES;
    const expected = layOutHeader({ board, goalCell, metric, histogram }, start);
    if (!begins || expected.states !== geometryOf(board).states) return undefined;
    if (JSON.stringify(expected) !== JSON.stringify(header)) return undefined;
    return { header: expected, geometry: geometryOf(board), board, goalCell, metric };
  } catch (error) {
    // A header whose shape is wrong: no board, no sections. Every other error is the program's own.
    if (error instanceof TypeError || (error instanceof Error && error.name === 'InputError')) return undefined;
    throw error;
  }
}
