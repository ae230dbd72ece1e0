/** The names of the files that an unfinished exploration has in its folder, wherever its bitsets lie. */

import { existsSync, readdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a checkpoint's generation; portions of a work folder. */
const BULK = /^(visited|table|codes|frontier)-\d+$|^(visited|table)-\d+-\d+$/;
/** The manifest of a checkpoint; those of the layers of a work folder. */
const MANIFEST = /^manifest(-\d+)?$/;
/** Files that a process leaves behind if it is killed: unfinished ones, and its side of the lock. */
const LEFT_BEHIND =
  /^\.(manifest(-\d+)?|(visited|table)-\d+-\d+|lock-claim-[\da-f-]+)\.[\da-f-]+\.tmp$|^lock-claim-[\da-f-]+$/;
/** The part of these names by which a run on disk has files of its own; the last number is that of the layer. */
const OF_LAYERS = /^\.?(?:(?:visited|table)-\d+-|manifest-)(\d+)(?:\.|$)/;

/** Files beside the manifest and the lock, ascending by name. @throws the file system's error */
export async function ownFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name) || LEFT_BEHIND.test(name)).sort();
}

/** Manifests, the latest last. @throws the file system's error */
export function ownManifests(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => MANIFEST.test(name));
  const layerOf = (name: string) => Number(name.split('-')[1] ?? -1);
  return names.sort((one, other) => layerOf(one) - layerOf(other));
}

/** The files of a run on disk, unfinished ones included; nothing of the lock. @throws the file system's error */
export async function ownLayerFiles(folder: string): Promise<string[]> {
  const names = [...(await ownFiles(folder)), ...ownManifests(folder)];
  return names.filter((name) => OF_LAYERS.test(name));
}

/** Returns the layer of such a file. */
export function layerOfFile(name: string): number {
  return Number(OF_LAYERS.exec(name)?.[1]);
}

/** Returns whether a file has a temporary name. */
export function isUnfinished(name: string): boolean {
  return name.startsWith('.');
}

/**
 * Those of them that only an exploration leaves: not what a process left behind that was killed while it took the lock or
 * wrote its first manifest.
 * @throws the file system's error
 */
export async function ownBulkFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => BULK.test(name)).sort();
}

/**
 * Returns whether a run has begun in a folder, or was killed there, before it wrote a manifest.
 * @param folder that has no manifest
 */
export async function isBegun(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  return existsSync(join(folder, 'lock')) || (await ownFiles(folder)).length > 0;
}
