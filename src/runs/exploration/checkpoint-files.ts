/**
 * The files of checkpoints: their sections, the generations of files in a folder, and the disk space that they take.
 *
 * A section is a range of a row of a snapshot that is contiguous in memory, with a checksum. Direct transfers consist of whole pages. So
 * the bytes of its pages before its first byte and after its last byte are written too, but have no meaning and no checksum.
 */

import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DirectFile, PAGE_BYTES } from '../../base/direct-file.js';
import { freeSpace, reasonOf, StorageError } from '../../base/files.js';
import { bytesText } from '../../base/text.js';
import type { EnginePlan } from '../../engines/engine.js';
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

/**
 * The files of one checkpoint, which have its number, the generation, in their names. A run resumes from the generation in the
 * manifest.
 */

/** Generation of a run that has saved only its starts. It has no files. */
export const FIRST_GENERATION = 0;

/** Returns the name of a file, such as visited-3. @param file one of a snapshot's files */
export function fileName(file: string, generation: number): string {
  return `${file}-${generation}`;
}

/** The generations in a folder, divided into those that may be needed and those that are obsolete. */
export class Generations {
  readonly #folder: string;
  readonly #files: readonly string[];
  /**
   * The generations that the manifest may refer to, in ascending order. There are several if a new manifest has been written, but the
   * folder could not be synced. The previous manifest may then return after a power failure.
   */
  #needed: readonly number[];
  /** An obsolete generation whose files exist. */
  #spare: number | undefined;
  /** Other obsolete generations, of which some files may exist. */
  readonly #useless = new Set<number>();

  /**
   * @param valid the generation in the manifest
   * @param files names of each generation's files, without its number
   */
  constructor(folder: string, valid: number, files: readonly string[]) {
    this.#folder = folder;
    this.#files = files;
    this.#needed = [valid];
  }

  /** The generation that is or will be written. Its number differs from all that may be needed. */
  get next(): number {
    return Math.max(...this.#needed) + 1;
  }

  /** Begins to write the next generation. @returns an obsolete generation whose files may be overwritten */
  begin(): number | undefined {
    const spare = this.#spare;
    this.#spare = undefined;
    // The new generation is obsolete until it is complete.
    this.#useless.add(this.next);
    if (spare !== undefined) this.#useless.add(spare);
    return spare;
  }

  /** Notes that the next generation is complete, and that the manifest definitely refers to it. */
  replace(): void {
    const { next } = this;
    for (const before of this.#needed) this.#useless.add(before);
    this.#spare = Math.max(...this.#needed);
    this.#useless.delete(this.#spare);
    this.#useless.delete(next);
    this.#needed = [next];
  }

  /** Notes that the next generation is complete, and that the manifest may refer to it or to an earlier one. */
  keepAll(): void {
    this.#useless.delete(this.next);
    this.#needed = [...this.#needed, this.next];
  }

  /** Removes obsolete files as far as the file system permits. @returns the remaining files, for a message */
  async tidy(): Promise<string[]> {
    const left: string[] = [];
    for (const generation of this.#useless) {
      const before = left.length;
      for (const file of this.#files) {
        const name = fileName(file, generation);
        try {
          await rm(join(this.#folder, name), { force: true });
        } catch (error) {
          // Rethrows errors that are defects of the program.
          reasonOf(error);
          left.push(name);
        }
      }
      if (left.length === before) this.#useless.delete(generation);
    }
    return left;
  }
}

/**
 * Opens a file for writing.
 * @param spare an obsolete generation, whose file is overwritten if it exists. Disks write to an existing file 1.5 times as fast as to
 * a new one (2.2 and 1.4 GB/s on the machine of the measurement)
 * @throws the file system's error
 */
export async function openForWriting(
  folder: string,
  file: string,
  generation: number,
  spare: number | undefined,
): Promise<DirectFile> {
  const path = join(folder, fileName(file, generation));
  if (spare !== undefined) {
    try {
      await rename(join(folder, fileName(file, spare)), path);
      return await DirectFile.open({ path, mode: 'update', direct: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return DirectFile.open({ path, mode: 'create', direct: true });
}

/** The disk space that checkpoints take. */

/** Bytes of a manifest without its sections, rounded up: 10,000 first states of a layer, and everything else. */
const MANIFEST_BYTES = 2 ** 18;
/** Bytes of a section in a manifest: seven numbers. */
const PACKED_SECTION_BYTES = 40;

/** Returns the maximum bytes of one checkpoint on a disk. Two checkpoints exist while one is written. */
export function checkpointBytes({ snapshotRows }: Pick<EnginePlan, 'snapshotRows'>): number {
  return snapshotRows.reduce((sum, rowBytes) => {
    // Adjacent sections begin and end on whole pages; others have at least a block between them.
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
