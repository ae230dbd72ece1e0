/**
 * The beginning of a table file: magic, version, header. It is read leniently, so that of a damaged one all is told that can
 * be: which fields are wrong is known when the layers have been replayed, and for that board and goal suffice.
 */

import { crc32 } from 'node:zlib';
import { type Board, formatBoard, makeBoard, parseMap } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { METRICS, type Metric } from '../board/metric.js';
import { BLANK } from '../board/position.js';
import { headerOf, type Section } from '../table/format.js';
import type { InputFile } from './input-file.js';
import { readMessagePack } from './message-pack.js';
import { checksumText, shown, type TableFaults } from './table-faults.js';

const MAGIC = 'ANTIPODE';
const VERSION = 1;
/** Magic, version and length of the header. */
const PREFIX_BYTES = 16;
const CHECKSUM_BYTES = 4;
/** A header is some hundred bytes; a longer one is none. */
const LARGEST_HEADER = 1 << 20;

export interface TableHead {
  /** What the header says of itself, whether it is right or not. */
  readonly fields: unknown;
  /** Where the header ends. */
  readonly end: number;
  readonly board: Board;
  /** The blank's cell in the goal. */
  readonly goalCell: number;
  readonly metric: Metric;
  /** Where the sections of such a board lie in a file of this length. */
  readonly sections: readonly Section[];
}

/** @returns undefined where the file's length, or board and goal, cannot be told, so that nothing more can be checked */
export async function readHead(file: InputFile, faults: TableFaults): Promise<TableHead | undefined> {
  if (file.bytes < PREFIX_BYTES) {
    faults.differs('length', 'length of the file', file.bytes, `at least ${PREFIX_BYTES}: it is cut short`);
    return undefined;
  }
  const prefix = await file.read(0, PREFIX_BYTES);
  const magic = prefix.toString('latin1', 0, MAGIC.length);
  if (magic !== MAGIC) faults.differs('magic', 'magic', shown(magic), shown(MAGIC));
  const version = prefix.readUInt32LE(8);
  if (version !== VERSION) faults.differs('version', 'version', version, VERSION);

  const length = prefix.readUInt32LE(12);
  const end = PREFIX_BYTES + length + CHECKSUM_BYTES;
  if (length > LARGEST_HEADER || end > file.bytes) {
    const message = `header: its length is given as ${length} bytes in a file of ${file.bytes}, so it cannot be read`;
    faults.unreadable('header', message, length);
    return undefined;
  }
  const bytes = await file.read(0, end);
  const sum = crc32(bytes.subarray(0, end - CHECKSUM_BYTES));
  const stored = bytes.readUInt32LE(end - CHECKSUM_BYTES);
  if (stored !== sum) faults.differs('header', 'header: checksum', checksumText(stored), checksumText(sum));

  const { value: fields, end: mapBytes, whole } = readMessagePack(bytes.subarray(PREFIX_BYTES, end - CHECKSUM_BYTES));
  if (!whole || mapBytes !== length) {
    const beyond = whole ? 'ends at' : 'cannot be read beyond';
    const message = `header: its map ${beyond} byte ${PREFIX_BYTES + mapBytes}, and its length is given as ${length} bytes`;
    faults.unreadable('header', message, length);
  }
  const space = spaceOf(fields);
  if (space === undefined) {
    faults.unreadable(
      'header',
      'header: board and goal cannot be read from it, so nothing else can be checked',
      length,
    );
    return undefined;
  }
  const sections = sectionsOf(space, file.bytes, end, fields, faults);
  return sections && { fields, end: Math.min(end, sections[0].words.offset), ...space, sections };
}

interface Field {
  readonly [key: string]: unknown;
}

function fieldOf(map: unknown, key: string): unknown {
  return typeof map === 'object' && map !== null ? (map as Field)[key] : undefined;
}

interface HeadSpace {
  readonly board: Board;
  readonly goalCell: number;
  readonly metric: Metric;
}

/** Board and goal, where they are such and fit each other; a metric that is none is taken for the usual one. */
function spaceOf(fields: unknown): HeadSpace | undefined {
  const board = fieldOf(fields, 'board');
  const goal = fieldOf(fields, 'goal');
  const rows = fieldOf(board, 'rows');
  const columns = fieldOf(board, 'columns');
  const map = fieldOf(board, 'map');
  const name = fieldOf(board, 'name');
  if (typeof rows !== 'number' || typeof columns !== 'number' || !Array.isArray(goal)) return undefined;
  try {
    const made = Array.isArray(map) ? parseMap(map.join('/'), String(name)) : makeBoard(rows, columns);
    const blanks = goal.filter((tile) => tile === BLANK).length;
    if (goal.length !== made.cells || blanks !== 1) return undefined;
    const metric = METRICS.find((name) => name === fieldOf(fields, 'metric')) ?? 'single';
    return { board: made, goalCell: goal.indexOf(BLANK), metric };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/**
 * The sections end where the file ends, so they are found without the header's help; unless the file is not whole.
 * @returns undefined where it is not
 */
function sectionsOf(
  { board, goalCell, metric }: HeadSpace,
  fileBytes: number,
  headEnd: number,
  fields: unknown,
  faults: TableFaults,
): readonly Section[] | undefined {
  let layout: ReturnType<typeof headerOf>['header'];
  try {
    layout = headerOf({ board, goalCell, metric, histogram: [1], words: () => [] }).header;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    faults.unreadable('header', `header: no table can be of the board ${formatBoard(board)}`, formatBoard(board));
    return undefined;
  }
  const begin = layout.sections[0].words.offset;
  const sectionsBytes = layout.fileBytes - begin;
  const given = fieldOf(fields, 'fileBytes');
  const firstWords = fieldOf(fieldOf(fieldOf(fieldOf(fields, 'sections'), '0'), 'words'), 'offset');
  // Where the header contradicts itself, it is the header that is wrong; else it is the file.
  const agreed = typeof firstWords === 'number' && firstWords + sectionsBytes === given ? given : undefined;
  const expected = agreed ?? Math.max(fileBytes, headEnd + sectionsBytes);
  if (fileBytes !== expected) {
    const verdict = fileBytes < expected ? 'it is cut short' : 'it is too long';
    faults.add(() => ({
      part: 'length',
      message: `length of the file is ${fileBytes}, expected ${expected}: ${verdict}`,
      found: fileBytes,
      expected,
    }));
    return undefined;
  }
  const shift = fileBytes - sectionsBytes - begin;
  return layout.sections.map(({ cell, words, checksums }) => ({
    cell,
    words: { ...words, offset: words.offset + shift },
    checksums: { ...checksums, offset: checksums.offset + shift },
  }));
}
