/** Pattern databases for a goal: tables of a partition in the output folder, or made on the spot. */

import type { PatternDatabases } from '../../search/patterns/pattern-databases.js';
import type { Limits } from '../../search/question/limits.js';
import type { Board } from '../../spaces/board/board.js';
import { BLANK, orderedPosition, type Position } from '../../spaces/board/position.js';
import { symmetriesOf } from '../../spaces/board/symmetry.js';
import { orderedPartition, usualPartitions } from '../../spaces/pattern/partition.js';
import { patternName, patternSource } from '../../spaces/pattern/space/pattern-facts.js';
import { DEFAULT_FOLDER } from '../arguments/output-folder.js';
import { standardPath } from './standard-path.js';

/** Databases, with a text for people that names them and their source. */
export interface FoundDatabases {
  readonly databases: PatternDatabases;
  readonly origin: string;
}

/**
 * Opens the tables of a partition in the output folder; makes them in memory if one is missing. Tables for another cell of the blank
 * serve, too, if a symmetry of the board takes the goal's blank there.
 * @param text the partition; by default that of which there are tables, the strongest first, else the board's own
 * @throws InputError if the partition is wrong; TableError if a table is damaged; LimitError, MemoryError, WorkerError
 */
export async function partitionTables(
  board: Board,
  goal: Position,
  text: string | undefined,
  threads: number | undefined,
  limits: Limits,
): Promise<FoundDatabases> {
  const { makeDatabases, openDatabases } = await import('../../search/patterns/make-databases.js');
  for (const named of text === undefined ? usualPartitions(board) : [text]) {
    const found = standardPaths(board, goal, named);
    if (found === undefined) continue;
    return {
      databases: await openDatabases(found.paths),
      origin: `pattern databases ${found.name} in ${DEFAULT_FOLDER}/`,
    };
  }
  const { name } = orderedPartition(board, goal, text);
  const databases = await makeDatabases(board, goal, text, threads, limits);
  return { databases, origin: `pattern databases ${name} made on the spot` };
}

/** Returns the paths of a partition's tables; undefined if one is missing. */
function standardPaths(board: Board, goal: Position, text: string): { name: string; paths: string[] } | undefined {
  const goalBlank = goal.indexOf(BLANK);
  const tried = new Set<number>();
  for (const symmetry of symmetriesOf(board)) {
    const cell = symmetry[goalBlank];
    if (tried.has(cell)) continue;
    tried.add(cell);
    // The tiles that the goal has, laid on the board by the symmetry.
    const image = [...goal];
    for (const [from, tile] of goal.entries()) image[symmetry[from]] = tile;
    const { name, patterns } = orderedPartition(board, image, text);
    const ordered = orderedPosition(board, cell);
    const paths = patterns.map((tiles) =>
      standardPath(
        { source: patternSource(board, ordered, tiles), name: patternName({ board, goal: ordered, tiles }) },
        'space',
      ),
    );
    if (paths.every((path) => path !== undefined)) return { name, paths };
  }
  return undefined;
}
