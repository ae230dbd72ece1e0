/** Restores a checkpoint in memory, regardless of the threads and shards with which it was saved, or reports the damage. */

import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DirectFile, pageMemory } from '../../base/direct-file.js';
import { reasonOf, StorageError } from '../../base/files.js';
import type { SavedSnapshot, Snapshot } from '../../engines/snapshot.js';
import { type CheckpointDetails, fileName, pageBytes, type SavedSection, unpackSection } from './checkpoint-files.js';
import type { SavedRun } from './saved-run.js';

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

/**
 * Restores the layers of a checkpoint in memory that is all zeros.
 * @param run a saved run whose last layer has a depth of at least 1
 * @throws StorageError that names the damaged part; the errors of Snapshot.restore
 */
export async function restoreLayers(run: SavedRun, snapshot: Snapshot, folder: string): Promise<void> {
  await snapshot.restore(run.histogram, new Checkpoint(run, snapshot, folder));
}

/** The files of a checkpoint. */
class Checkpoint implements SavedSnapshot {
  readonly #snapshot: Snapshot;
  readonly #folder: string;
  readonly #generation: number;
  readonly #sections: readonly SavedSection[];

  constructor(run: SavedRun, snapshot: Snapshot, folder: string) {
    const { generation, sections } = checkpointDetails(run, folder);
    const parts = snapshot.parts(run.histogram.length - 1);
    this.#snapshot = snapshot;
    this.#folder = folder;
    this.#generation = generation;
    this.#sections = sections.map((numbers) => unpackSection(numbers, snapshot, parts));
  }

  checkStates(file: string, expected: number, found: number): void {
    if (found === expected) return;
    throw new StorageError(
      `${this.#pathOf(file)}: this file should have ${expected} visited states, but has ${found}; ${REMEDY}`,
    );
  }

  async read(name: string): Promise<void> {
    const sections = this.#sections.filter((section) => section.file === name);
    if (sections.length === 0) return;
    const file = await openedFile(this.#pathOf(name));
    try {
      await checkSize(file, sections);
      // No larger than necessary: with small checkpoints, collecting larger memories took most of the time.
      const pages = pageMemory(sections.reduce((most, section) => Math.max(most, pageBytes(section)), 0));
      for (const section of sections) await this.#readSection(file, section, pages);
    } finally {
      await file.close();
    }
  }

  #pathOf(file: string): string {
    return join(this.#folder, fileName(file, this.#generation));
  }

  async #readSection(file: DirectFile, section: SavedSection, pages: Uint8Array): Promise<void> {
    const { lead, offset, bytes, checksum } = section;
    const where = `${file.path}: ${this.#snapshot.textOf(section)}`;
    try {
      await file.read(pages.subarray(0, pageBytes(section)), offset);
    } catch (error) {
      throw new StorageError(`${where} cannot be read (${reasonOf(error)}); ${REMEDY}`);
    }
    const contents = pages.subarray(lead, lead + bytes);
    if (crc32(contents) !== checksum) {
      throw new StorageError(`${where} are damaged: the checksum does not match; ${REMEDY}`);
    }
    this.#snapshot.put(section, contents);
  }
}

async function openedFile(path: string): Promise<DirectFile> {
  try {
    return await DirectFile.open({ path, mode: 'read', direct: true });
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
