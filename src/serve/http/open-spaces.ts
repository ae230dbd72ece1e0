/** Opens the spaces to serve, and chooses their ids and their order. */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../../base/text.js';
import { explore } from '../../runs/explore.js';
import { SpaceError } from '../../space/definition.js';
import { moduleDigest, moduleFor } from '../../space/space-module.js';
import { TableError } from '../../table/contents.js';
import { Table } from '../../table/table.js';
import { exploredGoals, readTableHeader, resultPath } from '../../table/table-file.js';
import { newSurveyQueues } from '../layer-samples.js';
import { searchedBoards } from '../searched-board.js';
import { freeId, type ServedSpace } from '../served-space.js';
import { ServedTable } from '../served-table.js';

interface OpenSpacesOptions {
  /**
   * Tables to serve, in this order; each of them must open. If the list is empty, the server offers the tables of the folder, then the
   * 15-puzzle and the 24-puzzle, which are searched with pattern databases.
   */
  readonly paths: readonly string[];
  /** Goal of the only path's board. @default the goals of the results beside each table, or its tiles in order */
  readonly goal?: string | undefined;
  /** Modules named for tables whose own module may not be loaded; see moduleFor. */
  readonly modules?: readonly string[];
  /** Folder whose `*.table` files are all served. If it has none or does not exist, the 8-puzzle is enumerated instead. */
  readonly folder: string;
  /** Called with a line for the user if a table of the folder is skipped, or if there is none. */
  readonly onNotice: (line: string) => void;
}

/**
 * Opens the spaces to serve, with different ids, in the order of the page's list. The caller must close them all.
 * @throws InputError if one of `modules` is not a file, or a table does not serve the goal; TableError if one of `paths` is not a table, is
 * damaged, or its space is missing; the file system's error if the folder cannot be read; WorkerError if the 8-puzzle cannot be enumerated
 */
export async function openSpaces(options: OpenSpacesOptions): Promise<ServedSpace[]> {
  const { paths, goal, modules = [], folder, onNotice } = options;
  // Includes modules that no table needs.
  for (const module of modules) moduleDigest(module);
  const served: ServedSpace[] = [];
  const shared = { folder, queues: newSurveyQueues() };
  /** Adds a table, once for each goal that was explored. @throws TableError, SpaceError, InputError if it does not serve the goal */
  const add = async (path: string, namedGoal?: string) => {
    const header = readTableHeader(path);
    const module = moduleFor(header.facts.source, modules);
    const explored = namedGoal === undefined ? await exploredGoals(path, header) : [];
    for (const { goal, result } of explored.length > 0 ? explored : [{ goal: namedGoal, result: resultPath(path) }]) {
      const table = await Table.open(path, { module, goal });
      const id = freeId(basename(result, '.json'), served);
      served.push(new ServedTable(id, table, { path, result, module, ...shared }));
    }
  };
  if (paths.length > 0) {
    try {
      for (const path of paths) await add(path, goal);
    } catch (error) {
      for (const table of served) table.close();
      throw error;
    }
    return served;
  }
  for (const path of tablesOf(folder)) {
    try {
      await add(path);
    } catch (error) {
      if (!(error instanceof TableError || error instanceof SpaceError || error instanceof InputError)) throw error;
      onNotice(`skipped: ${error.message}`);
    }
  }
  if (served.length === 0) {
    onNotice(`no tables in ${folder}: enumerating the 8-puzzle instead`);
    const { table } = await explore({ space: '3x3', antipodes: 0 });
    served.push(new ServedTable('3x3', await Table.of(table), shared));
  }
  served.sort(asOffered);
  return [...served, ...searchedBoards(served, folder)];
}

/** Lists the paths of the tables of a folder. */
function tablesOf(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.table'));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Orders the 8-puzzle first, as the best known; then the other boards by size; then the other spaces by name. */
function asOffered({ facts: one }: ServedSpace, { facts: other }: ServedSpace): number {
  return (
    Number(other.id === '3x3') - Number(one.id === '3x3') ||
    Number(one.board === null) - Number(other.board === null) ||
    (one.board === null ? 0 : (one.states ?? 0) - (other.states ?? 0)) ||
    one.id.localeCompare(other.id, 'en', { numeric: true })
  );
}
