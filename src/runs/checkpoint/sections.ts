/**
 * Sections: the pieces in which a snapshot is written and read, each with a checksum.
 *
 * A section is a range of a row that is contiguous in memory. Direct transfers consist of whole pages. So the bytes of its pages before
 * its first byte and after its last byte are written too, but have no meaning and no checksum.
 */

import { PAGE_BYTES } from '../../base/storage/direct-file.js';
import { StorageError } from '../../base/storage/errors.js';
import type { Snapshot, SnapshotPart, SnapshotRange } from '../../engines/snapshot.js';

/** Maximum number of pages of a section. It is large enough for the full speed of a disk, and takes 1 ms for the checksum. */
export const SECTION_BYTES = 4 * 2 ** 20;

export interface SavedSection extends SnapshotRange {
  /** Offset of its pages in the file; a multiple of PAGE_BYTES. */
  readonly offset: number;
  /** Number of bytes of the first page before the section. */
  readonly lead: number;
  /** CRC-32 of its bytes. */
  readonly checksum: number;
}

/** A section to write, and its bytes in memory. */
export interface SectionToWrite {
  readonly section: Omit<SavedSection, 'offset' | 'checksum'>;
  readonly memory: Uint8Array;
}

/** Returns the bytes that a section takes in its file. */
export function pageBytes({ lead, bytes }: Pick<SavedSection, 'lead' | 'bytes'>): number {
  return Math.ceil((lead + bytes) / PAGE_BYTES) * PAGE_BYTES;
}

/** Yields the sections of a part in its current state. */
export function* sectionsOf(snapshot: Snapshot, part: SnapshotPart): Generator<SectionToWrite> {
  for (const { row, begin, memory } of snapshot.held(part)) {
    for (let done = 0; done < memory.length; ) {
      const lead = snapshot.isPaged ? (memory.byteOffset + done) % PAGE_BYTES : 0;
      const bytes = Math.min(memory.length - done, SECTION_BYTES - lead);
      const section = { file: part.file, row, begin: begin + done, bytes, lead };
      yield { section, memory: memory.subarray(done, done + bytes) };
      done += bytes;
    }
  }
}

/** Returns a section as stored in a manifest: seven numbers. @param files names of the snapshot's files */
export function packSection(
  { file, row, begin, bytes, offset, lead, checksum }: SavedSection,
  files: readonly string[],
): number[] {
  return [files.indexOf(file), row, begin, bytes, offset, lead, checksum];
}

/**
 * Unpacks a section of a manifest.
 * @param numbers as packed by packSection
 * @param parts of the checkpoint
 * @throws StorageError if the numbers are not a section of the checkpoint
 */
export function unpackSection(numbers: unknown, snapshot: Snapshot, parts: readonly SnapshotPart[]): SavedSection {
  const wrong = new StorageError('the manifest lists a section that no checkpoint of this space has');
  if (!Array.isArray(numbers) || numbers.length !== 7) throw wrong;
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) throw wrong;
  const [index, row, begin, bytes, offset, lead, checksum] = numbers as number[];
  const file = snapshot.files[index];
  const fits =
    parts.some((part) => part.file === file && part.rows.includes(row)) &&
    bytes > 0 &&
    begin + bytes <= snapshot.rowBytes(file, row) &&
    lead < PAGE_BYTES &&
    lead + bytes <= SECTION_BYTES &&
    offset % PAGE_BYTES === 0;
  if (!fits) throw wrong;
  return { file, row, begin, bytes, offset, lead, checksum };
}
