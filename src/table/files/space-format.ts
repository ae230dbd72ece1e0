/** The header of a state space's table, version 1; docs/table-format.md describes the file for readers in other languages. */

import type { SpaceSource } from '../../space/space-source.js';
import { TableError } from '../errors.js';
import { BITS, type SpaceEncoding, type SpaceTableContents, tableBytes } from '../space-contents.js';
import {
  CHUNK_BYTES,
  type ChunkedWords,
  type ContainerHeader,
  checkLength,
  encodeHeader,
  kindOf,
  layOutSection,
  type Read,
  readHeaderMap,
  unknownHeader,
} from './container.js';

/** The header's map. */
export interface SpaceHeader extends ContainerHeader {
  readonly kind: 'space';
  /** The space's name, as files carry it. */
  readonly space: string;
  readonly source: SpaceSource;
  readonly metric: string | null;
  /** States of the space, reached or not. */
  readonly size: number;
  readonly reversible: boolean;
  /** Names of the moves. */
  readonly moves: readonly string[];
  /** Where distances are counted from. */
  readonly starts: readonly number[];
  readonly startTexts: readonly string[];
  /** Reached states. */
  readonly states: number;
  readonly notReached: number;
  readonly maxDepth: number;
  readonly histogram: readonly number[];
  readonly encoding: SpaceEncoding;
  /** One. */
  readonly sections: readonly ChunkedWords[];
}

/** What a header says of its table, without what follows from it. */
export type SpaceClaims = Omit<SpaceTableContents, 'bytes'>;

/** The header of a table, and the bytes of the file before its section. */
export function spaceHeaderOf(claims: SpaceClaims): { header: SpaceHeader; bytes: Buffer } {
  return encodeHeader((start) => layOut(claims, start));
}

function layOut(claims: SpaceClaims, start: number): SpaceHeader {
  const { size, histogram, encoding } = claims;
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const { words, checksums, end } = layOutSection(start, tableBytes(size, encoding));
  return {
    kind: 'space',
    space: claims.name,
    source: claims.source,
    metric: claims.metric,
    size,
    reversible: claims.reversible,
    moves: claims.moves,
    starts: claims.starts,
    startTexts: claims.startTexts,
    states,
    notReached: size - states,
    maxDepth: histogram.length - 1,
    histogram,
    encoding,
    chunkBytes: CHUNK_BYTES,
    fileBytes: end,
    sections: [{ words, checksums }],
  };
}

/** A space table's header that has been checked. */
export interface CheckedSpaceHeader {
  readonly header: SpaceHeader;
}

/**
 * Reads and checks the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes its length
 * @throws TableError that says what is wrong
 */
export function readSpaceHeader(name: string, fileBytes: number, read: Read): CheckedSpaceHeader {
  const { header: map, end } = readHeaderMap(name, fileBytes, read);
  if (kindOf(map) !== 'space') {
    throw new TableError(`${name}: this is the table of a board, and that of a state space is expected`);
  }
  const header = map as SpaceHeader;
  if (!isHeader(header)) throw unknownHeader(name);
  const start = header.sections[0].words.offset;
  const expected = layOut({ ...header, name: header.space }, start);
  if (start < end || !isSame(expected, header)) throw unknownHeader(name);
  checkLength(name, fileBytes, header);
  return { header };
}

function isSame(expected: SpaceHeader, header: unknown): boolean {
  try {
    return JSON.stringify(expected) === JSON.stringify(header);
  } catch (error) {
    // MessagePack may hold what JSON has no text for, such as a big integer or a thousand lists within each other.
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether what a header says can be true; the rest must follow from it. */
function isHeader(header: { readonly [Field in keyof SpaceHeader]: unknown }): boolean {
  const { size, starts, startTexts, histogram, encoding, sections } = header;
  if (!isText(header.space) || !(header.metric === null || isText(header.metric)) || !isSource(header.source))
    return false;
  if (!Number.isSafeInteger(size) || (size as number) < 1 || typeof header.reversible !== 'boolean') return false;
  const isState = (state: unknown) =>
    Number.isInteger(state) && (state as number) >= 0 && (state as number) < (size as number);
  if (!isArrayOf(header.moves, isText) || !isArrayOf(starts, isState) || !isArrayOf(startTexts, isText)) return false;
  const isCount = (count: unknown) => Number.isSafeInteger(count) && (count as number) > 0;
  if (!isArrayOf(histogram, isCount) || startTexts.length !== starts.length) return false;
  if ((histogram as number[]).reduce((sum, count) => sum + count, 0) > (size as number)) return false;
  if (!isText(encoding) || !Object.hasOwn(BITS, encoding) || (encoding === 'mod3') !== header.reversible) return false;
  return isArrayOf(sections, (section) => Number.isInteger((section as Partial<ChunkedWords> | null)?.words?.offset));
}

const SOURCE_FIELDS: Readonly<Record<SpaceSource['kind'], readonly string[]>> = {
  known: ['space'],
  module: ['path'],
  generators: ['name'],
  board: ['board', 'metric', 'goal'],
};
/** Those that may be left out, of whatever kind. */
const OPTIONAL_FIELDS = ['start', 'metric'];

/** Whether it looks like a source; what it describes is checked when the space is made. */
export function isSource(value: unknown): value is SpaceSource {
  const source = value as Readonly<Record<string, unknown>> | null;
  const kind = typeof source === 'object' ? source?.kind : undefined;
  if (source === null || !isText(kind) || !Object.hasOwn(SOURCE_FIELDS, kind)) return false;
  const texts = SOURCE_FIELDS[kind as SpaceSource['kind']].every((field) => isText(source[field]));
  const others = OPTIONAL_FIELDS.every((field) => source[field] === undefined || isText(source[field]));
  return texts && others && (kind !== 'generators' || Array.isArray(source.generators));
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isArrayOf(values: unknown, isOne: (value: unknown) => boolean): values is unknown[] {
  return Array.isArray(values) && values.length > 0 && values.every(isOne);
}
