/** Opens the spaces that are served, and decides their ids and the order in which they are offered. */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { explore } from '../../runs/explore.js';
import { SpaceError } from '../../space/errors.js';
import { moduleDigest } from '../../space/space-module.js';
import { moduleFor } from '../../space/trusted-source.js';
import { parseBoard } from '../../spaces/board/board.js';
import { orderedPosition } from '../../spaces/board/position.js';
import { boardSource } from '../../spaces/board/space/board-facts.js';
import { TableError } from '../../table/contents/errors.js';
import { tableClaims } from '../../table/files/origin.js';
import { Table } from '../../table/table.js';
import { TaskQueue } from '../samples/task-queue.js';
import { SearchedBoard } from './searched-board.js';
import type { ServedSpace } from './served-space.js';
import { ServedTable } from './served-table.js';

export interface OpenSpacesOptions {
  /**
   * Tables to serve, in this order, each of which must open, and nothing else. If there are none, the tables of the folder are served,
   * and after them the 15-puzzle and the 24-puzzle, which are searched by pattern databases.
   */
  readonly paths: readonly string[];
  /** Modules that were named for tables whose own may not be loaded, see moduleFor. */
  readonly modules?: readonly string[];
  /** The folder whose `*.table` are all served; if it has none or does not exist, the 8-puzzle is enumerated on the spot. */
  readonly folder: string;
  /** Takes a line for a person: which table of the folder is left out and why, or that there was none. */
  readonly onNotice: (line: string) => void;
}

/**
 * Opens the spaces that are served, each with another id, in the order in which they are offered. Close them all in the end.
 * @throws InputError if one of `modules` is not a file; TableError if one of `paths` is not a table, is damaged, or its space is gone;
 * the file system's error if the folder cannot be read; WorkerError if the 8-puzzle cannot be enumerated
 */
export async function openSpaces({ paths, modules = [], folder, onNotice }: OpenSpacesOptions): Promise<ServedSpace[]> {
  // Also those that no table needs.
  for (const module of modules) moduleDigest(module);
  const list = new TableList(modules, folder);
  if (paths.length > 0) {
    try {
      for (const path of paths) await list.add(path);
    } catch (error) {
      list.close();
      throw error;
    }
    return list.tables;
  }
  for (const path of tablesOf(folder)) {
    try {
      await list.add(path);
    } catch (error) {
      if (!(error instanceof TableError || error instanceof SpaceError)) throw error;
      onNotice(`skipped: ${error.message}`);
    }
  }
  if (list.tables.length === 0) {
    onNotice(`no tables in ${folder}: enumerating the 8-puzzle instead`);
    await list.addEightPuzzle();
  }
  list.tables.sort(asOffered);
  return [...list.tables, ...list.searchedBoards()];
}

/** Boards that are too large for tables, which pattern databases solve. */
const SEARCHED = ['4x4', '5x5'];

class TableList {
  readonly tables: ServedTable[] = [];
  readonly #modules: readonly string[];
  readonly #folder: string;
  readonly #queue = new TaskQueue();

  constructor(modules: readonly string[], folder: string) {
    this.#modules = modules;
    this.#folder = folder;
  }

  /** @throws TableError, SpaceError */
  async add(path: string): Promise<void> {
    const id = this.#freeId(basename(path, '.table'));
    const module = moduleFor(tableClaims(path).facts.source, this.#modules);
    const table = await Table.open(path, { module });
    this.tables.push(new ServedTable(id, table, { path, module, queue: this.#queue, folder: this.#folder }));
  }

  /** Enumerates the 8-puzzle, whose table stays in memory. @throws WorkerError */
  async addEightPuzzle(): Promise<void> {
    const { table } = await explore({ space: '3x3', antipodes: 0 });
    this.tables.push(
      new ServedTable(this.#freeId('3x3'), await Table.of(table), { queue: this.#queue, folder: this.#folder }),
    );
  }

  /** Returns the boards that are searched, without those of which there is a table. */
  searchedBoards(): ServedSpace[] {
    const boards = SEARCHED.map(parseBoard);
    return boards.flatMap((board) => {
      const source = boardSource(board, orderedPosition(board), 'single');
      const hasTable = this.tables.some(
        ({ facts }) => facts.name === source.board && facts.metric === source.metric && facts.goal === source.goal,
      );
      return hasTable ? [] : [new SearchedBoard(this.#freeId(source.board), source, { folder: this.#folder })];
    });
  }

  close(): void {
    for (const table of this.tables) table.close();
  }

  /** Makes a free id of a name, of characters that a path may have; `.` and `..` would be taken for folders. */
  #freeId(name: string): string {
    const plain = name.replace(/[^A-Za-z0-9._~-]/g, '-').replace(/^\.{1,2}$/, 'table');
    let id = plain;
    for (let copy = 2; this.tables.some(({ facts }) => facts.id === id); copy++) id = `${plain}-${copy}`;
    return id;
  }
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

/** Orders the 8-puzzle first, which most people know; then the other boards by size; then the other spaces by name. */
function asOffered({ facts: one }: ServedTable, { facts: other }: ServedTable): number {
  return (
    Number(other.id === '3x3') - Number(one.id === '3x3') ||
    Number(one.board === null) - Number(other.board === null) ||
    (one.board === null ? 0 : one.states - other.states) ||
    one.id.localeCompare(other.id, 'en', { numeric: true })
  );
}
