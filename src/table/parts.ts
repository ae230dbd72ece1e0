/** A table as a file: its parts as they are written, and a whole file that was given as bytes. */

import { crc32 } from '#machine/files.js';
import { giveWay } from '#machine/machine.js';
import { CHECKSUM_BYTES, concatenated, numbersIn } from '../base/bytes.js';
import { sharedArray } from '../base/memory.js';
import { CHUNK_BYTES, type ContainerHeader, checkChunks } from './container.js';
import type { SharedContents, TableContents, TableHeader } from './contents.js';
import { headerOf, readHeader, sectionBytes } from './header.js';

/** Bytes that are checked and written at a time. */
const PIECE_BYTES = 256 * CHUNK_BYTES;

/** What is written to a file: a distance table, or tables that give the parts of their file themselves. */
export type FileContents = TableContents | { parts(): Iterable<Uint8Array> };

/** Yields the bytes of a table's file from beginning to end. Each part is valid until the next one. */
export function partsOfFile(contents: FileContents): Iterable<Uint8Array> {
  if ('parts' in contents) return contents.parts();
  return partsOfSections(headerOf(contents), (section) => contents.bytes(section));
}

/**
 * Yields the bytes of a file of sections.
 * @param file its header, and the bytes before the sections
 * @param bytesOf yields the bytes of a section
 */
export function* partsOfSections(
  { header, bytes: head }: { readonly header: ContainerHeader; readonly bytes: Uint8Array },
  bytesOf: (section: number) => Iterable<Uint8Array>,
): Generator<Uint8Array> {
  yield head;
  for (const [section, { words, checksums }] of header.sections.entries()) {
    const sums = new Uint8Array(checksums.bytes);
    const numbers = numbersIn(sums);
    let chunk = 0;
    for (const piece of inPieces(bytesOf(section))) {
      for (let begin = 0; begin < piece.length; begin += CHUNK_BYTES) {
        numbers.setUint32(chunk++ * CHECKSUM_BYTES, crc32(piece.subarray(begin, begin + CHUNK_BYTES)), true);
      }
      yield piece;
    }
    yield new Uint8Array(checksums.offset - words.offset - words.bytes);
    yield sums;
    const end = header.sections[section + 1]?.words.offset ?? header.fileBytes;
    yield new Uint8Array(end - checksums.offset - checksums.bytes);
  }
}

/**
 * Returns a table's file, to be saved or sent by a page, or opened by Table.open.
 * @param contents the `table` of an exploration, or tables of coordinates
 */
export async function tableBlob(contents: FileContents): Promise<Blob> {
  const parts: Blob[] = [];
  for (const part of partsOfFile(contents)) {
    // A copy, since blobs take no shared memory.
    parts.push(new Blob([part.slice()]));
    await giveWay();
  }
  return new Blob(parts, { type: 'application/octet-stream' });
}

/** Yields the same bytes in pieces of PIECE_BYTES, the last one shorter. */
function* inPieces(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for (const part of parts) {
    let begin = 0;
    if (rest.length > 0) {
      begin = Math.min(part.length, PIECE_BYTES - rest.length);
      rest = concatenated([rest, part.subarray(0, begin)]);
      if (rest.length < PIECE_BYTES) continue;
      yield rest;
    }
    for (; begin + PIECE_BYTES <= part.length; begin += PIECE_BYTES) yield part.subarray(begin, begin + PIECE_BYTES);
    rest = part.subarray(begin);
  }
  if (rest.length > 0) yield rest;
}

/**
 * Returns the table of a whole file, with its sections in shared memory. All checksums are compared.
 * @param name the file's name, for messages
 * @throws TableError if this is not a table, or it is damaged, truncated or of another version; MemoryError
 */
export function contentsOfFile(name: string, file: Uint8Array): SharedContents {
  const { fields, header } = readHeader(name, file.length, (offset, bytes) => file.subarray(offset, offset + bytes));
  const bytes = sharedArray(Uint8Array, file.length);
  bytes.set(file);
  const sections = fields.sections.map(({ words, checksums }, section) => {
    const sums = numbersIn(bytes.subarray(checksums.offset, checksums.offset + checksums.bytes));
    const ofSection = bytes.subarray(words.offset, words.offset + words.bytes);
    checkChunks(name, fields, section, 0, ofSection, (chunk) => sums.getUint32(chunk * CHECKSUM_BYTES, true));
    return ofSection;
  });
  return { ...header, sections };
}

/**
 * Returns the contents of a table in shared memory.
 * @param copy true to copy sections that are in shared memory already, so that the memory of a run can be released
 * @throws MemoryError
 */
export function sharedContents(contents: TableContents, copy = false): SharedContents {
  const { facts, histogram, encoding } = contents;
  const header = { facts, histogram, encoding };
  const sections = headerOf(header).header.sections.map((_, section) => joined(header, contents.bytes(section), copy));
  return { ...header, sections };
}

function joined(header: TableHeader, pieces: Iterable<Uint8Array>, copy: boolean): Uint8Array {
  const bytes = sectionBytes(header);
  let section: Uint8Array | undefined;
  let end = 0;
  for (const piece of pieces) {
    if (!copy && piece.length === bytes && piece.buffer instanceof SharedArrayBuffer) return piece;
    section ??= sharedArray(Uint8Array, bytes);
    section.set(piece, end);
    end += piece.length;
  }
  return section ?? new Uint8Array();
}
