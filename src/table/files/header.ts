/**
 * Headers of table files. They have two forms: board-header.ts has that of boards, and this file that of all other spaces, with one
 * section for all states. docs/reference/table-format.md describes the files for readers in other languages.
 */

import { InputError } from '../../base/text.js';
import { factorial } from '../../permutations/lehmer.js';
import { nameWithoutGoal, type SpaceFacts, type SpaceSource } from '../../space/space.js';
import { patternBitsetBytes } from '../../spaces/board/pattern-geometry.js';
import {
  type BoardHeader,
  boardHeaderOf,
  claimsOfBoardHeader,
  isBoardTable,
  layOutBoardHeader,
} from './board-header.js';
import {
  type CheckedHeader,
  type ContainerHeader,
  encodeHeader,
  layOutSections,
  type Read,
  readHeaderMap,
} from './container.js';
import { type Encoding, notReachedIn, type TableClaims, TableError, tableBytes } from './contents.js';

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
  const expected = checked.header.fileBytes;
  if (fileBytes === expected) return checked;
  const wrong = fileBytes < expected ? 'truncated' : 'too long';
  throw new TableError(`${name}: the table is ${wrong}: ${expected} bytes expected, ${fileBytes} found; make it again`);
}

/** Reads and checks the header of a file that may be truncated after it. @throws TableError if the header is invalid */
export function readAnyHeader(name: string, fileBytes: number, read: Read): CheckedHeader {
  const { header, end } = readHeaderMap(name, fileBytes, read);
  const checked = checkedHeader(header as BoardHeader & StateHeader, end);
  if (checked !== undefined) return checked;
  throw new TableError(`${name}: the header does not describe a table that this program could have made`);
}

/** A header is valid if its claims are possible, and its other fields follow from them. */
function checkedHeader(header: BoardHeader & StateHeader, end: number): CheckedHeader | undefined {
  // Headers of boards name no kind.
  const isBoard = (header as Partial<StateHeader> | undefined)?.kind !== 'space';
  try {
    if (!isArrayOf(header.histogram, (count) => Number.isSafeInteger(count) && (count as number) > 0)) return undefined;
    const claims = isBoard ? claimsOfBoardHeader(header) : claimsOfStateHeader(header);
    const start = header.sections[0].words.offset;
    if (claims === undefined || !Number.isInteger(start) || start < end) return undefined;
    const expected = isBoard ? layOutBoardHeader(claims, start) : layOut(claims, start);
    if (JSON.stringify(expected) !== JSON.stringify(header)) return undefined;
    return { header: expected, claims };
  } catch (error) {
    // A header of the wrong shape, for instance without sections, or with values that JSON cannot hold. Any other error is a bug.
    if (error instanceof TypeError || error instanceof RangeError || error instanceof InputError) return undefined;
    throw error;
  }
}

/** The header's map. */
export type StateHeader = ReturnType<typeof layOut>;

/** Returns the header of a table and the bytes of the file before its section. */
export function stateHeaderOf(claims: TableClaims): { header: StateHeader; bytes: Buffer } {
  return encodeHeader((start) => layOut(claims, start));
}

/** Lays out the header. @param start offset of the section */
function layOut(claims: TableClaims, start: number) {
  const { facts, histogram, encoding } = claims;
  const { source, metric, size, reversible, moves, starts, startTexts } = facts;
  const notReached = notReachedIn(claims);
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
    ...layOutSections(start, sectionBytes(claims), [{}]),
  };
}

/** Returns the claims of a header; undefined if they are impossible. */
function claimsOfStateHeader({ space: name, histogram, encoding, ...header }: StateHeader): TableClaims | undefined {
  const { source, metric, size, starts, startTexts, moves, reversible } = header;
  const facts = { source, name, metric, size, starts, startTexts, moves, reversible };
  const isState = (state: unknown) => Number.isInteger(state) && (state as number) >= 0 && (state as number) < size;
  const areFacts =
    [name, metric ?? name].every(isText) &&
    isSource(source) &&
    Number.isSafeInteger(size) &&
    size >= 1 &&
    typeof reversible === 'boolean' &&
    isArrayOf(moves, isText) &&
    isArrayOf(starts, isState) &&
    isArrayOf(startTexts, isText) &&
    startTexts.length === starts.length;
  const claims = { facts, histogram, encoding };
  return areFacts && notReachedIn(claims) >= 0 && encodingsOf(facts).includes(encoding) ? claims : undefined;
}

const WHOLE_DEPTHS: readonly Encoding[] = ['depth8', 'depth16', 'depth32'];

/** Returns the encodings allowed for a table with one section. */
function encodingsOf({ source, size, reversible }: SpaceFacts): readonly Encoding[] {
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
