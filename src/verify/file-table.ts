/** A table file, read leniently, to find all faults: its header, sections, checksums, and the bytes between the sections. */

import { crc32 } from 'node:zlib';
import { Unpackr } from 'msgpackr/index-no-eval';
import { excerpt } from '../base/text.js';
import { openForReading, readAt } from '../files/files.js';
import type { ChunkedWords, ContainerHeader } from '../table/container.js';
import { NoFileError, TableError } from '../table/contents.js';
import { checksumText, shown, type TableFaults } from './faults.js';

/** Bytes per read. */
export const READ_BYTES = 1 << 20;

/** A file that is read in pieces at any offset. */
export type InputFile = Awaited<ReturnType<typeof openInputFile>>;

/** Opens a file. @param refusal returns the error to throw for the code of one of openForReading */
export async function openInputFile(path: string, refusal: (code: string | undefined) => Error) {
  const { file, bytes } = await openForReading(path).catch((error: NodeJS.ErrnoException) => {
    throw refusal(error.code);
  });

  /** Fills a buffer from an offset. @throws Error if the file ends before */
  async function readInto(target: Uint8Array, offset: number): Promise<void> {
    if ((await readAt(file, target, offset)) < target.length) {
      throw new Error(`${path}: the file became shorter while it was read`);
    }
  }

  /** Reads a part into a new buffer, aligned for words. @throws Error if the file ends before */
  async function read(offset: number, bytes: number): Promise<Buffer> {
    const buffer = Buffer.from(new ArrayBuffer(bytes));
    await readInto(buffer, offset);
    return buffer;
  }

  return {
    /** Length of the file. */
    bytes,
    read,
    readInto,
    /** Yields a part of the file in pieces of READ_BYTES with their offsets in that part. The last piece can be shorter. */
    async *pieces(offset: number, bytes: number) {
      for (let begin = 0; begin < bytes; begin += READ_BYTES) {
        yield { begin, piece: await read(offset + begin, Math.min(READ_BYTES, bytes - begin)) };
      }
    },
    close: (): Promise<void> => file.close(),
  };
}

/** Opens a table file. @throws TableError if the file cannot be read or is empty */
export async function openTableFile(path: string): Promise<InputFile> {
  const file = await openInputFile(path, (code) => {
    if (code === 'ENOENT') return new NoFileError(`${path}: there is no such table; make it with antipode explore`);
    if (code === 'ENOTFILE') return new NoFileError(`${path}: this is not a file; give the path of a table file`);
    return new NoFileError(`${path}: the table cannot be read (${code})`);
  });
  if (file.bytes > 0) return file;
  await file.close();
  throw new TableError(`${path}: the file is empty; make the table again`);
}

/* The beginning of a table file: magic, version and a map. It is read leniently, to find all faults. */

const MAGIC = 'ANTIPODE';
const VERSION = 1;
/** Magic, version and length of the header. */
const PREFIX_BYTES = 16;
const CHECKSUM_BYTES = 4;
/** Maximum length of a header. A header has some hundred bytes, and a few for each depth. */
const LARGEST_HEADER = 1 << 28;

/**
 * Reads the header's map.
 * @returns the map, right or wrong, its length as given in front of it, and the offset of the header's end; undefined if the header cannot
 * be found
 */
export async function readTableMap(file: InputFile, faults: TableFaults) {
  if (file.bytes < PREFIX_BYTES) {
    faults.differs('length', 'length of the file', file.bytes, `at least ${PREFIX_BYTES}: it is truncated`);
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

  const { fields, bytes: mapBytes, whole } = readFields(bytes.subarray(PREFIX_BYTES, end - CHECKSUM_BYTES));
  if (!whole || mapBytes !== length) {
    const beyond = whole ? 'ends at' : 'cannot be read beyond';
    const message = `header: its map ${beyond} byte ${PREFIX_BYTES + mapBytes}, but its length is given as ${length} bytes`;
    faults.unreadable('header', message, length);
  }
  return { fields, length, end };
}

const unpackr = new Unpackr({ useRecords: false, int64AsType: 'number' });
/** First bytes of maps in MessagePack: of one with up to 15 fields, plus their number, and of one with a number of two bytes. */
const SHORT_MAP = 0x80;
const LONG_MAP = 0xde;

/**
 * Reads the fields of a map one by one, so that a damaged map yields those before the damage.
 * @returns the fields, the number of bytes read, and true if these are all fields
 */
export function readFields(map: Buffer): { fields: object; bytes: number; whole: boolean } {
  const fields: [string, unknown][] = [];
  let bytes = 0;
  let whole = false;
  try {
    const [count, begin] = map[0] === LONG_MAP ? [map.readUInt16BE(1), 3] : [map[0] ^ SHORT_MAP, 1];
    let key: string | undefined;
    unpackr.unpackMultiple(map.subarray(begin), (value, _, end = 0) => {
      bytes = begin + end;
      if (key === undefined) {
        key = value;
        return typeof value === 'string';
      }
      fields.push([key, value]);
      key = undefined;
      whole = fields.length === count;
      return !whole;
    });
  } catch {
    // The rest is not MessagePack.
  }
  return { fields: Object.fromEntries(fields), bytes, whole };
}

/** Returns a field of a map; undefined if the field is missing, or the value is not a map. */
export function fieldOf(map: unknown, key: string): unknown {
  if (typeof map !== 'object' || map === null || !Object.hasOwn(map, key)) return undefined;
  return (map as Readonly<Record<string, unknown>>)[key];
}

/* Finds the sections of a table in its file. */

/**
 * Places the sections of a table so that they end with the file, whatever offsets its header gives.
 * @param layout sections of such a table, at their offsets behind a header of any length
 * @returns undefined if the file is truncated or too long; a fault is then added
 */
export function sectionsAtEnd(
  layout: ContainerHeader,
  fileBytes: number,
  { fields, end: headEnd }: { readonly fields: unknown; readonly end: number },
  faults: TableFaults,
): readonly ChunkedWords[] | undefined {
  const begin = layout.sections[0].words.offset;
  const sectionsBytes = layout.fileBytes - begin;
  const given = fieldOf(fields, 'fileBytes');
  const firstWords = fieldOf(fieldOf(fieldOf(fieldOf(fields, 'sections'), '0'), 'words'), 'offset');
  // If the header contradicts itself, the header is wrong; otherwise the length of the file is wrong.
  const agreed = typeof firstWords === 'number' && firstWords + sectionsBytes === given ? given : undefined;
  const expected = agreed ?? Math.max(fileBytes, headEnd + sectionsBytes);
  if (fileBytes !== expected) {
    const verdict = fileBytes < expected ? ': it is truncated' : ': it is too long';
    faults.differs('length', 'length of the file', fileBytes, expected, verdict);
    return undefined;
  }
  const shift = fileBytes - sectionsBytes - begin;
  return layout.sections.map(({ words, checksums, ...rest }) => ({
    ...rest,
    words: { ...words, offset: words.offset + shift },
    checksums: { ...checksums, offset: checksums.offset + shift },
  }));
}

/* Compares a header, field by field, with the header that a table must have. */

/**
 * Adds a fault for each field that differs.
 * @param found as read from the file, of any shape
 * @param place of the values in the header; empty for the whole one
 */
export function compareHeader(found: unknown, expected: unknown, faults: TableFaults, place = ''): void {
  const areMaps = [found, expected].every((value) => typeof value === 'object' && value !== null);
  if (areMaps && Array.isArray(found) === Array.isArray(expected)) {
    for (const key of new Set([expected, found].flatMap((map) => Object.keys(map as object)))) {
      const inner = Array.isArray(expected) ? `${place}[${key}]` : place === '' ? key : `${place}.${key}`;
      compareHeader(fieldOf(found, key), fieldOf(expected, key), faults, inner);
    }
  } else if (found !== expected) {
    faults.differs('header', `header: ${excerpt(place)}`, shown(found), shown(expected));
  }
}

/* Checks a table's checksums and the bytes between its sections. */

/** Bytes of words per checksum; the last chunk can be shorter (docs/reference/table-format.md). */
const CHUNK_BYTES = 4096;

/**
 * Reads all sections. Adds a fault for each chunk whose checksum differs, and for each byte outside of sections that is not 0.
 * @param headEnd offset of the end of the header, before the first section
 * @param nameOf returns the name of a section's words
 * @param onRead called with the number of sections read so far
 * @returns the number of chunks
 */
export async function checkChecksums(
  file: InputFile,
  headEnd: number,
  sections: readonly ChunkedWords[],
  nameOf: (section: number) => string,
  faults: TableFaults,
  onRead: (sections: number) => void,
): Promise<number> {
  let chunks = 0;
  let end = headEnd;
  for (const [index, { words, checksums }] of sections.entries()) {
    await checkPadding(file, end, words.offset, faults);
    const stored = await file.read(checksums.offset, checksums.bytes);
    for await (const { begin, piece } of file.pieces(words.offset, words.bytes)) {
      for (let at = 0; at < piece.length; at += CHUNK_BYTES, chunks++) {
        const chunk = (begin + at) / CHUNK_BYTES;
        const sum = crc32(piece.subarray(at, at + CHUNK_BYTES));
        const found = stored.readUInt32LE(chunk * CHECKSUM_BYTES);
        if (found === sum) continue;
        const place = `checksum of chunk ${chunk} of ${nameOf(index)}`;
        faults.differs('checksums', place, checksumText(found), checksumText(sum));
      }
    }
    await checkPadding(file, words.offset + words.bytes, checksums.offset, faults);
    end = checksums.offset + checksums.bytes;
    onRead(index + 1);
  }
  await checkPadding(file, end, file.bytes, faults);
  return chunks;
}

async function checkPadding(file: InputFile, begin: number, end: number, faults: TableFaults): Promise<void> {
  for await (const { begin: offset, piece } of file.pieces(begin, end - begin)) {
    for (const [index, byte] of piece.entries()) {
      if (byte !== 0) faults.differs('padding', `byte ${begin + offset + index}, between the sections,`, byte, 0);
    }
  }
}
