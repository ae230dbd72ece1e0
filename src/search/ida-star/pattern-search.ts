/** IDA* with additive pattern databases, which are made in memory or loaded from files. */

import { copyParts } from '../../base/bytes.js';
import { InputError, jsonExcerpt } from '../../base/text.js';
import { type Board, formatBoard, isSameBoard, mapOf } from '../../spaces/board/board.js';
import type { Pattern } from '../../spaces/board/partition.js';
import { orderedPartition, partitionForMany, partitionOf, usualPartitions } from '../../spaces/board/partition.js';
import { BLANK, formatPosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { boardSymmetries, imageOf } from '../../spaces/board/symmetry.js';
import { patternName, patternOfSource, patternSource } from '../../spaces/board-facts.js';
import { TableError } from '../../table/contents.js';
import { readHeader } from '../../table/header.js';
import { ChunkedFile } from '../../table/store.js';
import { standardPath } from '../../table/table-file.js';
import type { Limits } from '../question/limits.js';
import type { FoundPath, SearchProblem } from '../question/question.js';
import { CompiledPatterns } from './compiled-patterns.js';
import { deepen, positionsOf, type SearchContext } from './ida-star.js';
import { PatternDatabases } from './pattern-databases.js';

/**
 * Finds a shortest solution.
 * @param problem in the metric single, with a start that differs from the goal and can reach it
 * @throws InputError if the databases are for another board, or do not serve the goal; TableError if one is damaged; as
 * deepen
 */
export async function findByPatterns(
  problem: SearchProblem,
  databases: PatternDatabases,
  context: SearchContext,
): Promise<FoundPath<Position>> {
  const { board, start, goal } = problem;
  if (!isSameBoard(databases.board, board)) {
    throw new InputError(
      `the pattern databases are for ${formatBoard(databases.board)}, but the position is of ${formatBoard(board)}: use databases for that board`,
    );
  }
  const compile = () => new CompiledPatterns(databases, start, goal);
  return deepen(positionsOf(problem), context.limits.allocate(databases.bytes, compile), context);
}

/** Databases, their partition, and a description of their origin. */
export type FoundDatabases = Awaited<ReturnType<typeof findDatabases>>;

/**
 * Opens the tables of a partition in a folder, or makes them in memory if one is missing. Tables for another cell of
 * the blank also serve if a symmetry of the board takes the goal's blank there.
 * @param partition by default the strongest one whose tables exist, else the board's default
 * @param forMany true for databases for many searches: those of the strongest partition whose tables exist, if it is as
 * strong as the partition that is worth making for many searches
 * @throws InputError if the partition is wrong; TableError if a table is damaged; LimitError, MemoryError, WorkerError
 */
export async function findDatabases(
  folder: string,
  board: Board,
  goal: Position,
  limits: Limits,
  { partition, threads, forMany }: { partition?: string | undefined; threads?: number | undefined; forMany?: boolean },
) {
  const usual = usualPartitions(board);
  const made = forMany ? partitionForMany(board) : partition;
  const most = forMany ? usual.indexOf(partitionForMany(board)) + 1 : usual.length;
  for (const text of partition === undefined ? usual.slice(0, most) : [partition]) {
    const found = standardPaths(folder, board, goal, text);
    if (found === undefined) continue;
    const origin = `pattern databases ${found.name} in ${folder}/`;
    return { databases: await openDatabases(found.paths), partition: found.name, origin };
  }
  const { name } = orderedPartition(board, goal, made);
  const databases = await makeDatabases(board, goal, made, threads, limits);
  return { databases, partition: name, origin: `pattern databases ${name} made on the spot` };
}

/** Returns the paths of a partition's tables; undefined if one is missing. */
function standardPaths(folder: string, board: Board, goal: Position, text: string) {
  const tried = new Set<number>();
  for (const symmetry of boardSymmetries(board)) {
    const image = imageOf(symmetry, goal);
    const cell = image.indexOf(BLANK);
    if (tried.has(cell)) continue;
    tried.add(cell);
    const { name, patterns } = orderedPartition(board, image, text);
    const ordered = orderedPosition(board, cell);
    const paths = patterns.map((tiles) => {
      const pattern = patternName({ board, goal: ordered, tiles });
      return standardPath(folder, { source: patternSource(board, ordered, tiles), name: pattern }, 'space');
    });
    if (paths.every((path) => path !== undefined)) return { name, paths };
  }
  return undefined;
}

/** Databases that are still in use, by board, goal and patterns. */
const made = new Map<string, WeakRef<PatternDatabases>>();

/**
 * Makes the databases of a partition, or returns those that are still in use.
 * @param goal any position of the board
 * @param text the partition, as partitionOf reads it
 * @param threads maximum number of worker threads; by default those that the machine offers, fewer for small patterns
 * @throws InputError if the partition is wrong; LimitError, MemoryError, WorkerError; the reason of the limits' signal
 */
export async function makeDatabases(
  board: Board,
  goal: Position,
  text: string | undefined,
  threads: number | undefined,
  limits: Limits,
): Promise<PatternDatabases> {
  const ordered = orderedPosition(board, goal.indexOf(BLANK));
  const { patterns } = orderedPartition(board, goal, text);
  const key = [mapOf(board).join('/'), formatPosition(ordered), ...patterns.map((tiles) => tiles.join(' '))].join(', ');
  const found = made.get(key)?.deref();
  if (found !== undefined) return found;
  const { exploreSpace } = await import('../../runs/exploration/exploration.js');
  const { signal } = limits;
  const databases = await PatternDatabases.load(
    patterns.map((tiles) => ({ board, goal: ordered, tiles })),
    async (index, target) => {
      const space = patternSource(board, ordered, patterns[index]);
      const { table } = await exploreSpace({ space, antipodes: 0, threads, signal });
      // The bits of the distances can be followed by others that mark the reached states, but all states of positions
      // are reached.
      copyParts(table.bytes(0), target);
    },
    limits,
  );
  made.set(key, new WeakRef(databases));
  return databases;
}

/**
 * Loads pattern databases from the files of a partition, for `search`.
 * @param paths tables of patterns, in any order, for the same board and goal; their patterns contain every tile exactly
 * once
 * @returns databases in memory, which any number of searches can share
 * @example
 * ```ts
 * import { openDatabases, search } from 'antipode';
 *
 * const databases = await openDatabases([
 *   'out/4x4-pattern-1-2-3-4-5-6-7-8.table',
 *   'out/4x4-pattern-9-10-11-12-13-14-15.table',
 * ]);
 * await search('4x4', { from: '5 4 3 2 1 6 7 8 9 10 11 12 13 14 x 15' }, { databases });
 * ```
 * @throws TableError if a file does not exist, is damaged, or is not the table of a pattern; InputError if the tables
 * are not a partition for one goal; MemoryError if they exceed the memory
 */
export async function openDatabases(paths: readonly string[]): Promise<PatternDatabases> {
  checkPaths(paths);
  const patterns = paths.map((path) => withFile(path, (file) => patternOfFile(path, file)));
  const [{ board, goal }] = patterns;
  for (const [index, other] of patterns.entries()) {
    if (isSameBoard(other.board, board) && formatPosition(other.goal) === formatPosition(goal)) continue;
    const [one, another] = [patterns[0], other].map(
      (each) => `${formatBoard(each.board)} with the goal ${formatPosition(each.goal)}`,
    );
    throw new InputError(
      `the tables of a partition must be for the same board and goal: ${paths[0]} is for ${one}, and ${paths[index]} for ${another}`,
    );
  }
  partitionOf(board, goal, patterns.map(({ tiles }) => tiles.join(' ')).join(' / '));
  return PatternDatabases.load(patterns, (index, target) => withFile(paths[index], (file) => file.read(0, target)));
}

function checkPaths(paths: readonly string[]): void {
  const expected = 'the tables of a partition must be an array of paths';
  if (!Array.isArray(paths)) throw new InputError(`${expected}, found ${jsonExcerpt(paths)}: pass an array`);
  if (paths.length === 0) throw new InputError(`${expected}, found an empty one: give the path of each table`);
  for (const path of paths) {
    if (typeof path !== 'string')
      throw new InputError(`${expected}, found ${jsonExcerpt(path)} in it: replace it by the path of a file`);
  }
}

function patternOfFile(path: string, { checked }: ChunkedFile): Pattern {
  const { facts, encoding } = checked.header;
  if (facts.source.kind === 'pattern' && encoding === 'mod4') return patternOfSource(facts.source);
  throw new TableError(`${path}: this is not the table of a pattern; make one with antipode explore 4x4 --pattern`);
}

function withFile<Result>(path: string, use: (file: ChunkedFile) => Result): Result {
  const file = new ChunkedFile(path, readHeader);
  try {
    return use(file);
  } finally {
    file.close();
  }
}
