/**
 * The folder of an exploration on disk:
 *
 *     manifest    what is explored, and the last layer that is complete (src/saved)
 *     visited     a slot for each block of each blank cell
 *     table       the same, where a table is made
 *     journal     table slots that are about to be written
 *     progress    how far the layer after that one is
 *     counts-<depth>  states of each block after the layer that is complete
 */

import { mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../storage/errors.js';
import { syncFolder } from '../storage/folder.js';
import { bytesText } from '../text/numbers.js';
import { named, WorkFile } from './work-file.js';

export interface WorkFiles {
  readonly folder: string;
  readonly visited: WorkFile;
  /** Undefined where there is no table. */
  readonly table: WorkFile | undefined;
  readonly journal: WorkFile | undefined;
}

export interface WorkFilesOptions {
  /** 'create' empties them. */
  readonly mode: 'create' | 'update';
  /** Past the system's cache. */
  readonly direct: boolean;
  readonly table: boolean;
  readonly slotBytes: number;
}

const FILES = /^(manifest|visited|table|journal|progress|counts-\d+)$/;

export function tablePath(folder: string): string {
  return join(folder, 'table');
}

/**
 * Makes the folder where it is not there.
 * @throws StorageError where it holds files of a work folder
 */
export async function makeWorkFolder(folder: string): Promise<void> {
  await named(folder, 'made', () => mkdir(folder, { recursive: true }));
  const names = await named(folder, 'read', () => readdir(folder));
  if (names.includes('manifest')) {
    throw new StorageError(
      `${folder} holds an exploration that is not finished: go on with --resume, or choose another folder`,
    );
  }
  const found = names.find((name) => FILES.test(name));
  if (found === undefined) return;
  throw new StorageError(`${join(folder, found)} is there already, and would be written over: choose another folder`);
}

/** @param bytes that the work files take at their fullest @throws Error where the disk has not the room */
export async function checkRoom(folder: string, bytes: number): Promise<void> {
  const names = await named(folder, 'read', () => readdir(folder));
  let there = 0;
  for (const name of names.filter((file) => FILES.test(file))) {
    // Holes take no room.
    there += (await named(join(folder, name), 'read', () => stat(join(folder, name)))).blocks * 512;
  }
  const { bavail, bsize } = await named(folder, 'read', () => statfs(folder));
  const free = bavail * bsize;
  if (free + there >= bytes) return;
  throw new Error(
    `the work files need up to ${bytesText(bytes - there)} more in ${folder}, and only ${bytesText(free)} are free there: choose another --work`,
  );
}

/** @throws StorageError */
export async function openWorkFiles(
  folder: string,
  { mode, direct, table, slotBytes }: WorkFilesOptions,
): Promise<WorkFiles> {
  const opened: WorkFile[] = [];
  const open = async (name: string) => {
    const file = await WorkFile.open({ path: join(folder, name), mode, direct }, slotBytes);
    opened.push(file);
    return file;
  };
  try {
    const visited = await open('visited');
    const files = {
      folder,
      visited,
      table: table ? await open('table') : undefined,
      journal: table ? await open('journal') : undefined,
    };
    if (mode === 'create') await named(folder, 'written', () => syncFolder(folder));
    return files;
  } catch (error) {
    for (const file of opened) await file.close();
    throw error;
  }
}

export async function closeWorkFiles({ visited, table, journal }: WorkFiles): Promise<void> {
  for (const file of [visited, table, journal]) await file?.close();
}
