/** Which tables are served, what they are called, and in which order. */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { explore } from '../explore/explore.js';
import { SpaceError } from '../space/errors.js';
import { DistanceTable } from '../table/distance-table.js';
import { TableError } from '../table/errors.js';
import { SpaceTable } from '../table/space-table.js';
import { tableKind } from '../table/table-kind.js';
import { Turns } from './once.js';
import { ServedBoard } from './served-board.js';
import { ServedSpace } from './served-space.js';
import type { ServedTable } from './served-table.js';

export interface ShelfOptions {
  /** Tables to serve, each of which must open. Where none is given, those of the folder. */
  readonly paths: readonly string[];
  /** Where all `*.table` are served; where there is none, or no folder, the 8-puzzle is enumerated on the spot. */
  readonly folder: string;
  /** Takes a line for a person: which table of the folder is left out and why, or that there was none. */
  readonly onNotice: (line: string) => void;
}

/**
 * Opens the tables that are served, each with another id, in the order in which they are offered. Close them all in the end.
 * @throws TableError where one of `paths` is no table, is damaged, or its space is gone; SpaceError where its space contradicts itself
 */
export async function openShelf({ paths, folder, onNotice }: ShelfOptions): Promise<ServedTable[]> {
  const turns = new Turns();
  if (paths.length > 0) return openAll(paths, turns);
  const found: ServedTable[] = [];
  for (const path of tablesOf(folder)) {
    try {
      found.push(await open(path, turns));
    } catch (error) {
      if (!(error instanceof TableError || error instanceof SpaceError)) throw error;
      onNotice(`left out: ${error.message}`);
    }
  }
  if (found.length > 0) return found;
  onNotice(`there are no tables in ${folder}/, so the 8-puzzle is enumerated on the spot`);
  return [await eightPuzzle(turns)];
}

async function openAll(paths: readonly string[], turns: Turns): Promise<ServedTable[]> {
  const found: ServedTable[] = [];
  for (const path of paths) found.push(await open(path, turns));
  return found;
}

async function open(path: string, turns: Turns): Promise<ServedTable> {
  const id = basename(path, '.table').replace(/[^A-Za-z0-9._~-]/g, '-');
  return tableKind(path) === 'board'
    ? new ServedBoard(id, DistanceTable.open(path), { path, turns })
    : new ServedSpace(id, await SpaceTable.open(path), { path, turns });
}

function tablesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.table'))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function eightPuzzle(turns: Turns): Promise<ServedTable> {
  const { table } = await explore({ board: '3x3', antipodes: 0 });
  if (table === null) throw new Error('an exploration made no table');
  return new ServedBoard('3x3', DistanceTable.of(table), { path: null, turns });
}
