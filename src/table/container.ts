/**
 * The parts that all table files share. docs/reference/table-format.md describes the format for readers in other languages.
 *
 *     8 bytes   "ANTIPODE"
 *     u32 LE    format version
 *     u32 LE    length of the header
 *     header    one MessagePack map
 *     u32 LE    CRC-32 of everything before it
 *     sections  words, then the CRC-32 of each chunk of them
 */

import { crc32, exists, openFile } from '#machine/files.js';
import { CHECKSUM_BYTES, concatenated, latin1, numbersIn, PREFIX_BYTES, sealed, unpackPlain } from '../base/bytes.js';
import { TableError, type TableHeader } from './contents.js';

const MAGIC = 'ANTIPODE';
const VERSION = 1;
/** Maximum length of a header. A board's header has some hundred bytes; a space's has a number for each depth. */
const LARGEST_HEADER = 1 << 28;
/** Bytes of words per checksum: one page, so that a query reads little. */
export const CHUNK_BYTES = 4096;
const SECTION_ALIGNMENT = 64;

/** A part of the file. `offset` counts from the beginning of the file. */
type Extent = { readonly offset: number; readonly bytes: number };

/** The places of words, and of their checksums: one u32 per chunk of the words. The last chunk may be shorter. */
export type ChunkedWords = { readonly words: Extent; readonly checksums: Extent };

/** The fields of every header. */
export interface ContainerHeader {
  readonly chunkBytes: number;
  /** Length of the file. */
  readonly fileBytes: number;
  readonly sections: readonly ChunkedWords[];
}

/**
 * Lays out sections one behind another.
 * @param start offset of the first one
 * @param bytesOf returns the bytes of the words of each
 * @param all other fields of each
 */
export function layOutSections<Fields>(start: number, bytesOf: (fields: Fields) => number, all: readonly Fields[]) {
  let offset = start;
  const sections = all.map((fields): Fields & ChunkedWords => {
    const wordBytes = bytesOf(fields);
    const words = { offset, bytes: wordBytes };
    const checksums = { offset: align(offset + wordBytes), bytes: Math.ceil(wordBytes / CHUNK_BYTES) * CHECKSUM_BYTES };
    offset = align(checksums.offset + checksums.bytes);
    return { ...fields, words, checksums };
  });
  return { chunkBytes: CHUNK_BYTES, fileBytes: offset, sections };
}

/**
 * Returns the bytes of a file before its sections. Offsets depend on the header's length and can change it, so the header is
 * laid out again until its length no longer grows.
 * @param layOut returns the header with its first section at an offset
 */
export function encodeHeader<Header>(layOut: (start: number) => Header): { header: Header; bytes: Uint8Array } {
  let start = 0;
  for (;;) {
    const header = layOut(start);
    const bytes = sealed({ magic: MAGIC, version: VERSION }, header);
    if (bytes.length <= start) return { header, bytes: concatenated([bytes, new Uint8Array(start - bytes.length)]) };
    start = align(bytes.length);
  }
}

function align(offset: number): number {
  return Math.ceil(offset / SECTION_ALIGNMENT) * SECTION_ALIGNMENT;
}

/** Reads `bytes` bytes at `offset`; called only for ranges within the file. */
export type Read = (offset: number, bytes: number) => Uint8Array;

/**
 * Reads the header of a file.
 * @param name the file's name, for messages
 * @param fileBytes length of the file
 * @returns the unchecked value, undefined if it is not MessagePack; and the first offset at which sections can begin
 * @throws TableError if the file has no header, or a damaged one
 */
export function readHeaderMap(name: string, fileBytes: number, read: Read): { header: unknown; end: number } {
  const wrong = (what: string) => new TableError(`${name}: ${what}`);
  if (fileBytes === 0) throw wrong('the file is empty; make the table again');
  const prefix = read(0, Math.min(PREFIX_BYTES, fileBytes));
  if (latin1(prefix.subarray(0, MAGIC.length)) !== MAGIC)
    throw wrong(`this is not an antipode table: it does not begin with ${MAGIC}`);
  const truncated = () => wrong(`the table is truncated after ${fileBytes} bytes; make it again`);
  if (fileBytes < PREFIX_BYTES) throw truncated();
  const version = numbersIn(prefix).getUint32(8, true);
  if (version !== VERSION) {
    throw wrong(`the table has format version ${version}, but this program reads version ${VERSION}; make it again`);
  }
  const length = numbersIn(prefix).getUint32(12, true);
  if (length > LARGEST_HEADER) throw wrong(`the header is damaged: its length is given as ${length} bytes`);
  if (fileBytes < PREFIX_BYTES + length + CHECKSUM_BYTES) throw truncated();
  const bytes = read(0, PREFIX_BYTES + length + CHECKSUM_BYTES);
  if (crc32(bytes.subarray(0, PREFIX_BYTES + length)) !== numbersIn(bytes).getUint32(PREFIX_BYTES + length, true)) {
    throw wrong('the header is damaged: its checksum does not match');
  }
  return { header: unpacked(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length)), end: bytes.length };
}

/** @throws TableError if a file does not have the length that its header gives */
export function checkLength(name: string, fileBytes: number, expected: number): void {
  if (fileBytes === expected) return;
  const wrong = fileBytes < expected ? 'truncated' : 'too long';
  throw new TableError(`${name}: the table is ${wrong}: ${expected} bytes expected, ${fileBytes} found; make it again`);
}

function unpacked(map: Uint8Array): unknown {
  try {
    return unpackPlain(map);
  } catch {
    return undefined;
  }
}

/**
 * Checks consecutive chunks of a section.
 * @param name the file's name, for messages
 * @param first number of the first chunk
 * @param bytes whole chunks; the last one of the section can be shorter
 * @param checksum returns the checksum of a chunk
 * @throws TableError if a chunk has another checksum
 */
export function checkChunks(
  name: string,
  { sections }: ContainerHeader,
  section: number,
  first: number,
  bytes: Uint8Array,
  checksum: (chunk: number) => number,
): void {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const chunk = first + at / CHUNK_BYTES;
    if (crc32(bytes.subarray(at, at + CHUNK_BYTES)) === checksum(chunk)) continue;
    const part = 'cell' in sections[section] ? `the words of blank cell ${section}` : 'its states';
    throw new TableError(`${name}: the table is damaged in ${part}, chunk ${chunk}; make it again`);
  }
}

/** A checked header: what it says about the table, and the fields that every header has. */
export type CheckedHeader<Header = TableHeader> = { readonly fields: ContainerHeader; readonly header: Header };

/**
 * Returns true if a file begins like a table, whatever its name; false if it does not exist, or is a pipe or a device.
 * @throws the file system's error
 */
export function isTableFile(path: string): boolean {
  if (!exists(path)) return false;
  const file = openFile(path);
  try {
    const begin = new Uint8Array(MAGIC.length);
    // Reading from a pipe would consume its bytes.
    return file.kind === 'file' && file.read(begin, 0) === begin.length && latin1(begin) === MAGIC;
  } finally {
    file.close();
  }
}
