/**
 * A run in memory that saves checkpoints, from its starts or from a checkpoint; and the files of checkpoints.
 *
 * The files of one checkpoint have its number, the generation, in their names, such as visited-3. A run resumes from the generation in
 * the manifest. A section of a file is a range of a row of a snapshot, with a checksum. Direct transfers consist of whole pages, so a
 * file has each section from the beginning of a page on, and zeros up to the next page.
 */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { bytesText, InputError } from '../../base/text.js';
import type { EnginePlan, FoundLayer, MemoryRun } from '../../engines/engine.js';
import type { SavedSnapshot, Snapshot, SnapshotPart, SnapshotRange } from '../../engines/snapshot.js';
import { DirectFile, PAGE_BYTES, pageMemory } from '../../files/direct-file.js';
import { reasonOf, StorageError, syncFolder } from '../../files/files.js';
import { type Exploration, type ExploreEvent, exploreRun, StoppedError } from '../exploration/exploration.js';
import { checkSpace, inRunFolder, named } from './run-folder.js';
import {
  ownBulkFiles,
  ownFiles,
  readSavedRun,
  runOfPlan,
  type SavedLayers,
  type SavedRun,
  type SavedRunHooks,
  writeSavedRun,
} from './saved-run.js';

export interface CheckpointOptions {
  /** Folder of the checkpoint, created if it does not exist. No other process may use it meanwhile. */
  readonly folder: string;
  /**
   * Seconds from the end of one checkpoint to the start of the next, 0 or more. @default 300, or what a resumed run has saved
   */
  readonly everySeconds?: number | undefined;
}

/**
 * Explores a space and saves checkpoints meanwhile. The last checkpoint stays in the folder, even after the exploration is complete.
 * @param saved the run in the folder, if it is resumed
 * @throws the errors of explore; StorageError that names file and section if the checkpoint is damaged
 * @internal
 */
export async function exploreWithCheckpoints(
  plan: EnginePlan,
  { folder, everySeconds: given }: CheckpointOptions,
  saved: SavedRun | undefined,
  { output, ...hooks }: SavedRunHooks,
): Promise<Exploration> {
  const everySeconds = secondsBetween(given, saved, folder);
  if (!(everySeconds >= 0)) {
    throw new InputError(`the seconds between checkpoints must be 0 or more, found ${everySeconds}`);
  }
  return inRunFolder(folder, saved, async () => {
    if (saved !== undefined) await removeOthers(folder, saved);
    const needed = 2 * checkpointBytes(plan);
    await checkSpace(folder, needed, () => `two checkpoints of ${plan.label} take up to ${bytesText(needed)}`);
    // A space that breaks its promises is refused here, before anything is written.
    const run = await plan.open();
    try {
      const from = saved ?? firstCheckpoint(plan, everySeconds, output);
      // From now on the run can be resumed, and the other files are known to belong to it.
      if (saved === undefined) await named(folder, 'written', () => writeSavedRun(folder, from));
      const layers = layersWithCheckpoints(run, from, { folder, everySeconds, ...hooks });
      return await exploreRun(plan, run, hooks.onEvent, layers, from.seconds);
    } finally {
      await run.close();
    }
  });
}

/** Returns a run in which only the starts have been found. */
function firstCheckpoint(plan: EnginePlan, everySeconds: number, output: string | null = null): SavedRun {
  const starts = [...new Set(plan.facts.starts)];
  const details: CheckpointDetails = { generation: FIRST_GENERATION, sections: [], everySeconds };
  const reached = { histogram: [starts.length], first: starts.slice(0, plan.request.first), seconds: 0 };
  return runOfPlan(plan, { store: 'memory', output, ...reached, details });
}

/** Removes the files of an earlier process that was killed while it wrote. */
async function removeOthers(folder: string, run: SavedRun): Promise<void> {
  // All files of the valid generation end with its number.
  const valid = fileName('', checkpointDetails(run, folder).generation);
  for (const name of await ownFiles(folder)) {
    if (!name.endsWith(valid)) await rm(join(folder, name), { force: true });
  }
}

/** The folder of checkpoints, the time between them, and the listener. */
interface CheckpointSettings extends Pick<SavedRunHooks, 'stop' | 'onEvent'> {
  readonly folder: string;
  readonly everySeconds: number;
}

/**
 * Yields the layers of a run in memory, which waits between two layers while a checkpoint is written. Each checkpoint stays valid until
 * the next one is complete: its files are synced before the manifest refers to them, and files of the one before are removed after that.
 * A checkpoint that fails costs only itself.
 * @param saved contents of the manifest in the folder
 * @throws the errors of LayerRun.layers; StorageError if the checkpoint is damaged; StoppedError
 */
async function* layersWithCheckpoints(
  run: MemoryRun,
  saved: SavedRun,
  { folder, everySeconds, stop, onEvent }: CheckpointSettings,
): AsyncGenerator<FoundLayer, void> {
  const snapshot = await run.snapshot();
  const write = checkpointWriter(snapshot);
  /** The last generation that a manifest may refer to, and the depth of the manifest in the folder. */
  let { generation } = checkpointDetails(saved, folder);
  let validDepth = saved.histogram.length - 1;
  /** True if someone has removed the folder. */
  let isGone = false;
  /** Time of the last checkpoint, by performance.now(). */
  let lastSaved = performance.now();

  const isDue = () => !isGone && performance.now() - lastSaved >= everySeconds * 1000;

  /** Saves a checkpoint if one is due, between two layers. @throws StoppedError, after a checkpoint, if the search is to stop */
  async function between(progress: SavedLayers): Promise<void> {
    const stops = stop?.aborted === true;
    if ((stops || isDue()) && progress.histogram.length - 1 > validDepth) {
      const event = await save(progress);
      lastSaved = performance.now();
      onEvent?.(event);
    }
    // If saving has failed, this depth is less than that of the search.
    if (stops) throw new StoppedError(validDepth, folder);
  }

  async function save({ histogram, first, seconds }: SavedLayers): Promise<ExploreEvent> {
    const begun = performance.now();
    const depth = histogram.length - 1;
    const next = generation + 1;
    try {
      const { sections, bytes } = await write(folder, next, depth);
      const details: CheckpointDetails = { generation: next, sections, everySeconds };
      await syncFolder(folder);
      await writeSavedRun(folder, { ...saved, histogram, first, seconds, details });
      generation = next;
      validDepth = depth;
      // Files that cannot be removed now are removed with the next checkpoint.
      await removeFiles(folder, (name) => !name.endsWith(fileName('', next)));
      return { type: 'checkpoint', depth, bytes, seconds: (performance.now() - begun) / 1000 };
    } catch (error) {
      return { type: 'checkpoint-failed', depth, message: await failed(depth, next, error) };
    }
  }

  /** Frees the space of a failed checkpoint. @returns what has happened @throws the error if it is a defect of the program */
  async function failed(depth: number, next: number, error: unknown): Promise<string> {
    const reason = reasonOf(error);
    if (!existsSync(folder)) {
      isGone = true;
      return `${folder} no longer exists, so no more checkpoints are saved; the exploration goes on, and cannot be resumed`;
    }
    const before = validDepth;
    // Undefined if the manifest cannot be read.
    const found = await readSavedRun(folder).then(
      (run) => run && run.histogram.length - 1,
      (fault) => {
        if (!(fault instanceof StorageError)) throw fault;
      },
    );
    // A manifest that is written, but whose folder is not synced, may be lost in a power failure. So both checkpoints stay.
    if (found === undefined || found === depth) generation = next;
    if (found === depth) {
      validDepth = depth;
      return `the checkpoint of depth ${depth} may not be safely on the disk in ${folder}: ${reason}; the checkpoint of depth ${before} is kept too`;
    }
    const left = found === undefined ? [] : await removeFiles(folder, (name) => name.endsWith(fileName('', next)));
    const rest = found === before ? 'remains valid' : 'can no longer be read';
    const remains = left.length === 0 ? '' : `, and ${left.join(' and ')} could not be removed`;
    return `the checkpoint of depth ${depth} could not be saved in ${folder}: ${reason}; the checkpoint of depth ${before} ${rest}${remains}`;
  }

  if (saved.histogram.length > 1) {
    await snapshot.restore(saved.histogram, savedCheckpoint(saved, snapshot, folder));
    await between(saved);
  }
  const reached = [...saved.histogram];
  for await (const layer of run.layers(isDue)) {
    const all = { ...layer, seconds: saved.seconds + layer.seconds };
    reached[layer.depth] = layer.fresh;
    yield all;
    if (layer.isLatest) await between({ ...all, histogram: reached });
  }
}

/** Removes files as far as the file system permits. @returns the names of the others */
async function removeFiles(folder: string, isUseless: (name: string) => boolean): Promise<string[]> {
  const left: string[] = [];
  for (const name of (await ownBulkFiles(folder)).filter(isUseless)) {
    try {
      await rm(join(folder, name), { force: true });
    } catch (error) {
      // Rethrows errors that are defects of the program.
      reasonOf(error);
      left.push(name);
    }
  }
  return left;
}

/* The files of checkpoints: their sections, how they are written, and the disk space that they take. */

/** Maximum bytes of a section's pages: enough for the full speed of a disk. */
const SECTION_BYTES = 4 * 2 ** 20;

/** A range with the offset of its pages in the file, a multiple of PAGE_BYTES, and the CRC-32 of its bytes. */
type SavedSection = SnapshotRange & { readonly offset: number; readonly checksum: number };

/** The part of a manifest that only checkpoints have. */
interface CheckpointDetails {
  readonly generation: number;
  /** The sections, each as seven numbers: index of its file among the snapshot's, row, begin, bytes, offset, 0, checksum. */
  readonly sections: readonly (readonly number[])[];
  /** Seconds between checkpoints, which a resumed run keeps. */
  readonly everySeconds: number;
}

/** Generation of a run that has saved only its starts. It has no files. */
const FIRST_GENERATION = 0;

/** Returns the name of a file, such as visited-3. @param file one of a snapshot's files */
function fileName(file: string, generation: number): string {
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
        for (const section of saved) {
          bytes += pageBytes(section);
          // The section begins at byte 0 of its first page.
          sections.push([index, section.row, section.begin, section.bytes, section.offset, 0, section.checksum]);
        }
        await target.sync();
      } finally {
        await target.close();
      }
    }
    return { sections, bytes };
  };
}

/**
 * Unpacks a section of a manifest.
 * @param numbers as in CheckpointDetails
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
function checkpointDetails({ details }: SavedRun, folder: string): CheckpointDetails {
  // Earlier versions did not save the interval.
  const { generation, sections, everySeconds = DEFAULT_SECONDS } = (details ?? {}) as Partial<CheckpointDetails>;
  const isInterval = Number.isFinite(everySeconds) && everySeconds >= 0;
  if (Number.isSafeInteger(generation) && Array.isArray(sections) && isInterval) {
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
        const size = await file.size();
        const expected = ofFile.reduce((end, section) => Math.max(end, section.offset + pageBytes(section)), 0);
        if (size !== expected) {
          throw new StorageError(`${file.path} should have ${expected} bytes, but has ${size}; ${REMEDY}`);
        }
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
