/**
 * The manifest of an exploration that is not finished, in the folder from which it is resumed: a sealed file that is written
 * last, when all that it speaks of is on the disk. So what it says is true, or it says what was true before.
 */

import { join } from 'node:path';
import { StorageError } from '../../base/storage/errors.js';
import { readSealed, type Seal, writeSealed } from '../../base/storage/sealed-file.js';
import type { ExploreEvent } from '../exploration/exploration.js';
import { manifestOf, runOfManifest, type SavedRun } from './manifest.js';

/** Who hears of a run that is saved, and may stop it. */
export interface SavedRunHooks {
  /** The folder that results are to be written to, absolute. */
  readonly output?: string | undefined;
  /** Aborted: the layer in progress is finished and saved, and the run ends with StoppedError. */
  readonly stop?: AbortSignal | undefined;
  readonly onEvent?: ((event: ExploreEvent) => void) | undefined;
}

const SEAL: Seal = { magic: 'ANTIRUN\n', version: 1, what: 'the manifest of an unfinished exploration' };

/** Where the manifest of a folder is. */
export function manifestPath(folder: string): string {
  return join(folder, 'manifest');
}

/** @throws the file system's error; the manifest before stays */
export async function writeSavedRun(folder: string, run: SavedRun): Promise<void> {
  await writeSealed(manifestPath(folder), SEAL, manifestOf(run));
}

/**
 * Returns the exploration that a folder holds; undefined if it holds none.
 * @throws StorageError that names the file, if it is damaged or of another version of this program
 */
export async function readSavedRun(folder: string): Promise<SavedRun | undefined> {
  const path = manifestPath(folder);
  const contents = await readSealed(path, SEAL);
  if (contents === undefined) return undefined;
  const run = runOfManifest(contents);
  if (run === undefined) {
    throw new StorageError(`${path}: the manifest does not describe an exploration that this program could have begun`);
  }
  return run;
}
