/** IDA* with additive pattern databases, which are made in memory or loaded from files. */

import { InputError, jsonExcerpt } from '../../base/text.js';
import { type Board, formatBoard, isSameBoard, mapOf } from '../../spaces/board/board.js';
import { orderedPartition, partitionOf } from '../../spaces/board/partition.js';
import { BLANK, formatPosition, orderedPosition, type Position } from '../../spaces/board/position.js';
import { imageOfDirections } from '../../spaces/board/symmetry.js';
import { patternSource } from '../../spaces/board-facts.js';
import { Limits } from '../question/limits.js';
import type { FoundPath, SearchProblem } from '../question/question.js';
import { CompiledPatterns } from './compiled-patterns.js';
import { deepen, type SearchContext } from './ida-star.js';
import { PatternDatabases, patternOfFile, readerOf, readerOfFile } from './pattern-databases.js';

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
  const fitted = databases.fit(start, goal);
  if (fitted === undefined) {
    throw new InputError(
      `the pattern databases are for goals with the blank on cell ${databases.goalCell}, but this goal has it on cell ${goal.indexOf(BLANK)}: use databases for that cell`,
    );
  }
  const { homes, symmetry } = fitted;
  const compiled = context.limits.allocate(databases.bytes, () =>
    CompiledPatterns.for(databases.layout, databases, homes, imageOfDirections(board, symmetry)),
  );
  return deepen(problem, compiled, context);
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
  text?: string,
  threads?: number,
  limits = new Limits(),
): Promise<PatternDatabases> {
  const ordered = orderedPosition(board, goal.indexOf(BLANK));
  const { patterns } = orderedPartition(board, goal, text);
  const key = [mapOf(board).join('/'), formatPosition(ordered), ...patterns.map((tiles) => tiles.join(' '))].join(', ');
  const found = made.get(key)?.deref();
  if (found !== undefined) return found;
  const { explore } = await import('../../runs/explore.js');
  const { signal } = limits;
  const databases = await PatternDatabases.load(
    patterns.map((tiles) => ({ board, goal: ordered, tiles })),
    async ({ tiles }) =>
      readerOf((await explore({ space: patternSource(board, ordered, tiles), antipodes: 0, threads, signal })).table),
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
  const patterns = paths.map(patternOfFile);
  const readers = new Map(patterns.map((pattern, index) => [pattern, readerOfFile(paths[index])]));
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
  return PatternDatabases.load(patterns, (pattern) => readers.get(pattern) as (target: Uint8Array) => void);
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
