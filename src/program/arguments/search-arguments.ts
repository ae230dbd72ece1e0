/** The arguments that solve and compare share: files of instances, and the pattern databases of a partition. */

import { readText } from '../../base/files.js';
import { InputError } from '../../base/text.js';
import type { FoundDatabases } from '../../search/ida-star/pattern-search.js';
import { PATTERN_HEURISTIC } from '../../search/question/heuristics.js';
import { Limits } from '../../search/question/limits.js';
import type { SearchOptions } from '../../search/search.js';
import { type Board, formatBoard } from '../../spaces/board/board.js';
import { type BoardInstances, parseInstances } from '../../spaces/board/instances.js';
import type { Position } from '../../spaces/board/position.js';
import type { Output } from '../terminal/process.js';
import { DEFAULT_FOLDER } from './output.js';

/** Reads positions of a board. @param board,known as for parseInstances @throws InputError that names the file and the line */
export function positionsOfFile(path: string, board?: Board, known?: Position): BoardInstances {
  return parseInstances(readText(path, 'positions'), path, board, known);
}

/**
 * Reads one state per line, and skips empty lines and lines that begin with #.
 * @param read reads a state; its place is the file and the line, for messages
 * @throws InputError that names the file and the line
 */
export function statesOfFile<T>(path: string, read: (text: string, place: string) => T): readonly T[] {
  const states: T[] = [];
  for (const [index, line] of readText(path, 'states').split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const place = `${path}, line ${index + 1}: `;
    try {
      states.push(read(line, place));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`${place}${error.message}`);
    }
  }
  if (states.length === 0) throw new InputError(`${path} holds no state`);
  return states;
}

/* The heuristic that uses --partition. */

/**
 * Checks that a partition is given together with the heuristic that uses it.
 * @param heuristics the given heuristics
 * @throws InputError if a partition is given, and the heuristics do not include `pattern`
 */
export function checkPartitionHeuristic(
  partition: string | undefined,
  heuristics: readonly string[] | undefined,
): void {
  if (partition === undefined || heuristics === undefined || heuristics.includes(PATTERN_HEURISTIC)) return;
  throw new InputError(
    `--partition is for --heuristic ${PATTERN_HEURISTIC}, not for ${heuristics.join(',')}: leave out one of the options`,
  );
}

/* Pattern databases of the output folder, or made on the spot. */

/** Milliseconds after which a user wonders. */
const LONG = 1000;

/**
 * Opens or makes pattern databases. If there is a time limit, says on standard error that this takes long.
 * @throws as findDatabases
 */
export async function preparedDatabases(
  board: Board,
  goal: Position,
  { partition, threads, seconds, bytes }: Pick<SearchOptions, 'partition' | 'threads' | 'seconds' | 'bytes'>,
  stderr: Output,
): Promise<FoundDatabases> {
  const notice = `${formatBoard(board)}: preparing pattern databases, which the time limit does not count\n`;
  const timer = seconds === undefined ? undefined : setTimeout(() => stderr.write(notice), LONG);
  try {
    // Loads the code of pattern databases only when they are used.
    const { findDatabases } = await import('../../search/ida-star/pattern-search.js');
    return await findDatabases(DEFAULT_FOLDER, board, goal, new Limits({ bytes }), { partition, threads });
  } finally {
    clearTimeout(timer);
  }
}
