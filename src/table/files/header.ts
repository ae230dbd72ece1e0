/** Headers of table files. They have two forms: board-header.ts has that of boards, and this file that of all other spaces. */

import { factorial } from '../../permutations/lehmer.js';
import { nameWithoutGoal, type SpaceSource } from '../../space/space.js';
import { patternBitsetBytes } from '../../spaces/board/pattern-geometry.js';
import { boardHeaderOf, checkBoardHeader, isBoardTable } from './board-header.js';
import {
  CHUNK_BYTES,
  type CheckedHeader,
  type ChunkedWords,
  type ContainerHeader,
  checkLength,
  encodeHeader,
  type HeaderMap,
  kindOf,
  layOutSection,
  type Read,
  readHeaderMap,
  unknownHeader,
} from './container.js';
import { type Encoding, notReachedIn, type TableClaims, tableBytes } from './contents.js';

/** Returns the header of a table and the bytes of the file before its sections. */
export function headerOf(claims: TableClaims): { header: ContainerHeader; bytes: Buffer } {
  return isBoardTable(claims) ? boardHeaderOf(claims) : stateHeaderOf(claims);
}

/**
 * Reads and checks the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes length of the file
 * @throws TableError if the header is invalid, or the file does not have the length that it gives
 */
export function readHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const checked = readAnyHeader(name, fileBytes, read);
  checkLength(name, fileBytes, checked.header);
  return checked;
}

/** Reads and checks the header of a file that may be truncated after it. @throws TableError if the header is invalid */
export function readAnyHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const map = readHeaderMap(name, fileBytes, read);
  const checked = kindOf(map.header) === 'board' ? checkBoardHeader(map) : checkStateHeader(map);
  if (checked === undefined) throw unknownHeader(name);
  return checked;
}

/**
 * The header of a table with one section for all states, version 1. docs/reference/table-format.md describes the file for
 * readers in other languages.
 */

/** The header's map. */
export interface StateHeader extends ContainerHeader {
  readonly kind: 'space';
  /** Name of the space in files. */
  readonly space: string;
  readonly source: SpaceSource;
  readonly metric: string | null;
  /** Number of states of the space, reached or not. */
  readonly size: number;
  readonly reversible: boolean;
  /** Names of the moves. */
  readonly moves: readonly string[];
  /** Numbers of the states from which distances are counted. */
  readonly starts: readonly number[];
  readonly startTexts: readonly string[];
  /** Number of reached states. */
  readonly states: number;
  readonly notReached: number;
  readonly maxDepth: number;
  readonly histogram: readonly number[];
  readonly encoding: Encoding;
  /** The only section. */
  readonly sections: readonly ChunkedWords[];
}

/** Returns the header of a table and the bytes of the file before its section. */
export function stateHeaderOf(claims: TableClaims): { header: StateHeader; bytes: Buffer } {
  return encodeHeader((start) => layOut(claims, start));
}

function layOut(claims: TableClaims, start: number): StateHeader {
  const { facts, histogram, encoding } = claims;
  const { size } = facts;
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const { words, checksums, end } = layOutSection(start, sectionBytes(claims));
  return {
    kind: 'space',
    space: nameWithoutGoal(facts),
    source: facts.source,
    metric: facts.metric,
    size,
    reversible: facts.reversible,
    moves: facts.moves,
    starts: facts.starts,
    startTexts: facts.startTexts,
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

/**
 * Reads a header. It is valid if its other fields follow from its claims.
 * @returns undefined if the header is invalid
 */
function checkStateHeader({ header: map, end }: HeaderMap): CheckedHeader | undefined {
  const header = map as StateHeader;
  if (!isHeader(header)) return undefined;
  const start = header.sections[0].words.offset;
  const claims = claimsOf(header);
  if (start < end || !isSame(layOut(claims, start), header)) return undefined;
  return { header, claims, part: () => 'its states' };
}

/** Returns the claims of a header. */
function claimsOf({ space: name, histogram, encoding, ...header }: StateHeader): TableClaims {
  const { source, metric, size, starts, startTexts, moves, reversible } = header;
  return { facts: { source, name, metric, size, starts, startTexts, moves, reversible }, histogram, encoding };
}

function isSame(expected: StateHeader, header: unknown): boolean {
  try {
    return JSON.stringify(expected) === JSON.stringify(header);
  } catch (error) {
    // MessagePack can hold values that JSON cannot, such as big integers or a thousand nested lists.
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns true if the claims of a header are plausible; its other fields must follow from them. */
function isHeader(header: { readonly [Field in keyof StateHeader]: unknown }): boolean {
  const { source, size, starts, startTexts, histogram, encoding, sections } = header;
  if (!isText(header.space) || !(header.metric === null || isText(header.metric)) || !isSource(source)) return false;
  if (!Number.isSafeInteger(size) || (size as number) < 1 || typeof header.reversible !== 'boolean') return false;
  const isState = (state: unknown) =>
    Number.isInteger(state) && (state as number) >= 0 && (state as number) < (size as number);
  if (!isArrayOf(header.moves, isText) || !isArrayOf(starts, isState) || !isArrayOf(startTexts, isText)) return false;
  const isCount = (count: unknown) => Number.isSafeInteger(count) && (count as number) > 0;
  if (!isArrayOf(histogram, isCount) || startTexts.length !== starts.length) return false;
  if ((histogram as number[]).reduce((sum, count) => sum + count, 0) > (size as number)) return false;
  if (!isText(encoding) || !encodingsOf(source, size as number, header.reversible).includes(encoding)) return false;
  return isArrayOf(sections, (section) => Number.isInteger((section as Partial<ChunkedWords> | null)?.words?.offset));
}

const WHOLE_DEPTHS = ['depth8', 'depth16', 'depth32'] satisfies Encoding[];

/** Returns the encodings allowed for a table with one section. */
function encodingsOf(source: SpaceSource, size: number, reversible: boolean): readonly string[] {
  if (!reversible) return WHOLE_DEPTHS;
  const isPattern = source.kind === 'pattern' && size % factorial(source.tiles.length) === 0;
  return (isPattern ? ['mod3', 'mod4'] : ['mod3']) satisfies Encoding[];
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
    isArrayOf(block, isLabel) &&
    (word === null || isArrayOf(word, isLabel)) &&
    (states === undefined || (Number.isSafeInteger(states) && (states as number) > 0))
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isArrayOf(values: unknown, isOne: (value: unknown) => boolean): values is unknown[] {
  return Array.isArray(values) && values.length > 0 && values.every(isOne);
}

/** Returns the number of bytes of the section. */
export function sectionBytes(claims: TableClaims): number {
  const { facts, encoding } = claims;
  const { source, size } = facts;
  if (encoding !== 'mod4' || source.kind !== 'pattern') return tableBytes(size, encoding);
  const arrangements = factorial(source.tiles.length);
  const bitset = patternBitsetBytes(size / arrangements, arrangements);
  return notReachedIn(claims) === 0 ? bitset : 2 * bitset;
}
