/**
 * The folder of an exploration on disk:
 *
 *     manifest    what is explored, the last layer that is complete (src/runs/saved), and how many states each block holds
 *     visited     a slot for each block of each blank cell
 *     table       the same, if a table is made
 *     journal     table slots that are about to be written
 *     progress    how far the layer after that one is
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StorageError } from '../../../base/storage/errors.js';
import { syncFolder } from '../../../base/storage/folder.js';
import { freeSpace } from '../../../base/storage/free-space.js';
import { bytesText } from '../../../base/text/numbers.js';
import { ownFiles } from '../../saved/own-files.js';
import { named, WorkFile } from './work-file.js';

/** The unit in which stat counts the room of a file, in bytes. */
const BLOCK_BYTES = 512;

export interface WorkFiles {
  readonly folder: string;
  readonly visited: WorkFile;
  /** Undefined if there is no table. */
  readonly table: WorkFile | undefined;
  readonly journal: WorkFile | undefined;
}

export interface WorkFilesOptions {
  /** 'create' empties them. */
  readonly mode: 'create' | 'update';
  readonly table: boolean;
  readonly slotBytes: number;
}

export function workTablePath(folder: string): string {
  return join(folder, 'table');
}

/** @param bytes that the work files take at their fullest @throws StorageError with both figures, if the disk has too little room */
export async function checkWorkRoom(folder: string, bytes: number): Promise<void> {
  let present = 0;
  for (const name of await named(folder, 'read', () => ownFiles(folder))) {
    // Holes take no room.
    present += (await named(join(folder, name), 'read', () => stat(join(folder, name)))).blocks * BLOCK_BYTES;
  }
  const free = await named(folder, 'read', () => freeSpace(folder));
  if (bytes - present <= free) return;
  throw new StorageError(
    `${folder} has ${bytesText(free)} free, and the work files take up to ${bytesText(bytes - present)} more: make room, or choose a folder on another disk`,
  );
}

/** @throws StorageError */
export async function openWorkFiles(folder: string, { mode, table, slotBytes }: WorkFilesOptions): Promise<WorkFiles> {
  const opened: WorkFile[] = [];
  const open = async (name: string) => {
    // Past the system's cache, whose memory would not be counted. 3x4 took as long with both.
    const file = await WorkFile.open({ path: join(folder, name), mode, direct: true }, slotBytes);
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
