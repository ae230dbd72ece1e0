/** Checks a table's checksums and the bytes between its sections. */

import { crc32 } from 'node:zlib';
import type { ChunkedWords } from '../../table/files/container.js';
import type { InputFile } from './input-file.js';
import { checksumText, type TableFaults } from './table-faults.js';

/** Bytes of words per checksum; the last chunk can be shorter (docs/reference/table-format.md). */
const CHUNK_BYTES = 4096;
const CHECKSUM_BYTES = 4;

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
  for (const [index, section] of sections.entries()) {
    await checkPadding(file, end, section.words.offset, faults);
    chunks += await checkChunks(file, section, nameOf(index), faults);
    await checkPadding(file, section.words.offset + section.words.bytes, section.checksums.offset, faults);
    end = section.checksums.offset + section.checksums.bytes;
    onRead(index + 1);
  }
  await checkPadding(file, end, file.bytes, faults);
  return chunks;
}

async function checkChunks(
  file: InputFile,
  { words, checksums }: ChunkedWords,
  name: string,
  faults: TableFaults,
): Promise<number> {
  const stored = await file.read(checksums.offset, checksums.bytes);
  let chunk = 0;
  for await (const { piece } of file.pieces(words.offset, words.bytes)) {
    for (let begin = 0; begin < piece.length; begin += CHUNK_BYTES, chunk++) {
      const sum = crc32(piece.subarray(begin, begin + CHUNK_BYTES));
      const found = stored.readUInt32LE(chunk * CHECKSUM_BYTES);
      if (found !== sum) {
        const place = `checksum of chunk ${chunk} of ${name}`;
        faults.differs('checksums', place, checksumText(found), checksumText(sum));
      }
    }
  }
  return chunk;
}

async function checkPadding(file: InputFile, begin: number, end: number, faults: TableFaults): Promise<void> {
  for await (const { begin: offset, piece } of file.pieces(begin, end - begin)) {
    for (const [index, byte] of piece.entries()) {
      if (byte !== 0) faults.differs('padding', `byte ${begin + offset + index}, between the sections,`, byte, 0);
    }
  }
}
