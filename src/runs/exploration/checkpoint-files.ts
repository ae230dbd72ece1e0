/**
 * The files of checkpoints: their sections, and the disk space that they take. The files of one checkpoint have its number, the
 * generation, in their names, such as visited-3. A run resumes from the generation in the manifest.
 *
 * A section is a range of a row of a snapshot, with a checksum. Direct transfers consist of whole pages, so a file has each section from
 * the beginning of a page on, and zeros up to the next page.
 */

import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DirectFile, PAGE_BYTES, pageMemory } from '../../base/direct-file.js';
import { freeSpace, StorageError } from '../../base/files.js';
import { bytesText } from '../../base/text.js';
import type { EnginePlan } from '../../engines/engine.js';
import type { Snapshot, SnapshotPart, SnapshotRange } from '../../engines/snapshot.js';

/** Maximum bytes of a section's pages: enough for the full speed of a disk. */
const SECTION_BYTES = 4 * 2 ** 20;

export interface SavedSection extends SnapshotRange {
  /** Offset of its pages in the file; a multiple of PAGE_BYTES. */
  readonly offset: number;
  /** Number of bytes of the first page before the section: 0, except in checkpoints of earlier versions. */
  readonly lead: number;
  /** CRC-32 of its bytes. */
  readonly checksum: number;
}

/** The part of a manifest that only checkpoints have. */
export interface CheckpointDetails {
  readonly generation: number;
  /** The sections, each as seven numbers: see `packed`. */
  readonly sections: readonly (readonly number[])[];
  /** Seconds between checkpoints, which a resumed run keeps. */
  readonly everySeconds: number;
}

/** Generation of a run that has saved only its starts. It has no files. */
export const FIRST_GENERATION = 0;

/** Returns the name of a file, such as visited-3. @param file one of a snapshot's files */
export function fileName(file: string, generation: number): string {
  return `${file}-${generation}`;
}

/** Returns the bytes that a section takes in its file. */
export function pageBytes({ lead, bytes }: Pick<SavedSection, 'lead' | 'bytes'>): number {
  return Math.ceil((lead + bytes) / PAGE_BYTES) * PAGE_BYTES;
}

/** Writes checkpoints, in memory that all of them use. */
export class CheckpointWriter {
  readonly #snapshot: Snapshot;
  /** One is written while the next one is filled. */
  readonly #buffers = [pageMemory(SECTION_BYTES), pageMemory(SECTION_BYTES)];

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /**
   * Writes the files of a checkpoint, and waits until they are on the disk.
   * @param depth of the last complete layer, at least 1
   * @returns the sections for the manifest, and the bytes of all files
   * @throws the file system's error
   */
  async write(folder: string, generation: number, depth: number) {
    const { files } = this.#snapshot;
    const parts = this.#snapshot.parts(depth);
    const sections: number[][] = [];
    let bytes = 0;
    for (const [index, file] of files.entries()) {
      const ofFile = parts.filter((part) => part.file === file);
      if (ofFile.length === 0) continue;
      const path = join(folder, fileName(file, generation));
      const target = await DirectFile.open({ path, mode: 'create', direct: true });
      try {
        const saved = await this.#writeParts(target, ofFile);
        for (const section of saved) bytes += pageBytes(section);
        sections.push(...saved.map((section) => packed(section, index)));
        await target.sync();
      } finally {
        await target.close();
      }
    }
    return { sections, bytes };
  }

  async #writeParts(target: DirectFile, parts: readonly SnapshotPart[]): Promise<SavedSection[]> {
    const sections: SavedSection[] = [];
    let offset = 0;
    let writing = Promise.resolve();
    for (const part of parts) {
      for (const { row, begin, memory } of this.#snapshot.held(part)) {
        for (let done = 0; done < memory.length; done += SECTION_BYTES) {
          const contents = memory.subarray(done, done + SECTION_BYTES);
          const bytes = contents.length;
          const section = { file: part.file, row, begin: begin + done, bytes, offset, lead: 0 };
          const pages = this.#buffers[sections.length % 2].subarray(0, pageBytes(section));
          pages.set(contents);
          pages.fill(0, bytes);
          sections.push({ ...section, checksum: crc32(contents) });
          await writing;
          writing = target.write(pages, offset);
          offset += pages.length;
        }
      }
    }
    await writing;
    return sections;
  }
}

/** Returns a section as stored in a manifest. @param index of its file among the snapshot's files */
function packed({ row, begin, bytes, offset, lead, checksum }: SavedSection, index: number): number[] {
  return [index, row, begin, bytes, offset, lead, checksum];
}

/**
 * Unpacks a section of a manifest.
 * @param numbers see `packed`
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

/** Bytes of a manifest without its sections, rounded up: 10,000 first states of a layer, and everything else. */
const MANIFEST_BYTES = 2 ** 18;
/** Bytes of a section in a manifest: seven numbers. */
const PACKED_SECTION_BYTES = 40;

/** Returns the maximum bytes of one checkpoint on a disk. Two checkpoints exist while one is written. */
export function checkpointBytes({ snapshotRows }: Pick<EnginePlan, 'snapshotRows'>): number {
  return snapshotRows.reduce((sum, rowBytes) => {
    // Sections of earlier versions may begin within a page. Between sections that are not adjacent is at least a block.
    const sections = Math.ceil(rowBytes / SECTION_BYTES) + 1;
    return sum + rowBytes + sections * (2 * PAGE_BYTES + PACKED_SECTION_BYTES);
  }, MANIFEST_BYTES);
}

/**
 * Checks that a disk has space for two checkpoints.
 * @param present bytes of checkpoints that exist already
 * @throws StorageError with both figures if the space is insufficient; the file system's error
 */
export async function checkCheckpointRoom(folder: string, plan: EnginePlan, present: number): Promise<void> {
  const needed = 2 * checkpointBytes(plan);
  const free = await freeSpace(folder);
  if (needed - present <= free) return;
  throw new StorageError(
    `${folder} has ${bytesText(free)} free, but two checkpoints of ${plan.label} take up to ${bytesText(needed)}: free up space, or choose a folder on another disk`,
  );
}
