/** The names of an unfinished exploration's files in its folder, for runs in memory and on disk. */

import { existsSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a checkpoint's generation, or portions of a work folder. */
const BULK = /^(visited|table|codes|frontier)-\d+$|^(visited|table)-\d+-\d+$/;
/** Manifest of a checkpoint, or manifests of the layers of a work folder. */
const MANIFEST = /^manifest(-\d+)?$/;
/** Files of a killed process: unfinished files, and its part of the lock. */
const LEFT_BEHIND =
  /^\.(manifest(-\d+)?|(visited|table)-\d+-\d+|lock-claim-[\da-f-]+)\.[\da-f-]+\.tmp$|^lock-claim-[\da-f-]+$/;
/** Names of files that only runs on disk have. The last number is the layer. */
const OF_LAYERS = /^\.?(?:(?:visited|table)-\d+-|manifest-)(\d+)(?:\.|$)/;

/** Returns all files except manifests and locks, ordered by name. @throws the file system's error */
export async function ownFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name) || LEFT_BEHIND.test(name)).sort();
}

/** Returns the manifests, the latest last. @throws the file system's error */
export function ownManifests(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => MANIFEST.test(name));
  const layerOf = (name: string) => Number(name.split('-')[1] ?? -1);
  return names.sort((one, other) => layerOf(one) - layerOf(other));
}

/** Returns the files of a run on disk, including unfinished ones, without the lock. @throws the file system's error */
export async function ownLayerFiles(folder: string): Promise<string[]> {
  const names = [...(await ownFiles(folder)), ...ownManifests(folder)];
  return names.filter((name) => OF_LAYERS.test(name));
}

/** Returns the layer of a run's file. */
export function layerOfFile(name: string): number {
  return Number(OF_LAYERS.exec(name)?.[1]);
}

/** Returns true if a file has a temporary name. */
export function isUnfinished(name: string): boolean {
  return name.startsWith('.');
}

/**
 * Returns the files that only an exploration leaves, without those of a process that was killed while it took the lock or wrote its
 * first manifest.
 * @throws the file system's error
 */
export async function ownBulkFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name)).sort();
}

/**
 * Returns true if a run has begun in a folder, or was killed there before it wrote a manifest.
 * @param folder a folder without a manifest
 */
export async function isBegun(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  return existsSync(join(folder, 'lock')) || (await ownFiles(folder)).length > 0;
}
