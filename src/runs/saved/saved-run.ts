/**
 * The manifest of an unfinished exploration, in the folder from which it is resumed. It is a sealed file, written last, when all files
 * that it refers to are on the disk. So it describes a valid state of the run: the new one, or the previous one.
 *
 * A checkpoint has one `manifest`, which is replaced. A run on disk has one for each layer, `manifest-<depth>`, which is never changed;
 * the one of maximum depth is valid.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from '../../base/storage/errors.js';
import { readSealed, type Seal, writeSealed } from '../../base/storage/sealed-file.js';
import { writeNew, writeWhole } from '../../base/storage/whole-file.js';
import type { ExploreEvent } from '../exploration/exploration.js';
import { manifestOf, runOfManifest, type SavedRun } from './manifest.js';
import { layerOfFile, ownManifests } from './own-files.js';

/** Listeners and controls of a saved run. */
export interface SavedRunHooks {
  /** Absolute path of the folder for results. */
  readonly output?: string | undefined;
  /** When aborted, the layer in progress is finished and saved, and the run ends with StoppedError. */
  readonly stop?: AbortSignal | undefined;
  readonly onEvent?: ((event: ExploreEvent) => void) | undefined;
}

const SEAL: Seal = { magic: 'ANTIRUN\n', version: 1, what: 'the manifest of an unfinished exploration' };

/** Returns the path of the manifest in a folder with checkpoints. */
export function manifestPath(folder: string): string {
  return join(folder, 'manifest');
}

/** Returns the path of the manifest of a layer on disk. */
export function layerManifestPath(folder: string, depth: number): string {
  return join(folder, `manifest-${depth}`);
}

/** Returns the path of a run's manifest. */
export function manifestPathOf(folder: string, { store, histogram }: SavedRun): string {
  return store === 'memory' ? manifestPath(folder) : layerManifestPath(folder, histogram.length - 1);
}

/** Returns true if a folder has a manifest. @throws the file system's error */
export function hasManifest(folder: string): boolean {
  return existsSync(folder) && ownManifests(folder).length > 0;
}

/**
 * Writes the manifest of a run. The manifest of a checkpoint replaces the previous one; an existing manifest of a layer is kept.
 * @throws the file system's error
 */
export async function writeSavedRun(folder: string, run: SavedRun): Promise<void> {
  await writeSealed(manifestPathOf(folder, run), SEAL, manifestOf(run), run.store === 'memory' ? writeWhole : writeNew);
}

/** Returns the depth of the latest manifest of a run on disk; -1 if there is none. @throws StorageError */
export function latestDepth(folder: string): number {
  const name = manifestsIn(folder).at(-1);
  return name === undefined || name === 'manifest' ? -1 : layerOfFile(name);
}

/**
 * Returns the exploration in a folder; undefined if there is none.
 * @param folder path of the folder of `checkpoints` or `disk`
 * @param depth depth of the manifest of a run on disk; by default the latest
 * @throws StorageError that names the file if it is damaged, or of another version of this program
 * @example
 * ```ts
 * import { readSavedRun } from 'antipode';
 *
 * const run = await readSavedRun('./checkpoint');
 * if (run !== undefined) console.log(`${run.facts.name} is complete up to depth ${run.histogram.length - 1}`);
 * ```
 */
export async function readSavedRun(folder: string, depth?: number): Promise<SavedRun | undefined> {
  const names = manifestsIn(folder);
  if (names.length === 0) return undefined;
  // The manifest of a checkpoint, if there is one.
  const latest = names[0] === 'manifest' ? names[0] : (names.at(-1) as string);
  const path = depth === undefined ? join(folder, latest) : layerManifestPath(folder, depth);
  const contents = await readSealed(path, SEAL);
  if (contents === undefined) return undefined;
  const run = runOfManifest(contents);
  if (run === undefined) {
    throw new StorageError(`${path}: the manifest does not describe an exploration that this program could have begun`);
  }
  if (path !== manifestPathOf(folder, run)) {
    throw new StorageError(
      `${folder} holds work files of an earlier version of this program, which this one cannot resume: resume them with that version, or begin again in an empty folder`,
    );
  }
  return run;
}

/** Reads the names in a folder. @throws StorageError */
function manifestsIn(folder: string): string[] {
  try {
    return ownManifests(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new StorageError(`${folder} cannot be read (${code})`);
  }
}
