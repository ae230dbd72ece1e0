/** Writes a table file so that a reader never sees half of one. */

import { crc32 } from 'node:zlib';
import { writeWhole } from '../../base/files.js';
import { CHECKSUM_BYTES, CHUNK_BYTES } from './container.js';
import type { TableContents } from './contents.js';
import { headerOf } from './header.js';

/** Bytes that are checked and written at a time. */
const PIECE_BYTES = 256 * CHUNK_BYTES;

/**
 * Writes a table file: to a temporary name in the same folder, synced, then renamed. An existing file is replaced.
 * @param contents the `table` of an exploration
 * @param path path of the table file, by convention with the ending `.table`
 * @returns the length of the file in bytes
 * @throws StorageError if the path is a device, a pipe, a socket or an open descriptor; the file system's error, after the temporary
 * file is removed
 * @example
 * ```ts
 * import { explore, saveTable } from 'antipode';
 *
 * const { table } = await explore({ space: '3x3' });
 * const bytes = await saveTable(table, '3x3.table');
 * ```
 */
export async function saveTable(contents: TableContents, path: string): Promise<number> {
  const { header, bytes: head } = headerOf(contents);
  await writeWhole(path, async (write) => {
    await write(head, 0);
    for (const [section, { words, checksums }] of header.sections.entries()) {
      const sums = Buffer.alloc(checksums.bytes);
      let chunk = 0;
      let offset = words.offset;
      for (const piece of inPieces(contents.bytes(section))) {
        for (let begin = 0; begin < piece.length; begin += CHUNK_BYTES) {
          sums.writeUInt32LE(crc32(piece.subarray(begin, begin + CHUNK_BYTES)), chunk++ * CHECKSUM_BYTES);
        }
        await write(piece, offset);
        offset += piece.length;
      }
      await write(sums, checksums.offset);
    }
    const { checksums } = header.sections[header.sections.length - 1];
    const end = checksums.offset + checksums.bytes;
    await write(Buffer.alloc(header.fileBytes - end), end);
  });
  return header.fileBytes;
}

/** Yields the same bytes in pieces of PIECE_BYTES, the last one shorter. */
function* inPieces(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for (const part of parts) {
    let begin = 0;
    if (rest.length > 0) {
      begin = Math.min(part.length, PIECE_BYTES - rest.length);
      rest = Buffer.concat([rest, part.subarray(0, begin)]);
      if (rest.length < PIECE_BYTES) continue;
      yield rest;
    }
    for (; begin + PIECE_BYTES <= part.length; begin += PIECE_BYTES) yield part.subarray(begin, begin + PIECE_BYTES);
    rest = part.subarray(begin);
  }
  if (rest.length > 0) yield rest;
}
