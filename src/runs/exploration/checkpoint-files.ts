/**
 * The files of checkpoints: their sections, how they are written and restored, and the disk space that they take. The files of one
 * checkpoint have its number, the generation, in their names, such as visited-3. A run resumes from the generation in the manifest.
 *
 * A section is a range of a row of a snapshot, with a checksum. Direct transfers consist of whole pages, so a file has each section from
 * the beginning of a page on, and zeros up to the next page.
 */

import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DirectFile, PAGE_BYTES, pageMemory } from '../../base/direct-file.js';
import { reasonOf, StorageError } from '../../base/files.js';
import type { EnginePlan } from '../../engines/engine.js';
import type { SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../../engines/snapshot.js';
import type { SavedRun } from './saved-run.js';

/** Maximum bytes of a section's pages: enough for the full speed of a disk. */
const SECTION_BYTES = 4 * 2 ** 20;

interface SavedSection extends SnapshotRange {
  /** Offset of its pages in the file; a multiple of PAGE_BYTES. */
  readonly offset: number;
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
function pageBytes({ bytes }: Pick<SavedSection, 'bytes'>): number {
  return Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES;
}

/** Returns a function that writes checkpoints, in memory that all of them use. */
export function checkpointWriter(snapshot: Snapshot) {
  /** One is written while the next one is filled. */
  const buffers = [pageMemory(SECTION_BYTES), pageMemory(SECTION_BYTES)];

  async function writeParts(target: DirectFile, parts: readonly SnapshotPart[]): Promise<SavedSection[]> {
    const sections: SavedSection[] = [];
    let offset = 0;
    let writing = Promise.resolve();
    for (const part of parts) {
      for (const { row, begin, memory } of snapshot.held(part)) {
        for (let done = 0; done < memory.length; done += SECTION_BYTES) {
          const contents = memory.subarray(done, done + SECTION_BYTES);
          const bytes = contents.length;
          const section = { file: part.file, row, begin: begin + done, bytes, offset };
          const pages = buffers[sections.length % 2].subarray(0, pageBytes(section));
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

  /**
   * Writes the files of a checkpoint, and waits until they are on the disk.
   * @param depth of the last complete layer, at least 1
   * @returns the sections for the manifest, and the bytes of all files
   * @throws the file system's error
   */
  return async (folder: string, generation: number, depth: number) => {
    const parts = snapshot.parts(depth);
    const sections: number[][] = [];
    let bytes = 0;
    for (const [index, file] of snapshot.files.entries()) {
      const ofFile = parts.filter((part) => part.file === file);
      if (ofFile.length === 0) continue;
      const path = join(folder, fileName(file, generation));
      const target = await DirectFile.open(path, 'create');
      try {
        const saved = await writeParts(target, ofFile);
        for (const section of saved) bytes += pageBytes(section);
        sections.push(...saved.map((section) => packed(section, index)));
        await target.sync();
      } finally {
        await target.close();
      }
    }
    return { sections, bytes };
  };
}

/** Returns a section as stored in a manifest. @param index of its file among the snapshot's files */
function packed({ row, begin, bytes, offset, checksum }: SavedSection, index: number): number[] {
  // The section begins at byte 0 of its first page.
  return [index, row, begin, bytes, offset, 0, checksum];
}

/**
 * Unpacks a section of a manifest.
 * @param numbers see `packed`
 * @param parts of the checkpoint
 * @throws StorageError if the numbers are not a section of the checkpoint
 */
function unpackSection(numbers: unknown, snapshot: Snapshot, parts: readonly SnapshotPart[]): SavedSection {
  const wrong = new StorageError('the manifest lists a section that no checkpoint of this space has');
  if (!Array.isArray(numbers) || numbers.length !== 7) throw wrong;
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) throw wrong;
  const [index, row, begin, bytes, offset, inPage, checksum] = numbers as number[];
  const file = snapshot.files[index];
  const fits =
    parts.some((part) => part.file === file && part.rows.includes(row)) &&
    bytes > 0 &&
    begin + bytes <= snapshot.rowBytes(file, row) &&
    inPage === 0 &&
    bytes <= SECTION_BYTES &&
    offset % PAGE_BYTES === 0;
  if (!fits) throw wrong;
  return { file, row, begin, bytes, offset, checksum };
}

/** Bytes of a manifest without its sections, rounded up: 10,000 first states of a layer, and everything else. */
const MANIFEST_BYTES = 2 ** 18;
/** Bytes of a section in a manifest: seven numbers. */
const PACKED_SECTION_BYTES = 40;

/** Returns the maximum bytes of one checkpoint on a disk. Two checkpoints exist while one is written. */
export function checkpointBytes({ snapshotRows }: Pick<EnginePlan, 'snapshotRows'>): number {
  return snapshotRows.reduce((sum, rowBytes) => {
    // Between sections that are not adjacent is at least a block.
    const sections = Math.ceil(rowBytes / SECTION_BYTES) + 1;
    return sum + rowBytes + sections * (2 * PAGE_BYTES + PACKED_SECTION_BYTES);
  }, MANIFEST_BYTES);
}

/* Restoring, regardless of the threads and shards with which a checkpoint was saved, or the report of the damage. */

/** Seconds between checkpoints by default. */
const DEFAULT_SECONDS = 300;

const REMEDY = 'resume from another copy of the folder, or explore again';

/** Returns the details of a checkpoint's manifest. @throws StorageError if the manifest does not belong to a checkpoint */
export function checkpointDetails({ details }: SavedRun, folder: string): CheckpointDetails {
  // Earlier versions did not save the interval.
  const { generation, sections, everySeconds = DEFAULT_SECONDS } = (details ?? {}) as Partial<CheckpointDetails>;
  if (
    Number.isSafeInteger(generation) &&
    Array.isArray(sections) &&
    Number.isFinite(everySeconds) &&
    everySeconds >= 0
  ) {
    return { generation: generation as number, sections, everySeconds };
  }
  throw new StorageError(`${folder}: the manifest does not locate the states of the checkpoint`);
}

/** Returns the seconds between checkpoints: the given ones, else those of the saved run. @throws StorageError as checkpointDetails */
export function secondsBetween(given: number | undefined, saved: SavedRun | undefined, folder: string): number {
  return given ?? (saved === undefined ? DEFAULT_SECONDS : checkpointDetails(saved, folder).everySeconds);
}

/** Returns the checkpoint of a saved run whose last layer has a depth of at least 1. @throws StorageError if the manifest is wrong */
export function savedCheckpoint(run: SavedRun, snapshot: Snapshot, folder: string): SavedSnapshot {
  const { generation, sections } = checkpointDetails(run, folder);
  const parts = snapshot.parts(run.histogram.length - 1);
  const saved = sections.map((numbers) => unpackSection(numbers, snapshot, parts));
  const path = (file: string) => join(folder, fileName(file, generation));

  async function readSection(file: DirectFile, section: SavedSection, pages: Uint8Array): Promise<void> {
    const { offset, bytes, checksum } = section;
    const where = `${file.path}: ${snapshot.textOf(section)}`;
    try {
      await file.read(pages.subarray(0, pageBytes(section)), offset);
    } catch (error) {
      throw new StorageError(`${where} cannot be read (${reasonOf(error)}); ${REMEDY}`);
    }
    const contents = pages.subarray(0, bytes);
    if (crc32(contents) !== checksum) {
      throw new StorageError(`${where} are damaged: the checksum does not match; ${REMEDY}`);
    }
    snapshot.put(section, contents);
  }

  return {
    checkStates(file, expected, found) {
      if (found === expected) return;
      throw new StorageError(
        `${path(file)}: this file should have ${expected} visited states, but has ${found}; ${REMEDY}`,
      );
    },
    async read(name) {
      const ofFile = saved.filter((section) => section.file === name);
      if (ofFile.length === 0) return;
      const file = await openedFile(path(name));
      try {
        await checkSize(file, ofFile);
        // No larger than necessary: with small checkpoints, collecting larger memories took most of the time.
        const pages = pageMemory(ofFile.reduce((most, section) => Math.max(most, pageBytes(section)), 0));
        for (const section of ofFile) await readSection(file, section, pages);
      } finally {
        await file.close();
      }
    },
  };
}

async function openedFile(path: string): Promise<DirectFile> {
  try {
    return await DirectFile.open(path, 'read');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StorageError(`${path} is missing, but the manifest refers to it; ${REMEDY}`);
    throw new StorageError(`${path} cannot be read (${reasonOf(error)})`);
  }
}

async function checkSize(file: DirectFile, sections: readonly SavedSection[]): Promise<void> {
  const size = await file.size();
  const expected = sections.reduce((end, section) => Math.max(end, section.offset + pageBytes(section)), 0);
  if (size === expected) return;
  throw new StorageError(`${file.path} should have ${expected} bytes, but has ${size}; ${REMEDY}`);
}
