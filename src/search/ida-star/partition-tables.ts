/** Pattern databases for a goal, from the tables of a partition in a folder, or made in memory. */

import type { Board } from '../../spaces/board/board.js';
import { orderedPartition, partitionForMany, usualPartitions } from '../../spaces/board/partition.js';
import { BLANK, orderedPosition, type Position } from '../../spaces/board/position.js';
import { symmetriesOf } from '../../spaces/board/symmetry.js';
import { patternName, patternSource } from '../../spaces/board-facts.js';
import { standardPath } from '../../table/files/table-file.js';
import type { Limits } from '../question/limits.js';
import type { PatternDatabases } from './pattern-databases.js';

/** Databases, their partition, and a description of their origin. */
export interface FoundDatabases {
  readonly databases: PatternDatabases;
  readonly partition: string;
  readonly origin: string;
}

/**
 * Opens the tables of a partition in a folder, or makes them in memory if one is missing. Tables for another cell of
 * the blank also serve if a symmetry of the board takes the goal's blank there.
 * @param text the partition; by default the strongest one whose tables exist, else the board's default
 * @throws InputError if the partition is wrong; TableError if a table is damaged; LimitError, MemoryError, WorkerError
 */
export function partitionTables(
  folder: string,
  board: Board,
  goal: Position,
  text: string | undefined,
  threads: number | undefined,
  limits: Limits,
): Promise<FoundDatabases> {
  const names = text === undefined ? usualPartitions(board) : [text];
  return openedOrMade(folder, board, goal, names, text, threads, limits);
}

/**
 * Opens or makes the databases for many searches. Opens those of the strongest partition whose tables are in the
 * folder, if it is as strong as the partition that is worth making for many searches.
 * @throws as partitionTables
 */
export function tablesForMany(folder: string, board: Board, goal: Position, limits: Limits): Promise<FoundDatabases> {
  const usual = usualPartitions(board);
  const own = partitionForMany(board);
  return openedOrMade(folder, board, goal, usual.slice(0, usual.indexOf(own) + 1), own, undefined, limits);
}

async function openedOrMade(
  folder: string,
  board: Board,
  goal: Position,
  names: readonly string[],
  made: string | undefined,
  threads: number | undefined,
  limits: Limits,
): Promise<FoundDatabases> {
  // Loads the code of pattern databases only when they are used.
  const { makeDatabases, openDatabases } = await import('./pattern-search.js');
  for (const named of names) {
    const found = standardPaths(folder, board, goal, named);
    if (found === undefined) continue;
    return {
      databases: await openDatabases(found.paths),
      partition: found.name,
      origin: `pattern databases ${found.name} in ${folder}/`,
    };
  }
  const { name } = orderedPartition(board, goal, made);
  const databases = await makeDatabases(board, goal, made, threads, limits);
  return { databases, partition: name, origin: `pattern databases ${name} made on the spot` };
}

/** Returns the paths of a partition's tables; undefined if one is missing. */
function standardPaths(
  folder: string,
  board: Board,
  goal: Position,
  text: string,
): { name: string; paths: string[] } | undefined {
  const goalBlank = goal.indexOf(BLANK);
  const tried = new Set<number>();
  for (const symmetry of symmetriesOf(board)) {
    const cell = symmetry[goalBlank];
    if (tried.has(cell)) continue;
    tried.add(cell);
    // The goal's tiles, placed on the board by the symmetry.
    const image = [...goal];
    for (const [from, tile] of goal.entries()) image[symmetry[from]] = tile;
    const { name, patterns } = orderedPartition(board, image, text);
    const ordered = orderedPosition(board, cell);
    const paths = patterns.map((tiles) =>
      standardPath(
        folder,
        { source: patternSource(board, ordered, tiles), name: patternName({ board, goal: ordered, tiles }) },
        'space',
      ),
    );
    if (paths.every((path) => path !== undefined)) return { name, paths };
  }
  return undefined;
}
